"""Days and solo rounds for tests: played through the product's own writes, at a time that the test gives."""

from datetime import UTC, date, datetime, timedelta
from random import Random

from accounts.models import User
from games.daily import services
from games.daily.models import Attempt
from games.models import GameSession
from games.table.services import play_now
from tests.support.tables import play_round

DAY = date(2026, 11, 16)
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
MIDNIGHT = datetime(2026, 11, 17, tzinfo=UTC)
LAST_MOMENT = MIDNIGHT - timedelta(microseconds=1)


def played_day(person: User, day: date = DAY, luck: int = 1) -> Attempt:
    """This person's scored attempt at a day, begun at its noon and finished (by the database's clock) now."""
    moment = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    session = services.start(person, day, now=moment)
    play_round(session, [person], Random(luck))
    return Attempt.objects.get(round__session=session)


def alone(person: User, sheet: str = "A", luck: int | None = None) -> GameSession:
    """One finished solo round."""
    session = play_now(person, "splitter", options={"sheet": sheet}, bots=0)
    play_round(session, [person], None if luck is None else Random(luck))
    return session
