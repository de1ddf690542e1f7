"""The examples on Splito's rules page: small zones in which goals are met and missed, and one whole count.

Nothing here says what is met: the real scoring judges each picture.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from games.engine.contract import DeckText
from games.splito.cards import COLOURS, COPIES, FACES, NUMBERS, PILE
from games.splito.deck import CLASSIC, Deck, load, of
from games.splito.explanation import Explanation, GoalCount, PublicCount, ZoneCount, explain
from games.splito.goals import PROMO, Goal
from games.splito.rules import award_promo
from games.splito.score_pad import Pad, pad
from games.splito.scoring import seat_scores, weigh
from games.splito.state import HAND, SEATS, Cards, Table, length, points

HERE, ELSEWHERE = 0, 1
IN_THE_MIDDLE_OF_A_ROUND = 6

NAMES = ("Ada", "Bruno", "Chloé")


@dataclass(frozen=True, slots=True)
class Step:
    """The zone after one more card; `here` says whether that card came into this zone or another."""

    card: str
    here: bool
    zone: ZoneCount
    line: GoalCount | None
    counts: tuple[int, ...]
    """For a majority: how many of its colour or number are here and in the other zones."""
    points: int = 0
    """The points on the card; 0 for a Splito card."""
    promo: PublicCount | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """A goal, and a zone that grows card by card."""

    goal: Goal
    steps: tuple[Step, ...]

    @property
    def subject(self) -> str:
        return str(self.goal.subject)


@dataclass(frozen=True, slots=True)
class Lot:
    """The goals of one kind in the deck."""

    kind: str
    goals: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers in the sentences of the page, as the rules have them."""

    goals: int
    rest: int
    """The cards that are shuffled once the public goals are drawn."""
    promo: int
    fewest: int = SEATS[0]
    most: int = SEATS[-1]
    hand: int = HAND
    turns: int = length(SEATS[-1])
    turns_of_two: int = length(2)
    cards: int = len(PILE)
    copies: int = COPIES
    colours: int = len(COLOURS)
    highest: int = NUMBERS[-1]
    sum: int = PROMO.count


@dataclass(frozen=True, slots=True)
class Guide:
    """Everything the page shows; examples are named by the kind of their goal (`exactly_two`)."""

    examples: Mapping[str, Example]
    count: Explanation
    names: tuple[str, ...]
    deck: tuple[Lot, ...]
    hand: Cards
    pad: Pad | None
    own: str
    """The name of the table's own deck; empty for the classic one."""
    wider: bool
    """Whether the deck has kinds of goals that the examples do not show."""
    numbers: Numbers
    certain: Mapping[str, int]
    """The points that the printed rules show, of goals of the classic deck."""
    key: str
    """What the address of the deck's own page ends with."""


# A goal, the zone it lies in, two other zones, and the cards that come one by one; `>` goes elsewhere.
EXAMPLES = (
    ("majority-green", "green-2 red-5", "green-1 green-6 blue-3", "yellow-4", "green-4 green-5"),
    ("majority-5", "red-5 blue-5 green-1", "black-5 yellow-2", "orange-3", ">orange-5 >yellow-5"),
    ("exactly-two-3", "red-3 blue-1 green-6", "", "", "yellow-3 green-3"),
    ("none-4", "red-2 yellow-6 black-1", "", "", "green-3 black-4"),
    ("colours-4", "red-1 blue-6 yellow-2", "", "", "blue-3 green-5 orange-1"),
    ("numbers-5", "red-1 blue-2 green-4 black-5", "", "", "orange-2 yellow-6 black-3"),
    ("trio-red-black-green", "red-4 black-2", "", "", "yellow-6 green-1"),
    (
        "at-most-11",
        "red-1 red-4 blue-2 yellow-5 yellow-6 black-3 green-2 orange-4 none-5",
        "",
        "",
        "blue-6 orange-1",
    ),
    (
        "at-least-15",
        "red-2 red-6 blue-1 blue-5 yellow-3 black-1 black-4 green-2 green-6 orange-3 orange-5 none-1",
        "",
        "",
        "yellow-4 none-6",
    ),
    (PROMO.id, "red-6 blue-5 blue-6 black-4 green-6 green-5 orange-6", "", "", "orange-3 yellow-1"),
)

