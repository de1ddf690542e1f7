"""The Apprentice: looks at what a move gains on the table as it lies, and no further."""

from random import Random

from games.engine.contract import Move
from games.splito.cards import FACES
from games.splito.preview import Preview, previews
from games.splito.state import View, points


def choose(view: View, luck: Random) -> Move:
    """The best move at first sight; among equals any."""
    offers = list(previews(view))
    luck.shuffle(offers)
    return max(offers, key=lambda offer: _first_sight(view, offer)).move


def _first_sight(view: View, offer: Preview) -> int:
    """The score and the value of the zone after the move, as while a zone is worth 0 every score is; and the
    points of a goal that is not met yet, be it likely, unlikely or past hope."""
    met = {goal.id for goal in offer.here.gained}
    open_goal = offer.card not in FACES and offer.card not in met
    return offer.after + offer.here.after + (points(offer.card, view.table.deck) if open_goal else 0)
