"""A process that knows how a table stands writes without asking first; if it knew wrong, it asks."""

from datetime import timedelta

import pytest

from games import fold, play
from games.models import Choice, GameSession, Round
from games.play import desks
from tests.tables import dealt, now, revealed, the_round, wish

pytestmark = pytest.mark.django_db(transaction=True)


UNREAD = "SELECT 'true' FROM (VALUES (%s, %s, %s, %s, %s, %s)) AS unread"
"""The planted fault in place of the check: what this process knew is taken for true."""


@pytest.fixture
def asked(monkeypatch):
    """Counts how often the database is asked how tables stand."""
    asked = []
    lock = desks.lock

    def count(session_ids):
        asked.append(session_ids)
        return lock(session_ids)

    monkeypatch.setattr(desks, "lock", count)
    return asked


def elsewhere(*wishes: play.Wish) -> None:
    """Another process seals these: this one keeps what it knew before."""
    known = dict(desks._known)
    desks.forget(None)
    for one in wishes:
        (result,), _ = play.commit([one])
        assert not result.refused
    desks._known.clear()
    desks._known.update(known)


def other(one: play.Wish) -> play.Wish:
    """The same card to the other side."""
    side = {"L": "R", "R": "L"}[one.move[-1]]
    return play.Wish(one.session, one.aim, one.move[:-1] + side, person=one.person)


def test_the_database_is_asked_once_and_then_told(asked):
    session, people = dealt(3)
    for _ in range(4):
        for user in people:
            (result,), (news,) = play.commit([wish(session, user)])
            assert not result.refused
        assert news.revealed
    assert len(asked) == 1
    assert the_round(session).turn == 4
    assert now(session).version == news.version
    assert Choice.objects.count() == 12


def test_a_choice_sealed_elsewhere_is_part_of_the_reveal(asked):
    session, (ana, ben, cleo) = dealt(3)
    play.commit([wish(session, ana)])
    theirs = wish(session, ben)
    elsewhere(theirs)
    asked.clear()
    _, (news,) = play.commit([wish(session, cleo)])
    assert news.revealed
    assert revealed(news, 1) == theirs.move
    assert len(asked) == 1


def test_a_mind_changed_elsewhere_counts_though_as_many_have_chosen():
    session, (ana, ben, cleo) = dealt(3)
    first = wish(session, ben)
    play.commit([wish(session, ana)])
    play.commit([first])
    elsewhere(other(first))
    before = now(session).version
    _, (news,) = play.commit([wish(session, cleo)])
    assert now(session).version == news.version == before + 1
    assert revealed(news, 1) == other(first).move
    assert Choice.objects.get(turn=0, seat=1).move == other(first).move
    assert now(session).deal.state == news.state


def test_without_the_check_the_mind_changed_elsewhere_would_be_revealed_wrong(monkeypatch):
    monkeypatch.setattr(desks, "_CHECK", UNREAD)
    session, (ana, ben, cleo) = dealt(3)
    first = wish(session, ben)
    play.commit([wish(session, ana)])
    play.commit([first])
    elsewhere(other(first))
    _, (news,) = play.commit([wish(session, cleo)])
    assert revealed(news, 1) == first.move
    fold.forget_all()
    assert now(session).deal.state != news.state


def test_a_choice_taken_back_elsewhere_is_missing():
    session, (ana, ben, cleo) = dealt(3)
    play.commit([wish(session, ana)])
    first = wish(session, ben)
    play.commit([first])
    elsewhere(play.Wish(first.session, first.aim, "", person=first.person))
    _, (news,) = play.commit([wish(session, cleo)])
    assert not news.revealed
    assert set(Choice.objects.values_list("seat", flat=True)) == {0, 2}
    assert the_round(session).turn == 0


def test_a_turn_closed_elsewhere_makes_the_choice_stale_not_written():
    session, (ana, ben, cleo) = dealt(3)
    play.commit([wish(session, ana)])
    late = other(wish(session, ana))
    elsewhere(wish(session, ben), wish(session, cleo))
    (result,), news = play.commit([late])
    assert result.refused
    assert result.refused.code == "stale"
    assert news == []
    assert Choice.objects.count() == 3
    (result,), _ = play.commit([wish(session, ana)])
    assert not result.refused
    assert Choice.objects.get(turn=1).seat == 0


