"""The database stops in the middle of play and is away for a while: nothing promised is lost."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from django.conf import settings
from django.db import connection

from games.models import Choice
from games.table import services
from splitsite.postgres import server
from tests.live.databases import Database, used
from tests.support.emptying import empty_the_database
from tests.support.players import all_seated
from tests.support.sites import Site, address_of_database
from tests.support.tables import dealt, now, the_round, wish

pytestmark = [
    pytest.mark.timeout(240),
    pytest.mark.skipif("DATA" not in settings.DATABASES["default"], reason="DATABASE_URL is set"),
]


@pytest.fixture(scope="module")
def a_database(django_db_setup: None, django_db_blocker: Any) -> Iterator[Database]:
    """A database that test and site both use."""
    own = Database()
    with django_db_blocker.unblock(), used(own):
        yield own
    own.remove()


@pytest.fixture(scope="module")
def site(a_database: Database) -> Iterator[Site]:
    """A site that gets its database by address, so it cannot start it by itself."""
    running = Site(DATABASE_URL=address_of_database(server.NAME))
    yield running
    running.stop()


@pytest.fixture
def database(a_database: Database, site: Site) -> Database:
    empty_the_database()
    return a_database


def test_what_was_sealed_when_the_database_stopped_counts_once_and_play_goes_on(database, site):
    session, users = dealt(6)
    people = all_seated(site.address, users, session.code)
    moves = {one: wish(session, one.user).move for one in people}
    *prompt, hasty, late = people
    for one in prompt:
        one.choose(moves[one])
    assert [one.answer()["kind"] for one in prompt] == ["sealed"] * 4
    hasty.choose(moves[hasty])
    database.stop_at_once()
    late.choose(moves[late])
    with ThreadPoolExecutor() as visitors:
        asked = [visitors.submit(httpx.get, f"{site.address}{path}", timeout=8) for path in ("/", "/readyz")]
        answers = [one.result() for one in asked]
    assert [one.status_code for one in answers] == [503, 503]
    assert "Retry-After" in answers[0].headers
    assert "The site is catching its breath" in answers[0].text
    assert answers[1].text == "waiting for the database\n"
    assert httpx.get(f"{site.address}/livez").status_code == 200
    promised = prompt + [hasty] * (hasty.answer()["kind"] == "sealed")
    assert late.answer()["kind"] == "refused"
    database.start_again()
    stored = dict(Choice.objects.values_list("seat", "move"))
    assert {seat: moves[people[seat]] for seat in stored} == stored, "nothing that nobody chose"
    assert {people.index(one) for one in promised} <= stored.keys() <= set(range(5))
    # In this process, and before the web process listens again: nobody tells the pages.
    services.commit([wish(session, one.user) for one in people if people.index(one) not in stored])
    for one in people:
        one.until(ref="1.1")
    assert dict(Choice.objects.values_list("seat", "move")) == {
        seat: moves[one] for seat, one in enumerate(people)
    }
    for one in people:
        one.choose(wish(session, one.user).move)
    for one in people:
        one.until(ref="1.2")
        one.close()
    assert Choice.objects.count() == 12
    assert the_round(session).turn == now(session).deal.turn == 2


def test_a_choice_that_the_dying_database_never_read_is_answered(database, site):
    """Such a connection breaks in another way: with a last message and then an error, not with its end."""
    session, users = dealt(3)
    people = all_seated(site.address, users, session.code)
    for one in people[:2]:
        one.drain(0.3)
        one.choose(wish(session, one.user).move)
        assert one.answer()["kind"] == "sealed"
    last = wish(session, users[2])
    connection.close()
    database.stop_listening()
    people[2].choose(last.move)
    database.stop_at_once()
    assert people[2].answer()["kind"] == "refused"
    database.start_again()
    people[2].choose(last.move)
    for one in people:
        one.until(ref="1.1")
        one.close()


def test_a_database_that_promises_before_it_has_written_would_be_noticed(database, site):
    """The planted fault: commits are confirmed before they are on the disk."""
    with database.server.connect(server.NAME) as setting:
        setting.execute("ALTER SYSTEM SET synchronous_commit = off")
        setting.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
        setting.execute("SELECT pg_reload_conf()")
    session, users = dealt(6)
    people = all_seated(site.address, users, session.code)
    for turn in range(1, 4):
        for one in people:
            one.choose(wish(session, one.user).move)
        for one in people:
            one.until(ref=f"1.{turn}")
    promised = Choice.objects.count()
    assert promised == 18
    database.stop_at_once()
    database.start_again()
    assert Choice.objects.count() < promised
    for one in people:
        one.close()
