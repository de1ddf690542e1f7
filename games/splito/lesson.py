"""A first game of Splito in four turns: real rules, chosen hands, and bots with planned moves."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.contract import Advice, Move, Options
from games.splito.cards import FACES
from games.splito.deck import CLASSIC, load
from games.splito.explanation import GoalCount, explain
from games.splito.goals import Goal
from games.splito.preview import Preview, changes, previews
from games.splito.rules import legal, split, view
from games.splito.state import HAND, ZONES, State, Table, View

TURNS = 4
SEATS = 4
OPTIONS: Options = {}

LEARNER = 0

# Hands pass to the left, so the learner plays from the first hand, then from the last, and so on backwards.
HANDS = (
    ("red-2", "blue-6", "green-5", "none-2"),
    ("blue-4", "black-3", "orange-1", "none-6"),
    ("blue-3", "yellow-4", "black-2", "at-most-11"),
    ("red-3", "yellow-1", "orange-6", "exactly-two-3"),
)

TWO_THREES = "exactly-two-3"

WISHES: tuple[tuple[Move, ...], ...] = (
    ("none-6 L", "at-most-11 L", "red-3 L"),
    ("none-2 R", "orange-1 L", "yellow-4 L"),
    ("yellow-1 R", "blue-6 L", "blue-4 R"),
    ("black-2 L", "orange-6 L", "red-2 L"),
)
"""What the bots want to play, turn by turn; the learner may have taken the card away."""


@dataclass(frozen=True, slots=True)
class Told:
    """A goal that one of the learner's zones won or lost by a reveal; the side is `L` or `R`."""

    side: str
    goal: Goal
    gained: bool
    mine: bool
    """Whether the learner's own card caused it."""


def begin() -> State:
    """Empty zones with four turns left, so that the round ends with the lesson."""
    table = Table(
        seats=SEATS,
        deck=load(CLASSIC),
        public=("majority-green", "majority-5"),
        zones=((),) * SEATS,
        turn=HAND - TURNS,
    )
    return State(table, hands=HANDS, rest=())


def answers(state: State) -> tuple[Move, ...]:
    wishes = WISHES[state.table.turn - HAND + TURNS]
    return tuple(_answer(state, seat, wish) for seat, wish in enumerate(wishes, start=1))


def _answer(state: State, seat: int, wish: Move) -> Move:
    return wish if wish in legal(state, seat) else _best(view(state, frozenset({seat}))).move


def advice(state: State) -> Advice:
    """One thing to learn per turn; if the learner chose another way, simply the best move."""
    seen = view(state, frozenset({LEARNER}))
    done = state.table.turn - HAND + TURNS
    counted = explain(state)
    line = counted.seats[LEARNER]
    facts = {"left": line.left, "right": line.right}
    threes = _two_threes(state)
    here = {move.partition(" ")[0] for move in legal(state, LEARNER)}
    if done == 0:
        return _advice("green-5 L", "public", facts)
    if done == 1:
        return _advice(f"{TWO_THREES} R", "goal", facts)
    if done == 2 and threes and threes.short == 1 and "blue-3" in here:
        return _advice("blue-3 R", "complete", facts)
    if done == 3 and threes and threes.met and all(_number(card) == 3 for card in here):
        return _advice(f"{min(here)} L", "careful", facts)
    best = _best(seen)
    return _advice(best.move, "best", facts | {"after": best.after})


def _two_threes(state: State) -> GoalCount | None:
    right = explain(state).zones[ZONES[SEATS][LEARNER]["R"]]
    return next((line for line in right.goals if line.goal.id == TWO_THREES), None)


def _number(card: str) -> int:
    return FACES[card][1] if card in FACES else 0


def _advice(move: Move, why: str, facts: Mapping[str, int]) -> Advice:
    card, side = split(move)
    return Advice(
        move, why, {**facts, "card": card, "side": side}, marks=(f'value="{card}"', f'id="play-{side}"')
    )


def _best(seen: View) -> Preview:
    """The move that gives the best product, then the best zone; the first of equals."""
    return max(previews(seen), key=lambda one: (one.after, one.here.after))


def seen(view: View) -> View:
    return view


def told(before: State, after: State) -> tuple[Told, ...]:
    mine = {zone: side for side, zone in ZONES[SEATS][LEARNER].items()}
    card = after.table.last[LEARNER].card
    own = next(one for one in previews(view(before, frozenset({LEARNER}))) if one.move == _played(after))
    alone = {goal.id for goal in own.here.gained} | {goal.id for goal in own.here.lost} | {card}
    found = []
    for change in changes(before.table, after.table):
        if change.zone in mine:
            for goals, gained in ((change.gained, True), (change.lost, False)):
                found += [
                    Told(
                        mine[change.zone],
                        goal,
                        gained,
                        mine=goal.id in alone and change.zone == own.here.zone,
                    )
                    for goal in goals
                ]
    return tuple(found)


def _played(after: State) -> Move:
    played = after.table.last[LEARNER]
    return f"{played.card} {played.side}"
