"""What a move is worth: how much it raises a seat's chance to win, using the learned chances.

A zone is worth the points of its goals times their chances, and a seat the product of its two zones. A seat's
chance to win grows with its product. So one more point in a zone of value v is worth about 1 / v to the two
seats beside it, and costs the others their share of it.
"""

import numpy as np

from games.splito.bots.encoding import TRAITS, Floats, Ints, Sight, sight
from games.splito.bots.simulator import Heap
from games.splito.cards import COLOURS, NUMBERS
from games.splito.goals import PROMO

ALONE_AT_42 = 0.9
"""Roughly how often a zone that a card brings to 42 is the only one to get there in that turn."""

# The tables come from rounds where everybody repairs what others break, so one card does more than the
# difference of two places shows. These factors were found by letting players with other factors play them.
HERE = 1.4
ELSEWHERE = 2.0
PUBLIC = 5.0
PASSED_ON = 1.0
"""How much it counts to keep from the left neighbour the card that would help them most."""


def judge(heap: Heap, seen: Sight) -> Floats:
    """The worth of every move: by round, seat, side (left, right) and card of the hand."""
    cat = heap.cat
    lying = heap.lying[..., :-1]
    leads = heap.leads()
    now, more = worths(heap, seen, leads)
    at = leads.astype(np.int64)
    value = values(heap, seen, now=now, leads=at)
    stake = stakes(heap, value, hopes(heap, value, seen.grip))

    # What a card of each trait, or a goal, changes in the zone it goes to, …
    each, first, any_card = np.split((lying * more) @ cat.moved_by, [TRAITS, 2 * TRAITS], axis=2)
    here = np.zeros((*value.shape, TRAITS + 1 + len(cat.goals)), np.float32)
    here[..., :TRAITS] = each + first * (heap.counts == 0)
    # Every card is one card more: it is counted with its number, or with the trait that a goal does not have.
    here[..., len(COLOURS) : TRAITS + 1] += any_card
    here *= HERE
    if heap.promo[0] > -3:
        here[..., len(COLOURS) : TRAITS] += _reaches_42(heap)
    here[..., TRAITS + 1 :] = now + more * cat.quantity
    mine = np.stack([stake[:, seat, zones] for seat, zones in enumerate(heap.zones_of)], axis=1)
    worth = here[:, heap.zones_of] * mine[..., None]
    # … and in the other zones, where it can break majorities.
    worth[..., :TRAITS] += _majorities(heap, seen, stake=stake, leads=at)
    moves = _of_hands(heap, heap.hands, worth)
    if heap.extra is None and heap.hands.shape[2] > 1:
        moves += PASSED_ON * _kept_back(heap, worth)[:, :, None]
    return moves


def _of_hands(heap: Heap, hands: Ints, worth: Floats) -> Floats:
    """The worth of the cards in the hands, from traits and goals; a Splito card is its two traits."""
    start = np.arange(worth[..., 0].size).reshape(*worth.shape[:3], 1) * worth.shape[3]
    first, second = heap.cat.first_look[hands], heap.cat.second_look[hands]
    return np.take(worth, start + first[:, :, None]) + np.take(worth, start + second[:, :, None])


def _kept_back(heap: Heap, worth: Floats) -> Floats:
    """What the left neighbour loses without a card: how much better their best card is than the second."""
    left, right = np.moveaxis(_of_hands(heap, np.roll(heap.hands, 1, axis=1), worth), 2, 0)
    theirs = np.roll(np.maximum(left, right), -1, axis=1)
    second, best = np.partition(theirs, (-2, -1), axis=2)[..., -2:].transpose(2, 0, 1)[..., None]
    return np.where(theirs == best, best - second, 0)


def worths(heap: Heap, seen: Sight, leads: Floats) -> tuple[Floats, Floats]:
    """What each goal would be worth in each zone, and what one more of its number adds."""
    at = heap.looked_at(heap.shown(leads)) + seen.base
    return np.take(seen.now, at), np.take(seen.more, at)


