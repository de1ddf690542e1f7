"""The best sheet that the dice allow: all 22 rolls are known, each can go into any pair, either way.

Simulated annealing over the assignment of rolls to pairs. A step swaps two rolls or turns one round. What
a number is worth depends only on its own spaces, so a step looks up at most four numbers. Budgets are
counted in steps, about 70,000 a second on one core, because this code may not look at a clock.

A background worker that shows progress goes through the reports. Each takes less than a tenth of a second;
the last has the share 1.0:

    for report in search(dice, "A", budget=STANDARD, luck=luck):
        show(report.share, report.best.score, [placement.move for placement in report.best.placements])

If you need only the result, call `best`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import exp
from random import Random
from typing import NamedTuple

from games.splitter.bitmasks import Field, field, groups
from games.splitter.rules import Dice
from games.splitter.scoring import HEARTS_POINTS
from games.splitter.sheets import NUMBERS, Placement

STANDARD = 3_000_000
"""The usual budget in steps; most searches end long before it, at the ceiling."""

REPORT = 5_000
"""The number of steps between two reports."""

FIRST_RUN, LONGEST_RUN = 30_000, 480_000
"""The first descent is short, so that there is a result soon; each next one is twice as long."""

HOT, COLD = 1.0, 0.25
PROMISE = 0.4
"""What an unfinished group counts: this share of its number, times the square of its finished part.

Without it the search sees only finished groups and gets stuck a point or two earlier.
"""

REMEMBERED = 400_000
"""How many worths of a number are kept before the cache is emptied; about 40 MB."""


class Best(NamedTuple):
    """A sheet's score and what to write each turn to get it, in the order of the dice."""

    score: int
    placements: tuple[Placement, ...]


class Report(NamedTuple):
    """How far a search has come: the steps done, the budget, the best sheet so far, and the ceiling."""

    steps: int
    budget: int
    best: Best
    ceiling: int

    @property
    def share(self) -> float:
        """The share of the work done: all of it at the ceiling, because nothing better is possible."""
        ended = self.steps >= self.budget or self.best.score >= self.ceiling
        return 1.0 if ended else self.steps / self.budget


