"""A bot fails, or the process it thinks in: the table goes on and says whose choice it was."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import catalogue
from games.engine.contract import Bot
from games.models import Choice
from games.table import services
from games.table.services import clock, slow_bots
from tests.support.tables import gather, now, seal, the_round, time_passes, wish

ROOT = Path(__file__).parent.parent.parent
database = pytest.mark.django_db(transaction=True)


def stumble(view, luck):
    raise ValueError(f"I hold {view.own}")


def cheat(view, luck):
    return "joker L"


@pytest.fixture
def table_with(monkeypatch):
    """One person and one bot that chooses with this function."""

    def make(choose, *, slow: bool):
        rules = catalogue.find("splito")
        monkeypatch.setattr(rules, "BOTS", {**rules.BOTS, "odd": Bot("odd", choose, slow=slow)})
        session, (ana,) = gather(1, seats_wanted=2)
        services.add_bot(session.pk, ana, "odd")
        services.start(session.pk, ana)
        return session, ana

    return make


@database
@pytest.mark.parametrize("choose", [stumble, cheat])
@pytest.mark.parametrize("slow", [False, True])
def test_for_a_bot_that_stumbles_any_legal_move_is_taken_and_marked(table_with, choose, slow):
    session, ana = table_with(choose, slow=slow)
    if slow:
        assert slow_bots.think_once()
    else:
        time_passes(session, 1)
        clock.ring_due()
    chosen = Choice.objects.get()
    assert chosen.by == "clock"
    assert chosen.move in session.rules.legal(now(session).deal.state, 1)
    seal(wish(session, ana))
    assert the_round(session).turn == 1


@database
def test_the_log_says_where_a_bot_stumbled_and_nothing_of_its_hand(table_with, caplog):
    session, _ = table_with(stumble, slow=True)
    slow_bots.think_once()
    assert "odd failed to choose: ValueError in stumble" in caplog.text
    held = session.rules.view(now(session).deal.state, frozenset({1})).own
    assert not [card for card in held if card in caplog.text]


HANGING = """
import django
django.setup()
from games.management.commands import think
from games.table.services import slow_bots

def hang():
    while True:
        pass

slow_bots.think_once = hang
think.LONGEST_STEP = 1
think.Command().one_round(None)
"""


def test_a_process_stuck_in_a_thought_is_ended_to_be_started_again():
    ended = subprocess.run([sys.executable, "-c", HANGING], cwd=ROOT, timeout=60, check=False)
    assert ended.returncode == -signal.SIGALRM
