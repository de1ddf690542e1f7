"""What is on a Splito table: who sits where, the open cards, and the hands.

`Table` is what everyone sees. A `State` is the table, the hands and the cards out of the round; a `View` is
the table and the hands that some eyes may see. All are frozen and hashable.
"""

from dataclasses import dataclass

from games.engine.contract import Eyes
from games.splito.cards import FACES
from games.splito.deck import Deck

SIDES = {"L": "left", "R": "right"}
HAND = 13
SEATS = range(2, 9)

Cards = tuple[str, ...]

_ORDER = {card: rank for rank, card in enumerate(FACES)}


def places(seats: int) -> int:
    """How many hands are dealt: one per seat; two players use every other of four places."""
    return 4 if seats == 2 else seats


def place(seat: int, seats: int) -> int:
    return 2 * seat if seats == 2 else seat


def length(seats: int) -> int:
    """How many turns a round has: 13; with two players the extra hands are played too."""
    return HAND * places(seats) // seats


def _zones_of(seat: int, seats: int) -> dict[str, int]:
    if seats == 2:
        return {"L": 2 * seat, "R": 2 * seat + 1}
    return {"L": seat, "R": (seat - 1) % seats}


ZONES = {seats: tuple(_zones_of(seat, seats) for seat in range(seats)) for seats in SEATS}
"""ZONES[seats][seat] gives the seat's left and right zone: `{"L": 0, "R": 4}`."""

NEIGHBOURS = {
    seats: tuple(
        tuple(seat for seat in range(seats) if zone in ZONES[seats][seat].values())
        for zone in range(places(seats))
    )
    for seats in SEATS
}
"""NEIGHBOURS[seats][zone] gives the seats that play into the zone: two, or one owner with two players."""


def in_order(cards: Cards) -> Cards:
    """A sorted hand: by suit and number, goals last; copies of a goal stand side by side."""
    after = len(_ORDER)
    return tuple(
        sorted(cards, key=lambda card: _ORDER[card] if card in _ORDER else after + cards.index(card))
    )


def points(card: str, deck: Deck) -> int:
    """The points on a goal of the deck; 0 for a Splito card."""
    return 0 if card in FACES else deck.goals[card].points


@dataclass(frozen=True, slots=True)
class Played:
    """What one seat showed in a reveal."""

    card: str
    zone: int
    side: str


@dataclass(frozen=True, slots=True)
class Table:
    """The open part of a round.

    `zones` hold the played cards in order of arrival, without public goals that were won. `last` is the
    newest reveal in seat order, empty before the first. `promo` is `off`, `open`, `won` (then `promo_zone`
    has it) or `gone`.
    """

    seats: int
    deck: Deck
    public: Cards
    zones: tuple[Cards, ...]
    turn: int = 0
    last: tuple[Played, ...] = ()
    promo: str = "off"
    promo_zone: int | None = None

    @property
    def turns(self) -> int:
        return length(self.seats)

    @property
    def over(self) -> bool:
        return self.turn == self.turns

    @property
    def shown(self) -> tuple[tuple[Played, int], ...]:
        """The newest reveal in seat order, each card with its points; 0 for a Splito card."""
        return tuple((played, points(played.card, self.deck)) for played in self.last)

    @property
    def passing(self) -> str:
        """Where hands go after the reveal: always to the left; with two players through the extra place."""
        return "left"


@dataclass(frozen=True, slots=True)
class State:
    """A round between two reveals: the table, a hand at each place, and the cards out of the round."""

    table: Table
    hands: tuple[Cards, ...]
    rest: Cards


@dataclass(frozen=True, slots=True)
class View:
    """What some eyes see: the table, how many cards are at each place, and the hands they may see.

    `hands` and `sizes` are by place (see `place`); a hand that may not be seen is None.
    """

    table: Table
    eyes: Eyes
    sizes: tuple[int, ...]
    hands: tuple[Cards | None, ...]

    @property
    def seat(self) -> int:
        """The one seat this view was made for."""
        (seat,) = self.eyes
        return seat

    @property
    def next_seat(self) -> int:
        """Who gets the rest of this hand: the left neighbour."""
        return (self.seat + 1) % self.table.seats

    @property
    def own(self) -> Cards:
        """The sorted hand of the viewing seat."""
        return in_order(self.hand(self.seat) or ())

    @property
    def held(self) -> tuple[tuple[str, int, bool], ...]:
        """The same hand, each card with its points and whether it is the first of its kind.

        A Splito card has 0 points.
        """
        cards, goals = self.own, self.table.deck.goals
        return tuple(
            [
                (card, 0 if card in FACES else goals[card].points, card != before)
                for before, card in zip(("", *cards), cards, strict=False)
            ]
        )

    def hand(self, seat: int) -> Cards | None:
        return self.hands[place(seat, self.table.seats)]

    def size(self, seat: int) -> int:
        return self.sizes[place(seat, self.table.seats)]
