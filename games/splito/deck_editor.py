"""A deck while somebody corrects it: the text after what was pressed, and all that a page says about it.

Nothing is stored between two presses: the text itself is the draft, and each answer draws it again.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from games.engine.contract import Refused
from games.splito.cards import COLOURS, NUMBERS, PILE
from games.splito.deck import DEALT, POINTS, reading
from games.splito.goals import KINDS, PROMO, Goal, parse, promo

FAMILIES = {
    "moons": ("moon",),
    "stars": ("star",),
    "exactly": tuple(kind for kind in KINDS if kind.startswith("exactly-")),
    "none": ("none", "none-colour"),
    "each": ("trio", "each", "each-number"),
    "piles": ("at-most", "at-least"),
    "colours": ("colours", "colours-up"),
    "numbers": ("numbers", "numbers-up"),
    "promo": ("promo",),
}
"""How the kinds lie side by side on the page."""

MOST_IN_A_ZONE = 26 + 3
"""Two neighbours play 13 cards each into a zone; both public goals and the promo goal may come to it."""

LONGEST_TEXT = 20_000

Said = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Card:
    """A goal of the draft on its line. `changed` says that the deck in use does not have it."""

    line: int
    goal: Goal
    changed: bool


@dataclass(frozen=True, slots=True)
class Family:
    name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What differs from the deck in use: another goal or other points, a new goal, or one that is gone."""

    before: Goal | None
    after: Goal | None

    @property
    def points_only(self) -> bool:
        return self.before is not None and self.after is not None and self.before.id == self.after.id


@dataclass(frozen=True, slots=True)
class Pane:
    """One goal as answers to a few questions: its kind, of what or how many, and its points.

    `fits` is False while the answers make no goal; the line then keeps the goal it has.
    """

    line: int
    goal: Goal
    place: int
    """The how manieth goal of the deck it is."""
    kind: str
    one: str
    many: tuple[str, ...]
    count: int
    points: int
    before: Goal | None = None
    """The goal that stood here in the deck in use, if this one is new."""
    fits: bool = True

    @property
    def was(self) -> str:
        return _line(self.goal)

    @property
    def asks(self) -> str:
        """What it needs to know besides its kind: a colour, a number, several of them, or a count."""
        return _asks(self.kind)

    @property
    def family(self) -> str:
        return next(name for name, kinds in FAMILIES.items() if self.goal.kind in kinds)

    @property
    def things(self) -> tuple[str, ...]:
        return COLOURS if self.asks in ("colour", "colours") else tuple(map(str, NUMBERS))

    @property
    def counts(self) -> range:
        return range(7)

    @property
    def kinds(self) -> tuple[str, ...]:
        return (PROMO.kind,) if self.goal.kind == PROMO.kind else KINDS

    @property
    def worth(self) -> range:
        return POINTS


@dataclass(frozen=True, slots=True)
class Draft:
    """All that the page says about the text."""

    text: str
    families: tuple[Family, ...]
    problems: tuple[Refused, ...]
    goals: int
    moons: int
    stars: int
    copies: tuple[Goal, ...]
    never: tuple[Goal, ...]
    changes: tuple[Change, ...]
    pane: Pane | None

    @property
    def cards(self) -> int:
        """The cards that are shuffled once the two public goals are taken."""
        return len(PILE) + self.goals - 2

    @property
    def left_over(self) -> int:
        """How many of them eight hands leave."""
        return self.cards - DEALT


