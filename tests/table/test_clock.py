"""The clock: only one works however many run, and another takes over when it is gone."""

import pytest
from django.db import connection

from games.management.commands.clock import Clock, Duty

pytestmark = pytest.mark.django_db(transaction=True)


def counting(done: list[str], name: str, every: float = 0) -> Duty:
    return Duty(name, every=every, do=lambda: done.append(name))


def test_of_two_clocks_one_works_and_the_other_takes_over_when_its_session_is_lost():
    done: list[str] = []
    first, second = Clock([counting(done, "first")]), Clock([counting(done, "second")])
    try:
        first.tick(), second.tick(), first.tick(), second.tick()
        assert done == ["first", "first"]
        assert first.held is not None
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [first.held.info.backend_pid])
        second.tick()
        assert done[-1] == "second"
    finally:
        first.forget_connections()
        second.forget_connections()


def test_a_duty_that_fails_is_tried_again_and_does_not_hold_up_the_others():
    done: list[str] = []

    def fail() -> None:
        done.append("failing")
        raise ValueError

    clock = Clock([Duty("fail", every=3600, do=fail), counting(done, "good")])
    try:
        clock.tick()
        assert done == ["failing", "good"]
        clock.due["fail"] -= 6
        clock.tick()
        assert done == ["failing", "good", "failing", "good"]
    finally:
        clock.forget_connections()


def test_a_duty_waits_for_its_time():
    done: list[str] = []
    clock = Clock([counting(done, "hourly", every=3600)])
    try:
        clock.tick()
        assert 3590 < clock.tick() <= 3600
        assert done == ["hourly"]
    finally:
        clock.forget_connections()
