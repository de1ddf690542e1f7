"""Several web processes with one database and one Redis: any of them serves any table, and any may die."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
import redis
from django.db import connection

from games.management.commands import clock
from games.management.commands.clock import Clock, Duty
from games.models import Choice
from splitsite.cache import SharedCache
from tests.support import players
from tests.support.players import Player
from tests.support.redis_servers import free_port, redis_on
from tests.support.sites import Site, address_of_database
from tests.support.tables import dealt, now, the_round, wish

MISTYPED = 61
"""One more unknown code than one address may try in a minute."""


@pytest.fixture
def redis_port() -> Iterator[int]:
    port = free_port()
    with redis_on(port):
        yield port


@pytest.fixture
def redis_url(redis_port: int) -> str:
    return f"redis://127.0.0.1:{redis_port}/0"


@dataclass
class Pair:
    here: Site
    there: Site
    end_redis: Callable[[], None]


@pytest.fixture
def pair(transactional_db: None, redis_url: str) -> Iterator[Pair]:
    facts = {
        "DATABASE_URL": address_of_database(connection.settings_dict["NAME"]),
        "REDIS_URL": redis_url,
        "LOG_FORMAT": "plain",
    }
    sites = [Site(**facts), Site(**facts)]
    yield Pair(*sites, end_redis=lambda: redis.Redis.from_url(redis_url).shutdown(nosave=True))
    for site in sites:
        site.stop()


def test_people_on_two_processes_see_each_reveal_alike_and_one_process_may_die(pair: Pair):
    session, users = dealt(4, pace="calm")
    where = [pair.here, pair.there, pair.here, pair.there]
    people = [
        Player(site.address, user).sit_at(session.code) for site, user in zip(where, users, strict=True)
    ]
    for one in people:
        one.drain()  # until everybody has heard who came
    for turn in range(1, 4):
        for one in people:
            one.choose(wish(session, one.user).move)
        for one in people:
            one.until(ref=f"1.{turn}")
        pages = {one.shown for one in people}
        assert "" not in pages
        assert len(pages) == 1, "the same public table, whichever process drew it"
    sealed = wish(session, users[0]).move
    people[0].choose(sealed)
    people[0].next("sealed")
    pair.here.kill()
    for seat in (0, 2):
        people[seat].close()
        people[seat] = Player(pair.there.address, users[seat]).sit_at(session.code)
    assert people[0].facts["sealed"] == sealed
    for one in people[1:]:
        one.choose(wish(session, one.user).move)
    for one in people:
        one.until(ref="1.4")
    assert Choice.objects.get(seat=0, turn=3).move == sealed
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_round SET deadline = now() - interval '90 s', alarm = now()")
    people[1].until(ref="1.5")
    assert set(Choice.objects.filter(turn=4).values_list("by", flat=True)) == {"clock"}, (
        "the clock of the process that lives took over"
    )
    for one in people:
        one.close()


@pytest.fixture
def one_that_says_nothing(transactional_db: None) -> Iterator[tuple[Site, Site]]:
    """A site that announces nothing, and another. Neither checks by itself: that would save the pages."""
    dying = str(Path(__file__).parent / "dying")
    sites = (
        Site(PYTHONPATH=dying, PLANTED="says nothing, never looks"),
        Site(PYTHONPATH=dying, PLANTED="never looks"),
    )
    yield sites
    for site in sites:
        site.stop()


def test_without_its_announcement_a_reveal_would_not_be_seen_at_the_other_process(
    one_that_says_nothing, monkeypatch
):
    """The last choice is made at one site, then at the other: one reveal crosses, one does not."""
    session, users = dealt(2)
    silent, other = people = [
        Player(site.address, user).sit_at(session.code)
        for site, user in zip(one_that_says_nothing, users, strict=True)
    ]
    for one in people:
        one.drain()  # until everybody has heard who came

    def reveal(first: Player, last: Player, ref: str) -> None:
        first.choose(wish(session, first.user).move)
        first.next("sealed")
        last.choose(wish(session, last.user).move)
        last.until(ref=ref)

    reveal(silent, other, "1.1")
    silent.until(ref="1.1")
    assert silent.shown == other.shown != ""
    reveal(other, silent, "1.2")
    monkeypatch.setattr(players, "PATIENCE", 2)
    with pytest.raises(TimeoutError):
        other.until(ref="1.2")
    assert other.shown != silent.shown
    for one in people:
        one.close()


def test_without_its_lock_every_clock_would_work(transactional_db, monkeypatch):
    """The planted fault: each clock asks for a lock of its own."""
    done: list[str] = []
    clocks = [Clock([Duty(name, every=0, do=partial(done.append, name))]) for name in ("first", "second")]
    for number, one in enumerate(clocks):
        monkeypatch.setattr(clock, "CLOCK", -1 - number)
        one.tick()
    for one in clocks:
        one.forget_connections()
    assert done == ["first", "second"]


def test_rate_limits_are_counted_together_and_play_goes_on_without_redis(pair: Pair):
    session, users = dealt(2)
    for number in range(MISTYPED):
        site = (pair.here, pair.there)[number % 2]
        Player(site.address, None).http.get("/t/QQQQQ/")
    assert [Player(site.address, None).get("/t/QQQQQ/").status_code for site in (pair.here, pair.there)] == [
        429,
        429,
    ]
    pair.end_redis()
    one, other = (
        Player(site.address, user).sit_at(session.code)
        for site, user in zip((pair.here, pair.there), users, strict=True)
    )
    for player in (one, other):
        player.choose(wish(session, player.user).move)
    for player in (one, other):
        player.until(ref="1.1")
    assert the_round(session).turn == now(session).deal.turn == 1
    visitor = Player(pair.here.address, None)
    assert visitor.get("/t/QQQQQ/").status_code == 404
    assert visitor.get("/readyz").text == "ready\n"
    for player in (one, other, visitor):
        player.close()


def test_caches_share_again_when_redis_is_back(redis_port: int, redis_url: str):
    here, there = SharedCache(redis_url, {}), SharedCache(redis_url, {})
    here.set("told", "before")
    assert there.get("told") == "before"
    redis.Redis.from_url(redis_url).shutdown(nosave=True)
    here.set("told", "meanwhile")
    assert here.get("told") == "meanwhile"
    with redis_on(redis_port):
        here.asked_again_at = there.asked_again_at = 0  # the pause before Redis is asked again is over
        here.set("told", "after")
        assert there.get("told") == "after"
        assert redis.Redis.from_url(redis_url).dbsize() == 1
