"""The cards of a deck by number, what each goal looks at, and what it is worth then."""

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.splito.bots.chances import CERTAIN, Chances, load_chances, odds
from games.splito.cards import COLOURS, FACES, NUMBERS, PILE
from games.splito.deck import Deck
from games.splito.goals import MAJORITIES, QUANTITIES

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int64]

ALL: tuple[str | int, ...] = (*COLOURS, *NUMBERS)
TRAIT = {trait: at for at, trait in enumerate(ALL)}
TRAITS = len(TRAIT)
"""A Splito card has two of the twelve traits: its colour and its number."""
NO_TRAIT = TRAITS

# What goals look at in a zone's list of numbers: first the counts of the traits, then these.
LEADS = TRAITS
DIFFERENT_COLOURS = 2 * TRAITS
DIFFERENT_NUMBERS = DIFFERENT_COLOURS + 1
SIZE = DIFFERENT_NUMBERS + 1
SETS = SIZE + 1


class Catalogue:
    """The cards of a deck by number: first the 36 faces, then the goals; and what each goal looks at."""

    def __init__(self, deck: Deck):
        self.goals = goals = tuple([deck.goals[card] for card in dict.fromkeys(deck.cards)])
        self.promo_points = np.float32(deck.promo.points)
        self.names = (*FACES, *(goal.id for goal in goals))
        self.ids = {card: at for at, card in enumerate(self.names)}
        self.pile = [self.ids[card] for card in (*PILE, *deck.cards)]
        self.points = np.array([goal.points for goal in goals], np.float32)
        # The traits of every card; a goal has none.
        self.traits = np.full((len(self.names), 2), NO_TRAIT)
        self.traits[: len(FACES)] = [(TRAIT[colour], TRAIT[number]) for colour, number in FACES.values()]
        # Where a card's worth is found in "traits, nothing, goals": two traits, or a goal and nothing.
        self.first_look = np.arange(len(self.names)) - len(FACES) + TRAITS + 1
        self.first_look[: len(FACES)] = self.traits[: len(FACES), 0]
        self.second_look = self.traits[:, 1]
        # The colours or numbers of which a goal wants one each.
        sets = [goal for goal in goals if goal.kind in ("trio", "each", "each-number")]
        self.sets = np.zeros((TRAITS, len(sets)), np.float32)
        for at, goal in enumerate(sets):
            self.sets[[TRAIT[one] for one in goal.among], at] = 1
        # Which of a zone's numbers (see `Heap.shown`) a goal looks at, and which goal looks at a lead.
        self.looks = np.empty(len(goals), np.int64)
        self.majority = np.zeros(TRAITS, np.int64)
        self.has_majority = np.zeros(TRAITS, np.float32)
        # What raises a goal's number: each card of a trait, the first of a trait in the zone, or any card.
        self.quantity = np.array([goal.kind in QUANTITIES for goal in goals], np.float32)
        each, first = np.zeros((2, len(goals), TRAITS), np.float32)
        for at, goal in enumerate(goals):
            if goal.kind in MAJORITIES:
                trait = TRAIT[goal.subject]
                self.looks[at], self.majority[trait], each[at, trait] = LEADS + trait, at, 1
                self.has_majority[trait] = 1
            elif goal.kind in QUANTITIES:
                self.looks[at] = SIZE
            elif goal.subject:
                trait = TRAIT[goal.subject]
                self.looks[at], each[at, trait] = trait, 1
            elif goal.among == COLOURS:
                self.looks[at], first[at, : len(COLOURS)] = DIFFERENT_COLOURS, 1
            elif goal.among == NUMBERS:
                self.looks[at], first[at, len(COLOURS) :] = DIFFERENT_NUMBERS, 1
            else:
                wanted = sets.index(goal)
                self.looks[at] = SETS + wanted
                first[at] = self.sets[:, wanted]
        self.moved_by = np.hstack([each, first, self.quantity[:, None]])


catalogue = lru_cache(64)(Catalogue)


class Sight:
    """What every goal of a deck is worth, points times chance, for everything its zone can show.

    `now[base + n]` is the worth of a goal that looks at the number n, and `more` what one more of it changes.
    The same is there for the public goals, which may come to any zone.
    """

    REACH, SPAN = 16, 64

    def __init__(self, cat: Catalogue, chances: Chances):
        self.base = np.arange(len(cat.goals)) * self.SPAN + self.REACH
        self.now, self.more = self._spread(cat, chances, public=False)
        self.public_now, self.public_more = self._spread(cat, chances, public=True)
        self.future, self.grip = chances.future, chances.grip

    def worth(self, looked_at: Ints) -> Floats:
        """What all goals are worth when they look at these numbers."""
        return np.take(self.now, looked_at + self.base)

    def _spread(self, cat: Catalogue, chances: Chances, *, public: bool) -> tuple[Floats, Floats]:
        numbers = np.arange(self.SPAN) - self.REACH
        worth = np.empty((len(cat.goals), self.SPAN), np.float32)
        for at, goal in enumerate(cat.goals):
            worth[at] = goal.points * odds(goal, chances.table, numbers, public=public)
        return worth.ravel(), np.append(np.diff(worth.ravel()), np.float32(0))


# For every deck in play one for each number of players and of turns left.
@lru_cache(2048)
def sight(cat: Catalogue, players: int, left: int) -> Sight:
    """What goals are worth with this number of players and of turns left after this one."""
    return Sight(cat, load_chances()[players, left])


@lru_cache(64)
def last_sight(cat: Catalogue) -> Sight:
    """What goals are worth when the round is over."""
    return Sight(cat, CERTAIN)
