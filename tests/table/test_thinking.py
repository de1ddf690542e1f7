"""Masters think in fair turns: nobody's tables keep another's Master waiting."""

import pytest
from allauth.usersessions.models import UserSession
from django.utils import timezone

from accounts.models import User
from games.models import Choice, GameSession
from games.table import services
from games.table.services import slow_bots
from tests.support.tables import person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_was_served():
    slow_bots._served.clear()


def table_of_masters(host: User, masters: int = 7) -> GameSession:
    session = services.open_table(
        host, "splito", options={}, seats_wanted=1 + masters, rounds_planned=1, pace="none"
    )
    for _ in range(masters):
        services.add_bot(session.pk, host, "master")
    services.start(session.pk, host)
    return session


def came_from(user: User, ip: str) -> User:
    UserSession.objects.create(user=user, ip=ip, session_key=f"key of {user.pk}", last_seen_at=timezone.now())
    return user


def moves_before(session: GameSession, *, most: int = 60) -> int:
    """How many moves of others are thought of before this table's first one."""
    for others in range(most):
        assert slow_bots.think_once()
        if Choice.objects.filter(round__session=session).exists():
            return others
    raise AssertionError("its Master was never asked")


def test_however_many_tables_a_host_has_another_waits_for_one_move():
    hog = person("Hog")
    for _ in range(25):
        table_of_masters(hog)
    for _ in range(3):
        slow_bots.think_once()
    honest = table_of_masters(person("Ana"), masters=1)
    assert moves_before(honest) <= 1
    assert Choice.objects.exclude(round__session=honest).count() <= 4, "one move at a time"


def test_many_hosts_of_one_network_share_its_turns():
    for number in range(12):
        table_of_masters(came_from(person(f"Guest {number}"), f"2001:db8::{number + 1}"), masters=1)
    for _ in range(3):
        slow_bots.think_once()
    honest = table_of_masters(came_from(person("Ana"), "198.51.100.7"), masters=1)
    assert moves_before(honest) <= 1


def test_in_one_network_the_hosts_take_turns():
    hog = came_from(person("Hog"), "203.0.113.5")
    for _ in range(5):
        table_of_masters(hog, masters=3)
    slow_bots.think_once()
    neighbour = table_of_masters(came_from(person("Ana"), "203.0.113.5"), masters=1)
    assert moves_before(neighbour) <= 1


def test_a_hosts_own_tables_are_served_in_the_order_they_wait():
    hog = person("Hog")
    first, second = (table_of_masters(hog, masters=1) for _ in range(2))
    assert moves_before(first) == 0
    assert moves_before(second) == 0
