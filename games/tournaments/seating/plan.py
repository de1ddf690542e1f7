"""Plans the next rounds of a tournament together, by swapping people until nobody meets twice. Pure.

Rounds are drawn together because a first round drawn alone can make a good last one impossible: with seven
people three rounds use each pair of neighbours exactly once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp
from random import Random

from games.tournaments.seating.asked import Asked
from games.tournaments.seating.wishes import Seating, neighbours, tablemates

ASKED, NEIGHBOURS, TABLEMATES, NEWCOMERS = 60, 40, 8, 4
"""The cost of each unmet wish: in order of importance, but close enough to be traded during the search."""

EMPTY = -1

HOT, COLD = 30.0, 0.5
"""How costly a swap may be and still be accepted, at the start of a search and at its end."""

AT_TABLE = 0.25
"""The share of swaps within a table: they part neighbours without bringing new tablemates together."""

WARM, POLISH = 3.0, 0.3
"""For the last share of the steps the search goes on from the best plan, warmed up a little."""


@dataclass(slots=True)
class Plan:
    """All people at the tables of all planned rounds, with a running count of unmet wishes."""

    people: Sequence[int]
    sizes: Sequence[int]
    places: list[list[int]]
    """For each planned round, who sits at each place; the places of a table follow each other."""
    newcomers: frozenset[int]
    asked: Asked | None = None
    """What is asked of the first planned round."""
    beside: dict[tuple[int, int], int] = field(default_factory=dict)
    together: dict[tuple[int, int], int] = field(default_factory=dict)
    table_of: list[int] = field(default_factory=list)
    next_to: list[tuple[int, ...]] = field(default_factory=list)
    span: list[range] = field(default_factory=list)
    counts: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    def __post_init__(self) -> None:
        if self.asked:
            self.counts[0] = self.asked.pairs
        first = 0
        for table, size in enumerate(self.sizes):
            for seat in range(size):
                sides = {first + (seat - 1) % size, first + (seat + 1) % size} - {first + seat}
                self.next_to.append(tuple(sorted(sides)))
                self.table_of.append(table)
                self.span.append(range(first, first + size))
            first += size
        drawn, self.places = self.places, [[EMPTY] * len(self.people) for _ in self.places]
        for round, order in enumerate(drawn):
            for place, who in enumerate(order):
                self._change(round, place, who, 1)

    @property
    def cost(self) -> int:
        asked, repeated, mates, new = self.counts
        return asked * ASKED + repeated * NEIGHBOURS + mates * TABLEMATES + new * NEWCOMERS

    def restore(self, places: list[list[int]]) -> None:
        """Puts everybody back on these places."""
        for round, order in enumerate(places):
            for place, who in enumerate(self.places[round]):
                self._change(round, place, who, -1)
            for place, who in enumerate(order):
                self._change(round, place, who, 1)

    def exchange(self, round: int, one: int, other: int) -> None:
        """Swaps two people."""
        order = self.places[round]
        first, second = order[one], order[other]
        self._change(round, one, first, -1)
        self._change(round, other, second, -1)
        self._change(round, one, second, 1)
        self._change(round, other, first, 1)

    def _change(self, round: int, place: int, who: int, step: int) -> None:
        """Seats somebody at a free place (1) or removes them (-1); counts pairs that met more than once."""
        order, beside, together, counts = self.places[round], self.beside, self.together, self.counts
        order[place] = EMPTY
        # How often a pair had met before it sits down, or has met after it gets up.
        before = 0 if step > 0 else -1
        for seat in self.span[place]:
            other = order[seat]
            if other != EMPTY:
                key = (who, other) if who < other else (other, who)
                met = together.get(key, 0)
                together[key] = met + step
                if met + before > 0:
                    counts[2] += step
        for seat in self.next_to[place]:
            other = order[seat]
            if other != EMPTY:
                key = (who, other) if who < other else (other, who)
                met = beside.get(key, 0)
                beside[key] = met + step
                if met + before > 0:
                    counts[1] += step
                if who in self.newcomers and other in self.newcomers:
                    counts[3] += step
        if round == 0 and self.asked is not None:
            others = [order[seat] for seat in self.span[place]]
            counts[0] += step * self.asked.unmet(who, self.table_of[place], others)
        if step > 0:
            order[place] = who


def search(
    people: Sequence[int],
    earlier: Sequence[Seating],
    *,
    sizes: Sequence[int],
    rounds: int,
    newcomers: frozenset[int],
    steps: int,
    luck: Random,
    asked: Asked | None = None,
) -> tuple[tuple[int, ...], list[Seating]]:
    """The best plan found for these rounds, and what it does not meet.

    It counts what is asked and unmet, then neighbours, tablemates and newcomers. The search ends early if no
    plan can be better.
    """
    plan = _drawn(people, earlier, sizes=sizes, rounds=rounds, newcomers=newcomers, asked=asked, luck=luck)
    floor = (0, *unavoidable(people, earlier, sizes=sizes, rounds=rounds), 0)
    best, kept = tuple(plan.counts), [list(order) for order in plan.places]
    for hot, share in ((HOT, 1.0), (WARM, POLISH), (WARM, POLISH)):
        if best <= floor or len(people) < 2:
            break
        plan.restore(kept)
        best, kept = _cool(plan, hot=hot, steps=int(steps * share), floor=floor, luck=luck)
    return best, [_tables(order, sizes) for order in kept]


def _cool(
    plan: Plan, *, hot: float, steps: int, floor: tuple[int, ...], luck: Random
) -> tuple[tuple[int, ...], list[list[int]]]:
    """The best plan seen while swapping people at random; swaps for the worse become rarer and rarer."""
    best, kept = tuple(plan.counts), [list(order) for order in plan.places]
    last, rounds = len(plan.people) - 1, len(plan.places)
    cooling = (COLD / hot) ** (1 / max(steps, 1))
    heat, cost = hot, plan.cost
    for _ in range(steps):
        if best <= floor:
            break
        heat *= cooling
        round = int(luck.random() * rounds)
        one, other = int(luck.random() * (last + 1)), int(luck.random() * last)
        other += other >= one
        if luck.random() < AT_TABLE:
            table = plan.span[one]
            other = table[other % len(table)]
            if one == other:
                continue
        plan.exchange(round, one, other)
        now = plan.cost
        if now > cost and luck.random() >= exp((cost - now) / heat):
            plan.exchange(round, one, other)
            continue
        cost = now
        if (counts := tuple(plan.counts)) < best:
            best, kept = counts, [list(order) for order in plan.places]
    return best, kept


def unavoidable(
    people: Sequence[int], earlier: Sequence[Seating], *, sizes: Sequence[int], rounds: int
) -> tuple[int, int]:
    """The fewest neighbours and the fewest tablemates that meet again in any plan.

    The number of pairs is limited, and if an earlier table has more people than there are tables now, they
    cannot all be parted.
    """
    here = set(people)
    pairs = len(people) * (len(people) - 1) // 2
    old = [table for seating in earlier for table in seating]
    beside = {two for table in old for two in neighbours(table) if here.issuperset(two)}
    together = {two for table in old for two in tablemates(table) if here.issuperset(two)}
    sides = rounds * sum(size if size > 2 else size - 1 for size in sizes)
    seats = rounds * sum(size * (size - 1) // 2 for size in sizes)
    forced = [sum(_meet(len(here.intersection(t)), len(sizes)) for t in seating) for seating in earlier]
    each = sum(_meet(size, len(sizes)) for size in sizes)
    first = max(forced, default=0)
    again = max(0, seats - (pairs - len(together)), first + (rounds - 1) * max(first, each))
    return max(0, sides - (pairs - len(beside))), again


def _meet(size: int, tables: int) -> int:
    """The fewest pairs of one old table that share a table again when it is spread over these tables."""
    share, more = divmod(size, tables)
    return more * (share * (share + 1) // 2) + (tables - more) * (share * (share - 1) // 2)


def _drawn(
    people: Sequence[int],
    earlier: Sequence[Seating],
    *,
    sizes: Sequence[int],
    rounds: int,
    newcomers: frozenset[int],
    asked: Asked | None,
    luck: Random,
) -> Plan:
    """A plan with everybody placed at random, and with the memory of the earlier rounds."""
    here = set(people)
    beside: dict[tuple[int, int], int] = {}
    together: dict[tuple[int, int], int] = {}
    for seating in earlier:
        for table in seating:
            for two in neighbours(table):
                beside[two] = beside.get(two, 0) + here.issuperset(two)
            for two in tablemates(table):
                together[two] = together.get(two, 0) + here.issuperset(two)
    places = []
    for _ in range(rounds):
        order = list(people)
        luck.shuffle(order)
        places.append(order)
    return Plan(
        people,
        sizes,
        places,
        newcomers=newcomers,
        asked=asked,
        beside=beside,
        together=together,
    )


def _tables(order: Sequence[int], sizes: Sequence[int]) -> Seating:
    tables, first = [], 0
    for size in sizes:
        tables.append(tuple(order[first : first + size]))
        first += size
    return tuple(tables)
