"""Shows what a look back found: for each turn, what my hand offered on each side, and its worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.splito.rules import split
from games.splito.state import NEIGHBOURS, ZONES, View, points


@dataclass(frozen=True, slots=True)
class Offer:
    """One card of the hand to one side, and how many more points than mine it would have brought."""

    card: str
    worth: int
    """The points on a goal; 0 for a Splito card."""
    side: str
    gain: int
    mine: bool
    better: bool
    wins: bool
    """Whether I would have won with it a round that I did not win."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Who would have played the card I kept, and in which turn, counted from 1; `own` means myself."""

    number: int
    seat: int
    own: bool


@dataclass(frozen=True, slots=True)
class Turn:
    turn: int
    left: tuple[Offer, ...]
    right: tuple[Offer, ...]
    mine: Offer
    best: Offer | None
    """None if no card would have been better."""
    swap: Swap | None
    places: int
    """How many places up the best card would have brought me."""

    @property
    def number(self) -> int:
        return self.turn + 1


@dataclass(frozen=True, slots=True)
class Told:
    turns: tuple[Turn, ...]
    costliest: Turn | None
    left: int | None
    """The seat that shares the zone on my left; None with two players."""
    right: int | None


def tell(findings: Mapping[str, Any], views: Sequence[View]) -> Told:
    turns = tuple(_turn(found, views[found["turn"]], rank=findings["rank"]) for found in findings["turns"])
    costliest = next((turn for turn in turns if turn.turn == findings["costliest"]), None)
    return Told(turns, costliest, left=_neighbour(views[0], "L"), right=_neighbour(views[0], "R"))


def _turn(found: Mapping[str, Any], view: View, *, rank: int) -> Turn:
    offers = {option["move"]: _offer(option, found, view, rank=rank) for option in found["options"]}
    best = offers[found["best"]]
    better = best if best.better else None
    swap = found["options"][0]["swap"] if better else None
    return Turn(
        turn=found["turn"],
        left=tuple(offers[f"{card} L"] for card in dict.fromkeys(view.own)),
        right=tuple(offers[f"{card} R"] for card in dict.fromkeys(view.own)),
        mine=offers[found["mine"]],
        best=better,
        swap=Swap(swap["turn"] + 1, swap["seat"], own=swap["seat"] == view.seat) if swap else None,
        places=found["places"] if better else 0,
    )


def _offer(option: Mapping[str, Any], found: Mapping[str, Any], view: View, *, rank: int) -> Offer:
    card, side = split(option["move"])
    gain = option["points"] - found["points"]
    return Offer(
        card=card,
        worth=points(card, view.table.deck),
        side=side,
        gain=gain,
        mine=option["move"] == found["mine"],
        better=gain > 0 or (gain == 0 and option["rank"] < rank),
        wins=option["rank"] == 1 < rank,
    )


def _neighbour(view: View, side: str) -> int | None:
    seats, seat = view.table.seats, view.seat
    return next((other for other in NEIGHBOURS[seats][ZONES[seats][seat][side]] if other != seat), None)
