"""Splitter on paper: what the groups of each number score, and the hearts, checked for possibility."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.chance import Stream
from games.engine.contract import Options, PaperCount, PaperDoubt, PaperField, Score, ranks
from games.engine.score_pad import against_the_clock
from games.splitter.blank_paper import blank as blank
from games.splitter.rules import TURNS, Dice, die
from games.splitter.scoring import HEARTS_POINTS
from games.splitter.sheets import NUMBERS, SHEETS, Sheet

MOST_TYPED = 99
MOST_POINTS = {"A": 56, "B": 61}
"""The most points possible on each sheet, as the rules say."""


def room_dice(seed: bytes, rolls: int) -> tuple[Dice, ...]:
    """The first rolls of the dice that a whole room plays with, but no more than a round needs."""
    luck = Stream(seed, "room")
    return tuple((die(luck), die(luck)) for _ in range(min(rolls, TURNS)))


def fields(options: Options, seats: int, typed: Mapping[str, int]) -> tuple[PaperField, ...]:
    """For each seat the points of 1s to 6s, with stars already doubled, and the hearts if there are any."""
    asked = []
    for seat in against_the_clock(seats):
        for number in NUMBERS:
            asked.append(
                PaperField(_name(seat, number), "number", (seat,), about=number, most=MOST_TYPED, step=number)
            )
        if _sheet(options).hearts:
            asked.append(PaperField(f"hearts-{seat}", "hearts", (seat,), most=MOST_TYPED, step=HEARTS_POINTS))
    return tuple(asked)


def count(options: Options, seats: int, typed: Mapping[str, int]) -> PaperCount:
    """Most points win; a tie is a shared victory."""
    missing = tuple(field.name for field in fields(options, seats, typed) if field.name not in typed)
    doubts = tuple(doubt for seat in range(seats) for doubt in _doubts(_sheet(options), seat, typed))
    if missing:
        return PaperCount((), missing, doubts)
    lines = [
        (tuple(typed[_name(seat, number)] for number in NUMBERS), typed.get(f"hearts-{seat}", 0))
        for seat in range(seats)
    ]
    points = [sum(numbers) + hearts for numbers, hearts in lines]
    scores = tuple(
        Score(seat, points[seat], rank, parts={"numbers": numbers, "hearts": hearts})
        for seat, (rank, (numbers, hearts)) in enumerate(zip(ranks(points), lines, strict=True))
    )
    return PaperCount(scores, doubts=doubts)


def typed(parts: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for seat, part in enumerate(parts):
        found |= {_name(seat, number): part["numbers"][number - 1] for number in NUMBERS}
        found[f"hearts-{seat}"] = part["hearts"]
    return found


def _sheet(options: Options) -> Sheet:
    return SHEETS[options.get("sheet", "A")]


def _name(seat: int, number: int) -> str:
    return f"number-{seat}-{number}"


def _doubts(sheet: Sheet, seat: int, typed: Mapping[str, int]) -> list[PaperDoubt]:
    numbers = {number: typed[name] for number in NUMBERS if (name := _name(seat, number)) in typed}
    doubts = []
    for number, points in numbers.items():
        if points % number:
            facts = {"number": number, "points": points}
            doubts.append(PaperDoubt("impossible", "not-a-multiple", (_name(seat, number),), facts))
    hearts = typed.get(f"hearts-{seat}", 0)
    if hearts not in (0, HEARTS_POINTS):
        doubts.append(
            PaperDoubt("impossible", "hearts-all-or-nothing", (f"hearts-{seat}",), {"points": HEARTS_POINTS})
        )
    total, most = sum(numbers.values()) + hearts, MOST_POINTS[sheet.name]
    names = tuple(_name(seat, number) for number in numbers)
    if total > most:
        doubts.append(PaperDoubt("impossible", "sheet-too-much", names, {"points": total, "most": most}))
    elif _spaces(sheet, numbers) > len(sheet.places):
        doubts.append(PaperDoubt("impossible", "too-many-spaces", names, {"points": total}))
    return doubts


def _spaces(sheet: Sheet, numbers: Mapping[int, int]) -> int:
    """The fewest spaces that groups with these points fill: each star can have doubled one group."""
    groups = [number for number, points in numbers.items() for _ in range(points // number)]
    doubled: list[int] = []
    for number in sorted(groups, reverse=True):
        # A doubled group gives its points twice but fills its spaces once.
        if len(doubled) < len(sheet.stars) and groups.count(number) >= 2 * (doubled.count(number) + 1):
            doubled.append(number)
    return sum(groups) - sum(doubled)