def test_what_was_revealed_elsewhere_cannot_be_taken_back():
    session, (ana, ben, cleo) = dealt(3)
    mine = wish(session, ana)
    play.commit([mine])
    elsewhere(wish(session, ben), wish(session, cleo))
    (result,), _ = play.commit([play.Wish(mine.session, mine.aim, "", person=mine.person)])
    assert result.refused
    assert result.refused.code == "stale"
    assert Choice.objects.get(turn=0, seat=0).move == mine.move


def test_nobody_is_refused_by_memory():
    """This process still knows the turn before; who saw the reveal elsewhere chooses for the next."""
    session, (ana, ben, cleo) = dealt(3)
    play.commit([wish(session, ana)])
    elsewhere(wish(session, ben), wish(session, cleo))
    (result,), _ = play.commit([wish(session, ben)])
    assert not result.refused


def test_a_choice_at_a_table_that_paused_meanwhile_sets_its_clock_going():
    session, (ana, ben, _) = dealt(3)
    play.commit([wish(session, ana)])
    GameSession.objects.filter(pk=session.pk).update(paused_at=the_round(session).turn_opened_at)
    play.commit([wish(session, ben)])
    session.refresh_from_db()
    assert session.paused_at is None


def test_a_table_closed_meanwhile_takes_no_choice():
    session, (ana, ben, _) = dealt(3)
    play.commit([wish(session, ana)])
    mine = wish(session, ben)
    GameSession.objects.filter(pk=session.pk).update(status="closed")
    (result,), _ = play.commit([mine])
    assert result.refused
    assert result.refused.code == "no-round"
    assert Choice.objects.count() == 1


def test_one_table_known_wrong_spoils_no_other_in_the_same_message():
    one, (ana, ben, cleo) = dealt(3)
    two = play.open_table(ana, "splito", options={}, seats_wanted=3, rounds_planned=1, pace="none")
    play.sit(two.pk, ben)
    play.sit(two.pk, cleo)
    play.start(two.pk, ana)
    for session in (one, two):
        play.commit([wish(session, ana)])
    elsewhere(other(wish(two, ana)))
    results, news = play.commit([wish(one, ben), wish(two, ben)])
    assert not any(result.refused for result in results)
    assert [each.chosen.keys() for each in news] == [{1}, {1}]
    assert Choice.objects.count() == 4


def test_the_time_of_a_choice_is_the_databases(asked):
    session, people = dealt(3, pace="fast")
    for user in people:
        play.commit([wish(session, user)])
    assert len(asked) == 1
    opened = Round.objects.get(session=session).turn_opened_at
    assert abs((now(session).read_at - opened).total_seconds()) < 5
    made = [one.made_at for one in Choice.objects.order_by("pk")]
    assert made == sorted(made)
    assert opened == made[-1]


def sleep_for_a_minute(session: GameSession) -> None:
    """As a machine does whose lid is closed: the database's time goes on, this process's stands still."""
    desks._known[session.pk].heard += 60


def test_a_machine_that_slept_does_not_set_its_own_time(asked):
    session, (ana, ben, cleo) = dealt(3, pace="fast")
    play.commit([wish(session, ana)])
    sleep_for_a_minute(session)
    play.commit([wish(session, ben)])
    assert len(asked) == 2
    play.commit([wish(session, cleo)])
    assert len(asked) == 2, "the time is right again"
    assert the_round(session).deadline > now(session).read_at + timedelta(seconds=15)


def test_without_the_check_who_played_after_the_sleep_would_be_out_of_time(monkeypatch):
    monkeypatch.setattr(desks, "_CHECK", UNREAD)
    session, people = dealt(3, pace="fast")
    play.commit([wish(session, people[0])])
    sleep_for_a_minute(session)
    for user in people[1:]:
        play.commit([wish(session, user)])
    assert the_round(session).turn == 1
    assert the_round(session).deadline < now(session).read_at


def test_more_time_given_elsewhere_is_not_taken_away_again():
    session, (ana, ben, cleo) = dealt(3, pace="fast")
    play.commit([wish(session, ana)])
    play.more_time(session.pk, ben)
    given = the_round(session).reserves
    play.commit([wish(session, ben)])
    play.commit([wish(session, cleo)])
    assert the_round(session).turn == 1
    assert the_round(session).reserves == given
