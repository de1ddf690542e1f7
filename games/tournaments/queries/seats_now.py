"""Where a person sits right now, in whichever event is being played: for the home page."""

from dataclasses import dataclass

from accounts.models import User
from games.tournaments.models import TablePlace, Tournament, TournamentRound


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A seat in a round that is being played, with the neighbours as people sit."""

    tournament: Tournament
    table: int
    left: str
    right: str


def seats_now(person: User) -> list[SeatNow]:
    """Usually none or one; more if somebody plays in two events."""
    mine = (
        TablePlace.objects.filter(
            entry__person=person,
            round__status=TournamentRound.Status.PUBLISHED,
            round__tournament__status=Tournament.Status.RUNNING,
        )
        .select_related("table", "round__tournament")
        .order_by("-round__published_at")
    )
    return [_seat(place) for place in mine]


def _seat(mine: TablePlace) -> SeatNow:
    around = [place.entry.shown_name for place in mine.table.places.select_related("entry").order_by("seat")]
    alone = len(around) < 2
    return SeatNow(
        mine.round.tournament,
        table=mine.table.number,
        left="" if alone else around[(mine.seat + 1) % len(around)],
        right="" if alone else around[mine.seat - 1],
    )
