"""A process remembers tables; its memory counts only while the row's revision agrees."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.models import Choice, GameSession, Round
from games.table import services, snapshots
from games.table.services import choices, clock
from tests.support.tables import dealt, now, other, revealed, the_round, wish

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def knows_nothing() -> None:
    snapshots._known.clear()


@pytest.fixture
def read(monkeypatch):
    """Notes every time tables are read from the database instead of remembered."""
    read = []
    read_tables = snapshots._read

    def note(which, key):
        read.append(key)
        return read_tables(which, key)

    monkeypatch.setattr(snapshots, "_read", note)
    return read


def elsewhere(*wishes: services.Wish) -> None:
    """Another process seals these; this one still remembers the old table."""
    remembered = dict(snapshots._known)
    snapshots._known.clear()
    for one in wishes:
        (result,), _ = services.commit([one])
        assert not result.refused
    snapshots._known.clear()
    snapshots._known.update(remembered)


def test_a_table_is_read_once_and_then_remembered(read):
    session, people = dealt(3)
    wishes = [[wish(session, user)] for user in people]
    read.clear()
    for one in wishes:
        (result,), (after,) = services.commit(one)
        assert not result.refused
    assert read == [[session.pk]]
    assert the_round(session).turn == after.deal.turn == 1
    assert now(session).version == after.version


def test_every_commit_at_a_table_grows_its_revision_and_only_visible_ones_its_version():
    session, (ana, ben, _) = dealt(3)
    first = now(session)
    services.commit([wish(session, ana)])
    services.commit([other(wish(session, ana))])
    services.commit([wish(session, ben)])
    services.commit([services.Wish(session.pk, "1.0", "", person=ben.pk)])
    after = now(session)
    assert (after.version, after.revision) == (first.version, first.revision + 4)


def test_a_choice_sealed_elsewhere_is_part_of_the_reveal(read):
    session, (ana, ben, cleo) = dealt(3)
    services.commit([wish(session, ana)])
    theirs = wish(session, ben)
    elsewhere(theirs)
    last = wish(session, cleo)
    read.clear()
    _, (after,) = services.commit([last])
    assert after.deal.turn == 1
    assert revealed(after, 1) == theirs.move
    assert read == [[session.pk]]


def test_a_mind_changed_elsewhere_counts_though_as_many_have_chosen():
    session, (ana, ben, cleo) = dealt(3)
    first = wish(session, ben)
    services.commit([wish(session, ana)])
    services.commit([first])
    elsewhere(other(first))
    before = now(session).version
    _, (after,) = services.commit([wish(session, cleo)])
    assert now(session).version == after.version == before + 1
    assert revealed(after, 1) == other(first).move
    assert Choice.objects.get(turn=0, seat=1).move == other(first).move
    assert now(session).deal.state == after.deal.state


def test_memory_taken_for_true_would_reveal_what_was_changed_elsewhere(monkeypatch):
    """The planted fault: the remembered table is used whatever the row's revision is."""
    session, (ana, ben, cleo) = dealt(3)
    first = wish(session, ben)
    services.commit([wish(session, ana)])
    services.commit([first])
    elsewhere(other(first))
    last = wish(session, cleo)
    monkeypatch.setattr(choices, "_WRITE", choices._WRITE.replace("AND s.revision = t.revision - 1", ""))
    _, (after,) = services.commit([last])
    assert revealed(after, 1) == first.move
    snapshots._known.clear()
    assert now(session).deal.state != after.deal.state


def test_a_choice_taken_back_elsewhere_is_missing():
    session, (ana, ben, cleo) = dealt(3)
    services.commit([wish(session, ana)])
    first = wish(session, ben)
    services.commit([first])
    elsewhere(services.Wish(first.session, first.aim, "", person=first.person))
    _, (after,) = services.commit([wish(session, cleo)])
    assert after.deal.turn == 0
    assert set(Choice.objects.values_list("seat", flat=True)) == {0, 2}
    assert the_round(session).turn == 0


