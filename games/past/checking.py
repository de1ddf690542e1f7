"""The record of a round as a file, and the page that checks its deal in the reader's own browser."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import access, catalog
from games.models import Round
from games.past import played, sharing
from games.past.links import links


@require_safe
def record(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The file everyone can check; the seed is in it."""
    round = sharing.opened_round(request, code, number)
    if not played.choices(round):
        raise Http404
    if not access.seed_is_open(round, timezone.now()):
        return sealed(request, round)
    response = HttpResponse(played.record_of(round), content_type="application/json")
    name = f"{round.session.game}-{round.session.code}-{round.number}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def check(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """What the seal was for, and whether the deal fits it."""
    round = sharing.opened_round(request, code, number)
    if not played.choices(round):
        raise Http404
    if not access.seed_is_open(round, timezone.now()):
        return sealed(request, round)
    rules = catalog.find(round.session.game)
    materials = rules.materials(round.session.options) if hasattr(rules, "materials") else None
    page = {
        "session": round.session.name,
        "code": round.session.code,
        "game": round.session.game,
        "round": round.number,
        "commitment": round.commitment,
        "seed": bytes(round.seed).hex(),
        "deals_again": materials is not None,
        "materials": materials,
        "links": links(request, round),
    }
    return render(request, "past/check.html", page)


def sealed(request: HttpRequest, round: Round) -> HttpResponse:
    """Who has played a deal that others still play may look back on it, but not into its seed."""
    return render(request, "past/sealed.html", {"until": round.sealed_until}, status=403)
