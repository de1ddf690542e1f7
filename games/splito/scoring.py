"""What zones and seats are worth, at the end of the round or if it ended now."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine.contract import Score, ranks
from games.splito.cards import COLOURS, FACES, NUMBERS
from games.splito.goals import MAJORITIES, QUANTITIES, Goal
from games.splito.state import ZONES, Cards, State, Table


class Tally(NamedTuple):
    """How many Splito cards of each colour and each number lie in a zone, and which goals."""

    of: Mapping[str | int, int]
    goals: Cards


class Verdict(NamedTuple):
    """Whether a goal in a zone is met, how many it has there, and how many it needs."""

    goal: Goal
    met: bool
    has: int
    needs: int


class Worth(NamedTuple):
    """A zone's value and the number of all its cards, with the goals that made them."""

    value: int
    cards: int
    verdicts: tuple[Verdict, ...]
    met: tuple[Goal, ...]
    public: tuple[Goal, ...]


# Most zones were counted before: a reveal changes a few, a preview one, a page none.
@lru_cache(maxsize=4096)
def tally(cards: Cards) -> Tally:
    of: dict[str | int, int] = dict.fromkeys((*COLOURS, *NUMBERS), 0)
    goals = []
    for card in cards:
        if face := FACES.get(card):
            colour, number = face
            of[colour] += 1
            of[number] += 1
        else:
            goals.append(card)
    return Tally(of, tuple(goals))


def winner(counts: Sequence[int]) -> int | None:
    """The zone with more than every other; None in a tie."""
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else None


def needed(counts: Sequence[int], zone: int) -> int:
    """How many the zone needs to win: one more than the best other zone."""
    return 1 + max([*counts[:zone], *counts[zone + 1 :]])


def meets(goal: Goal, has: int, needs: int) -> bool:
    """Whether so many are what a goal asks for: at most, at least, or exactly."""
    if goal.kind == "at-most":
        return has <= needs
    if goal.up or goal.kind == "at-least" or goal.kind in MAJORITIES:
        return has >= needs
    return has == needs


def judge(goal: Goal, zone: int, tallies: Sequence[Tally], *, cards: int) -> Verdict:
    """Whether a goal in a zone is met.

    Quantities count all `cards` of the zone, including goals and public goals it won. Everything else counts
    Splito cards: majorities must beat all other zones, the rest must have their number, exactly or at least.
    """
    of = tallies[zone].of
    if goal.kind in MAJORITIES:
        has, needs = of[goal.subject], needed([other.of[goal.subject] for other in tallies], zone)
    elif goal.kind in QUANTITIES:
        has, needs = cards, goal.count
    else:
        has, needs = sum([of[one] > 0 for one in goal.among]) if goal.among else of[goal.subject], goal.count
    return Verdict(goal, meets(goal, has, needs), has, needs)


def award(table: Table, tallies: Sequence[Tally]) -> list[tuple[Goal, ...]]:
    """The public goals of each zone, in order: the promo goal during play, moon and star at the end."""
    goals = table.deck.goals
    won: list[tuple[Goal, ...]] = [()] * len(tallies)
    if table.promo_zone is not None:
        won[table.promo_zone] = (table.deck.promo,)
    for name in table.public:
        goal = goals[name]
        zone = winner([here.of[goal.subject] for here in tallies])
        if zone is not None:
            won[zone] += (goal,)
    return won


def weigh(table: Table) -> tuple[Worth, ...]:
    """The worth of each zone: first the public goals go to their zones, then its own goals are met or not."""
    return _weigh(Table(table.seats, table.deck, table.public, table.zones, promo_zone=table.promo_zone))


# What a reveal changed needs the worth of the table before it, which was computed at the reveal before.
@lru_cache(maxsize=4096)
def _weigh(table: Table) -> tuple[Worth, ...]:
    tallies = [tally(cards) for cards in table.zones]
    won = award(table, tallies)
    return tuple([weigh_zone(zone, table, tallies, public=public) for zone, public in enumerate(won)])


def weigh_zone(zone: int, table: Table, tallies: Sequence[Tally], *, public: tuple[Goal, ...]) -> Worth:
    """A zone's worth: the points of its met goals and of the public goals it won."""
    goals = table.deck.goals
    cards = len(table.zones[zone]) + len(public)
    verdicts = tuple([judge(goals[name], zone, tallies, cards=cards) for name in tallies[zone].goals])
    met = tuple([verdict.goal for verdict in verdicts if verdict.met])
    return Worth(sum([goal.points for goal in met + public]), cards, verdicts, met=met, public=public)


def scores(state: State) -> tuple[Score, ...]:
    """Left × right; if scores are equal, fewer cards in both zones together are better."""
    return seat_scores(state.table, weigh(state.table))


def seat_scores(table: Table, worths: Sequence[Worth]) -> tuple[Score, ...]:
    lines = []
    for zones in ZONES[table.seats]:
        left, right = worths[zones["L"]], worths[zones["R"]]
        lines.append((left.value, right.value, left.cards + right.cards))
    placed = ranks([(left * right, -cards) for left, right, cards in lines])
    return tuple(
        Score(seat, left * right, rank, parts={"left": left, "right": right, "cards": cards})
        for seat, ((left, right, cards), rank) in enumerate(zip(lines, placed, strict=True))
    )
