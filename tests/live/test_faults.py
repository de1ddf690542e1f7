"""The site dies and comes back in mid-turn: no choice is lost, nobody is stuck."""

import signal
import time
from collections.abc import Iterator

import httpx
import psutil
import pytest
from django.db import connection, transaction
from websockets.exceptions import ConnectionClosed

from games.models import Choice, ClockBeat, Round
from games.table import services
from games.table.services.locking import database_now
from tests.support.players import Player, reconnected
from tests.support.sites import Site
from tests.support.tables import dealt, gather, the_round, wish


@pytest.fixture
def own_site(transactional_db: None) -> Iterator[Site]:
    site = Site()
    yield site
    site.stop()


def test_choices_survive_the_death_of_the_whole_site(own_site):
    session, (ana, ben, cleo) = dealt(3)
    one = Player(own_site.address, ana).sit_at(session.code)
    sealed = wish(session, ana).move
    one.choose(sealed)
    one.next("sealed")
    own_site.kill()
    with pytest.raises(ConnectionClosed):
        one.drain(5)
    own_site.start()
    back = Player(own_site.address, ana).sit_at(session.code)
    assert back.facts["sealed"] == sealed
    others = [Player(own_site.address, user).sit_at(session.code) for user in (ben, cleo)]
    for other, user in zip(others, (ben, cleo), strict=True):
        other.choose(wish(session, user).move)
    back.until(ref="1.1")
    assert Choice.objects.get(seat=0, turn=0).move == sealed
    for player in (one, back, *others):
        player.close()


def test_when_the_web_process_dies_it_is_started_again_and_pages_reconnect(own_site):
    session, (ana, ben) = dealt(2)
    one = Player(own_site.address, ana).sit_at(session.code)
    one.choose(wish(session, ana).move)
    one.next("sealed")
    own_site.child("splitsite.web").kill()
    with pytest.raises(ConnectionClosed):
        one.drain(5)
    back = reconnected(own_site.address, ana, session.code)
    other = reconnected(own_site.address, ben, session.code)
    other.choose(wish(session, ben).move)
    back.until(ref="1.1")
    assert the_round(session).turn == 1
    for player in (one, back, other):
        player.close()


def test_behind_a_proxy_the_port_of_a_dead_web_process_refuses_at_once(transactional_db):
    """So the proxy asks another process, instead of waiting until this one is back."""
    site = Site(TRUSTED_PROXIES="1")
    try:
        web = site.child("splitsite.web")
        site.process.send_signal(signal.SIGSTOP)  # nobody starts it again for now
        web.kill()
        while web.status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.02)
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{site.address}/livez", timeout=20)
        site.process.send_signal(signal.SIGCONT)
        session, (ana, _) = dealt(2)
        reconnected(site.address, ana, session.code).close()
    finally:
        site.process.send_signal(signal.SIGCONT)
        site.stop()


def test_when_the_clock_dies_it_is_started_again_and_deadlines_still_fire(own_site):
    session, (ana, _) = dealt(2, pace="fast")
    one = Player(own_site.address, ana).sit_at(session.code)
    one.choose(wish(session, ana).move)
    own_site.child("clock").kill()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_round SET deadline = now() - interval '40 s', alarm = now()")
    one.until(ref="1.1")
    assert Choice.objects.get(seat=1, turn=0).by == "clock"
    assert Round.objects.get().turn == 1
    one.close()


def test_a_clock_that_was_away_takes_nobodys_time_when_it_is_back(own_site):
    session, (ana, ben) = dealt(2, pace="fast")
    one, other = (Player(own_site.address, user).sit_at(session.code) for user in (ana, ben))
    one.choose(wish(session, ana).move)
    one.next("sealed")
    while not ClockBeat.objects.exists():
        time.sleep(0.05)
    own_site.child("clock").kill()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE games_clockbeat SET at = at - interval '60 s'")
        cursor.execute(
            "UPDATE games_round SET alarm = now(), deadline = deadline - interval '60 s',"
            " turn_opened_at = turn_opened_at - interval '60 s'"
        )
    while Round.objects.get().deadline <= database_now():
        other.next("table")
    while Round.objects.get().deadline.isoformat() not in other.shown:
        other.next("table")
    other.choose(wish(session, ben).move)
    one.until(ref="1.1")
    assert set(Choice.objects.values_list("by", flat=True)) == {"player"}
    for player in (one, other):
        player.close()


def test_when_the_thinker_dies_the_clock_answers_for_the_master_and_the_table_goes_on(own_site):
    thinker = own_site.child("manage.py think")
    thinker.suspend()
    session, (ana,) = gather(1, seats_wanted=2)
    services.add_bot(session.pk, ana, "master")
    services.start(session.pk, ana)
    one = Player(own_site.address, ana).sit_at(session.code)
    one.choose(wish(session, ana).move)
    one.next("sealed")  # it sets the alarm too
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_round SET turn_opened_at = now() - interval '6 s', alarm = now()")
    one.until(ref="1.1")
    assert Choice.objects.get(seat=1, turn=0).by == "clock"
    thinker.kill()  # not earlier: the one started in its place could be quicker than the clock
    one.choose(wish(session, ana).move)
    one.until(ref="1.2")
    assert own_site.child("manage.py think").pid != thinker.pid
    one.close()