def ceiling(dice: Sequence[Dice], sheet: str) -> int:
    """The upper bound for any sheet with these dice; a result that reaches it is proved to be the best.

    There are at most (number of k's) / k groups of k's. The two stars are one pair of spaces, so one roll
    covers both, each with the first space of a group.
    """
    count = Counter(number for roll in dice for number in roll)
    grouped = sum(number * (count[number] // number) for number in NUMBERS)
    stars = max(
        sum(number for number in {left, right} if count[number] >= number)
        + (left if left == right and count[left] >= 2 * left else 0)
        for left, right in dice
    )
    hearts = field(sheet).hearts.bit_count()
    return grouped + stars + (HEARTS_POINTS if hearts and max(count.values()) >= hearts else 0)


def best(
    dice: Sequence[Dice],
    sheet: str,
    *,
    budget: int = STANDARD,
    luck: Random,
    progress: Callable[[Report], bool | None] | None = None,
) -> Best:
    """The best sheet that the search finds. It stops early at the ceiling, or if `progress` returns False."""
    for report in search(dice, sheet, budget=budget, luck=luck):
        if progress and progress(report) is False:
            break
    return report.best


def search(dice: Sequence[Dice], sheet: str, *, budget: int, luck: Random) -> Iterator[Report]:
    """One report every few thousand steps. The score never falls; the last report has the result."""
    area = field(sheet)
    most = ceiling(dice, sheet)
    worth = Worth(area)
    order = list(range(len(dice)))
    found = result(area, dice, order, [left for left, _ in dice])
    steps, run = 0, FIRST_RUN
    while steps < budget and found.score < most:
        luck.shuffle(order)
        for sheet_now in anneal(
            area, worth, [dice[i] for i in order], luck=luck, steps=min(run, budget - steps)
        ):
            steps += sheet_now.steps
            if sheet_now.score > found.score:
                rolls = [order[i] for i in sheet_now.order]
                found = result(area, dice, rolls, sheet_now.left)
            yield Report(steps, budget, found, most)
            if found.score == most:
                return
        run = min(2 * run, LONGEST_RUN)
    if not steps:
        yield Report(steps, budget, found, most)


class Stretch(NamedTuple):
    """Some steps of one descent: how many, and the best sheet it has seen.

    The sheet is given as its rolls by pair, and their left numbers.
    """

    steps: int
    score: int
    order: tuple[int, ...]
    left: tuple[int, ...]


def result(area: Field, dice: Sequence[Dice], order: Sequence[int], left: Sequence[int]) -> Best:
    """Turns rolls by pair into placements by turn."""
    masks = [0] * 7
    placements: list[Placement | None] = [None] * len(dice)
    for pair, (roll, number) in enumerate(zip(order, left, strict=True)):
        first, second = dice[roll]
        other = second if number == first else first
        masks[number] |= area.pairs[pair][0]
        masks[other] |= area.pairs[pair][1]
        placements[roll] = Placement(*area.places[pair], number, other)
    return Best(area.score(masks), tuple(placement for placement in placements if placement))


class Worth:
    """What the spaces of a number are worth to the search, cached: points, and promises of points."""

    def __init__(self, area: Field):
        self.area = area
        self.known: list[dict[int, float]] = [{} for _ in range(7)]
        self.of_size = [
            [_worth_of_group(number, size) for size in range(len(area.bits) + 1)] for number in range(7)
        ]

    def look_up(self, number: int, mask: int) -> float:
        known = self.known[number]
        if mask not in known:
            if len(known) * len(NUMBERS) > REMEMBERED:
                known.clear()
            of_size = self.of_size[number]
            stars, hearts = self.area.stars, self.area.hearts
            total = 0.0
            for group in groups(mask):
                size = group.bit_count()
                total += 2 * of_size[size] if group & stars else of_size[size]
            if hearts:
                share = (mask & hearts).bit_count() / hearts.bit_count()
                total += HEARTS_POINTS * (1 if share == 1 else PROMISE * share**2)
            known[mask] = total
        return known[mask]


def _worth_of_group(number: int, size: int) -> float:
    if size == number:
        return number
    return PROMISE * number * (size / number) ** 2 if size < number else 0


def anneal(
    area: Field, worth: Worth, rolls: Sequence[Dice], *, luck: Random, steps: int
) -> Iterator[Stretch]:
    """One descent from a random sheet; it gives a stretch every few thousand steps."""
    pairs, known, look_up, random = area.pairs, worth.known, worth.look_up, luck.random
    many = len(pairs)
    order = list(range(many))
    left, right = [roll[0] for roll in rolls], [roll[1] for roll in rolls]
    masks = [0] * 7
    for (first, second), a, b in zip(pairs, left, right, strict=True):
        masks[a] |= first
        masks[b] |= second
    worths = [0.0, *(look_up(number, masks[number]) for number in NUMBERS)]
    total = sum(worths)
    best = Stretch(0, area.score(masks), tuple(order), tuple(left))
    heat, cooling = HOT, (COLD / HOT) ** (1 / steps)
    for step in range(1, steps + 1):
        heat *= cooling
        here, there = int(random() * many), int(random() * many)
        a, b = left[here], right[here]
        here_left, here_right = pairs[here]
        new = masks[:]
        if here == there:
            new_a, new_b = b, a
            new[a] ^= here_left | here_right
            new[b] ^= here_left | here_right
            touched = {a, b}
        else:
            c, d = left[there], right[there]
            there_left, there_right = pairs[there]
            turn = int(random() * 4)
            new_a, new_b = (c, d) if turn & 1 else (d, c)
            new_c, new_d = (a, b) if turn & 2 else (b, a)
            new[a] ^= here_left
            new[b] ^= here_right
            new[c] ^= there_left
            new[d] ^= there_right
            new[new_a] ^= here_left
            new[new_b] ^= here_right
            new[new_c] ^= there_left
            new[new_d] ^= there_right
            touched = {a, b, c, d}
        gain = 0.0
        now = []
        for number in touched:
            mask = new[number]
            value = known[number].get(mask)
            if value is None:
                value = look_up(number, mask)
            now.append((number, value))
            gain += value - worths[number]
        if gain >= 0 or random() < exp(gain / heat):
            masks = new
            total += gain
            for number, value in now:
                worths[number] = value
            left[here], right[here] = new_a, new_b
            if here != there:
                left[there], right[there] = new_c, new_d
                order[here], order[there] = order[there], order[here]
            if gain > 0 and total > best.score:  # the search never rates a sheet below its score
                score = area.score(masks)
                if score > best.score:
                    best = Stretch(0, score, tuple(order), tuple(left))
        if step % REPORT == 0:
            yield best._replace(steps=REPORT)
    if steps % REPORT:
        yield best._replace(steps=steps % REPORT)
