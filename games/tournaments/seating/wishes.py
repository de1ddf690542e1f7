"""What a seating should be, and where it falls short. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from games.tournaments.seating.asked import Wish, front, met
from games.tournaments.seating.sizes import Sizes

Table = tuple[int, ...]
"""The ids of the people at one table, in order around it: the last sits beside the first."""

Seating = tuple[Table, ...]

Pair = tuple[int, int]
"""Two people, the smaller id first."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person to be seated. `standing` is the place in the standings, if there are any."""

    id: int
    newcomer: bool = False
    standing: int | None = None
    phone: bool = True
    """Whether the person can play at an online table."""


@dataclass(frozen=True, slots=True)
class Unmet:
    """One wish that a seating does not meet, and why.

    kind `neighbours`: these two sat side by side before; `tablemates`: these two sat at one table before;
    `newcomers`: two newcomers sit side by side; `size`: this table is smaller or larger than allowed or at
    least two larger than another; `standing`: this person is at least two tables away from people of similar
    standing, or misses the table of the best; `phone`: this person has no phone and sits at an online table;
    `apart`, `together`, `table`, `front`: a wish (see Wish).
    why `too-few-people`: no seating of these people can avoid it; `too-few-tables`: an earlier table has more
    people than there are tables now, so two of them meet again; `too-many-newcomers`: there are more of them
    than places that are not side by side; `number`: the people cannot be divided otherwise; `by-standing`:
    tables go by standing, which comes first; `no-such-table`: there are fewer tables; `front-is-full`: more
    people wish for the front than fit there; `others`: other wishes come first, or no better seating was
    found.
    """

    kind: str
    people: tuple[int, ...]
    rounds: tuple[int, ...] = ()
    """The earlier rounds, counted from 1, in which the two sat this way."""
    table: int = 0
    """The table concerned, counted from 1."""
    why: str = "others"


def pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def neighbours(table: Table) -> set[Pair]:
    """The pairs that sit side by side; at a table of two there is only one."""
    return {pair(table[i - 1], who) for i, who in enumerate(table) if table[i - 1] != who}


def tablemates(table: Table) -> set[Pair]:
    return {pair(*two) for two in combinations(table, 2)}


def targets(people: Iterable[Person], sizes: Sequence[int]) -> dict[int, int]:
    """The table at which each person would sit by standing alone; the first table is the top one."""
    order = sorted(
        (person for person in people if person.standing is not None),
        key=lambda person: (person.standing or 0, person.id),
    )
    tables = [number for number, size in enumerate(sizes) for _ in range(size)]
    return {person.id: table for person, table in zip(order, tables, strict=False)}


def unmet(
    tables: Seating,
    people: Sequence[Person],
    earlier: Sequence[Seating],
    *,
    sizes: Sizes,
    by_standing: bool = False,
    wishes: Sequence[Wish] = (),
    online: frozenset[int] = frozenset(),
) -> tuple[Unmet, ...]:
    """Everything this seating does not meet, the most important first. `online` tables count from 1."""
    found = [*_phones(tables, people, online), *_wishes(tables, wishes)]
    for kind in ("neighbours", "tablemates"):
        again = _again(kind, tables, people, earlier)
        found += [replace(one, why="by-standing") for one in again] if by_standing else again
    found += _sizes(tables, sizes)
    found += _newcomers(tables, people)
    if by_standing:
        found += _standing(tables, people)
    return tuple(found)


def _phones(tables: Seating, people: Sequence[Person], online: frozenset[int]) -> Iterable[Unmet]:
    without = {person.id for person in people if not person.phone}
    for number, table in enumerate(tables, start=1):
        if number in online:
            yield from (Unmet("phone", (who,), table=number) for who in table if who in without)


def _wishes(tables: Seating, wishes: Sequence[Wish]) -> Iterable[Unmet]:
    table_of = {who: number for number, table in enumerate(tables, start=1) for who in table}
    seats_in_front = sum(len(table) for table in tables[: front(len(tables))])
    in_front = sum(wish.kind == "front" and wish.people[0] in table_of for wish in wishes)
    for wish in wishes:
        if met(wish, table_of, len(tables)):
            continue
        why = "others"
        if wish.kind == "table" and wish.table > len(tables):
            why = "no-such-table"
        elif wish.kind == "front" and in_front > seats_in_front:
            why = "front-is-full"
        yield Unmet(wish.kind, wish.people, table=table_of[wish.people[0]], why=why)


def _again(
    kind: str, tables: Seating, people: Sequence[Person], earlier: Sequence[Seating]
) -> Iterable[Unmet]:
    """Pairs that sat this way before. Neighbours again are one complaint, not also one as tablemates."""
    before = [{two for table in seating for two in _pairs(kind, table)} for seating in earlier]
    here = {person.id for person in people}
    met = Counter(who for two in set().union(*before) if here.issuperset(two) for who in two)
    most = max((len(here.intersection(table)) for seating in earlier for table in seating), default=0)
    for number, table in enumerate(tables, start=1):
        beside = neighbours(table)
        wanted = min(2, len(table) - 1) if kind == "neighbours" else len(table) - 1
        for two in sorted(_pairs(kind, table)):
            rounds = tuple(i for i, pairs in enumerate(before, start=1) if two in pairs)
            if not rounds:
                continue
            if kind == "tablemates" and two in beside and _beside_before(two, earlier):
                continue
            why = "others"
            if any(len(here) - 1 - met[who] < wanted for who in two):
                why = "too-few-people"
            elif kind == "tablemates" and most > len(tables):
                why = "too-few-tables"
            yield Unmet(kind, two, rounds=rounds, table=number, why=why)


def _beside_before(two: Pair, earlier: Sequence[Seating]) -> bool:
    return any(two in neighbours(table) for seating in earlier for table in seating)


def _pairs(kind: str, table: Table) -> set[Pair]:
    return neighbours(table) if kind == "neighbours" else tablemates(table)


def _sizes(tables: Seating, sizes: Sizes) -> Iterable[Unmet]:
    smallest = min((len(table) for table in tables), default=0)
    for number, table in enumerate(tables, start=1):
        if not sizes.least <= len(table) <= sizes.most:
            yield Unmet("size", table, table=number, why="number")
        elif len(table) > smallest + 1:
            yield Unmet("size", table, table=number)


def _newcomers(tables: Seating, people: Sequence[Person]) -> Iterable[Unmet]:
    new = {person.id for person in people if person.newcomer}
    apart = sum(max(len(table) // 2, 1) for table in tables)
    why = "too-many-newcomers" if len(new) > apart else "others"
    for number, table in enumerate(tables, start=1):
        for two in sorted(neighbours(table)):
            if new.issuperset(two):
                yield Unmet("newcomers", two, table=number, why=why)


def _standing(tables: Seating, people: Sequence[Person]) -> Iterable[Unmet]:
    wanted = targets(people, [len(table) for table in tables])
    for number, table in enumerate(tables):
        for who in table:
            belongs = wanted.get(who, number)
            if abs(belongs - number) >= 2 or (belongs == 0 and number):
                yield Unmet("standing", (who,), table=number + 1)
