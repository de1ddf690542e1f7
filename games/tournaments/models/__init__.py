"""What is stored of a tournament.

A Tournament has Entries (people, with or without an account), Helpers, and TournamentRounds in order.
A round is a set of TournamentTables; a table has TablePlaces in order around it (seat 0 first, clockwise, so
the left neighbour of a seat is the next one). An online table is played in a GameSession. A paper table
sends a ScoreReport that people at the table confirm. Once a table is counted each place has a Result, and
a paper table a GameSession with its score sheet as well.
Standings are never stored: `games.tournaments.queries` computes them from the Results.

Only `games.tournaments.services` writes these; every write adds a line to the Trail.
"""

from games.tournaments.models.event import (
    LONGEST_NAME,
    Entry,
    Helper,
    LinkRequest,
    SeatingWish,
    Tournament,
    Trail,
)
from games.tournaments.models.rounds import RoomDice, TablePlace, TournamentRound, TournamentTable
from games.tournaments.models.scores import Confirmation, Correction, Result, ScoreReport

__all__ = [
    "LONGEST_NAME",
    "Confirmation",
    "Correction",
    "Entry",
    "Helper",
    "LinkRequest",
    "Result",
    "RoomDice",
    "ScoreReport",
    "SeatingWish",
    "TablePlace",
    "Tournament",
    "TournamentRound",
    "TournamentTable",
    "Trail",
]
