"""The score sheet of a match: the score pad as a page to print and share, and as a picture."""

import base64
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from games.engine import catalogue
from games.engine.contract import Score, totals
from games.history import permissions
from games.history.headlines import headline
from games.history.links import Links, links
from games.history.queries import finished_rounds
from games.history.queries.finished_rounds import Sat
from games.models import GameSession, Round

FONTS = {"Shantell Sans": "shantell-digits.woff2", "Piazzolla": "piazzolla-latin.woff2"}
"""Fonts inside a picture, so that it looks the same everywhere; other text uses a fallback."""

OWN_LETTERS = {"script-src": ["'none'"], "style-src": ["'unsafe-inline'"], "font-src": ["data:"]}
"""Security policy of a picture opened alone: it may use only its own styles and fonts."""


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """One round on the sheet: scores in seat order, and which player of the match had each seat."""

    number: int
    scores: tuple[Score, ...]
    players: tuple[int, ...]
    replay: str
    """Its address; empty for a round on paper, which has no turns."""

    def of(self, player: int) -> Score:
        return self.scores[self.players.index(player)]


@dataclass(frozen=True, slots=True)
class Player:
    """A line of the plain table: points round by round, their sum, and the place."""

    sat: Sat
    rounds: tuple[Score, ...]
    points: int
    rank: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The match on paper. Players are numbered as they sat in the first round."""

    code: str
    name: str
    game: str
    options: dict[str, Any]
    played_at: datetime
    rounds: tuple[RoundSheet, ...]
    players: tuple[Player, ...]
    pad: Any
    template: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.sat.name for player in self.players)

    @property
    def ranked(self) -> list[Player]:
        return sorted(self.players, key=lambda player: player.rank)

    @property
    def headline(self) -> str:
        return headline(
            [replace(player.sat, points=player.points, rank=player.rank) for player in self.players]
        )


@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """All counted rounds of a match on one sheet of paper."""
    rounds = permissions.opened_rounds(request, code)
    to = links(request, rounds[0].session)
    return render(request, "history/sheet.html", {"sheet": sheet_of(rounds, to), "links": to})


@require_safe
@csp_replace(OWN_LETTERS)  # type: ignore[arg-type]
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The same sheet as a picture without outside files."""
    rounds = permissions.opened_rounds(request, code)
    shown = sheet_of(rounds, links(request, rounds[0].session))
    if shown.pad is None:
        raise Http404
    drawn = render_to_string(shown.template, {"sheet": shown, "pad": shown.pad, "fonts": fonts()})
    return HttpResponse(drawn.strip(), content_type="image/svg+xml")


def sheet_of(rounds: list[Round], to: Links) -> Sheet:
    session, first = rounds[0].session, rounds[0]
    player_of = {seat_id: player for player, seat_id in enumerate(first.seating)}
    sheets = tuple(
        RoundSheet(
            round.number,
            finished_rounds.scores(round),
            tuple(player_of[seat_id] for seat_id in round.seating),
            to.round(round.number) if session.medium == GameSession.Medium.ONLINE else "",
        )
        for round in rounds
    )
    by_player = [tuple(one.of(player) for one in sheets) for player in range(len(first.seating))]
    sums = totals(list(zip(*by_player, strict=True)))
    if len(sheets) == 1:  # then the number of cards may have decided the place
        sums = tuple(replace(total, rank=sheets[0].of(total.seat).rank) for total in sums)
    players = tuple(
        Player(sat, scores, total.points, total.rank)
        for sat, scores, total in zip(finished_rounds.seats(first), by_player, sums, strict=True)
    )
    rules = catalogue.find(session.game)
    longest = max(len(str(player.sat.name)) for player in players)
    pad = None
    if rules.pad:
        pad = rules.pad(
            session.options, [one.scores for one in sheets], [one.players for one in sheets], longest=longest
        )
    return Sheet(
        code=session.code,
        name=session.name,
        game=session.game,
        options=session.options,
        played_at=first.started_at,
        rounds=sheets,
        players=players,
        pad=pad,
        template=f"{session.game}/_pad.html",
    )


@cache
def fonts() -> SafeString:
    """The site's fonts as a style sheet, for a picture on its own; pages load their own."""
    folder = Path(settings.BASE_DIR) / "splitsite" / "static" / "site" / "fonts"
    faces = (
        f'@font-face{{font-family:"{family}";font-weight:500 800;src:url("data:font/woff2;base64,{data}")}}'
        for family, file in FONTS.items()
        for data in [base64.b64encode((folder / file).read_bytes()).decode("ascii")]
    )
    return mark_safe(f"<style>{''.join(faces)}</style>")
