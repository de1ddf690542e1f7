"""Sealing choices and closing turns, on real Postgres."""

from random import Random

import pytest

from accounts.models import User
from games import fold, play, tables
from games.models import Choice, GameSession, Round, ScoreLine

pytestmark = pytest.mark.django_db


def table_of(people: int, game: str = "splito", **settings) -> tuple[GameSession, list[User]]:
    users = [User.objects.create_user(f"Player {n}", None) for n in range(people)]
    defaults = {"options": {}, "seats_wanted": people, "rounds_planned": 1, "pace": "none"}
    session = play.open_table(users[0], game, **{**defaults, **settings})
    for user in users[1:]:
        play.sit(session.pk, user)
    play.start(session.pk, users[0])
    return session, users


def first_move(session: GameSession, user: User) -> tuple[str, str]:
    table = tables.by_id(session.pk)
    seat = table.seat_of(user.pk)
    return table.deal.ref, table.rules.legal(table.deal.state, seat)[0]


def choose(session: GameSession, user: User, move: str | None = None, aim: str | None = None):
    ref, first = first_move(session, user)
    ((result,), news) = play.commit(
        [play.Wish(session.pk, aim or ref, first if move is None else move, person=user.pk)]
    )
    return result.refused.code if result.refused else "sealed", news


def test_a_choice_is_sealed_until_the_last_seat_has_chosen():
    session, (ana, ben, cleo) = table_of(3)
    assert choose(session, ana)[0] == "sealed"
    assert choose(session, ben)[0] == "sealed"
    assert Round.objects.get().turn == 0
    _, (news,) = choose(session, cleo)
    assert news.revealed
    assert Round.objects.get().turn == 1


def test_the_last_choice_of_a_seat_counts_once():
    session, (ana, *_) = table_of(3)
    _, legal = first_move(session, ana)
    choose(session, ana, legal)
    card = legal.rsplit(" ", 1)[0]
    choose(session, ana, f"{card} R")
    assert list(Choice.objects.values_list("move", flat=True)) == [f"{card} R"]


def test_a_choice_can_be_taken_back():
    session, (ana, *_) = table_of(3)
    choose(session, ana)
    choose(session, ana, move="")
    assert not Choice.objects.exists()


def test_a_choice_aimed_at_an_earlier_turn_is_stale():
    session, people = table_of(3)
    for person in people:
        choose(session, person)
    assert choose(session, people[0], aim="1.0")[0] == "stale"
    assert Choice.objects.filter(turn=1).count() == 0


def test_a_stranger_may_not_choose():
    session, _ = table_of(3)
    stranger = User.objects.create_user("Stranger", None)
    ((result,), _) = play.commit([play.Wish(session.pk, "1.0", "red-1 L", person=stranger.pk)])
    assert result.refused.code == "not-seated"


def test_a_card_that_is_not_in_the_hand_is_refused():
    session, (ana, *_) = table_of(3)
    assert choose(session, ana, move="red-9 L")[0] == "illegal"


def test_a_process_that_remembers_nothing_reads_the_round_from_its_choices():
    session, people = table_of(3)
    for person in [*people, *people, people[0]]:
        aim, move = first_move(session, person)
        fold.forget_all()
        ((result,), _) = play.commit([play.Wish(session.pk, aim, move, person=person.pk)])
        assert result.refused is None
    assert Round.objects.get().turn == 2


@pytest.mark.parametrize("game", ["splito", "splitter"])
def test_a_round_is_played_to_the_end_and_counted(game):
    session, people = table_of(4, game)
    luck = Random(7)
    length = session.rules.length(4)
    for _ in range(length):
        table = tables.by_id(session.pk)
        wishes = [
            play.Wish(
                session.pk,
                table.deal.ref,
                luck.choice(table.rules.legal(table.deal.state, table.seat_of(person.pk))),
                person=person.pk,
            )
            for person in people
        ]
        results, _ = play.commit(wishes)
        assert not any(result.refused for result in results)
    table = tables.by_id(session.pk)
    assert table.status == "over"
    assert table.deal.finished
    assert Choice.objects.count() == 4 * length
    assert [line.points for line in ScoreLine.objects.order_by("seat")] == [
        score.points for score in table.rules.scores(table.deal.state)
    ]
