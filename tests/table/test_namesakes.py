"""A guest with the name of an account is marked as a guest wherever everybody reads names."""

import pytest

from accounts.models import User
from accounts.services import users
from games.lobby.queries import open_tables
from games.table import rendering, services
from tests.support.clients import browser_of, guest_named
from tests.support.tables import now, person, play_round

pytestmark = pytest.mark.django_db


def table(*people: User):
    session = services.open_table(
        people[0], "splitter", options={}, seats_wanted=len(people), rounds_planned=1, pace="none"
    )
    for one in people[1:]:
        services.sit(session.pk, one)
    services.start(session.pk, people[0])
    return session


def names(session) -> list[str]:
    return [seat.name for seat in rendering.screen(now(session)).seats]


@pytest.mark.parametrize("same", ["Ana", "ANA", "A na"])
def test_a_guest_called_like_an_account_has_the_mark_in_the_public_part(same):
    ben = person("Ben")
    person("Ana")
    session = table(ben, guest_named(same))
    assert names(session) == ["Ben", f"{same} (guest)"]
    page = browser_of(ben).get(f"/t/{session.code}/", headers={"accept-language": "de"}).content.decode()
    assert f"{same} (Gast)" in page


def test_the_mark_stays_when_the_round_is_counted():
    ben, guest = person("Ben"), guest_named("Ana")
    person("Ana")
    session = table(ben, guest)
    play_round(session, [ben, guest])
    shown = rendering.screen(now(session))
    assert {one.name for one in shown.results} == {one.name for one in shown.totals} == {"Ben", "Ana (guest)"}


def test_a_guest_with_a_name_of_their_own_needs_no_mark():
    session = table(person("Ben"), guest_named("Cleo"))
    assert names(session) == ["Ben", "Cleo"]


def test_an_account_has_no_mark_beside_a_guest_of_its_name():
    session = table(person("Ana"), guest_named("Ana"))
    assert names(session) == ["Ana", "Ana 2 (guest)"]


def test_two_guests_of_one_name_need_no_mark():
    session = table(guest_named("Cleo"), guest_named("Cleo"))
    assert names(session) == ["Cleo", "Cleo 2"]


def test_another_name_afterwards_does_not_take_the_mark_away():
    guest = guest_named("Ana")
    person("Ana")
    session = table(person("Ben"), guest)
    users.change(guest, name="Zoe")
    assert names(session) == ["Ben", "Ana (guest)"]


def test_the_mark_is_in_the_lobby_too():
    """Somebody who looks for a table must know whom they would sit with."""
    person("Ana")
    session = services.open_table(guest_named("Ana"), "splitter", options={}, seats_wanted=4, public=True)
    services.sit(session.pk, person("Ben"))
    services.sit(session.pk, guest_named("Cleo"))
    (listed,) = open_tables()
    assert [seat.name for seat in listed.sitting] == ["Ana (guest)", "Ben", "Cleo"]


def test_discs_show_two_letters_where_initials_clash():
    session = table(person("Anna"), person("Ben"), person("Anton"))
    assert [seat.initial for seat in rendering.screen(now(session)).seats] == ["An", "B", "At"]


def test_discs_in_the_lobby_show_two_letters_where_initials_clash():
    session = services.open_table(person("Anna"), "splitter", options={}, seats_wanted=4, public=True)
    services.sit(session.pk, person("Anton"))
    (listed,) = open_tables()
    assert [seat.initial for seat in listed.sitting] == ["An", "At"]
