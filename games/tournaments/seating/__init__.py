"""Who sits where in a tournament, round after round. Pure.

`propose` draws the tables of a tournament's next round and says what it could not do. `unmet` says the same
of any seating, so that a page can judge a swap made by hand.
"""

from games.tournaments.seating.asked import Wish, front
from games.tournaments.seating.proposal import Proposal, finalists, propose
from games.tournaments.seating.sizes import Sizes, best_sizes
from games.tournaments.seating.wishes import Person, Seating, Table, Unmet, neighbours, tablemates, unmet

__all__ = [
    "Person",
    "Proposal",
    "Seating",
    "Sizes",
    "Table",
    "Unmet",
    "Wish",
    "best_sizes",
    "finalists",
    "front",
    "neighbours",
    "propose",
    "tablemates",
    "unmet",
]
