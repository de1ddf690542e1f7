"""What each hand offered in a turn and what was chosen, for a replay."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.contract import Move
from games.splito.explanation import OWNERS, Owner
from games.splito.rules import split
from games.splito.state import ZONES, View, in_order, points


@dataclass(frozen=True, slots=True)
class Offer:
    """One seat's hand before the reveal, and the card played from it.

    `cards` are name, points (0 for a Splito card) and whether it was played. If the hand may not be seen
    there are none, and `hidden` says how many there were. `owner` is the owner of the zone the card went to.
    """

    seat: int
    cards: tuple[tuple[str, int, bool], ...]
    hidden: int
    card: str
    points: int
    side: str
    owner: Owner


def offered(view: View, moves: Sequence[Move]) -> tuple[Offer, ...]:
    """What each seat could choose from, as these eyes saw it before the reveal, and its choice."""
    seats, deck = view.table.seats, view.table.deck
    offers = []
    for seat, move in enumerate(moves):
        card, side = split(move)
        hand = in_order(view.hand(seat) or ())
        played = hand.index(card) if hand else -1
        offers.append(
            Offer(
                seat=seat,
                cards=tuple((held, points(held, deck), at == played) for at, held in enumerate(hand)),
                hidden=0 if hand else view.size(seat),
                card=card,
                points=points(card, deck),
                side=side,
                owner=OWNERS[seats][ZONES[seats][seat][side]],
            )
        )
    return tuple(offers)
