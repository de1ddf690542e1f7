"""The Master: deals the unseen cards many times, lets Regulars play on, and compares the results."""

from random import Random

import numpy as np

from games.engine.contract import Move
from games.splito.bots.encoding import Floats, Ints, catalogue, sight
from games.splito.bots.judgement import judge, play_best
from games.splito.bots.regular import judged, offers
from games.splito.bots.simulator import Heap
from games.splito.state import View, place

WORK = 45_000
"""How many choices of a seat may be simulated for one move: about an eighth of a second."""
MOST = 6_000
"""The most rounds that are simulated, however short they are."""
KEPT = (26, 8, 3)
"""How many moves are still compared in each of three equal parts of the work."""
SHARPNESS = 2
"""A simulated round is worth the seat's share of all points, raised to this power.

Counting only wins would need twice as many rounds to tell good from bad.
"""
FIRST_SIGHT = 0.2
"""How much the Regular's judgement of a move still counts.

In a simulation everybody repairs what others break. At a real table not everybody does, and there a sound
move is worth more.
"""


def choose(view: View, luck: Random) -> Move:
    """The move with the best results; bad moves are dropped twice on the way."""
    names = offers(view)
    # Two copies of a card are one move. Moves that look best at first sight come first and win ties.
    sound = judged(view)
    order = np.argsort(-sound, kind="stable")
    moves = np.array(list({names[at]: at for at in order}.values()))
    if len(moves) == 1:
        return names[moves[0]]
    rng = np.random.default_rng(luck.getrandbits(64))
    table = view.table
    rounds = min(MOST, WORK // (table.seats * (table.turns - table.turn))) // len(KEPT)
    total, times = np.zeros(len(names)), np.zeros(len(names))
    for kept in KEPT:
        moves = moves[:kept]
        results = play_out(view, moves, deals=max(1, rounds // len(moves)), rng=rng)
        total[moves] += results.sum(axis=0)
        times[moves] += len(results)
        worth = total[moves] / times[moves] + FIRST_SIGHT * sound[moves]
        moves = moves[np.argsort(-worth, kind="stable")]
    return names[moves[0]]


def deal(view: View, deals: int, rng: np.random.Generator) -> Heap:
    """Rounds that look like the view from its seat: unseen cards are in any other hand, or in none."""
    table = view.table
    cat = catalogue(table.deck)
    unseen = list(cat.pile)
    for card in (*table.public, *(card for zone in table.zones for card in zone), *view.own):
        unseen.remove(cat.ids[card])
    pile = rng.permuted(np.tile(unseen, (deals, 1)), axis=1)
    own = np.tile([cat.ids[card] for card in view.own], (deals, 1))
    hands, used = [], 0
    for at, size in enumerate(view.sizes):
        if at == place(view.seat, table.seats):
            hands.append(own)
        else:
            hands.append(pile[:, used : used + size])
            used += size
    if table.seats == 2:
        return Heap(table, np.stack(hands[::2], axis=1), np.stack(hands[1::2], axis=1))
    return Heap(table, np.stack(hands, axis=1))


def play_out(view: View, moves: Ints, *, deals: int, rng: np.random.Generator) -> Floats:
    """The result of each move in each deal; all moves meet the same deals."""
    seat = view.seat
    heap = deal(view, deals, rng)
    worths = judge(heap, sight(heap.cat, heap.seats, heap.left))
    # The others choose without knowing the move, so they choose once for all moves.
    rounds = np.repeat(np.arange(deals), len(moves))
    heap, worths = heap.take(rounds), worths[rounds]
    side, card = np.divmod(np.tile(moves, deals), len(view.own))
    worths[np.arange(len(rounds)), seat, side, card] = np.inf
    play_best(heap, worths)
    while heap.turn < heap.turns:
        play_best(heap)
    points, _ = heap.standings()
    power = (points + 1) ** SHARPNESS
    return (power[:, seat] / power.sum(axis=1)).reshape(deals, len(moves))
