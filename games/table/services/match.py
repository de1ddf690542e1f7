"""A match under way: presence, more time, coming back, the next round, a rematch."""

from datetime import timedelta
from random import SystemRandom

from django.db import transaction
from django.db.models import F

from accounts.models import User
from games.decks.queries import seen_by, with_newest
from games.engine import pace
from games.engine.contract import Refused
from games.models import GameSession, Round, Seat
from games.table.services import rounds
from games.table.services.locking import changing, database_now, must_be, must_be_free, seat_of, tell_presence
from games.table.services.seats import open_table, sit
from games.table.snapshots import HERE

PLAYING, COUNTED, OVER = GameSession.Status.PLAYING, GameSession.Status.COUNTED, GameSession.Status.OVER


def come_back(session_id: int, person: User) -> None:
    """Gives an absent person their seat back, and wakes a paused table. Any touch of the table does this."""
    seat = Seat.objects.select_related("session").filter(session=session_id, person=person).first()
    if seat is not None and not (_away(seat) or seat.session.paused_at or _is_without_host(seat.session)):
        return  # nothing changes, so nobody is told
    with changing(session_id) as session:
        seat = seat_of(session, person)
        now = database_now()
        seat.deputy_since, seat.missed, seat.seen_at = None, 0, now
        seat.save(update_fields=["deputy_since", "missed", "seen_at"])
        if _is_without_host(session):
            session.host = person
        if session.paused_at is not None:
            _resume(session, now - session.paused_at)
        session.save(update_fields=["host", "paused_at"])


def arrive(session_id: int, person: User) -> None:
    """Notes that a seated person opened the page. A paused table goes on."""
    seat = Seat.objects.select_related("session").filter(session=session_id, person=person).first()
    if seat is None:
        return
    if seat.session.paused_at is not None:
        come_back(session_id, person)
        return
    with transaction.atomic():
        if seat.seen_at is None or seat.seen_at <= database_now() - HERE:
            tell_presence(session_id)
        Seat.objects.filter(pk=seat.pk).update(seen_at=database_now())


def seen(seat_ids: list[int]) -> None:
    """Notes that these people have the table open. Nobody is told; it only decides when to pause."""
    Seat.objects.filter(pk__in=seat_ids).update(seen_at=database_now())


def gone(seat_id: int, session_id: int) -> None:
    """Notes that this person closed their last open page."""
    with transaction.atomic():
        tell_presence(session_id)
        # Counts as absent from now on, but keeps when the person was last here.
        Seat.objects.filter(pk=seat_id).update(seen_at=database_now() - HERE)


def more_time(session_id: int, person: User) -> None:
    """Gives a player one whole turn's time more, once per round."""
    with changing(session_id) as session:
        must_be(session, PLAYING)
        seat = seat_of(session, person)
        round = session.rounds.get(finished_at=None)
        place = round.seating.index(seat.pk)
        if round.deadline is None or round.extended[place]:
            raise Refused("no-more-time")
        round.extended[place] = True
        round.reserves[place] = pace.extended(session.pace, round.reserves[place])
        round.save(update_fields=["extended", "reserves"])


def ready(session_id: int, person: User) -> None:
    """Marks a person as ready for the next round. It is dealt when everyone present is ready."""
    with changing(session_id) as session:
        must_be(session, COUNTED)
        seat = seat_of(session, person)
        seat.ready, seat.deputy_since, seat.missed = True, None, 0
        seat.save(update_fields=["ready", "deputy_since", "missed"])
        _take_over(session, seat)
        waiting = session.seats.filter(person__isnull=False, deputy_since=None, ready=False)
        if not waiting.exists():
            rounds.deal(session, now=database_now(), luck=SystemRandom())


def _take_over(session: GameSession, seat: Seat) -> None:
    """Makes a person who is here the host if the host is away. They may deal without the absent."""
    here = session.seats.filter(seen_at__gt=database_now() - HERE).values_list("person", flat=True)
    if session.host_id not in here and seat.person_id in here:
        session.host_id = seat.person_id
        session.save(update_fields=["host"])


def next_round(session_id: int, host: User) -> None:
    """The host deals the next round without waiting for the rest."""
    with changing(session_id) as session:
        must_be(session, COUNTED)
        if session.host_id != host.pk:
            raise Refused("not-host")
        rounds.deal(session, now=database_now(), luck=SystemRandom())


def rematch(session_id: int, person: User) -> GameSession:
    """A new table with the same people and settings. The first to ask opens it, the others sit down there."""
    with changing(session_id) as session:
        must_be(session, OVER)
        must_be_free(session)
        seat_of(session, person)
        known = GameSession.objects.filter(rematch_of=session)
        again = known.exclude(status=GameSession.Status.CLOSED).first()
        if again is None:
            known.update(rematch_of=None)  # a rematch that everybody has left again
            again = open_table(
                person,
                session.game,
                options=with_newest(session.options, seen_by(person)),
                name=session.name,
                seats_wanted=session.seats_wanted,
                rounds_planned=session.rounds_planned,
                pace=session.pace,
                redraw=session.redraw,
                hints=session.hints,
                public=session.public,
                spectators=session.spectators,
                rematch_of=session,
            )
            for bot in session.seats.exclude(bot=""):
                Seat.objects.create(session=again, number=again.seats.count(), bot=bot.bot, name=bot.name)
        sit(again.pk, person)
    return again


def _is_without_host(session: GameSession) -> bool:
    return session.host_id is None and not session.arranged


def _away(seat: Seat) -> bool:
    return seat.deputy_since is not None or seat.missed > 0


def close_table(session_id: int) -> None:
    """Lets staff end a table; counted rounds stay."""
    with changing(session_id) as session:
        if session.status != OVER:
            session.status = GameSession.Status.CLOSED
            session.rounds.filter(finished_at=None).update(deadline=None, alarm=None)


def _resume(session: GameSession, pause: timedelta) -> None:
    """Starts the clock again from where it stopped: every time moves by the length of the pause."""
    session.paused_at = None
    Round.objects.filter(session=session, finished_at=None).update(
        deadline=F("deadline") + pause, turn_opened_at=F("turn_opened_at") + pause, alarm=database_now()
    )
