"""One goal in detail: its arithmetic, what would change it, and who can. For the sheet that explains it."""

from dataclasses import replace
from typing import NamedTuple

from games.splito.cards import FACES
from games.splito.explanation import GoalCount, PublicCount, ZoneCount, explain
from games.splito.goals import MAJORITIES, PROMO, QUANTITIES, Goal
from games.splito.scoring import meets
from games.splito.state import ZONES, Cards, Table, View

HAND, MIDDLE = "hand", "middle"
"""Where a goal can be besides a zone: a page asks for `none-4 hand`, `majority-6 middle` or `none-4 2`."""


class Change(NamedTuple):
    """What would change the verdict on a goal: this many more, and what it would then have and earn."""

    by: int
    has: int
    met: bool
    earns: int


class GoalDetails(NamedTuple):
    """A goal, and where it is: in a zone, in the middle, or in the viewer's own hand.

    `line` is how it stands in its zone and `public` how it stands in the middle; for a goal in the hand,
    `laid` says for each side how it would stand there. `cards` are the cards that it counts, by zone. `held`
    are those of the viewer's own hand that would count too. `changers` are the seats whose cards can change
    the verdict, and each of them plays `turns` more.
    """

    goal: Goal
    line: GoalCount | None = None
    zone: ZoneCount | None = None
    public: PublicCount | None = None
    laid: tuple[tuple[str, GoalCount], ...] = ()
    cards: tuple[tuple[int, Cards], ...] = ()
    held: Cards = ()
    change: Change | None = None
    changers: tuple[int, ...] = ()
    turns: int = 0

    @property
    def counted(self) -> Cards:
        """The cards that count in its own zone."""
        return dict(self.cards).get(self.zone.zone, ()) if self.zone else ()


def details(view: View, of: str) -> GoalDetails | None:
    """The goal that a page names, with the place where it is; None if these eyes see no such goal there."""
    name, _, place = of.partition(" ")
    goal = view.table.deck.goals.get(name)
    if goal is None:
        return None
    if place == HAND:
        return _in_hand(view, goal)
    if place == MIDDLE:
        return _in_the_middle(view, goal)
    return _in_zone(view, goal, place)


def _in_zone(view: View, goal: Goal, place: str) -> GoalDetails | None:
    found = next((zone for zone in explain(view).zones if str(zone.zone) == place), None)
    line = next((line for line in found.goals if line.goal == goal), None) if found else None
    if found is None or line is None:
        return None
    table = view.table
    return GoalDetails(
        goal,
        line=line,
        zone=found,
        cards=((found.zone, counted(goal, table.zones[found.zone])),),
        held=_wanted(goal, line.missing, _own(view)),
        change=change(line),
        changers=tuple(range(table.seats)) if goal.kind in MAJORITIES else found.seats,
        turns=0 if line.settled else table.turns - table.turn,
    )


def _in_the_middle(view: View, goal: Goal) -> GoalDetails | None:
    line = next((line for line in explain(view).public if line.goal == goal), None)
    if line is None:
        return None
    table = view.table
    return GoalDetails(
        goal,
        public=line,
        cards=tuple((zone, counted(goal, cards)) for zone, cards in enumerate(table.zones)),
        held=_wanted(goal, (), _own(view)),
        changers=tuple(range(table.seats)),
        turns=0 if line.settled else table.turns - table.turn,
    )


def _in_hand(view: View, goal: Goal) -> GoalDetails | None:
    if goal.id not in _own(view):
        return None
    sides = ZONES[view.table.seats][view.seat]
    return GoalDetails(
        goal,
        laid=tuple((side, laid(view.table, goal, zone)) for side, zone in sides.items()),
        cards=tuple((zone, counted(goal, view.table.zones[zone])) for zone in sides.values()),
    )


def laid(table: Table, goal: Goal, zone: int) -> GoalCount:
    """How a goal would stand if it lay in this zone now."""
    zones = (*table.zones[:zone], (*table.zones[zone], goal.id), *table.zones[zone + 1 :])
    return explain(replace(table, zones=zones, last=())).zones[zone].goals[-1]


def counted(goal: Goal, cards: Cards) -> Cards:
    """The cards among these that a goal counts; of each colour or number that it looks for, the first."""
    if goal.kind in QUANTITIES:
        return cards
    faces = {card: FACES[card] for card in cards if card in FACES}
    if goal.kind == PROMO.kind:
        return tuple(card for card in cards if card in faces)
    if goal.among:
        firsts = [next((card for card, face in faces.items() if one in face), "") for one in goal.among]
        return tuple(card for card in firsts if card)
    return tuple(card for card in cards if goal.subject in faces.get(card, ()))


def change(line: GoalCount) -> Change | None:
    """The fewest more that would change the verdict on a goal; None if cards in its zone cannot.

    An unmet goal is met by what it lacks. A met one is broken by one more than it allows; a majority that is
    ahead, or a goal that wants at least so many, is not.
    """
    goal = line.goal
    if line.settled or (goal.among and not line.missing):
        return None
    by = line.short if not line.met else line.needs - line.has + 1
    has = line.has + by
    met = meets(goal, has, line.needs)
    return None if met == line.met else Change(by, has, met, earns=goal.points if met else 0)


def _own(view: View) -> Cards:
    """The viewer's own hand; a spectator has none."""
    return view.own if len(view.eyes) == 1 else ()


def _wanted(goal: Goal, missing: tuple[str | int, ...], hand: Cards) -> Cards:
    """The cards of a hand that would count for a goal, as far as the goal looks at colours or numbers."""
    things = missing if goal.among else (goal.subject,)
    return tuple(card for card in hand if card in FACES and not set(things).isdisjoint(FACES[card]))
