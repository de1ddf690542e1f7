"""Measures what a page shows: nothing too small, cut off, printed over or out of reach, on any screen.

What may be smaller or overlap is listed here with its reason; browser_measures.js does the measuring.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize

MEASURE = Path(__file__).with_suffix(".js").read_text()

MY_ZONES = '.around .zone:is([data-left="{me}"], [data-right="{me}"])'
NUMBERS = (
    # What carries a number, how many px it has at least, and what is measured.
    (f"{MY_ZONES} .tile", 20, "box"),
    ("dialog .tile, .count-cards .tile", 20, "box"),
    (f"{MY_ZONES} .value b", 20, "text"),
    (f"{MY_ZONES} .lying .goal", 44, "box"),
    (".in-hand > svg", 40, "box"),
    (".play-worth:not(:empty)", 15, "text"),
    (".around .zone .tile", 14, "box"),
    (".around .zone .value b", 15, "text"),
    (".big svg.sheet", 34, "cell"),
    (".die", 20, "box"),
)
"""Numbers one plays by have 20 px; overviews that open large on a tap have less."""

SMALL_TARGETS = (
    (".pair", "eight spaces of a sheet share the width of a phone, and each pair has two of them"),
    (".step", "a number between − and + has these"),
    (".in-hand", "the cards of a hand overlap like a fan; a finger slides along it"),
    (".skip", "the link for keyboards, shown only with the focus on it"),
)
COVERED_TARGETS = (
    (".in-hand", "the cards of a hand overlap like a fan"),
    (".pair", "the spaces lie over the sheet, and the pen over them"),
    (".around .zone .open", "the goals in a zone are targets of their own and lie over it"),
    (".skip", "the link for keyboards, shown only with the focus on it"),
)
SMALL_TEXTS = (
    ("sub, sup", "a footnote's mark"),
    (f".around .zone:not({MY_ZONES})", "an overview that opens large on a tap"),
    (".thumb", "an overview that opens large on a tap"),
)
CLIPPED = ((".name, .table-name, .pair, .who", "long names end in three dots"),)
SIDEWAYS = (
    (".thumbs", "the other sheets: an overview that a finger pushes along"),
    (".turn-links", "the turns of a replay, which a finger pushes along"),
    ("input, textarea", "what one types oneself"),
)
MAY_OVERLAP = (
    (".in-hand", ".in-hand", "a fan"),
    (".seat", ".seat", "the corner marks of a disc"),
    (".fan .card, .fan .goal", ".fan .card, .fan .goal", "a fan"),
    (".columns li .names", ".columns > .names", "“your left” lies over the names of my own columns"),
    (".drag", "*", "a card in one's fingers"),
)
PICTURES = ".tile, .goal, .card, .die, .disc"
UNSEEN = ".visually-hidden, .for-ears, .skip"
PLAY_BUTTONS = ("#play-L", "#play-R", ".write", "#take-back")
HINTS = (
    ("the values of my zones", f"{MY_ZONES} .value b", 2),
    ("what the card would change, on both buttons", ".play-worth:not(:empty)", 2),
)
"""In casual play, with a card in hand: what must be told on every screen."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that is wrong on one screen."""

    fault: str
    where: str
    px: float
    text: str
    size: tuple[int, int] = (0, 0)
    state: str = ""
    language: str = ""


def rules(hints: bool) -> dict[str, Any]:
    return {
        "numbers": NUMBERS,
        "target": 44,
        "text": 12,
        "small_targets": SMALL_TARGETS,
        "covered_targets": COVERED_TARGETS,
        "small_texts": SMALL_TEXTS,
        "clipped": CLIPPED,
        "sideways": SIDEWAYS,
        "may_overlap": MAY_OVERLAP,
        "pictures": PICTURES,
        "unseen": UNSEEN,
        "play_buttons": PLAY_BUTTONS,
        "hints": HINTS if hints else (),
    }


def measure(page: Page, *, hints: bool = False, state: str = "", language: str = "") -> list[Fault]:
    """What is wrong with the page as it is shown now."""
    size = page.viewport_size or ViewportSize(width=0, height=0)
    return [
        Fault(**fault, size=(size["width"], size["height"]), state=state, language=language)
        for fault in page.evaluate(MEASURE, rules(hints))
    ]


def report(faults: Iterable[Fault]) -> str:
    """The faults as a list to read: the same fault on several screens is one entry, with its worst case."""
    alike = defaultdict(list)
    for one in faults:
        alike[one.fault, one.where].append(one)
    lines = []
    for (fault, where), every in sorted(alike.items()):
        worst = (min if " under " in fault or "missing" in fault else max)(every, key=lambda one: one.px)
        lines.append(
            f"{fault}: {where} “{worst.text}”\n"
            f"    worst: {worst.px:g} px, {worst.state}, {written(worst.size)}, {worst.language}\n"
            f"    sizes: {', '.join(written(size) for size in sorted({one.size for one in every}))}\n"
            f"    states: {', '.join(sorted({one.state for one in every}))}; "
            f"languages: {', '.join(sorted({one.language for one in every}))}"
        )
    return "\n".join(lines)


def written(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"
