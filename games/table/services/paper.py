"""Rounds played on paper: no turns and no seed, only a score sheet that people typed.

It is a round like any other for histories and leaderboards, but it can be corrected and taken back. Whoever
derives something from score sheets hears of a new one by `rounds.counted`, and of a changed or removed one by
`changed`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import GameSession, Pace, Round, ScoreLine, ScoreSheet, Seat
from games.table.services import rounds
from games.table.services.seats import insert

changed: list[Callable[[GameSession, set[int]], None]] = []
"""Functions that put right what they derived from a sheet of this session, for these people."""


@dataclass(frozen=True, slots=True)
class PaperLine:
    """What one seat of a paper table earned; `person` is the account, if there is one."""

    person: int | None
    name: str
    points: int
    rank: int
    parts: Mapping[str, Any]


def write(
    session: GameSession | None, lines: Sequence[PaperLine], *, at: datetime, **facts: Any
) -> GameSession:
    """Stores a round of these lines in seat order, or makes the stored one say so. Twice changes nothing.

    `facts` are what a new session needs: game, options, name, host and whether it is rated.
    """
    with transaction.atomic():
        if session is not None:
            if session.seats_wanted == len(lines):
                _rewrite(session, lines)
                return session
            forget(session)
        return _store(lines, at=at, **facts)


def forget(session: GameSession) -> None:
    """Takes a paper round back: it was never played."""
    with transaction.atomic():
        rounds.queue_up()
        people = _people(ScoreLine.objects.filter(sheet__round__session=session))
        # Only what is derived outlives the rows.
        Round.objects.filter(session=session).delete()
        _tell(session, people)
        session.delete()


def _store(lines: Sequence[PaperLine], *, at: datetime, **facts: Any) -> GameSession:
    session = GameSession(
        **facts,
        seats_wanted=len(lines),
        rounds_planned=1,
        pace=Pace.NONE,
        public=False,
        spectators=False,
        arranged=True,
        medium=GameSession.Medium.PAPER,
        status=GameSession.Status.OVER,
    )
    rounds.queue_up()
    insert(session)
    round = Round.objects.create(
        session=session,
        number=1,
        seed=b"",
        commitment="",
        seating=_seat(session, lines),
        turn_opened_at=at,
        started_at=at,
        finished_at=at,
    )
    sheet = ScoreSheet.objects.create(round=round, counted_at=at)
    written = ScoreLine.objects.bulk_create(_line(sheet, seat, line) for seat, line in enumerate(lines))
    for count in rounds.counted:
        count(round, written)
    return session


def _rewrite(session: GameSession, lines: Sequence[PaperLine]) -> None:
    rounds.queue_up()
    sheet = ScoreSheet.objects.select_related("round").get(round__session=session)
    old = list(sheet.lines.order_by("seat"))
    new = [_line(sheet, seat, line) for seat, line in enumerate(lines)]
    if list(map(_said, old)) == list(map(_said, new)):
        return
    people = _people([*old, *new])
    if [line.person_id for line in old] != [line.person_id for line in new]:
        sheet.round.seating = _seat(session, lines)
        sheet.round.save(update_fields=["seating"])
    else:
        for line in new:
            Seat.objects.filter(session=session, number=line.seat).update(name=line.name)
    for before, after in zip(old, new, strict=True):
        after.pk = before.pk
    ScoreLine.objects.bulk_update(new, ["person", "name", "points", "rank", "parts"])
    if list(map(_counted, old)) != list(map(_counted, new)):
        _tell(session, people)


def _seat(session: GameSession, lines: Sequence[PaperLine]) -> list[int]:
    """Seats for those who have an account, so that they may open the sheet; others get made-up numbers."""
    session.seats.all().delete()
    seats = Seat.objects.bulk_create(
        Seat(session=session, number=number, person_id=line.person, name=line.name)
        for number, line in enumerate(lines)
        if line.person is not None
    )
    known = {seat.number: seat.pk for seat in seats}
    return [known.get(number, -1 - number) for number in range(len(lines))]


def _line(sheet: ScoreSheet, seat: int, line: PaperLine) -> ScoreLine:
    return ScoreLine(
        sheet=sheet,
        seat=seat,
        person_id=line.person,
        name=line.name,
        points=line.points,
        rank=line.rank,
        parts=dict(line.parts),
    )


def _said(line: ScoreLine) -> tuple[Any, ...]:
    return (line.name, line.parts, *_counted(line))


def _counted(line: ScoreLine) -> tuple[Any, ...]:
    """What leaderboards are made of."""
    return (line.seat, line.person_id, line.points, line.rank)


def _people(lines: Iterable[ScoreLine]) -> set[int]:
    return {line.person_id for line in lines if line.person_id is not None}


def _tell(session: GameSession, people: set[int]) -> None:
    for derived in changed:
        derived(session, people)
