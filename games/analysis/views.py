"""Pages of studies."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from games.analysis import lookback
from games.engine.contract import Refused
from games.table import snapshots
from games.table.rate_limits import looked_up
from splitsite.http import HtmxHttpRequest

STOP_ASKING = 286
"""The status that tells htmx to show the answer and stop polling."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def look_back(request: HtmxHttpRequest, code: str, number: int) -> HttpResponse:
    """What else I could have done in a round I played; POST asks for it to be computed."""
    try:
        if request.method == "POST":
            lookback.ask(code, number, request.user)
            return redirect("analysis:look-back", code, number)
        page = lookback.page(code, number, request.user)
    except Refused:
        return _turned_away(request, code)
    if request.htmx:
        status = 200 if page.state in ("waiting", "working") else STOP_ASKING
        return render(request, "analysis/_look_back.html", {"page": page, "asked": True}, status=status)
    return render(request, "analysis/look_back.html", {"page": page})


def _turned_away(request: HttpRequest, code: str) -> HttpResponse:
    """Tells people who sit at the table why not; for all others the page does not exist."""
    table = snapshots.by_code(code)
    seated = table is not None and table.seat_of(request.user.pk) is not None
    found = looked_up(request, table if seated else None, belongs=lambda _: seated)
    context = {"code": found.code, "playing": found.status == "playing"}
    return render(request, "analysis/turned_away.html", context, status=403)
