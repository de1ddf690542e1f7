"""Sealing choices and closing turns, on real Postgres."""

from dataclasses import replace
from random import Random

import pytest

from games.models import Choice, ScoreLine
from games.table import services, snapshots
from tests.support.tables import dealt, now, person, play_round, play_turn, seal, the_round, wish

pytestmark = pytest.mark.django_db


def test_choices_stay_sealed_until_the_last_seat_has_chosen():
    session, (ana, ben, cleo) = dealt(3)
    seal(wish(session, ana), wish(session, ben))
    assert the_round(session).turn == 0
    seal(wish(session, cleo))
    assert the_round(session).turn == 1


def test_the_last_choice_of_a_seat_counts_once():
    session, (ana, *_) = dealt(3)
    first = wish(session, ana)
    seal(first)
    seal(replace(first, move=first.move[:-1] + "R"))
    assert list(Choice.objects.values_list("move", flat=True)) == [first.move[:-1] + "R"]


def test_of_two_choices_that_arrive_together_the_later_counts():
    session, (ana, *_) = dealt(3)
    first = wish(session, ana)
    seal(first, replace(first, move=first.move[:-1] + "R"))
    assert list(Choice.objects.values_list("move", flat=True)) == [first.move[:-1] + "R"]


def test_a_choice_can_be_taken_back():
    session, (ana, *_) = dealt(3)
    seal(wish(session, ana))
    seal(replace(wish(session, ana), move=""))
    assert not Choice.objects.exists()


def test_a_choice_aimed_at_an_earlier_turn_is_stale():
    session, people = dealt(3)
    late = wish(session, people[0])
    play_turn(session, people)
    assert seal(late) == ["stale"]
    assert Choice.objects.filter(turn=1).count() == 0


def test_a_choice_aimed_at_the_same_turn_of_an_earlier_round_is_stale():
    session, people = dealt(2, "splitter", rounds_planned=2)
    early = wish(session, people[0])
    play_round(session, people)
    for user in people:
        services.ready(session.pk, user)
    assert seal(early) == ["stale"]


def test_a_stranger_may_not_choose():
    session, (ana, *_) = dealt(3)
    stranger = person("Stranger")
    assert seal(replace(wish(session, ana), person=stranger.pk)) == ["not-seated"]


def test_nobody_chooses_at_a_table_that_is_not_playing():
    session, people = dealt(2, "splitter")
    last = wish(session, people[0])
    play_round(session, people)
    assert seal(last) == ["no-round"]


@pytest.mark.parametrize("move", ["red-9 L", "red-1", "L", "red-1 X", "r4c1 41", "'; DROP TABLE", "x" * 5000])
def test_what_is_not_in_the_hand_is_refused(move):
    session, (ana, *_) = dealt(3)
    assert seal(replace(wish(session, ana), move=move)) == ["illegal"]
    assert not Choice.objects.exists()


def test_one_bad_choice_in_a_commit_costs_the_others_nothing():
    session, (ana, ben, _) = dealt(3)
    good, bad = wish(session, ana), replace(wish(session, ben), move="nonsense")
    assert seal(bad, good) == ["illegal", "sealed"]


def test_a_bot_never_overwrites_what_a_person_chose():
    session, (ana, *_) = dealt(3)
    chosen = wish(session, ana)
    seal(chosen)
    seal(replace(chosen, person=None, seat=0, by="clock", move=chosen.move[:-1] + "R"))
    assert Choice.objects.get().move == chosen.move


def test_a_process_that_remembers_nothing_reads_the_round_from_its_choices():
    session, people = dealt(3)
    for user in [*people, *people, people[0]]:
        one = wish(session, user)
        snapshots._known.clear()
        assert seal(one) == ["sealed"]
    assert the_round(session).turn == 2


@pytest.mark.parametrize(("game", "people"), [("splito", 2), ("splito", 4), ("splitter", 1), ("splitter", 3)])
def test_a_round_is_played_to_the_end_and_counted(game, people):
    session, users = dealt(people, game)
    play_round(session, users, Random(7))
    table = now(session)
    assert (table.status, table.deal.finished) == ("over", True)
    assert Choice.objects.count() == people * table.rules.length(people)
    assert [line.points for line in ScoreLine.objects.order_by("seat")] == [
        score.points for score in table.rules.scores(table.deal.state)
    ]