def values(heap: Heap, seen: Sight, *, now: Floats, leads: Ints) -> Floats:
    """What each zone will be worth in the end: its goals as they are worth now, and goals still to come."""
    value = (heap.lying[..., :-1] * now).sum(axis=2) + np.float32(seen.future)
    for public in heap.public:
        value += np.take(seen.public_now, leads[..., heap.trait_of(public)] + seen.base[public])
    return value + (heap.promo[:, None] == np.arange(value.shape[1])) * heap.cat.promo_points


def hopes(heap: Heap, value: Floats, grip: float) -> Floats:
    """Each seat's chance to win, from the expected values of the zones."""
    product = np.maximum(value, 0.1)[:, heap.zones_of].prod(axis=2)
    power = (product / product.max(axis=1, keepdims=True)) ** np.float32(grip)
    return (power / power.sum(axis=1, keepdims=True)).astype(np.float32)


def stakes(heap: Heap, value: Floats, hope: Floats) -> Floats:
    """What one more point in each zone is worth to each seat: by round, seat and zone."""
    stake = (heap.beside - (hope @ heap.beside)[:, None]) / np.maximum(value, 0.5)[:, None]
    return stake.astype(np.float32, copy=False)


def _reaches_42(heap: Heap) -> Floats:
    """The promo goal's points for each number that would bring a zone to 42."""
    numbers = np.array(NUMBERS, np.float32)
    short = PROMO.count - heap.counts[..., len(COLOURS) :] @ numbers
    reached = (short[..., None] == numbers) & (heap.promo == -1)[:, None, None]
    return reached * np.float32(ALONE_AT_42 * heap.cat.promo_points)


def _majorities(heap: Heap, seen: Sight, *, stake: Floats, leads: Ints) -> Floats:
    """What a card of each trait changes for majority goals in other zones and for the public goals.

    By round, seat, side (played left or right) and trait.
    """
    goals = heap.cat.majority
    rival = heap.counts - leads
    lying = heap.lying[:, :, goals] * heap.cat.has_majority
    # A zone loses one card of its lead to any zone that is level with its best rival. If copies of the goal
    # lie in several zones, the hardest to catch up with stands for all.
    loss = ELSEWHERE * stake @ (lying * -np.take(seen.more, leads - 1 + seen.base[goals]))
    level = (heap.counts >= ((lying > 0) * rival).max(axis=1, keepdims=True)) & (lying == 0)
    worth = level[:, heap.zones_of] * loss[:, :, None]
    zones = np.arange(leads.shape[1])
    for public in heap.public:
        trait = heap.trait_of(public)
        at = leads[..., trait] + seen.base[public]
        # By round, zone of the card and zone of the chance.
        changes = heap.counts[:, :, None, trait] >= rival[:, None, :, trait]
        changes = changes * -np.take(seen.public_more, at - 1)[:, None]
        changes[:, zones, zones] = np.take(seen.public_more, at)
        gains = PUBLIC * stake @ changes.transpose(0, 2, 1)
        worth[..., trait] += np.stack([gains[:, seat, own] for seat, own in enumerate(heap.zones_of)], axis=1)
    return worth


def play_best(heap: Heap, moves: Floats | None = None) -> None:
    """Everybody plays the move that is judged best, or best by these numbers, and passes the hand on."""
    if moves is None:
        moves = judge(heap, sight(heap.cat, heap.seats, heap.left))
    rounds, seats, _, size = moves.shape
    side, chosen = np.divmod(moves.reshape(rounds, seats, 2 * size).argmax(axis=2), size)
    cards = np.take_along_axis(heap.hands, chosen[..., None], axis=2)[..., 0]
    heap.play(cards, heap.zones_of[np.arange(seats), side])
    heap.pass_on(chosen)
