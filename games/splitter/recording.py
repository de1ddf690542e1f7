"""Splitter's own parts of the public record."""

from collections.abc import Sequence
from typing import Any

from games.engine.contract import Move, Refused
from games.splitter.rules import State, scores
from games.splitter.sheets import COLUMNS, NUMBERS, SHEETS, Placement

ROWS = 7
MACHINES = ("bot", "clock")
MOST = {"row": ROWS, "column": COLUMNS // 2, "left": NUMBERS[-1], "right": NUMBERS[-1]}
"""The fields of a placement; each is a number from 1 to this."""


def record_deal(state: State) -> dict[str, Any]:
    return {"first_roller": state.first_roller}


def record_turn(state: State, moves: Sequence[Move], by: Sequence[str]) -> dict[str, Any]:
    """The dice of the open turn and what each seat writes; a player's own choice needs no `by`."""
    written = [SHEETS[state.sheet].placements[move] for move in moves]
    return {
        "dice": list(state.dice[state.turn]),
        "placements": [
            {field: getattr(placement, field) for field in MOST}
            | ({} if maker == "player" else {"by": maker})
            for placement, maker in zip(written, by, strict=True)
        ],
    }


def record_result(state: State) -> dict[str, Any]:
    sheet = SHEETS[state.sheet]
    return {
        "seats": [
            {
                "grid": list(sheet.grid(cells)),
                "numbers": list(score.parts["numbers"]),
                "hearts": score.parts["hearts"],
                "score": score.points,
                "rank": score.rank,
            }
            for cells, score in zip(state.cells, scores(state), strict=True)
        ]
    }


def read_turn(entry: Any, seats: int) -> tuple[tuple[Move, ...], tuple[str, ...]]:
    """The moves of such an entry and who made them. `play` checks whether they are legal."""
    check_fields(entry, ("dice", "placements"), place="")
    check_list(entry["dice"], 2, place="dice")
    for i, number in enumerate(entry["dice"]):
        check_number(number, NUMBERS[-1], place=f"dice[{i}]")
    check_list(entry["placements"], seats, place="placements")
    choices = [read_placement(given, f"placements[{i}]") for i, given in enumerate(entry["placements"])]
    return tuple(move for move, _ in choices), tuple(maker for _, maker in choices)


def read_placement(given: Any, place: str) -> tuple[Move, str]:
    check_fields(given, tuple(MOST), place=place, maybe="by")
    for field, most in MOST.items():
        check_number(given[field], most, place=f"{place}.{field}")
    if "by" in given and given["by"] not in MACHINES:
        raise bad(f"{place}.by", f"must be {' or '.join(MACHINES)}")
    return Placement(**{field: given[field] for field in MOST}).move, given.get("by", "player")


def bad(place: str, reason: str) -> Refused:
    return Refused("bad-record", place=place, reason=reason)


def check_fields(given: Any, fields: Sequence[str], *, place: str, maybe: str = "") -> None:
    if not isinstance(given, dict):
        raise bad(place, "must be an object")
    for field in fields:
        if field not in given:
            raise bad(place, f"has no {field}")
    for field in given:
        if field not in fields and field != maybe:
            raise bad(place, f"has an unknown field {field[:20]!a}")


def check_list(given: Any, size: int, *, place: str) -> None:
    if not isinstance(given, list) or len(given) != size:
        raise bad(place, f"must be a list of {size}")


def check_number(given: Any, most: int, *, place: str) -> None:
    if type(given) is not int or not 1 <= given <= most:
        raise bad(place, f"must be a number from 1 to {most}")
