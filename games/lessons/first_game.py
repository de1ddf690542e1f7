"""A first game that teaches: the real table with a chosen deal. The moves so far are its only state."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from games.engine import catalogue
from games.engine.contract import Advice, Game, Lesson, Move, Refused
from games.table import rendering
from games.table.snapshots import Deal, Line, Place, Sealed, Table

LEARNER = 0
BOTS = ("Linden", "Hazel", "Rowan")
LAST_TO_CHOOSE = 2
"""The bot that waits in the first turn, so that the learner can see a sealed card and take it back."""

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
SOMEBODY = 1
"""The id of the learner; no account is needed, and it is nobody's account."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson: the table, the advice, and what the last reveal changed."""

    game: str
    played: tuple[Move, ...]
    sealed: Move
    turns: int
    shown: rendering.Screen
    own: rendering.Mine
    advice: Advice | None
    told: Any
    followed: bool
    """Whether the last move was the advised one."""
    table: Table

    @property
    def over(self) -> bool:
        return len(self.played) == self.turns

    @property
    def waited_for(self) -> str:
        """The bot that has not chosen yet while a card is sealed."""
        return self.shown.seats[LAST_TO_CHOOSE].name

    @property
    def mine(self) -> Any:
        """The learner's line in the count."""
        return self.shown.count.seats[LEARNER]


def lesson_of(rules: Game) -> Lesson:
    if rules.lesson is None:
        raise Refused("unknown-game")
    return rules.lesson


def games() -> tuple[str, ...]:
    """The games that have a lesson."""
    return tuple(name for name in catalogue.names() if catalogue.find(name).lesson)


def check(game: str, played: tuple[Move, ...], move: Move) -> None:
    """Checks a move of the learner after the earlier ones; Refused if it is not possible."""
    rules = catalogue.find(game)
    *_, (state, _told) = _states(game, played)
    if move not in rules.legal(state, LEARNER):
        raise Refused("illegal")


def step(game: str, played: tuple[Move, ...], *, sealed: Move, name: str) -> Step:
    """The lesson after these moves; Refused if one of them is not possible."""
    rules = catalogue.find(game)
    lesson = lesson_of(rules)
    states = _states(game, played)
    state, told = states[-1]
    over = rules.over(state)
    if sealed:
        check(game, played, sealed)
    advice = None if over else lesson.advice(state)
    before = states[-2][0] if played else None
    table = _table(game, lesson, state, len(played), name=name, sealed=sealed)
    shown = rendering.screen(table)
    own = rendering.mine(table, SOMEBODY, shown)
    turn = len(played)
    shown = replace(shown, turn=turn, turns=lesson.TURNS, view=lesson.seen(shown.view))
    return Step(
        game=game,
        played=played,
        sealed=sealed,
        turns=lesson.TURNS,
        shown=shown,
        own=own._replace(view=lesson.seen(own.view)),
        advice=advice,
        told=told,
        followed=before is not None and lesson.advice(before).move == played[-1],
        table=table,
    )


def samples() -> Iterator[tuple[Table, int]]:
    """The tables of every lesson, played as advised, with the id of the learner."""
    for game in games():
        here = step(game, (), sealed="", name="Ana")
        while here.advice is not None:
            yield here.table, SOMEBODY
            here = step(game, (*here.played, here.advice.move), sealed="", name="Ana")


def _states(game: str, played: tuple[Move, ...]) -> list[tuple[Any, Any]]:
    """Every state of the lesson so far, each with what the last reveal changed."""
    rules = catalogue.find(game)
    lesson = lesson_of(rules)
    if len(played) > lesson.TURNS:
        raise Refused("round-over")
    states = [(lesson.begin(), None)]
    for move in played:
        state = states[-1][0]
        if move not in rules.legal(state, LEARNER):
            raise Refused("illegal")
        after = rules.play(state, (move, *lesson.answers(state)))
        states.append((after, lesson.told(state, after)))
    return states


def _table(game: str, lesson: Lesson, state: Any, turn: int, *, name: str, sealed: Move) -> Table:
    rules = catalogue.find(game)
    over = rules.over(state)
    names = (name, *BOTS[: lesson.SEATS - 1])
    return Table(
        id=0,
        code=game,
        name="",
        game=game,
        options=tuple(lesson.OPTIONS.items()),
        pace="none",
        status="over" if over else "playing",
        version=turn,
        revision=0,
        hints=True,
        public=False,
        spectators=False,
        redraw=False,
        seats_wanted=lesson.SEATS,
        rounds_planned=1,
        host=None,
        arranged=False,
        paused_at=None,
        rematch="",
        places=tuple(_place(seat, called) for seat, called in enumerate(names)),
        deal=Deal(
            id=0,
            number=1,
            turn=turn,
            commitment="",
            opened_at=LONG_AGO,
            deadline=None,
            reserves=(0,) * lesson.SEATS,
            extended=(False,) * lesson.SEATS,
            finished=over,
            sealed_until=None,
            deck=None,
            state=state,
            moves=() if over else _chosen(lesson, state, turn, sealed=sealed),
        ),
        lines=tuple(
            Line(
                round=1,
                seat_id=one.seat,
                name=names[one.seat],
                points=one.points,
                rank=one.rank,
                deputised=0,
            )
            for one in (rules.scores(state) if over else ())
        ),
        nudges=(),
        remarks=(),
        mutes=frozenset(),
        read_at=LONG_AGO,
    )


def _place(seat: int, name: str) -> Place:
    learns = seat == LEARNER
    return Place(
        id=seat,
        number=seat,
        person=SOMEBODY if learns else None,
        guest=False,
        bot="" if learns else "regular",
        name=name,
        deputy=False,
        missed=0,
        ready=False,
        here=True,
        page=False,
    )


def _chosen(lesson: Lesson, state: Any, turn: int, *, sealed: Move) -> tuple[Sealed, ...]:
    """What the bots have chosen: all at once, except that one of them waits in the first turn."""
    bots = [
        Sealed(seat, move, "bot", LONG_AGO)
        for seat, move in enumerate(lesson.answers(state), start=1)
        if turn or seat != LAST_TO_CHOOSE
    ]
    return (*([Sealed(LEARNER, sealed, "player", LONG_AGO)] if sealed else []), *bots)
