"""The Regular: plays the move that the learned chances rate best, without thinking ahead."""

from random import Random

import numpy as np

from games.engine.contract import Move
from games.splito.bots.encoding import Floats, catalogue, load_chances, sight
from games.splito.bots.judgement import judge
from games.splito.bots.simulator import Heap
from games.splito.state import View

ALIKE = 1e-6

load_chances()  # loaded now, so that no choice has to wait for it


def choose(view: View, luck: Random) -> Move:
    worths = judged(view)
    best = np.flatnonzero(worths >= worths.max() - ALIKE)
    return offers(view)[luck.choice(best.tolist())]


def offers(view: View) -> list[Move]:
    """Every card of the hand to the left, then every card to the right; two copies appear twice."""
    return [f"{card} {side}" for side in "LR" for card in view.own]


def judged(view: View) -> Floats:
    """The worth of each offer."""
    cat = catalogue(view.table.deck)
    hand = np.array([cat.ids[card] for card in view.own])
    # Other hands do not matter for this judgement, so the array is filled with the seat's own hand.
    heap = Heap(view.table, np.tile(hand, (1, view.table.seats, 1)))
    return judge(heap, sight(cat, view.table.seats, heap.left))[0, view.seat].ravel()