def test_a_turn_closed_elsewhere_makes_the_choice_stale_not_written():
    session, (ana, ben, cleo) = dealt(3)
    services.commit([wish(session, ana)])
    late = other(wish(session, ana))
    elsewhere(wish(session, ben), wish(session, cleo))
    (result,), changed = services.commit([late])
    assert result.refused
    assert result.refused.code == "stale"
    assert changed == []
    assert Choice.objects.count() == 3
    (result,), _ = services.commit([wish(session, ana)])
    assert not result.refused
    assert Choice.objects.get(turn=1).seat == 0


def test_what_was_revealed_elsewhere_cannot_be_taken_back():
    session, (ana, ben, cleo) = dealt(3)
    mine = wish(session, ana)
    services.commit([mine])
    elsewhere(wish(session, ben), wish(session, cleo))
    (result,), _ = services.commit([services.Wish(mine.session, mine.aim, "", person=mine.person)])
    assert result.refused
    assert result.refused.code == "stale"
    assert Choice.objects.get(turn=0, seat=0).move == mine.move


def test_nobody_is_refused_by_memory():
    """This process still knows the old turn; somebody who saw the reveal elsewhere chooses for the next."""
    session, (ana, ben, cleo) = dealt(3)
    services.commit([wish(session, ana)])
    elsewhere(wish(session, ben), wish(session, cleo))
    (result,), _ = services.commit([wish(session, ben)])
    assert not result.refused


def test_a_table_that_paused_meanwhile_goes_on_with_the_choice():
    session, (ana, ben, _) = dealt(3)
    services.commit([wish(session, ana)])
    mine = wish(session, ben)
    clock._pause(now(session))
    assert now(session).paused_at
    services.commit([mine])
    session.refresh_from_db()
    assert session.paused_at is None


def test_a_table_closed_meanwhile_takes_no_choice():
    session, (ana, ben, _) = dealt(3)
    services.commit([wish(session, ana)])
    mine = wish(session, ben)
    services.close_table(session.pk)
    (result,), _ = services.commit([mine])
    assert result.refused
    assert result.refused.code == "no-round"
    assert Choice.objects.count() == 1


def test_one_table_remembered_wrong_spoils_no_other_in_the_same_transaction(read):
    one, (ana, ben, cleo) = dealt(3)
    two = services.open_table(ana, "splito", options={}, seats_wanted=3, rounds_planned=1, pace="none")
    services.sit(two.pk, ben)
    services.sit(two.pk, cleo)
    services.start(two.pk, ana)
    for session in (one, two):
        services.commit([wish(session, ana)])
    elsewhere(other(wish(two, ana)))
    wishes = [wish(one, ben), wish(two, ben)]
    read.clear()
    results, changed = services.commit(wishes)
    assert read == [[two.pk]]
    assert not any(result.refused for result in results)
    assert [after.deal.chosen for after in changed] == [{0, 1}, {0, 1}]
    assert Choice.objects.count() == 4


@pytest.mark.parametrize("wrong_by", [timedelta(), timedelta(hours=1), timedelta(hours=-1)])
def test_the_time_of_a_choice_is_the_databases_however_wrong_this_process_is(monkeypatch, wrong_by):
    right = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: right() + wrong_by)
    session, people = dealt(3, pace="fast")
    for user in people:
        services.commit([wish(session, user)])
    opened = Round.objects.get(session=session).turn_opened_at
    assert abs((right() - opened).total_seconds()) < 5
    made = [one.made_at for one in Choice.objects.order_by("pk")]
    assert made == sorted(made)
    assert opened == made[-1]


def test_more_time_given_elsewhere_is_not_taken_away_again():
    session, (ana, ben, cleo) = dealt(3, pace="fast")
    services.commit([wish(session, ana)])
    services.more_time(session.pk, ben)
    given = the_round(session).reserves
    services.commit([wish(session, ben)])
    services.commit([wish(session, cleo)])
    assert the_round(session).turn == 1
    assert the_round(session).reserves == given


def test_what_was_rolled_back_is_not_remembered():
    session, (ana, *_) = dealt(3)
    before = GameSession.objects.get().revision
    with transaction.atomic():
        services.commit([wish(session, ana)])
        transaction.set_rollback(True)
    known = snapshots.known(session.pk)
    assert known is None or known.revision <= before
    assert not Choice.objects.exists()
