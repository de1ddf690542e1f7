"""Work in the background: requested once, done once, started again when its worker dies."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from accounts import data_export
from accounts.services import guests, users
from games.analysis import queries, services
from games.analysis.kinds import KINDS
from games.analysis.models import Study
from games.analysis.worker import LIMIT, Worker
from games.table.services import slow_bots
from tests.support.tables import person
from tests.support.threads import together

pytestmark = pytest.mark.django_db


def counting(facts: dict[str, Any], luck: Any) -> Iterator[tuple[float, Any]]:
    """Counts to a number, one per step."""
    for number in range(1, facts["to"] + 1):
        yield number / facts["to"], {"counted": number}


@pytest.fixture(autouse=True)
def kinds(monkeypatch):
    monkeypatch.setitem(KINDS, "count", counting)


def ticking(seconds: float):
    """A clock that advances by this much whenever somebody looks at it."""
    moments = count()
    return lambda: next(moments) * seconds


def time_passes(seconds: float) -> None:
    span = timedelta(seconds=seconds)
    Study.objects.update(
        asked_at=F("asked_at") - span, touched_at=F("touched_at") - span, done_at=F("done_at") - span
    )


def ask(key: str = "a", to: int = 3) -> Study:
    return services.ask("count", key, {"to": to})


def read(key: str = "a") -> Study:
    study = queries.read("count", key)
    assert study is not None
    return study


def test_a_study_is_done_and_its_findings_are_kept():
    assert ask().state == "waiting"
    worker = Worker()
    assert worker.step()
    assert (read().state, read().progress, read().result) == ("done", 1.0, {"counted": 3})
    assert not worker.step()
    assert ask().state == "done"
    assert not worker.step()


def test_people_take_turns_however_much_one_of_them_asks_for():
    greedy, modest = person("Greedy"), person("Modest")
    for key in ("g1", "g2", "g3"):
        services.ask("count", key, {"to": 1}, person=greedy)
    services.ask("count", "m1", {"to": 1}, person=modest)
    served = []
    while taken := services.take(KINDS.keys()):
        served.append(taken.key)
        services.finish(taken, None)
        if taken.key == "m1":
            services.ask("count", "m2", {"to": 1}, person=modest)
    assert served == ["g1", "m1", "g2", "m2", "g3"]


def test_what_nobody_asked_for_cannot_be_read():
    assert queries.read("count", "never") is None


def test_the_first_who_asks_says_what_is_to_be_done():
    ask(to=3)
    assert ask(to=5).facts == {"to": 3}


@pytest.mark.django_db(transaction=True)
def test_many_who_ask_at_once_ask_for_one_study():
    asked = together(*[lambda: ask()] * 6)
    assert len({study.pk for study in asked}) == 1


def test_without_the_constraint_the_second_who_asks_would_ask_again():
    """The negative control: nothing but the constraint stands between two rows."""
    ask()
    with pytest.raises(IntegrityError), transaction.atomic():
        Study.objects.create(kind="count", key="a", asked_at=read().asked_at)


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_take_each_study_once():
    for number in range(4):
        ask(str(number))
    taken = together(*[lambda: services.take(KINDS)] * 6)
    assert sorted(one.key for one in taken if one) == ["0", "1", "2", "3"]


def test_whoever_asked_first_is_served_first():
    for key in "cab":
        ask(key)
    assert [services.take(KINDS).key for _ in range(3)] == ["c", "a", "b"]


def test_a_study_whose_kind_this_process_does_not_know_waits_for_another():
    services.ask("knitting", "a", {})
    assert not Worker().step()
    assert queries.read("knitting", "a").state == "waiting"


def test_progress_is_written_now_and_then_with_the_result_so_far():
    ask(to=100)
    worker = Worker(ticking(0.03))
    shares = []
    while worker.step():
        shares.append(read().progress)
    assert shares == sorted(shares)
    assert 0.0 < shares[len(shares) // 2] < 1.0
    assert len(set(shares)) < len(shares) / 2
    assert shares[-1] == 1.0


def test_between_two_slices_nothing_is_locked_and_the_result_so_far_can_be_read():
    ask(to=100)
    worker = Worker(ticking(0.4))
    worker.step()
    with transaction.atomic():
        seen = Study.objects.select_for_update(nowait=True).get()
    assert seen.state == "working"
    assert seen.result["counted"] in range(1, 100)


def test_a_study_whose_worker_died_is_taken_again_and_comes_to_the_same_end():
    ask(to=100)
    dead, other = Worker(ticking(0.4)), Worker()
    dead.step()
    assert not other.step()
    time_passes(46)
    while other.step():
        pass
    assert (read().state, read().result, read().tries) == ("done", {"counted": 100}, 2)


def test_who_was_only_taken_for_dead_cannot_spoil_the_others_work():
    ask(to=100)
    slept = Worker(ticking(0.4))
    slept.step()
    time_passes(46)
    other = services.take(KINDS)
    assert other is not None
    slept.step()
    assert slept.hand is None
    assert services.finish(other, {"counted": 100})
    assert (read().state, read().result) == ("done", {"counted": 100})


def test_after_three_workers_died_of_it_a_study_is_given_up():
    ask()
    for _ in range(3):
        assert services.take(KINDS)
        time_passes(46)
    assert services.take(KINDS) is None
    assert (read().state, read().error) == ("failed", "every worker that took it died")


def test_a_failed_study_can_be_asked_for_again():
    services.ask("count", "a", {})
    Worker().step()
    assert (read().state, read().error, read().result) == ("failed", "KeyError", None)
    assert ask().state == "waiting"
    assert services.take(KINDS).tries == 1


def test_work_that_ends_before_it_is_done_has_failed(monkeypatch):
    monkeypatch.setitem(KINDS, "count", lambda facts, luck: iter([(0.5, {"counted": 1})]))
    ask()
    Worker().step()
    assert (read().state, read().result) == ("failed", None)


def test_a_study_that_takes_too_long_ends_with_its_best_result_so_far():
    ask(to=10**9)
    worker = Worker(ticking(LIMIT / 2))
    while worker.step():
        pass
    assert read().state == "done"
    assert read().result["counted"] < 10


def test_a_study_that_takes_too_long_without_any_result_has_failed(monkeypatch):
    monkeypatch.setitem(KINDS, "count", lambda facts, luck: ((0.0, None) for _ in range(10**9)))
    ask()
    worker = Worker(ticking(LIMIT / 2))
    while worker.step():
        pass
    assert (read().state, read().error) == ("failed", "out of time")


def test_a_worker_that_ends_hands_its_study_on_at_once():
    ask(to=100)
    leaving = Worker(ticking(0.4))
    leaving.step()
    leaving.put_down()
    assert (read().state, read().tries) == ("waiting", 0)
    assert services.take(KINDS) is not None


def test_the_same_study_always_has_the_same_luck(monkeypatch):
    monkeypatch.setitem(KINDS, "count", lambda facts, luck: iter([(1.0, luck.random())]))
    ask()
    Worker().step()
    first = read().result
    Study.objects.all().delete()
    ask()
    Worker().step()
    assert read().result == first


def test_bots_think_before_each_slice_of_a_study(monkeypatch):
    from games.management.commands.think import Command

    done = []

    def step_by_step(facts: Any, luck: Any) -> Iterator[tuple[float, Any]]:
        for number in range(4):
            done.append("step")
            yield number / 3, number

    monkeypatch.setitem(KINDS, "count", step_by_step)
    monkeypatch.setattr(slow_bots, "think_once", lambda: done.append("bot"))
    ask()
    worker = Worker(ticking(0.2))
    while Command().one_round(worker):
        pass
    assert done == ["bot", "step", "bot", "step", "bot", "step", "bot", "step", "bot"]


def test_old_failures_and_forgotten_questions_are_cleared_out_but_findings_stay():
    for key in ("done", "failed", "waiting"):
        ask(key)
    Study.objects.filter(key="done").update(state="done", done_at=F("asked_at"))
    Study.objects.filter(key="failed").update(state="failed", done_at=F("asked_at"))
    time_passes(6 * 24 * 3600)
    services.clear_out()
    assert Study.objects.count() == 3
    time_passes(25 * 24 * 3600)
    services.clear_out()
    assert [study.key for study in Study.objects.all()] == ["done"]


def test_a_guests_findings_follow_into_the_account_and_go_with_it():
    guest, account = person("Ben"), person("Benjamin")
    guest.is_guest = True
    guest.save()
    services.ask("count", "mine", {"to": 3}, person=guest)
    services.ask("count", "everyones", {"to": 3})
    guests.follow(guest, account)
    assert [one["key"] for one in data_export.parts["studies"](account)] == ["mine"]
    users.delete(account)
    assert [study.key for study in Study.objects.all()] == ["everyones"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"progress": 1.5},
        {"progress": -0.1},
        {"state": "asleep"},
        {"state": "done"},
        {"state": "working", "touched_at": None},
    ],
)
def test_the_database_refuses_a_study_that_cannot_be(wrong):
    ask()
    with pytest.raises(IntegrityError):
        Study.objects.update(**wrong)
