"""Before the deal: opening a table, sitting down, order of seats, bots, leaving, starting."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from games.engine import catalogue, chance, seat_order
from games.engine.contract import Refused, options_of
from games.models import Choice, GameSession, Pace, Round, ScoreLine, Seat
from games.table.services import rounds
from games.table.services.locking import (
    changing,
    database_now,
    lock_person,
    must_be,
    must_be_free,
    must_prepare,
    seat_of,
)
from games.table.snapshots import HERE
from splitsite.random_text import random_text

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 5
# As many as the largest table has seats.
BOT_NAMES = [
    *["Linden", "Alder", "Rowan", "Hazel", "Aspen", "Juniper"],
    *["Laurel", "Willow", "Cedar", "Maple", "Myrtle", "Olive"],
]

AWAY = timedelta(seconds=60)
"""A host who is away for this long loses the table to the next person."""

OPEN, PLAYING = GameSession.Status.OPEN, GameSession.Status.PLAYING


def open_table(host: User, game: str, *, options: Mapping[str, Any], **settings: Any) -> GameSession:
    """Opens a table; the host sits down first. `settings` are fields of GameSession that the host decides."""
    rules = catalogue.find(game)
    table = _table(game, options=options_of(rules, options), host=host, **settings)
    with transaction.atomic():
        insert(table)
        _seat(table, host)
    return table


def play_now(
    person: User, game: str, *, options: Mapping[str, Any], bots: int, level: str = ""
) -> GameSession:
    """Deals at once to one person and some bots of this level. A second tap leads to the same table."""
    level = level or usual_bot(game)
    table = _table(
        game,
        options=options_of(catalogue.find(game), options),
        host=person,
        seats_wanted=bots + 1,
        rounds_planned=1,
        pace=Pace.NONE,
        public=False,
    )
    with transaction.atomic():
        lock_person(person)
        if (known := _untouched(table, person, level)) is not None:
            return known
        insert(table)
        _seat(table, person)
        for _ in range(bots):
            _seat_bot(table, level)
        rounds.deal(table, now=database_now(), luck=SystemRandom())
    return table


def _untouched(wanted: GameSession, person: User, level: str) -> GameSession | None:
    """A table like this that this person was dealt already, but has not chosen at."""
    here = OuterRef("pk")
    mine = Seat.objects.filter(session=here, person=person, deputy_since=None)
    others = Seat.objects.filter(session=here).exclude(person=person)
    first_turn = Round.objects.filter(session=here, number=1, turn=0, sealed_until=None)
    chosen = Choice.objects.filter(round__session=here, by="player")
    asked = ("game", "options", "host", "medium", "seats_wanted", "rounds_planned", "pace", "public")
    same = GameSession.objects.filter(status=PLAYING, **{name: getattr(wanted, name) for name in asked})
    same = same.filter(Exists(mine), Exists(first_turn), ~Exists(chosen))
    return same.exclude(Exists(others.exclude(bot=level))).first()


def play_shared_deal(
    person: User,
    game: str,
    *,
    options: Mapping[str, Any],
    seed: bytes,
    sealed_until: datetime,
    now: datetime,
) -> Round:
    """A table for one person with a deal that others get too: no clock, no spectators, no closing time."""
    table = _table(
        game,
        options=options_of(catalogue.find(game), options),
        host=person,
        seats_wanted=1,
        rounds_planned=1,
        pace=Pace.NONE,
        public=False,
        spectators=False,
    )
    with transaction.atomic():
        insert(table)
        _seat(table, person)
        return rounds.deal(table, now=now, luck=SystemRandom(), seed=seed, sealed_until=sealed_until)


def configure(session_id: int, host: User, *, options: Mapping[str, Any], **settings: Any) -> None:
    """Lets the host change the settings until the cards are dealt."""
    with changing(session_id) as session:
        must_prepare(session, host)
        game = settings.get("game", session.game)
        for name, value in settings.items():
            setattr(session, name, value)
        session.options = options_of(catalogue.find(game), options)
        _check(session)
        if session.seats.count() > session.seats_wanted:
            raise Refused("too-few-seats", seated=session.seats.count())
        session.save()


def sit(session_id: int, person: User) -> None:
    """Sits a person down on the next free seat; sitting down twice changes nothing."""
    with changing(session_id) as session:
        if session.seats.filter(person=person).exists():
            return
        must_be(session, OPEN)
        must_be_free(session)
        _seat(session, person)


def add_bot(session_id: int, host: User, level: str) -> None:
    with changing(session_id) as session:
        must_prepare(session, host)
        _seat_bot(session, level)


def fill_with_bots(session_id: int, host: User, level: str) -> None:
    """Seats bots of this level on all free seats."""
    with changing(session_id) as session:
        must_prepare(session, host)
        for _ in range(session.seats_wanted - session.seats.count()):
            _seat_bot(session, level)


def remove(session_id: int, host: User, seat_id: int) -> None:
    """Lets the host remove a bot or a person before the start."""
    with changing(session_id) as session:
        must_prepare(session, host)
        seat = session.seats.filter(pk=seat_id).exclude(person=host).first()
        if seat is None:
            raise Refused("not-seated")
        seat.delete()
        _renumber(list(session.seats.order_by("number")))


def move(session_id: int, host: User, seat_id: int, *, to: int) -> None:
    """Lets the host move somebody to another seat; the others close up."""
    with changing(session_id) as session:
        must_prepare(session, host)
        seats = list(session.seats.order_by("number"))
        seat = next((seat for seat in seats if seat.pk == seat_id), None)
        if seat is None or not 0 <= to < len(seats):
            raise Refused("not-seated")
        seats.remove(seat)
        seats.insert(to, seat)
        _renumber(seats)


def mix(session_id: int, host: User) -> None:
    """Seats newcomers between experienced players, otherwise at random."""
    with changing(session_id) as session:
        must_prepare(session, host)
        seats = list(session.seats.order_by("number"))
        played = {seat.pk: _rounds_played(seat, session.game) for seat in seats}
        order = seat_order.mixed([seat.pk for seat in seats], played, SystemRandom())
        by_id = {seat.pk: seat for seat in seats}
        _renumber([by_id[pk] for pk in order])


def leave(session_id: int, person: User) -> None:
    """Frees the seat before the start; during a round a deputy plays on. The last to leave closes the table.

    A round played alone keeps nobody waiting: it stays as it is until its player comes back.
    """
    with changing(session_id) as session:
        seat = seat_of(session, person)
        if session.status == PLAYING and session.seats.count() == 1:
            return
        if session.status == OPEN:
            must_be_free(session)
            seat.delete()
            _renumber(list(session.seats.order_by("number")))
        else:
            now = database_now()
            seat.deputy_since, seat.seen_at, seat.ready = now, None, False
            seat.save(update_fields=["deputy_since", "seen_at", "ready"])
            session.rounds.filter(finished_at=None).update(alarm=now)
        heirs = session.seats.filter(person__isnull=False, deputy_since=None).exclude(person=person)
        if session.host_id == person.pk and not session.arranged:
            heir = heirs.order_by("number").first()
            session.host_id = heir.person_id if heir else None
        if not heirs.exists() and session.status == OPEN:
            session.status = GameSession.Status.CLOSED
        session.save(update_fields=["host"])


def hand_on() -> None:
    """Makes the next person present the host if the host left before the deal, so that the game can begin."""
    now = database_now()
    gone = Seat.objects.filter(session=OuterRef("pk"), person=OuterRef("host"), seen_at__lt=now - HERE - AWAY)
    here = Seat.objects.filter(session=OuterRef("pk"), seen_at__gt=now - HERE)
    left = GameSession.objects.filter(Exists(gone), Exists(here), status=OPEN, arranged=False)
    for session_id in left.values_list("pk", flat=True):
        with changing(session_id) as session:
            heir = session.seats.filter(seen_at__gt=now - HERE).order_by("number").first()
            if session.status == OPEN and heir is not None and _is_away(session, now):
                session.host_id = heir.person_id
                session.save(update_fields=["host"])


def _is_away(session: GameSession, now: datetime) -> bool:
    return session.seats.filter(person=session.host_id, seen_at__lt=now - HERE - AWAY).exists()


def start(session_id: int, host: User) -> None:
    """Deals the first round to everyone at the table."""
    with changing(session_id) as session:
        must_prepare(session, host)
        seated = session.seats.count()
        fewest = min(session.rules.SEATS)
        if seated < fewest:
            raise Refused("too-few-people", seated=seated, fewest=fewest)
        rounds.deal(session, now=database_now(), luck=SystemRandom())


def usual_bot(game: str) -> str:
    levels = catalogue.find(game).BOTS
    return "regular" if "regular" in levels else next(iter(levels))


def _table(game: str, *, host: User | None, options: Mapping[str, Any], **settings: Any) -> GameSession:
    table = GameSession(game=game, host=host, options=options, **settings)
    _check(table)
    return table


def _check(table: GameSession) -> None:
    if table.seats_wanted not in table.rules.SEATS:
        raise Refused("bad-seats", fewest=min(table.rules.SEATS), most=max(table.rules.SEATS))
    # A trial deal, so that a club's broken deck is refused now and not when everybody is seated.
    table.rules.start(table.options, table.seats_wanted, bytes(chance.SEED_BYTES))


def insert(table: GameSession) -> None:
    """Saves the table with a code that is not in use. A clash is rare and simply drawn again."""
    for _ in range(20):
        table.code = random_text(CODE_LENGTH, LETTERS)
        try:
            with transaction.atomic():
                table.save(force_insert=True)
            return
        except IntegrityError:
            if not GameSession.objects.filter(code=table.code).exists():
                raise
    raise Refused("try-again")


def _seat(session: GameSession, person: User, name: str = "") -> None:
    _sit_down(session, name=name or person.shown_name, person=person)


def _seat_bot(session: GameSession, level: str) -> None:
    if level not in session.rules.BOTS:
        raise Refused("unknown-bot", level=level)
    taken = set(session.seats.values_list("name", flat=True))
    free = [name for name in BOT_NAMES if name not in taken]
    # People may have taken all the names; then a number is added, as for people.
    _sit_down(session, name=SystemRandom().choice(free or BOT_NAMES), bot=level)


def _sit_down(session: GameSession, *, name: str, **who: Any) -> None:
    taken = set(session.seats.values_list("name", flat=True))
    if len(taken) >= session.seats_wanted:
        raise Refused("table-full")
    Seat.objects.create(session=session, number=len(taken), name=_distinct(name, taken), **who)


def _distinct(name: str, taken: set[str]) -> str:
    """Two guests called Ana at one table are Ana and Ana 2."""
    candidates = [name, *(f"{name} {count}" for count in range(2, 14))]
    return next(candidate for candidate in candidates if candidate not in taken)


def _renumber(seats: list[Seat]) -> None:
    for number, seat in enumerate(seats):
        seat.number = number
    Seat.objects.bulk_update(seats, ["number"])


def _rounds_played(seat: Seat, game: str) -> int | None:
    """How many rounds a person has played; None for a bot."""
    if seat.person_id is None:
        return None
    return ScoreLine.objects.filter(person=seat.person_id, sheet__round__session__game=game)[:10].count()
