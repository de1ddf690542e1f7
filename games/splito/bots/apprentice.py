"""The Apprentice: looks only at what a move gains on the table as it is now."""

from random import Random

from games.engine.contract import Move
from games.splito.cards import FACES
from games.splito.preview import Preview, previews
from games.splito.state import View, points


def choose(view: View, luck: Random) -> Move:
    """The best move at first sight; any one of several equals."""
    offers = list(previews(view))
    luck.shuffle(offers)
    return max(offers, key=lambda offer: _first_sight(view, offer)).move


def _first_sight(view: View, offer: Preview) -> int:
    """How good a move looks: the score and the value of the zone after it, and the points of open goals.

    The value counts because every score is 0 while a zone is worth 0. Points of a goal that is not met yet
    count even if it is unlikely or impossible.
    """
    met = {goal.id for goal in offer.here.gained}
    open_goal = offer.card not in FACES and offer.card not in met
    return offer.after + offer.here.after + (points(offer.card, view.table.deck) if open_goal else 0)
