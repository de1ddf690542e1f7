"""From whose side a spectator looks: the address says it, and nonsense means the first seat."""

import re

import pytest
from django.test import Client

from tests.support import tables

pytestmark = pytest.mark.django_db


def side(page: str) -> str | None:
    found = re.search(r'<div class="table" id="table"[^>]* data-from="([^"]*)"', page)
    return found[1] if found else None


@pytest.mark.parametrize(
    ("asked", "seat"), [("2", "2"), ("0", "0"), ("3", "0"), ("-1", "0"), ("x", "0"), ("", "0"), ("٢", "0")]
)
def test_the_address_says_from_whose_side(asked, seat):
    session, _ = tables.dealt(3, spectators=True)
    assert side(Client().get(f"/t/{session.code}/", {"from": asked}).text) == seat


def test_whoever_sits_there_looks_from_the_own_seat():
    session, users = tables.dealt(3, spectators=True)
    client = Client()
    client.force_login(users[1], backend="accounts.backends.NameBackend")
    page = client.get(f"/t/{session.code}/", {"from": "2"}).text
    assert side(page) is None
    assert "look-from" not in page


def test_the_choice_names_every_seat_and_shows_no_hand():
    session, users = tables.dealt(3, spectators=True)
    page = Client().get(f"/t/{session.code}/?from=1").text
    assert re.findall(r'href="\?from=(\d)" data-number="\d">([^<]+)<', page) == [
        (str(seat), user.name) for seat, user in enumerate(users)
    ]
    assert "in-hand" not in page
