"""Tables of an event: the event decides who sits there, in which order, and when the game starts."""

from collections.abc import Mapping
from random import SystemRandom
from typing import Any

from django.db import transaction

from accounts.models import User
from games.engine import catalogue
from games.engine.contract import options_of
from games.models import GameSession, Seat
from games.table.services import rounds
from games.table.services.locking import changing, database_now, must_be
from games.table.services.seats import _seat, _table, insert


def gather(
    host: User | None, game: str, *, options: Mapping[str, Any], people: Mapping[User, str], **settings: Any
) -> GameSession:
    """A table at which these people sit under these names, clockwise. The host need not be one of them."""
    table = _table(
        game,
        host=host,
        options=options_of(catalogue.find(game), options),
        seats_wanted=len(people),
        rounds_planned=1,
        hints=False,
        public=False,
        arranged=True,
        **settings,
    )
    with transaction.atomic():
        insert(table)
        _seat_all(table, people)
    return table


def begin(session_id: int, people: Mapping[User, str]) -> None:
    """Deals once to exactly these people in this order, even if somebody left or sat down meanwhile."""
    with changing(session_id) as session:
        if session.status == GameSession.Status.PLAYING:
            return
        must_be(session, GameSession.Status.OPEN)
        seated = list(session.seats.order_by("number").values_list("person", flat=True))
        if seated != [person.pk for person in people]:
            Seat.objects.filter(session=session).delete()
            _seat_all(session, people)
        rounds.deal(session, now=database_now(), luck=SystemRandom())


def _seat_all(session: GameSession, people: Mapping[User, str]) -> None:
    for person, name in people.items():
        _seat(session, person, name)
