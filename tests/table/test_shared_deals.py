"""A deal that several tables play: what of it may be seen, and by whom, until all have played it."""

from datetime import timedelta
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from games.engine import chance
from games.models import ScoreLine
from games.table import permissions, services
from games.table.services import rounds
from games.table.services.locking import database_now
from tests.support.tables import dealt, gather, person, play_round, play_turn, the_round

pytestmark = pytest.mark.django_db

SEED = bytes(range(32))


def sealed(hours: int = 1):
    session, people = gather(1, "splitter")
    now = database_now()
    with transaction.atomic():
        rounds.deal(session, now=now, luck=Random(1), seed=SEED, sealed_until=now + timedelta(hours=hours))
    return session, people


def test_a_given_seed_is_dealt_with_its_commitment():
    session, _ = sealed()
    assert bytes(the_round(session).seed) == SEED
    assert the_round(session).commitment == chance.commitment(SEED)


def test_without_one_every_round_has_a_fresh_seed():
    session, people = dealt(1, "splitter", rounds_planned=2)
    play_round(session, people)
    services.ready(session.pk, people[0])
    one, other = session.rounds.all()
    assert bytes(one.seed) != bytes(other.seed)
    assert one.sealed_until is other.sealed_until is None


def test_the_seed_of_a_sealed_round_opens_when_the_seal_ends():
    session, people = sealed()
    play_round(session, people)
    finished = the_round(session)
    assert not permissions.seed_is_open(finished, finished.sealed_until - timedelta(microseconds=1))
    assert permissions.seed_is_open(finished, finished.sealed_until)


def test_the_seed_of_a_running_round_is_closed_whatever_its_seal():
    session, _ = sealed(hours=-1)
    assert not permissions.seed_is_open(the_round(session), database_now())


def test_only_who_has_played_a_sealed_round_looks_back_at_it():
    session, (ana,) = sealed()
    stranger, now = person("Stranger"), database_now()
    assert not permissions.may_look_back(the_round(session), ana, now)
    play_round(session, [ana])
    assert permissions.may_look_back(the_round(session), ana, now)
    assert not permissions.may_look_back(the_round(session), stranger, now)
    assert not permissions.may_look_back(the_round(session), AnonymousUser(), now)
    assert permissions.may_look_back(the_round(session), AnonymousUser(), now + timedelta(hours=2))


def test_a_round_of_its_own_is_open_as_soon_as_it_is_over():
    session, people = dealt(2, "splitter")
    play_turn(session, people)
    assert not permissions.may_look_back(the_round(session), people[0], database_now())
    play_round(session, people)
    assert permissions.may_look_back(the_round(session), AnonymousUser(), database_now())
    assert permissions.seed_is_open(the_round(session), database_now())


def test_whoever_asked_hears_of_each_count_inside_its_transaction(monkeypatch):
    heard = []

    def hear(round, lines):
        assert list(ScoreLine.objects.filter(sheet__round=round)) == lines
        heard.append((round.session.game, round.finished_at is not None, [line.points for line in lines]))

    monkeypatch.setattr(rounds, "counted", [hear])
    session, people = dealt(2, "splitter")
    play_round(session, people)
    assert heard == [("splitter", True, list(ScoreLine.objects.values_list("points", flat=True)))]


def test_a_count_that_cannot_be_noted_everywhere_is_not_written_at_all(monkeypatch):
    def stumble(round, lines):
        raise ArithmeticError

    monkeypatch.setattr(rounds, "counted", [stumble])
    session, people = dealt(1, "splitter")
    with pytest.raises(ArithmeticError):
        play_round(session, people)
    assert the_round(session).finished_at is None
    assert not ScoreLine.objects.exists()
