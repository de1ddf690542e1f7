"""The decks of goals: text files, one goal per line, checked when they are read.

A `Deck` is a value. A round keeps the text it was dealt from, so nothing that happens to a file changes it.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from games.engine.contract import DeckText, Options, Refused
from games.splito.cards import PILE
from games.splito.goals import PROMO, Goal, parse, promo

CLASSIC = "classic"
POINTS = range(1, 6)
DEALT = 8 * 13
"""The cards that eight hands need, once the two public goals are taken."""

LONGEST_NAME = 40

_HERE = Path(__file__).parent / "decks"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_REMEMBERED = 256


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """A checked deck.

    `cards` has a name for every line in the file's order, `moons` and `stars` are those among them. `goals`
    has every goal by name, the promo goal too. `text` is the canonical text, `hash` its SHA-256 in hex.
    """

    name: str
    cards: tuple[str, ...] = field(repr=False)
    moons: tuple[str, ...] = field(repr=False)
    stars: tuple[str, ...] = field(repr=False)
    goals: Mapping[str, Goal] = field(repr=False)
    text: str = field(repr=False)
    hash: str

    # Tables are compared and looked up at every reveal: the hash says it all, and is computed once.
    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Deck) and self.hash == other.hash and self.name == other.name
        )

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def promo(self) -> Goal:
        return self.goals[PROMO.id]

    @property
    def is_classic(self) -> bool:
        return self.name == CLASSIC


def folder() -> Path | None:
    """The folder in which an organiser keeps more decks, named by SPLITSITE_DECKS."""
    named = os.environ.get("SPLITSITE_DECKS")
    return Path(named) if named else None


def names(extra: Path | None = None) -> tuple[str, ...]:
    """The available decks: the classic one first, then those of the extra folder by name."""
    extra = extra or folder()
    if extra is None or not extra.is_dir():
        return (CLASSIC,)
    found = {path.stem for path in extra.glob("*.txt") if _NAME.fullmatch(path.stem)}
    return (CLASSIC, *sorted(found - {CLASSIC}))


def load(name: str, extra: Path | None = None) -> Deck:
    """The deck with this name, as its file is now. The classic deck never comes from outside."""
    home = _HERE if name == CLASSIC else extra or folder()
    if home is None or not isinstance(name, str) or not _NAME.fullmatch(name):
        raise Refused("unknown-deck", deck=name)
    file = f"{name}.txt"
    try:
        text = (home / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Refused("unknown-deck", deck=name) from None
    except UnicodeDecodeError:
        raise Refused("bad-deck", file=file, line=1, why="not-text") from None
    except OSError as problem:
        raise Refused("bad-deck", file=file, line=1, why="unreadable", problem=problem.strerror) from None
    return read(text, file)


def of(options: Options) -> Deck:
    """The deck of these options: the text that a round keeps, or else the file with this name."""
    chosen = options.get("deck", CLASSIC)
    if isinstance(chosen, tuple | list):  # a DeckText; JSON makes a list of it
        kept = DeckText(*chosen)
        return read(kept.text, f"{kept.name}.txt")
    return load(chosen)


def chosen(options: Options) -> DeckText:
    """What a round with these options is dealt from."""
    deck = of(options)
    return DeckText(deck.name, deck.text)


def from_text(name: str, text: str) -> DeckText:
    """The deck in this text under this name. What cannot be dealt is Refused, with its line."""
    return chosen({"deck": DeckText(name, text)})


def record(kept: DeckText) -> dict[str, Any]:
    """The deck in the public record: its name, its lines, and the points of the promo goal."""
    *lines, last = kept.text.splitlines()
    return {"name": kept.name, "goals": lines, "promo": int(last.split()[1])}


def read_record(entry: Any) -> DeckText:
    """The deck of a record. Refused names the place inside it and the reason."""
    if not isinstance(entry, dict) or entry.keys() != {"name", "goals", "promo"}:
        raise Refused("bad-record", place="", reason="must be an object with name, goals and promo")
    if not isinstance(entry["name"], str) or not 0 < len(entry["name"]) <= LONGEST_NAME:
        raise Refused("bad-record", place="name", reason=f"must be a name of up to {LONGEST_NAME} letters")
    if type(entry["promo"]) is not int or entry["promo"] not in POINTS:
        raise Refused("bad-record", place="promo", reason=f"must be from {POINTS[0]} to {POINTS[-1]}")
    if not isinstance(entry["goals"], list):
        raise Refused("bad-record", place="goals", reason="must be a list")
    for at, line in enumerate(entry["goals"]):
        if not isinstance(line, str) or line != " ".join(line.partition("#")[0].split()) or "\n" in line:
            raise Refused("bad-record", place=f"goals[{at}]", reason="must be a goal and its points")
        if line.startswith(PROMO.id):
            raise Refused("bad-record", place=f"goals[{at}]", reason="the promo goal stands apart")
    text = "".join(f"{line}\n" for line in (*entry["goals"], f"{PROMO.id} {entry['promo']}"))
    try:
        deck = read(text, f"{entry['name']}.txt")
    except Refused as no:
        at = no.facts["line"] - 1
        place = f"goals[{at}]" if at < len(entry["goals"]) else "goals"
        raise Refused("bad-record", place=place, reason=str(no)) from None
    return DeckText(deck.name, deck.text)


def majorities(deck: Deck) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lines of the moons and those of the stars."""
    moons, stars = (
        tuple([line for line, card in enumerate(deck.cards) if deck.goals[card].kind == kind])
        for kind in ("moon", "star")
    )
    return moons, stars


