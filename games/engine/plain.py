"""A view or a score as plain facts, for games that have no drawings of their own. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from games.engine.contract import Score

ELSEWHERE = {"eyes", "moves", "seats", "turn", "turns"}
"""Fields of a view that stand elsewhere on the page: in the bar, on the buttons, beside the names."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A name and what belongs to it: one word, or several things side by side."""

    name: str
    words: tuple[str, ...]
    several: bool


@dataclass(frozen=True, slots=True)
class Line:
    """What one seat earned, and from which parts."""

    seat: int
    points: int
    rank: int
    parts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """The count of a game that explains nothing itself: its scores with their parts, by seat."""

    seats: tuple[Line, ...]


def count(scores: Sequence[Score]) -> Count:
    return Count(
        tuple(Line(score.seat, score.points, score.rank, parts=_facts(score.parts)) for score in scores)
    )


def board(view: Any) -> tuple[Fact, ...]:
    """What lies in the middle of the table: the view's fields, except for those of each seat."""
    return _facts({name: value for name, value in _named(view).items() if name not in ELSEWHERE})


def at_seat(view: Any, seat: int) -> tuple[Fact, ...]:
    """What lies before this seat: the fields of `view.seats[seat]`, if the view has seats."""
    seats = getattr(view, "seats", ())
    return _facts(_named(seats[seat])) if seat < len(seats) else ()


def own(view: Any, public: Any, seat: int, moves: Sequence[str]) -> tuple[Fact, ...]:
    """What this seat sees and the public does not, unless the buttons for its moves show just that."""
    everybody = {*board(public), *at_seat(public, seat)}
    return tuple(
        fact
        for fact in (*board(view), *at_seat(view, seat))
        if fact not in everybody and set(fact.words) != set(moves)
    )


def _named(value: Any) -> dict[str, Any]:
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    return dict(value) if isinstance(value, Mapping) else {}


def _facts(named: Mapping[str, Any]) -> tuple[Fact, ...]:
    """A fact for each field that has something to show; None is what these eyes do not see."""
    return tuple(
        Fact(name.replace("_", " ").capitalize(), words(value), isinstance(value, tuple | list | frozenset))
        for name, value in named.items()
        if value is not None
    )


def words(value: Any) -> tuple[str, ...]:
    """The things in a value, each as one word."""
    if isinstance(value, frozenset):
        return tuple(sorted(map(_word, value)))
    if isinstance(value, tuple | list):
        return tuple(map(_word, value))
    return (_word(value),)


def _word(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, tuple | list | frozenset):
        return " ".join(words(value)) or "–"
    if is_dataclass(value) or isinstance(value, Mapping):
        return " ".join(_word(part) for part in _named(value).values())
    return str(value)
