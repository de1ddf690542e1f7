"""The kinds of goals: what a goal's name means, and how many it asks for."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from games.splito.cards import COLOURS

MAJORITIES = frozenset({"moon", "star"})
QUANTITIES = frozenset({"at-most", "at-least"})


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal card.

    `subject` is the colour or number it is about, `colours` the three colours of a trio, and `count` how many
    it asks for: cards of a number, different colours or numbers, or at most or at least this many cards.
    """

    id: str
    kind: str
    points: int
    subject: str | int = ""
    colours: tuple[str, ...] = ()
    count: int = 0

    def __hash__(self) -> int:
        """The name's hash: names are unique, and each reveal looks up goals hundreds of times."""
        return hash(self.id)


PROMO = Goal("promo-42", "promo", points=4, count=42)

_COLOUR = "|".join(COLOURS)
_SHAPES = {
    "moon": rf"majority-(?P<colour>{_COLOUR})",
    "star": r"majority-(?P<number>[1-6])",
    "exactly-two": r"exactly-two-(?P<number>[1-6])",
    "none": r"none-(?P<number>[1-6])",
    "colours": r"colours-(?P<count>[1-6])",
    "numbers": r"numbers-(?P<count>[1-6])",
    "trio": rf"trio-(?P<trio>({_COLOUR})-({_COLOUR})-({_COLOUR}))",
    "at-most": r"at-most-(?P<count>[1-9][0-9]?)",
    "at-least": r"at-least-(?P<count>[1-9][0-9]?)",
}
_NAMES = {kind: re.compile(shape) for kind, shape in _SHAPES.items()}


def parse(name: str, points: int) -> Goal:
    """The goal with this name; ValueError says what is wrong with the name."""
    for kind, pattern in _NAMES.items():
        if found := pattern.fullmatch(name):
            return _goal(name, kind, points, said=found.groupdict())
    raise ValueError(f"no kind of goal is called {name!r}")


def _goal(name: str, kind: str, points: int, *, said: Mapping[str, str]) -> Goal:
    if "colour" in said:
        return Goal(name, kind, points, subject=said["colour"])
    if "number" in said:
        wanted = 2 if kind == "exactly-two" else 0
        return Goal(name, kind, points, subject=int(said["number"]), count=wanted)
    if "trio" in said:
        colours = tuple(said["trio"].split("-"))
        if list(colours) != sorted(set(colours), key=COLOURS.index):
            raise ValueError(f"{name!r} must name three colours in the order {', '.join(COLOURS)}")
        return Goal(name, kind, points, colours=colours, count=len(colours))
    return Goal(name, kind, points, count=int(said["count"]))
