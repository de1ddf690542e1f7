"""The kinds of goals: what a goal's name means, and how many it asks for."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.contract import Refused
from games.splito.cards import COLOURS, NUMBERS

MAJORITIES = frozenset({"moon", "star"})
QUANTITIES = frozenset({"at-most", "at-least"})


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal card.

    `count` is how many it asks for: of its `subject` (a colour or number), of the different things `among`
    which it looks, or of all cards. `up` says that more of them do no harm.
    """

    id: str
    kind: str
    points: int
    subject: str | int = ""
    among: tuple[str | int, ...] = ()
    count: int = 0
    up: bool = False

    def __hash__(self) -> int:
        """The name's hash: in a deck names are unique, and each reveal looks up goals hundreds of times."""
        return hash(self.id)

    @property
    def about(self) -> str:
        """Whether it is about a `colour`, a `number`, or neither."""
        first = self.subject or (self.among[0] if self.among else "")
        return "" if first == "" else "colour" if isinstance(first, str) else "number"


def promo(points: int) -> Goal:
    return Goal("promo-42", "promo", points, count=42)


PROMO = promo(4)
"""The promo goal with its usual points; a deck may give it others."""

_COLOUR = "|".join(COLOURS)
_COUNTS = {"none": 0, "exactly-one": 1, "exactly-two": 2, "exactly-three": 3}
_SHAPES = {
    "moon": rf"majority-(?P<colour>{_COLOUR})",
    "star": r"majority-(?P<number>[1-6])",
    **{kind: rf"{kind}-(?P<number>[1-6])" for kind in _COUNTS},
    **{f"{kind}-colour": rf"{kind}-(?P<colour>{_COLOUR})" for kind in _COUNTS},
    "colours": r"colours-(?P<count>[0-6])",
    "numbers": r"numbers-(?P<count>[0-6])",
    "colours-up": r"colours-(?P<count>[0-6])-up",
    "numbers-up": r"numbers-(?P<count>[0-6])-up",
    "trio": rf"trio-(?P<colours>({_COLOUR})(-({_COLOUR})){{2}})",
    "each": rf"each-(?P<colours>({_COLOUR})(-({_COLOUR})){{1,3}})",
    "each-number": r"each-(?P<numbers>[1-6](-[1-6]){1,3})",
    "at-most": r"at-most-(?P<count>[1-9][0-9]?)",
    "at-least": r"at-least-(?P<count>[1-9][0-9]?)",
}
_NAMES = {kind: re.compile(shape) for kind, shape in _SHAPES.items()}
_AMONG: dict[str, tuple[str | int, ...]] = {
    "colours": COLOURS,
    "numbers": NUMBERS,
    "colours-up": COLOURS,
    "numbers-up": NUMBERS,
}

KINDS = tuple(_SHAPES)


def parse(name: str, points: int) -> Goal:
    """The goal with this name; Refused says what is wrong with the name."""
    for kind, pattern in _NAMES.items():
        if found := pattern.fullmatch(name):
            return _goal(name, kind, points, said=found.groupdict())
    raise Refused("unknown-goal", goal=name)


def _goal(name: str, kind: str, points: int, *, said: Mapping[str, str]) -> Goal:
    wanted = _COUNTS.get(kind.removesuffix("-colour"), 0)
    if "colour" in said:
        return Goal(name, kind, points, subject=said["colour"], count=wanted)
    if "number" in said:
        return Goal(name, kind, points, subject=int(said["number"]), count=wanted)
    if "colours" in said or "numbers" in said:
        order: tuple[str | int, ...] = COLOURS if "colours" in said else NUMBERS
        among = tuple(
            [
                int(one) if one.isdigit() else one
                for one in (said.get("colours") or said["numbers"]).split("-")
            ]
        )
        if list(among) != sorted(set(among), key=order.index):
            raise Refused("goal-order", goal=name, order=" ".join(map(str, order)))
        return Goal(name, kind, points, among=among, count=len(among), up=True)
    return Goal(
        name, kind, points, among=_AMONG.get(kind, ()), count=int(said["count"]), up=kind.endswith("-up")
    )
