"""What an unfinished sheet promises: the points a good player ends with on average, learned from play.

A promise is a sum of small facts. Each has a learned worth that depends on how many turns are left:

- group K SIZE WAYS ROOM STAR: a group of K's that is or can become whole; the free spaces it can grow into
  (for a whole group: those where one more K breaks it); how much room is within reach (0 whole, 1 just
  enough, 2 to 4 more); the star (0 none, 1 within reach, 2 beside it, 3 covered);
- demand K N: how many K's all growing groups of K's still need together;
- cell WANTED HARMFUL FREE ONE STAR: a free space; how many numbers let a group grow there, how many break
  or spoil one, how many free neighbours it has, whether it is beside a 1, whether it has a star;
- hearts STATE: how many hearts hold the same number, and which.

`scripts/learn_splitter_values.py` learns the worths. All facts about a number depend only on its own spaces
and the free ones, so the 21 rolls and all pairs of spaces can be evaluated by putting parts together.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

from games.splitter.bitmasks import WIDTH, Field, Masks, field, groups, number_points
from games.splitter.rules import Dice
from games.splitter.scoring import HEARTS_POINTS
from games.splitter.sheets import NUMBERS

ROLLS: tuple[tuple[Dice, float], ...] = tuple(
    (roll, (1 if roll[0] == roll[1] else 2) / 36) for roll in combinations_with_replacement(NUMBERS, 2)
)
"""The 21 different rolls and the chance of each."""

LAST_TURN = (1, 2, 3, 4, 5, 6, 8, 11, 14, 18, 22)
"""The worths have a column for each part of the round, by pairs still free: 1, 2, … 7 to 8, 9 to 11, …"""

CLOSE = 4
"""How many of the most likely replies to a roll are evaluated exactly."""

VALUES = Path(__file__).parent / "values"
"""The folder where `scripts/learn_splitter_values.py` puts the worths, one file per sheet."""

Writing = tuple[int, int, int]
"""The number of the pair on the sheet, the number written left and the number written right."""


class Part(NamedTuple):
    """What one number promises, where its groups grow, and where one more of it would do harm."""

    worth: float
    want: int
    harm: int


NOTHING = Part(0, 0, 0)


class Worths(NamedTuple):
    """The learned worths for one part of the round, each in a flat list."""

    group: list[float]
    demand: list[float]
    cell: list[float]
    hearts: list[float]


SHAPES = {"group": (7, 8, 8, 5, 4), "demand": (7, 16), "cell": (5, 5, 5, 2, 2), "hearts": (29,)}
SPOILED = 28
"""The state of hearts that hold different numbers."""


@cache
def worths(sheet: str) -> tuple[Worths, ...]:
    """The worths by pairs still free; those for none are empty, because a full sheet needs no guess."""
    size = {name: _flat(shape, [most - 1 for most in shape]) + 1 for name, shape in SHAPES.items()}
    stretches = [Worths(*([0.0] * size[name] for name in SHAPES)) for _ in LAST_TURN]
    for line in (VALUES / f"{sheet}.txt").read_text().splitlines():
        name, *rest = line.split()
        if name in SHAPES:
            where = _flat(SHAPES[name], [int(word) for word in rest[: len(SHAPES[name])]])
            for stretch, word in zip(stretches, rest[len(SHAPES[name]) :], strict=True):
                getattr(stretch, name)[where] = float(word)
    return tuple(
        next(stretch for last, stretch in zip(LAST_TURN, stretches, strict=True) if pairs <= last)
        for pairs in range(LAST_TURN[-1] + 1)
    )


def _flat(shape: Sequence[int], index: Sequence[int]) -> int:
    where = 0
    for most, i in zip(shape, index, strict=True):
        where = where * most + i
    return where


class Promise:
    """The evaluation of one sheet, with a cache for one bot's thinking."""

    def __init__(self, sheet: str):
        self.area: Field = field(sheet)
        self.worths = worths(sheet)
        self.parts: dict[tuple[int, int, int], Part] = {}
        self.kinds: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def part(self, number: int, mask: int, free: int) -> Part:
        """What the spaces of one number promise."""
        key = (number, mask, free)
        found = self.parts.get(key)
        if found is None:
            found = self.parts[key] = (
                self._growing(number, mask, free) if free else Part(self._final(number, mask), 0, 0)
            )
        return found

    def _final(self, number: int, mask: int) -> float:
        hearts = self.area.hearts
        together = hearts and mask & hearts == hearts
        return number_points(number, mask, self.area.stars) + (HEARTS_POINTS if together else 0)

    def _growing(self, number: int, mask: int, free: int) -> Part:
        stars = self.area.stars
        learned = self.worths[free.bit_count() // 2]
        of_group = learned.group
        found = [
            (group, group.bit_count(), (group << 1 | group >> 1 | group << WIDTH | group >> WIDTH) & free)
            for group in groups(mask)
        ]
        bad = too_many(number, found)
        usable = free & ~bad
        total, want, harm, demand = 0.0, 0, 0, 0
        for group, size, beside in found:
            missing = number - size
            if missing < 0:
                continue
            ways = room = 0
            star = 3 if group & stars else 0
            if missing:
                good = reach = edge = beside & usable
                harm |= beside & bad
                for _ in range(missing - 1):
                    edge = (edge << 1 | edge >> 1 | edge << WIDTH | edge >> WIDTH) & usable & ~reach
                    reach |= edge
                spare = reach.bit_count() - missing
                if spare < 0 and not joins(number, group, size, good=good, found=found):
                    continue
                room = 1 if spare <= 0 else 2 if spare <= 2 else 3 if spare <= 5 else 4
                star = star or (2 if good & stars else 1 if reach & stars else 0)
                ways = good.bit_count()
                want |= good
                demand += missing
            else:
                ways = beside.bit_count()
                harm |= beside
            total += of_group[(((number * 8 + size) * 8 + min(ways, 7)) * 5 + room) * 4 + star]
        return Part(total + learned.demand[number * 16 + min(demand, 15)], want, harm)

    def cells(self, free: int, ones: int, wants: Sequence[int], harms: Sequence[int]) -> float:
        """What the free spaces promise, counted by kind, with a column of bits for each space."""
        of_cell = self.worths[free.bit_count() // 2].cell
        kinds = self.kinds.get((free, ones))
        if kinds is None:
            kinds = self.kinds[free, ones] = list(self._kinds(free, ones))
        wanted = [(mask, 100 * many) for many, mask in enumerate(by_count(free, wants)) if mask]
        harmful = [(mask, 20 * many) for many, mask in enumerate(by_count(free, harms)) if mask]
        total = 0.0
        for mask, where in kinds:
            for some, more in wanted:
                both = mask & some
                if both:
                    for few, most in harmful:
                        if both & few:
                            total += (both & few).bit_count() * of_cell[where + more + most]
        return total

    def _kinds(self, free: int, ones: int) -> Iterator[tuple[int, int]]:
        """The free spaces by free neighbours, a 1 beside them, and a star; with their index in the worths."""
        beside_one = ones << 1 | ones >> 1 | ones << WIDTH | ones >> WIDTH
        neighbours = by_count(free, (free << 1, free >> 1, free << WIDTH, free >> WIDTH, 0, 0))
        for many, mask in enumerate(neighbours):
            for one, part in enumerate((mask & ~beside_one, mask & beside_one)):
                for star, kind in enumerate((part & ~self.area.stars, part & self.area.stars)):
                    if kind:
                        yield kind, 4 * many + 2 * one + star

    def hearts(self, masks: Sequence[int]) -> float:
        """What the hearts promise, if the sheet has hearts."""
        hearts = self.area.hearts
        if not hearts:
            return 0
        written = [
            (number, (masks[number] & hearts).bit_count()) for number in NUMBERS if masks[number] & hearts
        ]
        state = 0 if not written else SPOILED if len(written) > 1 else written[0][1] * 7 + written[0][0]
        return self.worths[masks[0].bit_count() // 2].hearts[state]

    def worth(self, masks: Masks) -> float:
        """The promise of a sheet; for a full sheet its points."""
        free = masks[0]
        if not free:
            return self.area.score(masks)
        parts = [self.part(number, masks[number], free) for number in NUMBERS]
        cells = self.cells(free, masks[1], [part.want for part in parts], [part.harm for part in parts])
        return sum(part.worth for part in parts) + cells + self.hearts(masks)

    def writings(self, offers: Sequence["Offer"], roll: Dice) -> list[tuple[float, Writing]]:
        """Every way to write this roll into these pairs, with the promise of the resulting sheet."""
        a, b = roll
        ways = [(a, b), (b, a)] if a != b else [(a, b)]
        return [
            (offer.worth(left, right), (offer.pair, left, right)) for offer in offers for left, right in ways
        ]

    def free_pairs(self, masks: Masks) -> list[int]:
        return [pair for pair, (left, _) in enumerate(self.area.pairs) if masks[0] & left]

    def offers(self, masks: Masks, pairs: Sequence[int] | None = None) -> list["Offer"]:
        """Offers for these pairs, or for all free ones."""
        return [Offer(self, masks, pair) for pair in (self.free_pairs(masks) if pairs is None else pairs)]

    def replies(self, masks: Masks) -> Iterator[tuple[float, float, Writing]]:
        """For each of the 21 rolls: its chance, the greatest promise it can lead to, and how.

        A rough evaluation of all pairs picks a few for an exact one.
        """
        offers = self.offers(masks)
        for (a, b), chance in ROLLS:
            ways = [(offer.rough(a, b), i, a, b) for i, offer in enumerate(offers)]
            if a != b:
                ways += [(offer.rough(b, a), i, b, a) for i, offer in enumerate(offers)]
            ways.sort(reverse=True)
            best, how = max(
                (offers[i].worth(left, right), (offers[i].pair, left, right))
                for _, i, left, right in ways[:CLOSE]
            )
            yield chance, best, how

    def expected(self, masks: Masks) -> float:
        """The promise of this sheet one roll later: the mean over all rolls of the best reply."""
        if not masks[0]:
            return self.area.score(masks)
        return sum(chance * best for chance, best, _ in self.replies(masks))


class Offer:
    """One free pair of spaces, and what the sheet promises with any two numbers in it."""

    def __init__(self, promise: Promise, masks: Masks, pair: int):
        self.promise, self.masks, self.pair = promise, masks, pair
        self.left, self.right = left, right = promise.area.pairs[pair]
        self.free = free = masks[0] & ~(left | right)
        parts = [promise.part(number, masks[number], free) for number in NUMBERS]
        self.of = [0.0, *(part.worth for part in parts)]
        self.wants = [part.want for part in parts]
        self.harms = [part.harm for part in parts]
        self.base = sum(self.of)
        self.rest = promise.cells(free, masks[1], self.wants, self.harms) if free else 0
        self.on_left = [NOTHING, *(promise.part(number, masks[number] | left, free) for number in NUMBERS)]
        self.on_right = [NOTHING, *(promise.part(number, masks[number] | right, free) for number in NUMBERS)]

    def rough(self, a: int, b: int) -> float:
        """Nearly the worth with a written left and b right: changes in the other spaces are ignored."""
        if a == b:
            both = self.promise.part(a, self.masks[a] | self.left | self.right, self.free)
            return self.base + self.rest + both.worth - self.of[a]
        return (
            self.base + self.rest + self.on_left[a].worth - self.of[a] + self.on_right[b].worth - self.of[b]
        )

    def worth(self, a: int, b: int) -> float:
        """The worth with a written left and b right."""
        promise, free = self.promise, self.free
        total = self.rough(a, b) - self.rest
        if not free:
            return total
        wants, harms = self.wants[:], self.harms[:]
        first = promise.part(a, self.masks[a] | self.left | self.right, free) if a == b else self.on_left[a]
        second = first if a == b else self.on_right[b]
        wants[a - 1], harms[a - 1] = first.want, first.harm
        wants[b - 1], harms[b - 1] = second.want, second.harm
        masks = write(self.masks, self.left, self.right, a=a, b=b)
        return total + promise.cells(free, masks[1], wants, harms) + promise.hearts(masks)


def write(masks: Masks, left: int, right: int, *, a: int, b: int) -> Masks:
    """The sheet with two more numbers."""
    written = list(masks)
    written[0] &= ~(left | right)
    written[a] |= left
    written[b] |= right
    return tuple(written)


def by_count(within: int, masks: Sequence[int]) -> tuple[int, int, int, int, int]:
    """The bits that are in none, one, two, three, or at least four of six masks; added as columns of bits."""
    a, b, c, d, e, f = masks
    low_1, carry_1 = a ^ b ^ c, a & b | c & (a | b)
    low_2, carry_2 = d ^ e ^ f, d & e | f & (d | e)
    ones, carry_3 = low_1 ^ low_2, low_1 & low_2
    twos, fours = carry_1 ^ carry_2 ^ carry_3, carry_1 & carry_2 | carry_3 & (carry_1 | carry_2)
    few = within & ~fours
    return few & ~twos & ~ones, few & ~twos & ones, few & twos & ~ones, few & twos & ones, within & fours


def too_many(number: int, found: Sequence[tuple[int, int, int]]) -> int:
    """The free spaces where this number would join groups into one that is too big."""
    once = twice = bad = 0
    for _, _, beside in found:
        twice |= once & beside
        once |= beside
    while twice:
        space = twice & -twice
        twice ^= space
        if 1 + sum(size for _, size, beside in found if beside & space) > number:
            bad |= space
    return bad


def joins(number: int, group: int, size: int, *, good: int, found: Sequence[tuple[int, int, int]]) -> bool:
    """Whether a group has too little room alone, but one more space may join it to a group that fits."""
    return any(
        beside & good and size + 1 + others <= number for other, others, beside in found if other != group
    )
