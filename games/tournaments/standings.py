"""The standings of a tournament from the results of its tables. Pure.

Ways to count a round (`COUNTINGS`):
  points  the points of the game, added, as in the rules;
  places  10 points are divided equally by the number of others at the table; a person earns one share for
          everybody who did worse, and half a share for a tie: at a table of five 10, 7.5, 5, 2.5 and 0, at a
          table of three 10, 5 and 0;
  share   100 times a person's points divided by the average of the table, so 100 is an average result at a
          table of any size; if nobody has points, everybody gets 100.

Tie-breaks (`TIE_BREAKS`) are applied in the given order; people who are equal in all of them share a place:
  points, places, share   the sum by that way to count;
  wins    rounds won, including shared first places;
  best    the best single round, by the chosen way to count;
  last    the latest round that all tied people played, by the chosen way to count;
  direct  who was ahead more often at tables that the tied people shared.

Missed rounds (`MISSING`), counted once the round is closed:
  nothing  a missed round brings nothing;
  average  it brings the average of the rounds the person played; nothing if there are none.
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
    """One person's result at one table. `place` comes from the game and its own tie-breaks."""

    person: int
    points: int
    place: int


@dataclass(frozen=True, slots=True)
class Played:
    """One round with its tables, as far as they are counted. Only a closed round can have been missed."""

    tables: tuple[tuple[Result, ...], ...]
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Part:
    """One round of one person."""

    points: int
    place: int
    counts: Fraction
    """The value in the chosen way to count."""
    table: int
    """The table's index in its round."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings."""

    person: int
    place: int
    """Equals share a place, and the next one follows after them: 1, 1, 3."""
    total: Fraction
    rounds: tuple[Part | None, ...]
    """None: not played, or not counted yet."""
    missed: tuple[bool, ...]
    given: Fraction
    """What the rule for missed rounds adds."""
    breaks: tuple[tuple[str, Fraction], ...]
    """The value of each tie-break; `direct` only if it was needed, among those still equal."""


def counts(table: Sequence[Result], counting: str) -> tuple[Fraction, ...]:
    """What each result at a table is worth by this way to count."""
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
    """Everybody's line, the best first. People who share a place stay in the order they were given."""
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
    """Each group of equals split by value, the greatest first; equals stay together."""
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
        """A tie-break's value for each of those still equal, kept for the page."""
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
        """One for each time ahead at a shared table, minus one for each time behind."""
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
