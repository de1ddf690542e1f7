"""Reads for every page of a tournament: organiser, seating, own seat, standings, table, projector, results.

Pages get these frozen values and do no arithmetic. They hold nothing secret: the seed of room dice only after
its round is closed, and the token of a table only on the organiser's `board` and on its own `sheet`.
A proposed seating is for organisers only: `board` has it; `seating_of` gives only published rounds unless
asked otherwise.
"""

from games.tournaments.queries.event import (
    Board,
    Dice,
    Listed,
    Lists,
    Placed,
    Won,
    board,
    by_code,
    dice,
    lists,
    mine,
    of_club,
    open_to_all,
    places_of,
    preview_roll_call,
    pulse,
    questions,
    was_placed,
)
from games.tournaments.queries.scores import (
    Report,
    Sheet,
    Standing,
    corrections,
    sheet,
    sheet_by_token,
    shown,
    standings,
    unpublished,
)
from games.tournaments.queries.seats_now import SeatNow, seats_now
from games.tournaments.queries.tables import (
    MySeat,
    Place,
    Round,
    Table,
    current,
    my_seat,
    rounds_of,
    seating_of,
)

__all__ = [
    "Board",
    "Dice",
    "Listed",
    "Lists",
    "MySeat",
    "Place",
    "Placed",
    "Report",
    "Round",
    "SeatNow",
    "Sheet",
    "Standing",
    "Table",
    "Won",
    "board",
    "by_code",
    "corrections",
    "current",
    "dice",
    "lists",
    "mine",
    "my_seat",
    "of_club",
    "open_to_all",
    "places_of",
    "preview_roll_call",
    "pulse",
    "questions",
    "rounds_of",
    "seating_of",
    "seats_now",
    "sheet",
    "sheet_by_token",
    "shown",
    "standings",
    "unpublished",
    "was_placed",
]
