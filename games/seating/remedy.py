"""For a wish that a seating does not meet: two who could change places, and what it would cost. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.seating.sizes import Sizes
from games.seating.wishes import Person, Seating, Unmet, unmet

ORDER = ("neighbours", "tablemates", "size", "newcomers", "standing")
"""The wishes as the optimiser ranks them, the most important first."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """If these two change places the wish is met; `instead` is what is newly unmet then."""

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
) -> Remedy | None:
    """The swap that meets the wish at the least cost; None where no swap does."""
    if wish.kind == "size":
        return None
    before = set(unmet(tables, people, earlier, sizes=sizes, by_standing=by_standing))
    best: tuple[tuple[int, ...], Remedy] | None = None
    for one in wish.people:
        for other in (who for table in tables for who in table if who not in wish.people):
            after = unmet(swapped(tables, one, other), people, earlier, sizes=sizes, by_standing=by_standing)
            if any((still.kind, still.people) == (wish.kind, wish.people) for still in after):
                continue
            cost = tuple(sum(still.kind == kind for still in after) for kind in ORDER)
            if best is None or cost < best[0]:
                instead = tuple(still for still in after if not _known(still, before))
                best = cost, Remedy(one, other, instead)
    return best[1] if best else None


def swapped(tables: Seating, one: int, other: int) -> Seating:
    places = {one: other, other: one}
    return tuple(tuple(places.get(who, who) for who in table) for table in tables)


def _known(still: Unmet, before: set[Unmet]) -> bool:
    """The same complaint about the same people, even if they sit at another table now."""
    return any((still.kind, still.people) == (known.kind, known.people) for known in before)
