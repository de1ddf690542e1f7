"""The standings of a tournament from the results of its tables. Pure.

Ways to count a round (`COUNTINGS`):
  points  the points of the game, added, as in the rules;
  places  everybody at a table who did worse earns a person an equal share of 10 points, a tie half of one: at
          a table of five 10, 7.5, 5, 2.5 and 0, at a table of three 10, 5 and 0;
  share   100 times a person's points divided by the average of the table, so 100 is an average result at a
          table of any size; where nobody has points everybody has 100.

Tie-breaks (`TIE_BREAKS`), asked in the order given of those still equal; who is equal in all shares a place:
  points, places, share   the sum in that way to count;
  wins    rounds won, a shared first place counts;
  best    the best single round in the chosen way to count;
  last    the latest round played by everybody who is tied, in the chosen way to count;
  direct  who was ahead more often at tables that those who are tied shared.

Missed rounds (`MISSING`), counted once the round is closed:
  nothing  a missed round brings nothing;
  average  it brings the average of the rounds the person played, nothing for who played none.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

COUNTINGS = ("points", "places", "share")
TIE_BREAKS = ("wins", "points", "places", "share", "best", "last", "direct")
MISSING = ("nothing", "average")

PLACE_POINTS = 10
AVERAGE = 100


@dataclass(frozen=True, slots=True)
class Result:
    """What one person did at one table; `place` is the game's own verdict, so it knows the game's ties."""

    person: int
    points: int
    place: int


@dataclass(frozen=True, slots=True)
class Played:
    """One round: its tables as far as they are counted. Only in a closed one can somebody have missed it."""

    tables: tuple[tuple[Result, ...], ...]
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Part:
    """One round of one person."""

    points: int
    place: int
    counts: Fraction
    """In the chosen way to count."""
    table: int
    """The table's index in its round."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings."""

    person: int
    place: int
    """Who is equal shares it, the next counts on: 1, 1, 3."""
    total: Fraction
    rounds: tuple[Part | None, ...]
    """None: not played, or not counted yet."""
    missed: tuple[bool, ...]
    given: Fraction
    """What the rule for missed rounds added."""
    breaks: tuple[tuple[str, Fraction], ...]
    """Each tie-break's value; `direct` only where it was asked for, among those still equal."""


def counts(table: Sequence[Result], counting: str) -> tuple[Fraction, ...]:
    """What each result at a table is worth in this way to count."""
    return tuple(_WAYS[counting](one, table) for one in table)


def _points(one: Result, table: Sequence[Result]) -> Fraction:
    return Fraction(one.points)


def _places(one: Result, table: Sequence[Result]) -> Fraction:
    if len(table) == 1:
        return Fraction(PLACE_POINTS, 2)
    worse = sum(other.place > one.place for other in table)
    equal = sum(other.place == one.place for other in table) - 1
    return PLACE_POINTS * (worse + Fraction(equal, 2)) / (len(table) - 1)


def _share(one: Result, table: Sequence[Result]) -> Fraction:
    total = sum(other.points for other in table)
    return AVERAGE * Fraction(one.points * len(table), total) if total else Fraction(AVERAGE)


_WAYS: dict[str, Callable[[Result, Sequence[Result]], Fraction]] = {
    "points": _points,
    "places": _places,
    "share": _share,
}


def standings(
    people: Iterable[int],
    rounds: Sequence[Played],
    *,
    counting: str = "points",
    tie_breaks: Sequence[str] = ("wins", "best"),
    missing: str = "nothing",
) -> tuple[Line, ...]:
    """Everybody's line, the best first; within a shared place in the order the people came in."""
    event = _Event(tuple(people), rounds, counting=counting, missing=missing)
    groups: list[list[int]] = [list(event.people)]
    values: dict[int, dict[str, Fraction]] = {who: {} for who in event.people}
    groups = _split(groups, lambda group: {who: event.total(who) for who in group})
    for name in tie_breaks:
        groups = _split(groups, partial(event.measure, name, values))
    lines, place = [], 1
    for group in groups:
        for who in group:
            breaks = tuple((name, values[who][name]) for name in tie_breaks if name in values[who])
            lines.append(event.line(who, place=place, breaks=breaks))
        place += len(group)
    return tuple(lines)


