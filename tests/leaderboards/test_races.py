"""Tables that end at the same moment with people in common, and a rebuild while play goes on."""

import threading
from random import Random

import pytest
from django.db import connection, transaction

from accounts.services import guests
from games.leaderboards.models import Rating, Tally
from games.leaderboards.services import counting, rebuilding
from games.table.services import rounds
from tests.support.clients import guest_named
from tests.support.leaderboards import count, finished, played, rows
from tests.support.tables import person
from tests.support.threads import together

pytestmark = pytest.mark.django_db(transaction=True)


def two_tables() -> tuple:
    ana, ben = person("Ana"), person("Ben")
    return played("splitter", [ana, ben], luck=Random(1)), played("splitter", [ben, ana], luck=Random(2))


def test_two_tables_that_end_at_once_both_count_for_the_people_they_share():
    one, other = two_tables()
    assert together(lambda: count(*one), lambda: count(*other)) == [None, None]
    assert [rating.rounds for rating in Rating.objects.all()] == [2, 2]
    assert {tally.rounds for tally in Tally.objects.all()} == {2}
    assert rebuilding.rebuild() == rebuilding.Report(2, 0, 0, 0)


def test_without_queueing_up_one_of_the_two_tables_would_be_forgotten(monkeypatch):
    """The negative control: both read the ratings before either writes them."""
    both, outcomes = threading.Barrier(2), counting.outcomes

    def read_and_wait(*args, **turns):
        both.wait(timeout=30)
        return outcomes(*args, **turns)

    ana, ben = person("Ana"), person("Ben")
    # Seated alike: otherwise the two could also wait for each other in a circle.
    one, other = (played("splitter", [ana, ben], luck=Random(number)) for number in (1, 2))
    monkeypatch.setattr(rounds, "queue_up", lambda: None)
    monkeypatch.setattr(counting, "outcomes", read_and_wait)
    assert together(lambda: count(*one), lambda: count(*other)) == [None, None]
    assert {rating.rounds for rating in Rating.objects.all()} == {1}


def test_commits_that_count_several_tables_never_wait_for_each_other_in_a_circle():
    """One commit counts the rounds of Ana, then Ben's; another the other way round."""
    ana, ben, cleo = person("Ana"), person("Ben"), person("Cleo")
    batches = [
        [played("splitter", [ana, cleo], luck=Random(1)), played("splitter", [ben, cleo], luck=Random(2))],
        [played("splitter", [ben, cleo], luck=Random(3)), played("splitter", [ana, cleo], luck=Random(4))],
    ]

    def commit(batch) -> None:
        with transaction.atomic():
            for one in batch:
                count(*one)

    assert together(*(lambda batch=batch: commit(batch) for batch in batches)) == [None, None]
    assert Rating.objects.get(person=cleo).rounds == 4


def meanwhile(*acts):
    """Runs one of these in its own thread each time before the rebuild joins the queue."""
    queue_up, left = rebuilding.queue_up, list(acts)

    def run(act) -> None:
        act()
        connection.close()

    def act_and_queue_up() -> None:
        if left:
            thread = threading.Thread(target=run, args=(left.pop(0),))
            thread.start()
            thread.join()
        queue_up()

    return act_and_queue_up


def test_a_round_counted_and_a_guest_signed_in_while_ladders_are_rebuilt_are_not_lost(monkeypatch):
    ana, ben, guest = person("Ana"), person("Ben"), guest_named("Guest")
    for luck in range(5):
        finished("splitter", [ana, ben, guest], luck=Random(luck))
    Rating.objects.update(mu=1)
    monkeypatch.setattr(
        rebuilding,
        "queue_up",
        meanwhile(
            lambda: guests.follow(guest, ben),
            lambda: finished("splito", [ana, ben], luck=Random(9)),
        ),
    )
    assert rebuilding.rebuild().rounds == 6
    after = rows()["ratings"]
    assert {one[1] for one in after} == {"splito", "splitter"}
    assert 1 not in {one[2] for one in after}
    assert rebuilding.rebuild() == rebuilding.Report(6, 0, 0, 0)


def test_only_one_rebuilding_at_a_time():
    with transaction.atomic():
        rebuilding.rebuild()
        answers = together(rebuilding.rebuild)
    assert isinstance(answers[0], rebuilding.Busy)
