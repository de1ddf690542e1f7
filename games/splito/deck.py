"""The decks of goals: text files, one goal per line, checked when they are loaded."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from games.engine.contract import Options, Refused
from games.splito.cards import PILE
from games.splito.goals import PROMO, Goal, parse

CLASSIC = "classic"
GOALS = 37
MAJORITIES = 6
POINTS = range(1, 5)

_HERE = Path(__file__).parent / "decks"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class Deck:
    """A checked deck. `goals` has every goal by name, the promo goal too; tuples keep the file's order."""

    name: str
    cards: tuple[str, ...]
    moons: tuple[str, ...]
    stars: tuple[str, ...]
    goals: Mapping[str, Goal]


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
    """The deck with this name, read once. The classic deck always comes from here, never from outside."""
    home = _HERE if name == CLASSIC else extra or folder()
    if home is None or not isinstance(name, str):
        raise Refused("unknown-deck", deck=name)
    return _load(home, name)


@cache
def _load(home: Path, name: str) -> Deck:
    if not _NAME.fullmatch(name):
        raise Refused("unknown-deck", deck=name)
    file = f"{name}.txt"
    try:
        text = (home / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Refused("unknown-deck", deck=name) from None
    except UnicodeDecodeError:
        raise Refused("bad-deck", file=file, reason="not UTF-8 text") from None
    except OSError as problem:
        raise Refused("bad-deck", file=file, reason=problem.strerror) from None
    return read(text, file)


def materials(options: Options) -> dict[str, tuple[str, ...]]:
    """What is shuffled, in the order the record gives, for a reader who deals the cards again."""
    deck = load(options.get("deck", CLASSIC))
    return {"moons": deck.moons, "stars": deck.stars, "goals": deck.cards, "cards": PILE}


def read(text: str, file: str) -> Deck:
    """The deck in this text; Refused names the file, the line and the reason."""
    goals: dict[str, Goal] = {}
    last = 1
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            goal = _line(words)
            if goal.id in goals:
                raise ValueError(f"{goal.id!r} is there already")
        except ValueError as problem:
            raise Refused("bad-deck", file=file, line=number, reason=str(problem)) from None
        goals[goal.id] = goal
        last = number
    moons = tuple(goal.id for goal in goals.values() if goal.kind == "moon")
    stars = tuple(goal.id for goal in goals.values() if goal.kind == "star")
    for what, has, needs in (
        ("goals", len(goals), GOALS),
        ("moons", len(moons), MAJORITIES),
        ("stars", len(stars), MAJORITIES),
    ):
        if has != needs:
            raise Refused("bad-deck", file=file, line=last, reason=f"{needs} {what} needed, {has} found")
    known = MappingProxyType(goals | {PROMO.id: PROMO})
    return Deck(file.removesuffix(".txt"), cards=tuple(goals), moons=moons, stars=stars, goals=known)


def _line(words: list[str]) -> Goal:
    if len(words) != 2:
        raise ValueError("a line is a goal and its points")
    name, points = words
    if points not in {str(allowed) for allowed in POINTS}:
        raise ValueError(f"points are {POINTS[0]} to {POINTS[-1]}, not {points!r}")
    return parse(name, int(points))
