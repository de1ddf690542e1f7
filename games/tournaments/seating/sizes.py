"""How many tables of which sizes a number of people needs. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.contract import Refused


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many people may sit at one table: what the organiser allows, what is best, what the game allows."""

    least: int
    most: int
    ideal: tuple[int, int]
    """The smallest and the largest size that is just right."""
    game: range = range(1, 1000)
    """The game's own limits, used if this number of people cannot be divided as the organiser wishes."""

    def off(self, size: int) -> int:
        """How far this table size is from just right."""
        return max(self.ideal[0] - size, size - self.ideal[1], 0)


def best_sizes(people: int, sizes: Sizes, *, at_most: int = 6) -> list[tuple[int, ...]]:
    """The ways to divide people into tables, the best first; nobody is ever left out.

    It prefers few people at tables that are not just right, then even tables, then few tables: so six people
    sit at one table of six and not at two of three. Wishes that no division can keep give way to the game's
    limits.
    """
    for least, most in ((sizes.least, sizes.most), (min(sizes.game), max(sizes.game))):
        found = sorted(_divisions(people, least, most), key=lambda division: _badness(division, sizes))
        if found:
            # Less even tables may avoid repeated neighbours; tables of the wrong size are not worth that.
            good = _badness(found[0], sizes)[0]
            return [division for division in found if _badness(division, sizes)[0] == good][:at_most]
    raise Refused("no-table-sizes", people=people, least=min(sizes.game), most=max(sizes.game))


def _badness(division: tuple[int, ...], sizes: Sizes) -> tuple[int, int, int]:
    off = sum(size * sizes.off(size) ** 2 for size in division)
    return off, division[0] - division[-1], len(division)


def _divisions(people: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """For every possible number of tables: the even division, and the two that are nearly even."""
    for tables in range(1, people // max(least, 1) + 1):
        small, large = divmod(people, tables)
        even = [small + 1] * large + [small] * (tables - large)
        for shift in range(3 if tables > 1 else 1):
            division = tuple(sorted([even[0] + shift, *even[1:-1], *([even[-1] - shift] * (tables > 1))]))[
                ::-1
            ]
            if division[-1] >= least and division[0] <= most:
                yield division
