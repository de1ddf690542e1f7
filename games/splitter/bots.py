"""The bots for Splitter, weakest first. Each sees only what its seat sees."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from games.engine.contract import Bot, Move
from games.splitter.bitmasks import Masks, field
from games.splitter.evaluation import Promise, Writing, write
from games.splitter.rules import Dice
from games.splitter.sheets import SHEETS, Placement
from games.splitter.view import View, moves

APPRENTICE_SEES, REGULAR_SEES = 0.4, 0.75
"""The share of the free pairs that these bots notice in a turn."""

SHORTLIST, MARGIN = 6, 0.5
"""How many of the most promising moves a Master looks one roll ahead.

A move counts only if it promises at most MARGIN points less than the best.
"""


def anything(view: View, luck: Random) -> Move:
    """Any legal move, all equally likely."""
    return luck.choice(moves(view))


def apprentice(view: View, luck: Random) -> Move:
    """Writes sensibly, but sees only a few of the free pairs."""
    return glance(view, luck, APPRENTICE_SEES)


def regular(view: View, luck: Random) -> Move:
    """Knows what sheets promise, but overlooks some pairs and does not think ahead."""
    return glance(view, luck, REGULAR_SEES)


def glance(view: View, luck: Random, share: float) -> Move:
    """The most promising move among the pairs it notices."""
    promise, masks, roll = seen(view)
    free = promise.free_pairs(masks)
    noticed = luck.sample(free, max(1, round(share * len(free))))
    return as_move(view.sheet, max(promise.writings(promise.offers(masks, noticed), roll))[1])


def master(view: View, luck: Random) -> Move:
    """Compares the most promising moves by what the next roll can make of them."""
    promise, masks, roll = seen(view)
    writings = shortlist(promise, masks, roll)
    best = writings[0] if len(writings) == 1 else ahead(promise, masks, writings)[0][1]
    return as_move(view.sheet, best)


def shortlist(promise: Promise, masks: Masks, roll: Dice) -> list[Writing]:
    """The most promising moves, the best first."""
    ranked = sorted(promise.writings(promise.offers(masks), roll), reverse=True)
    return [writing for worth, writing in ranked[:SHORTLIST] if worth >= ranked[0][0] - MARGIN]


def ahead(promise: Promise, masks: Masks, writings: Sequence[Writing]) -> list[tuple[float, Writing]]:
    """These moves with the points to expect one roll later, the best first."""
    pairs = promise.area.pairs
    return sorted(
        (
            (promise.expected(write(masks, *pairs[pair], a=left, b=right)), (pair, left, right))
            for pair, left, right in writings
        ),
        reverse=True,
    )


def seen(view: View) -> tuple[Promise, Masks, Dice]:
    """The seat's own sheet and the dice to write."""
    promise = Promise(view.sheet)
    assert view.dice
    return promise, promise.area.masks(SHEETS[view.sheet].cells(view.sheets[view.seat])), view.dice


def as_move(sheet: str, writing: Writing) -> Move:
    pair, left, right = writing
    return Placement(*field(sheet).places[pair], left, right).move


def _bot(level: str, choose: Callable[[View, Random], Move], *, slow: bool = False) -> Bot:
    def with_a_free_pair(view: View, luck: Random) -> Move:
        if view.dice is None or not view.own_free:
            raise ValueError(f"A bot cannot write on a full sheet: seat {view.seat} has no pair left.")
        return choose(view, luck)

    return Bot(level, with_a_free_pair, slow=slow)


BOTS: Mapping[str, Bot] = {
    "random": _bot("random", anything),
    "apprentice": _bot("apprentice", apprentice),
    "regular": _bot("regular", regular),
    "master": _bot("master", master, slow=True),
}
