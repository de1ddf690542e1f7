"""The record of a round as a file, and the page that checks its deal in the reader's own browser."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.engine import catalogue
from games.history import permissions
from games.history.links import links
from games.history.lost_decks import needs_deck
from games.history.queries import finished_rounds
from games.models import Round
from games.table.permissions import seed_is_open


@require_safe
@needs_deck
def record(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The file with which everyone can check a round; it contains the seed."""
    round = permissions.opened_round(request, code, number)
    if not finished_rounds.choices(round):
        raise Http404
    if not seed_is_open(round, timezone.now()):
        return sealed(request, round)
    response = HttpResponse(finished_rounds.record_of(round), content_type="application/json")
    name = f"{round.session.game}-{round.session.code}-{round.number}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
@needs_deck
def check(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Explains the seal, and checks whether the deal fits it."""
    round = permissions.opened_round(request, code, number)
    if not finished_rounds.choices(round):
        raise Http404
    if not seed_is_open(round, timezone.now()):
        return sealed(request, round)
    rules = catalogue.find(round.session.game)
    materials = rules.materials(round.options) if rules.materials else None
    page = {
        "session": round.session.name,
        "code": round.session.code,
        "game": round.session.game,
        "round": round.number,
        "commitment": round.commitment,
        "seed": bytes(round.seed).hex(),
        "deck_name": round.deck.name if round.deck else "",
        "deck_hash": round.deck.hash if round.deck and round.record_format > 1 else "",
        "deals_again": materials is not None,
        "materials": materials,
        "links": links(request, round),
    }
    return render(request, "history/check.html", page)


def sealed(request: HttpRequest, round: Round) -> HttpResponse:
    """Says that the seed is still secret: until the others have played, only a replay may be seen."""
    return render(request, "history/sealed.html", {"until": round.sealed_until}, status=403)
