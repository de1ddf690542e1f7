"""Splito's own parts of the public record: the deal, a turn, the result."""

from collections.abc import Sequence
from typing import Any

from games.engine.contract import Move, Refused
from games.splito.rules import split
from games.splito.scoring import seat_scores, weigh
from games.splito.state import SIDES, State

LETTERS = {side: letter for letter, side in SIDES.items()}


def record_deal(state: State) -> dict[str, Any]:
    return {"public_goals": list(state.table.public), "hands": [list(hand) for hand in state.hands]}


def record_turn(state: State, moves: Sequence[Move], by: Sequence[str]) -> list[dict[str, str]]:
    """One choice per seat; who made it is written only if it was not the player."""
    entry = []
    for move, maker in zip(moves, by, strict=True):
        card, side = split(move)
        choice = {"card": card, "side": SIDES[side]}
        entry.append(choice if maker == "player" else choice | {"by": maker})
    return entry


def read_turn(entry: Any, seats: int) -> tuple[tuple[Move, ...], tuple[str, ...]]:
    if not isinstance(entry, list):
        raise Refused("bad-record", place="", reason="must be a list of choices")
    if len(entry) != seats:
        raise Refused("bad-record", place="", reason=f"{seats} choices needed, {len(entry)} found")
    moves, makers = [], []
    for seat, choice in enumerate(entry):
        card, side, maker = _read_choice(choice, f"[{seat}]")
        moves.append(f"{card} {side}")
        makers.append(maker)
    return tuple(moves), tuple(makers)


def _read_choice(choice: Any, place: str) -> tuple[str, str, str]:
    if not isinstance(choice, dict):
        raise Refused("bad-record", place=place, reason="must be an object with card and side")
    for name in choice:
        if name not in ("card", "side", "by"):
            raise Refused("bad-record", place=place, reason=f"unknown field {name!a}")
    for name in ("card", "side"):
        if name not in choice:
            raise Refused("bad-record", place=f"{place}.{name}", reason="missing")
        if not isinstance(choice[name], str):
            raise Refused("bad-record", place=f"{place}.{name}", reason="must be text")
    if choice["side"] not in LETTERS:
        raise Refused("bad-record", place=f"{place}.side", reason="must be left or right")
    maker = choice.get("by", "player")
    if "by" in choice and maker not in ("clock", "bot"):
        raise Refused("bad-record", place=f"{place}.by", reason="must be clock or bot")
    return choice["card"], LETTERS[choice["side"]], maker


def record_result(state: State) -> dict[str, Any]:
    table = state.table
    worths = weigh(table)
    zones = []
    for cards, worth in zip(table.zones, worths, strict=True):
        public = [goal.id for goal in worth.public]
        met = [goal.id for goal in worth.met]
        zones.append({"cards": [*cards, *public], "met": met, "public": public, "value": worth.value})
    seats = [
        {
            "left": score.parts["left"],
            "right": score.parts["right"],
            "score": score.points,
            "cards": score.parts["cards"],
            "rank": score.rank,
        }
        for score in seat_scores(table, worths)
    ]
    return {"zones": zones, "seats": seats}