def edit(text: str, base: str, said: Said) -> Draft:
    """The draft after what was pressed.

    `said` has the answers about one line (`line`, `was`, `kind`, `one`, `many`, `count`, `points`) and a
    button: `pick` another line, `remove` this one, or `add` a goal to a family.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    at, answers = _answered(lines, said)
    if added := _first(said, "add"):
        at, answers = _add(lines, added), None
    elif "remove" in said and at:
        del lines[at - 1]
        at, answers = 0, None
    elif picked := _number(said, "pick"):
        at, answers = picked, None
    return _draft("\n".join(lines), base, at, answers)


def _draft(text: str, base: str, at: int, answers: Pane | None) -> Draft:
    found = reading(text, "")
    deck = [(line, goal) for line, goal in found.goals if goal.kind != PROMO.kind]
    known = {goal for _, goal in reading(base, "").goals}
    times = Counter(goal for _, goal in deck)
    kinds = Counter(goal.kind for _, goal in deck)
    changes = compare(base, text)
    families = tuple(
        Family(
            name,
            tuple(Card(line, goal, goal not in known) for line, goal in found.goals if goal.kind in inside),
        )
        for name, inside in FAMILIES.items()
    )
    pane = answers or _pane(found.goals, at or (found.goals[0][0] if found.goals else 0))
    if pane is not None:
        before = next((change.before for change in changes if change.after == pane.goal), None)
        pane = replace(pane, before=before)
    return Draft(
        text=text,
        families=families,
        problems=found.problems,
        goals=len(deck),
        moons=kinds["moon"],
        stars=kinds["star"],
        copies=tuple(goal for goal, number in times.items() if number > 1),
        never=tuple(goal for goal in times if goal.kind == "at-least" and goal.count > MOST_IN_A_ZONE),
        changes=changes,
        pane=pane,
    )


def compare(before: str, after: str) -> tuple[Change, ...]:
    """What changed between two texts, in the order of their lines; other points of a goal are one change."""
    old = [goal for _, goal in reading(before, "").goals]
    new = [goal for _, goal in reading(after, "").goals]
    gone = _without(old, new)
    come = _without(new, old)
    changes = []
    for goal in list(come):
        same = next((one for one in gone if one.id == goal.id), None)
        if same is not None:
            changes.append(Change(same, goal))
            gone.remove(same)
            come.remove(goal)
    return (*changes, *(Change(left, right) for left, right in zip_longest(gone, come)))


def _without(goals: list[Goal], others: list[Goal]) -> list[Goal]:
    left = Counter(others)
    rest = []
    for goal in goals:
        if left[goal]:
            left[goal] -= 1
        else:
            rest.append(goal)
    return rest


def _answered(lines: list[str], said: Said) -> tuple[int, Pane | None]:
    """Writes the goal that the answers make into its line, if that line is still the one they are about."""
    at = _number(said, "line")
    now = _pane(reading("\n".join(lines), "").goals, at)
    if now is None or now.was != _first(said, "was"):
        return 0, None
    answers = replace(
        now,
        kind=_first(said, "kind"),
        one=_first(said, "one"),
        many=tuple(said.get("many", ())),
        count=_number(said, "count"),
        points=_number(said, "points"),
    )
    try:
        goal = _goal(answers)
    except Refused:
        whole = answers.kind in now.kinds and answers.points in POINTS
        return at, replace(answers, fits=False) if whole else None
    same = [at - 1]
    if goal.id == now.goal.id:  # other points: copies of a goal are alike
        same = [number for number, line in enumerate(lines) if _words(line) == now.was.split()]
    if goal != now.goal:
        for number in same:
            lines[number] = _line(goal)
    return at, None


def _goal(answers: Pane) -> Goal:
    """The goal that these answers make; what is left open by another kind gets its first value."""
    kind, asks = answers.kind, answers.asks
    if answers.points not in POINTS:
        raise Refused("bad-points", points=answers.points, fewest=POINTS[0], most=POINTS[-1])
    if kind not in answers.kinds:
        raise Refused("unknown-goal", goal=kind)
    if kind == PROMO.kind:
        return promo(answers.points)
    if asks in ("colour", "number"):
        one = answers.one if answers.one in answers.things else answers.things[0]
        start = "majority" if kind in ("moon", "star") else kind.removesuffix("-colour")
        name = f"{start}-{one}"
    elif asks in ("colours", "numbers"):
        chosen = [thing for thing in answers.things if thing in answers.many]
        fewest, most = LIMITS[kind]
        if not any(thing in answers.things for thing in answers.many):
            chosen = list(answers.things[:fewest])
        if not fewest <= len(chosen) <= most:
            raise Refused("unknown-goal", goal=kind)
        name = "-".join([kind.removesuffix("-number"), *chosen])
    else:
        least, most = (1, 99) if asks == "cards" else (0, 6)
        count = min(max(answers.count, least), most)
        name = f"{kind.removesuffix('-up')}-{count}{'-up' if kind.endswith('-up') else ''}"
    return parse(name, answers.points)


LIMITS = {"trio": (3, 3), "each": (2, 4), "each-number": (2, 4)}
"""How many things such a goal may name."""


def _asks(kind: str) -> str:
    if kind == "moon" or kind.endswith("-colour"):
        return "colour"
    if kind in ("trio", "each"):
        return "colours"
    if kind == "each-number":
        return "numbers"
    if kind in ("at-most", "at-least"):
        return "cards"
    if kind.partition("-")[0] in ("colours", "numbers"):
        return "count"
    return "" if kind == PROMO.kind else "number"


def _add(lines: list[str], family: str) -> int:
    """Puts a goal that is not there yet behind the last of its family; gives its line."""
    kind = FAMILIES.get(family, ("",))[0]
    if kind not in KINDS:
        return 0
    found = reading("\n".join(lines), "").goals
    alike = [(line, goal) for line, goal in found if goal.kind in FAMILIES[family]]
    last = alike[-1] if alike else None
    there = {goal.id for _, goal in found}
    names = _names(kind)
    name = next((one for one in names if one not in there), names[0])
    points = next((goal.points for _, goal in found if goal.id == name), last[1].points if last else 1)
    before_promo = next((line - 1 for line, goal in found if goal.kind == PROMO.kind), len(lines))
    place = last[0] if last else before_promo
    lines.insert(place, f"{name} {points}")
    return place + 1


def _names(kind: str) -> list[str]:
    """Some goals of this kind, the plainest first."""
    blank = Pane(line=0, goal=parse("none-1", 1), place=0, kind=kind, one="", many=(), count=1, points=1)
    if blank.asks in ("colour", "number"):
        return [_goal(replace(blank, one=thing)).id for thing in blank.things]
    if blank.asks == "colours":
        return [
            _goal(replace(blank, many=blank.things[at : at + LIMITS[kind][0]])).id
            for at in range(len(blank.things) - LIMITS[kind][0] + 1)
        ]
    counts = range(11, 26) if blank.asks == "cards" else range(1, 7)
    return [_goal(replace(blank, count=count)).id for count in counts]


def _pane(found: Sequence[tuple[int, Goal]], at: int) -> Pane | None:
    for place, (line, goal) in enumerate(found, start=1):
        if line == at:
            return Pane(
                line=line,
                goal=goal,
                place=place,
                kind=goal.kind,
                one=str(goal.subject),
                many=tuple(map(str, goal.among)) if goal.kind in LIMITS else (),
                count=goal.count,
                points=goal.points,
            )
    return None


def _line(goal: Goal) -> str:
    return f"{goal.id} {goal.points}"


def _words(line: str) -> list[str]:
    return line.partition("#")[0].split()


def _first(said: Said, name: str) -> str:
    return next(iter(said.get(name, ())), "")


def _number(said: Said, name: str) -> int:
    word = _first(said, name)
    return int(word) if word.isascii() and word.isdigit() and len(word) < 6 else 0


def merge(base: str, mine: str, newest: str) -> tuple[str, tuple[Change, ...]]:
    """My changes to `base` made to the newest text instead, and those that no longer fit there."""
    lines = newest.splitlines()
    lost = []
    for change in compare(base, mine):
        if change.before is None:
            lines.insert(max(len(lines) - 1, 0), _line(change.after or PROMO))
        elif _line(change.before) in lines:
            at = lines.index(_line(change.before))
            lines[at : at + 1] = [_line(change.after)] if change.after else []
        else:
            lost.append(change)
    return "".join(f"{line}\n" for line in lines), tuple(lost)
