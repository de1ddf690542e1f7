"""Two last choices at once: real threads on real Postgres, with the lock and without it."""

import threading

import pytest
from django.db import transaction

from games.engine.contract import Refused
from games.models import Choice, ScoreSheet
from games.table import services, snapshots
from games.table.services import choices
from tests.support.tables import dealt, gather, now, person, play_turn, revealed, the_round, wish
from tests.support.tables import other as other_side
from tests.support.threads import together


def last_two_choices(session, people) -> tuple[services.Wish, services.Wish]:
    """The last two wishes of a turn; everybody else has chosen."""
    for user in people[:-2]:
        services.commit([wish(session, user)])
    return wish(session, people[-2]), wish(session, people[-1])


@pytest.mark.django_db(transaction=True)
def test_two_last_choices_at_once_close_the_turn_exactly_once():
    session, people = dealt(4)
    for turn in range(6):
        if turn % 2:
            snapshots._known.clear()  # the tables are read again; otherwise the remembered one serves both
        one, other = last_two_choices(session, people)
        answers = together(
            lambda one=one: services.commit([one]), lambda other=other: services.commit([other])
        )
        assert not any(isinstance(answer, Exception) for answer in answers), answers
        turns = [table.deal.turn for _, changed in answers for table in changed]
        assert sorted(turns) == [turn, turn + 1]
        assert the_round(session).turn == turn + 1
    assert Choice.objects.count() == 6 * 4


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_two_last_choices_at_once_would_stop_the_table(monkeypatch):
    """The negative control: neither sees the other's choice, so nobody closes the turn."""
    session, people = dealt(4)
    one, other = last_two_choices(session, people)
    # Each takes its view of the tables when it begins, and neither has written by then.
    slow = choices._WRITE.replace("FROM games_gamesession s", "FROM pg_sleep(1), games_gamesession s", 1)
    monkeypatch.setattr(choices, "_WRITE", slow.replace("FOR NO KEY UPDATE OF s", ""))
    both_look_first(monkeypatch)
    answers = together(lambda: services.commit([one]), lambda: services.commit([other]))
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    assert Choice.objects.count() == 4
    assert the_round(session).turn == 0


def both_look_first(monkeypatch) -> None:
    """Neither of two threads writes before both have read the state of the table."""
    both, believe = threading.Barrier(2), snapshots.believe

    def look_and_wait(*args):
        looked = believe(*args)
        both.wait(timeout=30)
        return looked

    monkeypatch.setattr(snapshots, "believe", look_and_wait)


@pytest.mark.django_db(transaction=True)
def test_memory_taken_for_true_would_stop_the_table(monkeypatch):
    """The negative control: locked one after the other, and still neither knows the other's choice."""
    session, people = dealt(4)
    one, other = last_two_choices(session, people)
    remembered = snapshots.known(session.pk)
    assert remembered is not None
    believe = snapshots.believe
    monkeypatch.setattr(snapshots, "believe", lambda ids: ({session.pk: remembered}, believe(ids)[1]))
    monkeypatch.setattr(choices, "_WRITE", choices._WRITE.replace("AND s.revision = t.revision - 1", ""))
    answers = together(lambda: services.commit([one]), lambda: services.commit([other]))
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    assert Choice.objects.count() == 4
    assert the_round(session).turn == 0


@pytest.mark.django_db(transaction=True)
def test_two_minds_changed_at_once_both_count():
    """The number of choices stays the same: only the revision tells that the table changed."""
    session, people = dealt(4)
    moves = [wish(session, user) for user in people[:2]]
    for move in moves:
        services.commit([move])
    changed = [other_side(move) for move in moves]
    answers = together(*(lambda move=move: services.commit([move]) for move in changed))
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    assert list(Choice.objects.order_by("seat").values_list("move", flat=True)) == [w.move for w in changed]
    for user in people[2:]:
        _, (table,) = services.commit([wish(session, user)])
    assert table.deal.turn == 1
    assert [revealed(table, seat) for seat in (0, 1)] == [move.move for move in changed]


@pytest.mark.django_db(transaction=True)
def test_the_last_turn_is_counted_once_however_many_finish_it():
    session, people = dealt(2, "splitter")
    for _ in range(21):
        play_turn(session, people)
    one, other = (wish(session, user) for user in people)
    together(
        *(lambda w=w: services.commit([w]) for w in (one, other, one, other)),
    )
    assert ScoreSheet.objects.count() == 1
    assert now(session).status == "over"


@pytest.mark.django_db(transaction=True)
def test_a_reveal_that_is_rolled_back_can_happen_again():
    session, people = dealt(2, "splitter")
    services.commit([wish(session, people[0])])
    last = wish(session, people[1])
    with transaction.atomic():
        services.commit([last])
        transaction.set_rollback(True)
    assert the_round(session).turn == 0
    assert services.commit([last])[1][0].deal.turn == 1


@pytest.mark.django_db(transaction=True)
def test_the_last_free_seat_goes_to_one_of_two():
    session, _ = gather(2, seats_wanted=3)
    ben, cleo = person("Ben"), person("Cleo")
    answers = together(lambda: services.sit(session.pk, ben), lambda: services.sit(session.pk, cleo))
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert [one.code for one in refused] == ["table-full"]
    assert session.seats.count() == 3


@pytest.mark.django_db(transaction=True)
def test_a_table_is_read_in_one_statement_so_that_no_page_is_torn(django_assert_num_queries):
    """With two statements, one page in fifty showed the turn with the hands of the turn before."""
    session, people = dealt(3)
    for _ in range(3):
        play_turn(session, people)
    services.commit([wish(session, people[0])])
    snapshots._known.clear()
    with django_assert_num_queries(1):
        table = snapshots.by_code(session.code)
    assert table.deal.turn == table.rules.turn(table.deal.state) == 3
