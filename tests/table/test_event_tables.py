"""Online tables of an event: the event decides who plays what and when, and people return to it."""

from random import Random

import pytest

from games.table import services as table_services
from games.tournaments import services
from tests.support.clients import browser_of
from tests.support.tables import play_round
from tests.support.tournaments import online_round, refused, seats

pytestmark = pytest.mark.django_db


def test_nobody_but_the_event_decides_who_plays_what_at_its_online_table():
    tournament, by, table = online_round(3)
    session, people = table.session, [entry.person for entry in seats(table)]
    first = session.seats.get(number=0)
    assert session.host == by
    assert refused(table_services.configure, session.pk, by, options={}, rounds_planned=3) == "arranged"
    assert refused(table_services.start, session.pk, by) == "arranged"
    assert refused(table_services.remove, session.pk, by, first.pk) == "arranged"
    assert refused(table_services.move, session.pk, by, first.pk, to=1) == "arranged"
    assert refused(table_services.mix, session.pk, by) == "arranged"
    assert refused(table_services.add_bot, session.pk, by, "regular") == "arranged"
    assert refused(table_services.sit, session.pk, by) == "arranged"
    assert refused(table_services.leave, session.pk, people[0]) == "arranged"
    assert browser_of(by).get(f"/t/{session.code}/settings/").status_code == 404
    html = browser_of(by).get(f"/t/{session.code}/").content.decode()
    assert "Change the table" not in html
    assert "Share the link" not in html
    services.start_all(tournament.pk, by, 1)
    play_round(session, people, Random(1))
    assert refused(table_services.rematch, session.pk, people[0]) == "arranged"
    html = browser_of(people[0]).get(f"/t/{session.code}/").content.decode()
    assert "Again!" not in html
    assert f"/t/{session.code}/event/" in html
    there = browser_of(people[0]).get(f"/t/{session.code}/event/")
    assert there.url == f"/tournaments/{tournament.code}/me/"
    assert browser_of(by).get(there.url).url == f"/tournaments/{tournament.code}/desk/"


def test_at_an_online_table_people_have_the_names_of_the_wall():
    _, _, table = online_round(3)
    for entry in seats(table):
        assert entry.person.shown_name != entry.name
    assert [seat.name for seat in table.session.seats.order_by("number")] == [
        entry.name for entry in seats(table)
    ]