def _split(groups: list[list[int]], values: Callable[[list[int]], dict[int, Fraction]]) -> list[list[int]]:
    """Each group of equals divided by value, the greatest first; equals stay together."""
    finer = []
    for group in groups:
        value = values(group)
        for step in sorted(set(value.values()), reverse=True):
            finer.append([who for who in group if value[who] == step])
    return finer


class _Event:
    """All results, found by person and round."""

    def __init__(self, people: tuple[int, ...], rounds: Sequence[Played], *, counting: str, missing: str):
        self.people, self.rounds, self.missing = people, rounds, missing
        self.parts: list[dict[int, Part]] = [{} for _ in rounds]
        self.sums: dict[str, dict[int, Fraction]] = {way: {} for way in COUNTINGS}
        for number, played in enumerate(rounds):
            for index, table in enumerate(played.tables):
                worth = {way: counts(table, way) for way in COUNTINGS}
                for seat, one in enumerate(table):
                    value = worth[counting][seat]
                    self.parts[number][one.person] = Part(one.points, one.place, value, index)
                    for way in COUNTINGS:
                        known = self.sums[way].get(one.person, Fraction(0))
                        self.sums[way][one.person] = known + worth[way][seat]

    def played(self, who: int) -> list[Part]:
        return [parts[who] for parts in self.parts if who in parts]

    def missed(self, who: int) -> tuple[bool, ...]:
        return tuple(
            played.closed and who not in parts for played, parts in zip(self.rounds, self.parts, strict=True)
        )

    def given(self, who: int) -> Fraction:
        parts = self.played(who)
        if self.missing != "average" or not parts:
            return Fraction(0)
        return sum(self.missed(who)) * sum((part.counts for part in parts), Fraction(0)) / len(parts)

    def total(self, who: int) -> Fraction:
        return sum((part.counts for part in self.played(who)), self.given(who))

    def measure(
        self, name: str, values: dict[int, dict[str, Fraction]], group: list[int]
    ) -> dict[int, Fraction]:
        """A tie-break's value for each of those who are equal so far, noted for the page."""
        if name == "direct":
            found = {who: self._direct(who, group) for who in group}
            noted = len(group) > 1
        elif name == "last":
            found, noted = self._last(group), len(group) > 1
        else:
            found, noted = {who: self._value(name, who) for who in group}, True
        if noted:
            for who in group:
                values[who][name] = found[who]
        return found

    def _value(self, name: str, who: int) -> Fraction:
        parts = self.played(who)
        if name == "wins":
            return Fraction(sum(part.place == 1 for part in parts))
        if name == "best":
            return max((part.counts for part in parts), default=Fraction(0))
        return self.sums[name].get(who, Fraction(0))

    def _last(self, group: list[int]) -> dict[int, Fraction]:
        for parts in reversed(self.parts):
            if all(who in parts for who in group):
                return {who: parts[who].counts for who in group}
        return dict.fromkeys(group, Fraction(0))

    def _direct(self, who: int, group: list[int]) -> Fraction:
        """Ahead at a shared table counts one, behind takes one."""
        ahead = 0
        for parts in self.parts:
            mine = parts.get(who)
            for other in group:
                theirs = parts.get(other)
                if mine and theirs and other != who and mine.table == theirs.table:
                    ahead += (mine.place < theirs.place) - (mine.place > theirs.place)
        return Fraction(ahead)

    def line(self, who: int, *, place: int, breaks: tuple[tuple[str, Fraction], ...]) -> Line:
        return Line(
            person=who,
            place=place,
            total=self.total(who),
            rounds=tuple(parts.get(who) for parts in self.parts),
            missed=self.missed(who),
            given=self.given(who),
            breaks=breaks,
        )
