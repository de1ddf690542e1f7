"""A finished round turn by turn, as one seat saw it or with all hands open, and its count."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.engine import catalogue
from games.engine.contract import Eyes, Game
from games.history import permissions
from games.history.headlines import headline
from games.history.links import Links, links
from games.history.lost_decks import needs_deck
from games.history.queries import finished_rounds
from games.history.queries.finished_rounds import Made, Sat
from games.models import Nudge, Round
from splitsite.http import HtmxHttpRequest

EVERYONE = "all"


@dataclass(frozen=True, slots=True)
class Step:
    """A link to a turn."""

    turn: int
    url: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a seat chose in this turn, who made the choice, and the seat's points after it."""

    sat: Sat
    move: str
    by: str
    points: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a replay, as these eyes saw it: no seed, and no hand that they did not see."""

    code: str
    name: str
    game: str
    round: int
    turn: int
    turns: int
    eyes: str
    seat: int | None
    seats: tuple[Sat, ...]
    choices: tuple[Chosen, ...]
    offers: Any
    view: Any
    after: Any
    before: Any
    count: Any
    nudges: tuple[Nudge, ...]
    steps: tuple[Step, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sat.name for sat in self.seats)

    @property
    def previous(self) -> Step | None:
        return self.steps[self.turn - 2] if self.turn > 1 else None

    @property
    def next(self) -> Step | None:
        return self.steps[self.turn] if self.turn < self.turns else None

    @property
    def leaders(self) -> tuple[Sat, ...]:
        """The seats with the most points after this turn; none while nobody has points."""
        most = max(choice.points for choice in self.choices)
        return tuple(choice.sat for choice in self.choices if choice.points == most > 0)

    @property
    def most(self) -> int:
        return max(choice.points for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Counted:
    """A finished round in the form that the templates of the count need."""

    code: str
    game: str
    round: int
    seats: tuple[Sat, ...]
    view: Any
    count: Any

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sat.name for sat in self.seats)

    @property
    def results(self) -> list[Sat]:
        return sorted(self.seats, key=lambda sat: sat.rank)


@require_safe
@vary_on_headers("HX-Request")
@needs_deck
def replay(request: HtmxHttpRequest, code: str, number: int) -> HttpResponse:
    """One turn. For a script, only the turn without the page around it."""
    round = permissions.opened_round(request, code, number)
    to = links(request, round)
    shown = turn_of(round, request.GET.get("turn", "1"), request.GET.get("eyes", EVERYONE), to)
    alone = request.htmx
    page = {"turn": shown, "links": to, "headline": headline(shown.seats)}
    return render(request, "history/_turn.html" if alone else "history/replay.html", page)


@require_safe
@needs_deck
def count(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Why the round ended as it did, step by step; the same count as at the table."""
    round = permissions.opened_round(request, code, number)
    rules, _, states = _folded(round)
    last = states[-1]
    counted = Counted(
        code=round.session.code,
        game=round.session.game,
        round=round.number,
        seats=finished_rounds.seats(round),
        view=rules.view(last, frozenset()),
        count=rules.explain(last),
    )
    page = {
        "screen": counted,
        "name": round.session.name,
        "links": links(request, round),
        "headline": headline(counted.seats),
    }
    return render(request, "history/count.html", page)


def turn_of(round: Round, wanted: str, eyes: str, to: Links) -> Turn:
    """The requested turn as seen by the requested seat; Http404 if there is no such turn or seat."""
    rules, turns, states = _folded(round)
    seats = finished_rounds.seats(round)
    turn = _number(wanted, range(1, len(turns) + 1))
    seat = None if eyes == EVERYONE else _number(eyes, range(len(seats)))
    looking: Eyes = frozenset(range(len(seats)) if seat is None else {seat})
    made, before, after = turns[turn - 1], states[turn - 1], states[turn]
    view = rules.view(before, looking)
    return Turn(
        code=round.session.code,
        name=round.session.name,
        game=round.session.game,
        round=round.number,
        turn=turn,
        turns=len(turns),
        eyes=eyes,
        seat=seat,
        seats=seats,
        choices=_chosen(seats, made, [score.points for score in rules.scores(after)]),
        offers=rules.offered(view, [choice.move for choice in made]) if rules.offered else None,
        view=view,
        after=rules.view(after, looking),
        before=rules.explain(before),
        count=rules.explain(after),
        nudges=tuple(Nudge.objects.filter(round=round, turn=turn - 1).order_by("seat")),
        steps=tuple(Step(at, to.turn(at, eyes)) for at in range(1, len(turns) + 1)),
    )


def _chosen(seats: Sequence[Sat], made: Sequence[Made], points: Sequence[int]) -> tuple[Chosen, ...]:
    return tuple(
        Chosen(sat, one.move, one.by, worth) for sat, one, worth in zip(seats, made, points, strict=True)
    )


def _folded(round: Round) -> tuple[Game, tuple[tuple[Made, ...], ...], tuple[Any, ...]]:
    turns = finished_rounds.choices(round)
    if not turns:  # played on paper: it has a score sheet, but no turns
        raise Http404
    return catalogue.find(round.session.game), turns, finished_rounds.states(round, turns)


def _number(text: str, allowed: range) -> int:
    """The number in a query; Http404 for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) in allowed):
        raise Http404
    return int(text)
