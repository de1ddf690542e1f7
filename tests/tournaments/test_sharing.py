"""Around the evening: start, places and waiting list, calendar, embedded standings, certificates."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.tournaments import services
from games.tournaments.calendar_file import calendar_file
from games.tournaments.models import Entry, Tournament
from games.tournaments.waiting_list import waiting
from tests.support.clients import browser_of
from tests.support.organisers import at, told, words
from tests.support.threads import together
from tests.support.tournaments import event, published, score_all

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


def test_the_first_who_enter_have_a_place_and_whoever_is_here_keeps_it():
    def entry(pk: int, presence: str) -> Entry:
        return Entry(pk=pk, presence=presence)

    crowd = [entry(1, "expected"), entry(2, "gone"), entry(3, "expected"), entry(4, "here"), entry(5, "late")]
    assert waiting(crowd, None) == []
    assert waiting(crowd, 4) == []
    assert waiting(crowd, 2) == [3, 5]
    assert waiting(crowd, 1) == [1, 3, 5]


def test_whoever_finds_the_event_full_waits_and_moves_up_by_itself():
    tournament, by, entries = event(2, capacity=2)
    fay = User.objects.create_user("Fay")
    phone = browser_of(fay)
    phone.post(at(tournament, "join/"), {"name": "Fay"})
    mine = tournament.entries.get(person=fay)
    assert mine.presence == "expected"
    assert "number 1 on the waiting list" in words(phone.get(at(tournament, "me/")))
    assert "waiting list" in words(browser_of(by).get(at(tournament, "desk/people/")))
    page = phone.post(at(tournament, "me/here/"), follow=True)
    assert told(page) == ["All places are taken. You are on the waiting list; the organiser can let you in."]
    services.withdraw(tournament.pk, by, entries[0].pk)
    assert "I am here" in words(phone.get(at(tournament, "me/")))
    phone.post(at(tournament, "me/here/"))
    mine.refresh_from_db()
    assert mine.presence == "here"


def test_the_organiser_lets_somebody_in_beyond_the_places():
    tournament, by, _ = event(2, capacity=2)
    Client().post(at(tournament, "join/"), {"name": "Fay"})
    mine = tournament.entries.get(name="Fay")
    services.roll_call(tournament.pk, by, {mine.pk: "here"})
    assert waiting(list(tournament.entries.all()), 2) == []


@pytest.mark.django_db(transaction=True)
def test_two_at_the_same_moment_do_not_both_take_the_last_place():
    tournament, _, _ = event(2, capacity=3)
    people = [User.objects.create_user(name) for name in ("Xia", "Zoe")]
    together(*[lambda one=one: services.register(tournament.pk, one, one.name) for one in people])
    there = tournament.entries.filter(person__in=people).values_list("presence", flat=True)
    assert sorted(there) == ["expected", "here"]


def test_a_calendar_takes_the_event():
    tournament = Tournament(
        code="ABC234",
        name="Linde; evening, with a name so long that a line of the file has to be folded once or twice",
        date=date(2026, 11, 20),
        starts_at=time(19, 30),
        place="Hall 2",
    )
    with timezone.override("Europe/Berlin"):
        text = calendar_file(tournament, "https://example.org/tournaments/ABC234/", now=NOW)
    lines = text.replace("\r\n ", "").split("\r\n")
    assert "DTSTART:20261120T183000Z" in lines
    assert "DTEND:20261120T213000Z" in lines
    assert any(line.startswith("SUMMARY:Linde\\; evening\\, with") for line in lines)
    assert "UID:ABC234@example.org" in lines
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    tournament.starts_at = None
    assert "DTSTART;VALUE=DATE:20261120" in calendar_file(tournament, "https://example.org/x/", now=NOW)


def test_the_page_of_an_event_offers_its_calendar_file():
    tournament, _, _ = event(1, starts_at=time(19, 0), date=timezone.localdate() + timedelta(days=3))
    page = Client().get(at(tournament))
    assert at(tournament, "event.ics") in page.content.decode()
    assert "7 p.m." in words(page)
    answer = Client().get(at(tournament, "event.ics"))
    assert answer["Content-Type"].startswith("text/calendar")
    assert answer.content.startswith(b"BEGIN:VCALENDAR\r\n")


def test_standings_can_stand_in_another_page_and_nothing_else_can():
    tournament, by, running = published(5)
    score_all(tournament, by, running)
    answer = Client().get(at(tournament, "embedded/"))
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert "Ana" in words(answer)
    assert "<form" not in answer.content.decode()
    other = Client().get(at(tournament, "standings/"))
    assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
    assert at(tournament, "embedded/") in browser_of(by).get(at(tournament, "desk/files/")).content.decode()


def test_certificates_are_for_the_first_places_unless_all_are_asked_for():
    tournament, by, running = published(9)
    score_all(tournament, by, running)
    client = browser_of(by)
    few = client.get(at(tournament, "print/certificates/")).context["lines"]
    assert {line.place for line in few} <= {1, 2, 3}
    assert len(client.get(at(tournament, "print/certificates/"), {"top": "all"}).context["lines"]) == 9
