"""`manage.py runserver` serves tables too: one whole round over daphne's sockets."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from django.db import connection

from games.engine import catalogue
from games.models import Choice, ScoreSheet
from tests.support.players import Player
from tests.support.redis_servers import free_port
from tests.support.sites import ROOT
from tests.support.tables import dealt, now, wish


@pytest.fixture
def daphne(transactional_db: None, tmp_path: Path) -> Iterator[str]:
    address = f"127.0.0.1:{free_port()}"
    log = tmp_path / "log.txt"
    name = connection.settings_dict["NAME"]
    process = subprocess.Popen(
        [sys.executable, "manage.py", "runserver", "--noreload", address],
        cwd=ROOT,
        env=os.environ | {"DEBUG": "1", "DATABASE_NAME": name, "PYTHONUNBUFFERED": "1"},
        stdout=log.open("w"),
        stderr=subprocess.STDOUT,
    )
    try:
        wait_for(f"http://{address}")
        yield f"http://{address}"
    finally:
        process.kill()
        process.wait()
    assert "Starting ASGI/Daphne" in log.read_text()
    assert "Traceback" not in log.read_text()


def wait_for(address: str) -> None:
    for _ in range(300):
        try:
            assert httpx.get(f"{address}/readyz").text == "ready\n"
            return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("daphne did not answer")


@pytest.mark.parametrize("game", catalogue.names())
def test_two_people_play_a_whole_round_over_daphne(daphne, game):
    session, users = dealt(2, game)
    one, other = people = [Player(daphne, user).sit_at(session.code) for user in users]
    luck, turns = Random(5), now(session).rules.length(2)
    for turn in range(1, turns + 1):
        mine, theirs = (wish(session, user, luck).move for user in users)
        one.choose(mine)
        assert one.next("sealed")["move"] == mine
        other.choose(theirs)
        for each in people:
            each.until(ref=f"1.{turn}")
        assert one.shown == other.shown != ""
    for each in people:
        each.until(status="over")
        each.close()
    assert Choice.objects.filter(by="player").count() == 2 * turns
    assert ScoreSheet.objects.count() == 1
