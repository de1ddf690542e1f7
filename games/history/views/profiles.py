"""Pages about what people have played: my own history, and a person's page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.permissions import PersonRequest, person_required
from games.history.queries import person_rounds as past
from games.history.queries import profiles
from games.tournaments.queries import places_of, was_placed

LARGEST = 2**63 - 1


@never_cache
@person_required
@require_safe
def history(request: PersonRequest) -> HttpResponse:
    """My rounds, newest first, filtered by the form."""
    form = past.HistoryForm(request.user, request.GET)
    lines = form.narrow(past.lines_of(request.user))
    today = timezone.now().astimezone(past.zone_named(request.GET.get("zone", ""))).date()
    context = {
        "form": form,
        "sums": past.sums(lines),
        "page": past.page(lines, before=_number(request, "before"), after=_number(request, "after")),
        "presets": past.presets(today),
        "since": request.GET.get("from", ""),
    }
    return render(request, "history/history.html", context)


@never_cache
@require_safe
def person(request: HttpRequest, number: int) -> HttpResponse:
    """A person's results, one game at a time. A private page looks like one that does not exist."""
    somebody = User.objects.filter(pk=number).annotate(placed=was_placed()).first()
    if somebody is None or not profiles.may_see(somebody, request.user):
        return render(request, "history/person_closed.html", status=404)
    sums = profiles.sums(somebody)
    asked = request.GET.get("game")
    total = next((one for one in sums if one.game == asked), sums[0] if sums else None)
    context = {
        "person": somebody,
        "mine": somebody.pk == request.user.pk,
        "clubs": profiles.clubs(somebody, request.user),
        "places": places_of(somebody, request.user.pk) if somebody.placed else (),
        "sums": sums,
        "total": total,
        "played": profiles.played(somebody, request.user, total) if total else None,
    }
    return render(request, "history/person.html", context)


def _number(request: HttpRequest, name: str) -> int:
    """The number of a sheet in the address, or 0 if there is none; Http404 for nonsense."""
    text = request.GET.get(name, "0")
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) <= LARGEST):
        raise Http404
    return int(text)
