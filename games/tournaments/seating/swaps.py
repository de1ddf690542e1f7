"""Finds two people whose swap would meet a wish that a seating does not meet, and the cost. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.tournaments.seating.asked import Wish, met
from games.tournaments.seating.sizes import Sizes
from games.tournaments.seating.wishes import Person, Seating, Unmet, neighbours, tablemates, unmet

ASKED = ("phone", "apart", "together", "table", "front")
LOOKED_AT = 8
"""How many of the cheapest swaps are judged in full."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A swap of two people that meets the wish; `instead` lists what it newly leaves unmet."""

    one: int
    other: int
    instead: tuple[Unmet, ...]


def remedy(
    wish: Unmet,
    tables: Seating,
    people: Sequence[Person],
    earlier: Sequence[Seating],
    *,
    sizes: Sizes,
    by_standing: bool = False,
    wishes: tuple[Wish, ...] = (),
    online: frozenset[int] = frozenset(),
) -> Remedy | None:
    """The swap that meets the wish at the least cost; None if no swap does."""
    if wish.kind == "size":
        return None

    def judged(seating: Seating) -> tuple[Unmet, ...]:
        return unmet(
            seating,
            people,
            earlier,
            sizes=sizes,
            by_standing=by_standing,
            wishes=wishes,
            online=online,
        )

    before = judged(tables)
    swaps = [
        (one, other) for one in wish.people for table in tables for other in table if other not in wish.people
    ]
    if wish.kind in ASKED:
        swaps = [two for two in swaps if _helps(wish, swapped(tables, *two), wishes, online)]
    price = _price(people, earlier)
    for one, other in sorted(swaps, key=lambda two: price(swapped(tables, *two)))[:LOOKED_AT]:
        after = judged(swapped(tables, one, other))
        if not _has(after, wish):
            # What no seating could avoid is no cost of this swap.
            cost = (still for still in after if still.why == "others" and not _has(before, still))
            return Remedy(one, other, tuple(cost))
    return None


def _helps(wish: Unmet, tables: Seating, wishes: tuple[Wish, ...], online: frozenset[int]) -> bool:
    """Whether this seating meets what was asked: cheap to tell, and only such swaps are judged in full."""
    table_of = {who: number for number, table in enumerate(tables, start=1) for who in table}
    if wish.kind == "phone":
        return table_of[wish.people[0]] not in online
    same = (one for one in wishes if (one.kind, one.people) == (wish.kind, wish.people))
    return all(met(one, table_of, len(tables)) for one in same)


def _price(people: Sequence[Person], earlier: Sequence[Seating]) -> Callable[[Seating], tuple[int, ...]]:
    """A quick measure of how far a seating is from the wishes about who sits with whom."""
    beside = {two for seating in earlier for table in seating for two in neighbours(table)}
    together = {two for seating in earlier for table in seating for two in tablemates(table)}
    new = {person.id for person in people if person.newcomer}

    def price(tables: Seating) -> tuple[int, ...]:
        pairs = [two for table in tables for two in neighbours(table)]
        return (
            sum(two in beside for two in pairs),
            sum(two in together for table in tables for two in tablemates(table)),
            sum(new.issuperset(two) for two in pairs),
        )

    return price


def swapped(tables: Seating, one: int, other: int) -> Seating:
    places = {one: other, other: one}
    return tuple(tuple(places.get(who, who) for who in table) for table in tables)


def _has(complaints: Sequence[Unmet], one: Unmet) -> bool:
    """Whether there is the same complaint about the same people, even if they now sit at another table."""
    return any((known.kind, known.people) == (one.kind, one.people) for known in complaints)
