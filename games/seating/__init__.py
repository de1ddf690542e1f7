"""Who sits where: at one table, and at the tables of a tournament round after round. Pure.

`mixed` orders one table. `propose` draws the tables of a tournament's next round and says what it could not
do; `unmet` says the same of any seating, so that a page can judge a swap made by hand.
"""

from games.seating.mixing import NEWCOMER, mixed
from games.seating.proposal import Proposal, propose
from games.seating.sizes import Sizes, best_sizes
from games.seating.wishes import Person, Seating, Table, Unmet, neighbours, tablemates, unmet

__all__ = [
    "NEWCOMER",
    "Person",
    "Proposal",
    "Seating",
    "Sizes",
    "Table",
    "Unmet",
    "best_sizes",
    "mixed",
    "neighbours",
    "propose",
    "tablemates",
    "unmet",
]