def materials(options: Options) -> dict[str, tuple[str, ...]]:
    """What is shuffled, in the order the record gives, for a reader who deals the cards again."""
    deck = of(options)
    return {"goals": deck.cards, "cards": PILE}


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says, even if no deck can be made of it: each goal with its line, and every problem."""

    goals: tuple[tuple[int, Goal], ...]
    problems: tuple[Refused, ...]


@lru_cache(_REMEMBERED)
def read(text: str, file: str) -> Deck:
    """The deck in this text; Refused names the file, the line and the reason as a code with its facts."""
    found = reading(text, file)
    if found.problems:
        raise found.problems[0]
    goals = {goal.id: goal for _, goal in found.goals}
    cards = tuple([goal.id for _, goal in found.goals if goal.kind != PROMO.kind])
    moons = tuple(card for card in cards if goals[card].kind == "moon")
    stars = tuple(card for card in cards if goals[card].kind == "star")
    goals.setdefault(PROMO.id, PROMO)
    return _deck(file.removesuffix(".txt"), cards, goals, moons=moons, stars=stars)


def reading(text: str, file: str) -> Reading:
    """Every line for itself, then what the whole deck lacks. Comments and empty lines say nothing."""
    lines: list[tuple[int, Goal]] = []
    known: dict[str, Goal] = {}
    problems: list[Refused] = []
    last = 1
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        last = number
        try:
            goal = _line(words)
            if goal.id in known and (goal.kind == PROMO.kind or known[goal.id] != goal):
                code = "promo-twice" if goal.kind == PROMO.kind else "copies-differ"
                raise Refused(code, goal=goal.id, points=known[goal.id].points)
        except Refused as no:
            problems.append(Refused("bad-deck", file=file, line=number, why=no.code, **no.facts))
            continue
        known[goal.id] = goal
        lines.append((number, goal))
    kinds = [goal.kind for _, goal in lines if goal.kind != PROMO.kind]
    needed = DEALT + 2 - len(PILE)
    for why, missing in (
        ("no-moon", "moon" not in kinds),
        ("no-star", "star" not in kinds),
        ("too-few-goals", len(kinds) < needed),
    ):
        if missing:
            problems.append(
                Refused("bad-deck", file=file, line=last, why=why, found=len(kinds), needed=needed)
            )
    return Reading(tuple(lines), tuple(problems))


def _deck(
    name: str,
    cards: tuple[str, ...],
    goals: Mapping[str, Goal],
    *,
    moons: tuple[str, ...],
    stars: tuple[str, ...],
) -> Deck:
    lines = [f"{card} {goals[card].points}\n" for card in (*cards, PROMO.id)]
    kept = DeckText(name, "".join(lines))
    return Deck(
        name, cards, moons=moons, stars=stars, goals=MappingProxyType(goals), text=kept.text, hash=kept.hash
    )


def _line(words: list[str]) -> Goal:
    if len(words) != 2:
        raise Refused("goal-and-points")
    name, points = words
    if points not in {str(allowed) for allowed in POINTS}:
        raise Refused("bad-points", points=points, fewest=POINTS[0], most=POINTS[-1])
    return promo(int(points)) if name == PROMO.id else parse(name, int(points))
