"""The rules of Splito: the deal, the turn, and who may see what."""

from collections.abc import Sequence

from games.engine.chance import Stream
from games.engine.contract import Eyes, Move, Option, Options, Refused
from games.splito import deck as decks
from games.splito.cards import PILE, total
from games.splito.goals import PROMO
from games.splito.state import (
    HAND,
    SEATS,
    SIDES,
    ZONES,
    Cards,
    Played,
    State,
    Table,
    View,
    place,
    places,
)

OPTIONS = (Option("deck", decks.names), Option("promo42", lambda: (False, True)))
_ENDINGS = tuple(f" {side}" for side in SIDES)


def start(options: Options, seats: int, seed: bytes) -> State:
    """One moon and one star go to the middle; the other cards are shuffled, 13 are dealt to each place."""
    if seats not in SEATS:
        raise Refused("wrong-number-of-seats", seats=seats)
    deck = decks.of(options)
    luck = Stream(seed, "deal")
    # Lines of the deck, not names: of two copies, only the one that is drawn leaves the pile.
    moon, star = [lines[luck.below(len(lines))] for lines in decks.majorities(deck)]
    others = tuple([card for line, card in enumerate(deck.cards) if line not in (moon, star)])
    pile = tuple(luck.shuffle(PILE + others))
    dealt = HAND * places(seats)
    table = Table(
        seats=seats,
        deck=deck,
        public=(deck.cards[moon], deck.cards[star]),
        zones=((),) * places(seats),
        promo="open" if options.get("promo42", False) else "off",
    )
    hands = tuple(pile[first : first + HAND] for first in range(0, dealt, HAND))
    return State(table, hands, rest=pile[dealt:])


def turn(state: State) -> int:
    return state.table.turn


def over(state: State) -> bool:
    return state.table.over


def _moves(hand: Cards) -> tuple[Move, ...]:
    """Any card of the hand, to either side; two copies of a card are one move."""
    return tuple([card + side for card in dict.fromkeys(hand) for side in _ENDINGS])


def legal(state: State, seat: int) -> tuple[Move, ...]:
    return _moves(state.hands[place(seat, state.table.seats)])


def moves(view: View) -> tuple[Move, ...]:
    """The legal moves of the viewing seat."""
    return _moves(view.hand(view.seat) or ())


def split(move: Move) -> tuple[str, str]:
    """The card and the side of a move; Refused if the move is not in that form."""
    card, _, side = move.rpartition(" ") if isinstance(move, str) else ("", "", "")
    if not card or side not in SIDES:
        raise Refused("bad-move", move=move)
    return card, side


def play(state: State, moves: Sequence[Move]) -> State:
    """All cards enter their zones at once, in seat order; then every hand passes one place to the left."""
    table = state.table
    seats = table.seats
    if table.over:
        raise Refused("round-over")
    if len(moves) != seats:
        raise Refused("wrong-number-of-moves", needed=seats, given=len(moves))
    hands = list(state.hands)
    zones = list(table.zones)
    last = []
    for seat, move in enumerate(moves):
        card, side = split(move)
        at = place(seat, seats)
        hand = hands[at]
        if card not in hand:
            raise Refused("not-in-hand", seat=seat, card=card)
        out = hand.index(card)
        hands[at] = hand[:out] + hand[out + 1 :]
        zone = ZONES[seats][seat][side]
        zones[zone] += (card,)
        last.append(Played(card, zone, side))
    promo, promo_zone = table.promo, table.promo_zone
    if promo == "open":
        promo, promo_zone = award_promo(zones)
    after = Table(
        seats=seats,
        deck=table.deck,
        public=table.public,
        zones=tuple(zones),
        turn=table.turn + 1,
        last=tuple(last),
        promo=promo,
        promo_zone=promo_zone,
    )
    return State(after, hands=(hands[-1], *hands[:-1]), rest=state.rest)


def award_promo(zones: Sequence[Cards]) -> tuple[str, int | None]:
    """The promo goal goes to the one zone that adds up to 42; with two at once it leaves the round."""
    reached = [zone for zone, cards in enumerate(zones) if total(cards) == PROMO.count]
    if not reached:
        return "open", None
    return ("won", reached[0]) if len(reached) == 1 else ("gone", None)


def view(state: State, eyes: Eyes) -> View:
    """The open table, and the hands of these eyes.

    Only a replay with all eyes shows the extra packs of a two-player round; nobody sees the cards out of the
    round.
    """
    seats = state.table.seats
    if eyes.issuperset(range(seats)):
        hands: tuple[Cards | None, ...] = state.hands
    else:
        seen = {place(seat, seats) for seat in eyes}
        hands = tuple([hand if at in seen else None for at, hand in enumerate(state.hands)])
    return View(state.table, eyes, sizes=tuple(map(len, state.hands)), hands=hands)


def secrets(state: State, eyes: Eyes) -> frozenset[str]:
    """The names of hidden cards of which these eyes see no copy.

    Hidden are the other hands, the extra packs and the cards out of the round. Every Splito card exists
    twice, so a name that also lies in a zone, or in a hand of these eyes, may be on their page and is not in
    the set. Compare whole words: `at-most-1` is no part of `at-most-11`. Do not use this for a page that
    lists the whole deck, such as a help page. The seed is not in the state at all.
    """
    # Computed apart from `view`, so that a view that shows too much does not shorten this list.
    seats = state.table.seats
    owners = {place(seat, seats): {seat} for seat in range(seats)}
    everyone = set(range(seats))
    visible = {*state.table.public, *(card for zone in state.table.zones for card in zone)}
    hidden = set(state.rest)
    for at, hand in enumerate(state.hands):
        (visible if owners.get(at, everyone) <= eyes else hidden).update(hand)
    return frozenset(hidden - visible)
