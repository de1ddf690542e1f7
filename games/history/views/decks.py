"""The page of a deck: its goals, what is certain about them, and how it plays."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.permissions import PersonRequest, person_required
from accounts.services import clubs
from games.analysis import balance
from games.decks import queries
from games.decks.permissions import Shown, shown
from games.engine import catalogue


@dataclass(frozen=True, slots=True)
class Bar:
    """How often one goal was met, in percent, here and in simulated rounds; None where it never lay."""

    name: str
    points: int
    here: int | None
    met_here: int
    there_here: int
    simulated: int | None
    each: float | None
    """What it earned in simulated rounds each time it lay in a zone or in the middle."""


@never_cache
@require_safe
def deck(request: HttpRequest, key: str) -> HttpResponse:
    """A deck, for those who may see it."""
    found = shown(request.user, key)
    rules = catalogue.find(found.game)
    assert rules.deck
    assert rules.deck_editor
    assert rules.guide
    usual = rules.deck.chosen({})
    study = balance.read(found.kept)
    club = found.deck.club if found.deck else None
    mine = clubs.membership(club, request.user) if club and isinstance(request.user, User) else None
    context = {
        "key": key,
        "found": found,
        "club": club,
        "mine": mine,
        "version": queries.newest_of(found.deck) if found.deck else None,
        "guide": rules.guide(found.kept),
        "changes": rules.deck_editor.compare(usual.text, found.kept.text),
        "study": study,
        "percent": int(100 * study.progress) if study else 0,
        "bars": bars(found, study.result or {}) if study and study.state == "done" else (),
        "template": f"{found.game}/_deck.html",
    }
    return render(request, "history/deck.html", context)


@person_required
@require_POST
def count(request: PersonRequest, key: str) -> HttpResponse:
    """Asks for the figures of a deck to be counted in the background."""
    found = shown(request.user, key)
    balance.ask(found.game, found.kept)
    return redirect(f"{reverse('history:deck', args=[key])}#balance")


def bars(found: Shown, result: dict[str, Any]) -> list[Bar]:
    """One bar for every goal of the deck, in its order."""
    lines = dict(line.split() for line in found.kept.text.splitlines())
    drawn = []
    for name, points in lines.items():
        there, met, _ = result.get("here", {}).get(name, (0, 0, 0))
        lay, times, earned = result.get("simulated", {}).get(name, (0, 0, 0))
        drawn.append(
            Bar(
                name,
                int(points),
                here=round(100 * met / there) if there else None,
                met_here=met,
                there_here=there,
                simulated=round(100 * times / lay) if lay else None,
                each=earned / lay if lay else None,
            )
        )
    return drawn
