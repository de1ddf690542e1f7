"""Several people at the same moment, on real threads and a real database."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import IntegrityError, connection
from django.test import Client

from accounts.models import Club, Membership, User
from accounts.services import clubs, guests, users

PASSWORD = "violet pencil 7"

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts):
    """Starts all of them at the same moment; what each returned or raised, in order."""
    barrier = Barrier(len(acts))

    def run(act):
        try:
            connection.ensure_connection()
            barrier.wait(10)
            return act()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def sign_up(name):
    fields = {"username": name, "password1": PASSWORD}
    return lambda: Client().post("/accounts/signup/", fields)


@pytest.fixture
def _nobody_looks_first(monkeypatch):
    """Without the check in Python, only the constraint stands between two people and one name."""
    monkeypatch.setattr(users, "is_taken", lambda *args, **kwargs: False)


@pytest.mark.usefixtures("_nobody_looks_first")
def test_of_two_who_take_one_name_at_once_one_gets_it_and_one_a_sentence():
    for n in range(3):
        answers = at_once(sign_up(f"Ana {n}"), sign_up(f"ANA {n}"))
        assert sorted(answer.status_code for answer in answers) == [200, 302]
        loser = next(answer for answer in answers if answer.status_code == 200)
        assert "This name is taken." in loser.content.decode()
        assert User.objects.named(f"Ana {n}").count() == 1


@pytest.mark.usefixtures("_nobody_looks_first")
def test_renaming_to_a_name_taken_a_moment_ago_is_refused():
    one, two = User.objects.create_user("One"), User.objects.create_user("Two")
    answers = at_once(lambda: users.change(one, name="Ana"), lambda: users.change(two, name="ana"))
    assert sorted(type(answer).__name__ for answer in answers) == ["NameTaken", "NoneType"]


def test_the_constraint_is_the_law():
    User.objects.create_user("Ana")
    with pytest.raises(IntegrityError, match="accounts_name_taken"):
        User.objects.create_user("ana")


def test_a_guest_followed_twice_at_once_moves_once(monkeypatch):
    moved = []
    monkeypatch.setattr(guests, "followers", [lambda old, new: moved.append(new.name)])
    ana, eva = User.objects.create_user("Ana"), User.objects.create_user("Eva")
    ben = User.objects.create(name="Ben", is_guest=True)
    answers = at_once(lambda: guests.follow(ben, ana), lambda: guests.follow(ben, eva))
    assert answers == [None, None]
    assert len(moved) == 1


def test_owner_and_heir_handing_over_at_once_leave_exactly_one_owner():
    ana, eva, uli = (User.objects.create_user(name) for name in ("Ana", "Eva", "Uli"))
    linde = clubs.found(ana, name="Linde")
    for person in (eva, uli):
        Membership.objects.create(club=linde, user=person)
    at_once(
        lambda: clubs.hand_over(ana, linde, eva),
        lambda: clubs.hand_over(ana, linde, uli),
        lambda: clubs.leave(ana, linde),
        lambda: clubs.leave(eva, linde),
    )
    assert Membership.objects.filter(club=linde, role="owner").count() == 1


def test_joining_twice_at_once_makes_one_membership():
    ana, ben = User.objects.create_user("Ana"), User.objects.create_user("Ben")
    linde = clubs.found(ana, name="Linde")
    secret = linde.invite_secret
    answers = at_once(*[lambda: clubs.join(linde, ben, secret=secret)] * 4)
    assert answers == [None] * 4
    assert Membership.objects.filter(user=ben).count() == 1


def test_deleting_the_owner_while_the_heir_leaves_never_orphans_the_club():
    ana, eva = User.objects.create_user("Ana"), User.objects.create_user("Eva")
    linde = clubs.found(ana, name="Linde")
    Membership.objects.create(club=linde, user=eva)
    at_once(lambda: users.delete(ana), lambda: clubs.leave(eva, linde))
    linde = Club.objects.get()
    owners = Membership.objects.filter(club=linde, role="owner").count()
    assert owners == (0 if linde.closed_at else 1)