COUNTED = Table(
    seats=len(NAMES),
    deck=load(CLASSIC),
    public=("majority-blue", "majority-4"),
    zones=(
        ("red-3", "blue-3", "yellow-1", "blue-5", "exactly-two-3", "none-4"),
        ("green-4", "black-4", "orange-4", "red-2", "trio-red-black-green"),
        ("yellow-6", "orange-2", "black-6", "colours-3", "at-least-15"),
    ),
    turn=HAND,
)
"""A round of three players that ends after a few cards, so that its count is easy to read."""

HAND_SHOWN: Cards = (
    "red-2",
    "blue-5",
    "yellow-1",
    "black-6",
    "green-4",
    "orange-3",
    "majority-green",
    "exactly-two-3",
)


CERTAIN = {
    "majority": "majority-red",
    "none": "none-2",
    "numbers": "numbers-6",
    "trio": "trio-red-blue-yellow",
}


def guide(kept: DeckText | None = None) -> Guide:
    """The page with the goals of this deck, or of the classic one."""
    return _guide(of({"deck": kept}) if kept else load(CLASSIC))


@lru_cache(64)
def _guide(deck: Deck) -> Guide:
    kinds: dict[str, list[Goal]] = {}
    for name in deck.cards:
        kinds.setdefault(deck.goals[name].kind, []).append(deck.goals[name])
    known = load(CLASSIC).goals
    shown = [_example(known[name], zones, coming.split()) for name, *zones, coming in EXAMPLES]
    return Guide(
        examples={example.goal.kind.replace("-", "_"): example for example in shown},
        count=explain(COUNTED),
        names=NAMES,
        deck=tuple(Lot(kind, tuple(goals)) for kind, goals in kinds.items()),
        hand=HAND_SHOWN,
        pad=pad({}, [seat_scores(COUNTED, weigh(COUNTED))], [range(len(NAMES))]),
        own="" if deck.is_classic else deck.name,
        wider=not kinds.keys() <= {goal.kind for goal in known.values()},
        numbers=Numbers(
            goals=len(deck.cards),
            rest=len(PILE) + len(deck.cards) - len(COUNTED.public),
            promo=deck.promo.points,
        ),
        certain={name: known[goal].points for name, goal in CERTAIN.items()},
        key=CLASSIC if deck.is_classic else deck.hash,
    )


def _example(goal: Goal, lying: list[str], coming: list[str]) -> Example:
    zones = [tuple(cards.split()) for cards in lying]
    if goal.kind != PROMO.kind:
        zones[HERE] += (goal.id,)
    steps = [_step(goal, zones, card="", here=True)]
    for arrival in coming:
        card = arrival.removeprefix(">")
        here = card == arrival
        zones[HERE if here else ELSEWHERE] += (card,)
        steps.append(_step(goal, zones, card=card, here=here))
    return Example(goal, tuple(steps))


def _step(goal: Goal, zones: list[Cards], *, card: str, here: bool) -> Step:
    promo, promo_zone = award_promo(zones) if goal.kind == PROMO.kind else ("off", None)
    table = Table(
        seats=len(zones),
        deck=load(CLASSIC),
        public=(),
        zones=tuple(zones),
        turn=IN_THE_MIDDLE_OF_A_ROUND,
        promo=promo,
        promo_zone=promo_zone,
    )
    count = explain(table)
    line = next((line for line in count.zones[HERE].goals if line.goal == goal), None)
    counts = tuple(sum(goal.subject in FACES.get(name, ()) for name in cards) for cards in zones)
    return Step(
        card,
        here,
        zone=count.zones[HERE],
        line=line,
        counts=counts,
        points=points(card, load(CLASSIC)) if card else 0,
        promo=count.public[0] if goal.kind == PROMO.kind else None,
    )
