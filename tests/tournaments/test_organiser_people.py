"""Entering people at the organiser's desk: by hand, from lists, linked, withdrawn; and helpers."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import Membership, User
from accounts.services import clubs
from games.tournaments import queries, services
from games.tournaments.models import Entry, Helper
from tests.support.clients import browser_of
from tests.support.organisers import at, told, words
from tests.support.tournaments import event, organiser, published

pytestmark = pytest.mark.django_db


def enter(client: Client, tournament, names: str, **more):
    return client.post(at(tournament, "desk/people/"), {"names": names, **more}, follow=True)


def test_one_line_enters_one_or_several_people():
    tournament, by, _ = event(0)
    client = browser_of(by)
    page = enter(client, tournament, "Otto", newcomer="on")
    assert told(page) == ["Otto is entered."]
    enter(client, tournament, "Mia; Frau Ott,Jan ,")
    found = dict(tournament.entries.values_list("name", "newcomer"))
    assert found == {"Otto": True, "Mia": False, "Frau Ott": False, "Jan": False}


def test_somebody_entered_twice_is_told_and_the_others_of_the_line_are_taken():
    tournament, by, _ = event(2)
    page = enter(browser_of(by), tournament, "ana, Zoe")
    assert told(page) == ["ana is already entered.", "Zoe is entered."]
    assert tournament.entries.count() == 3
    assert told(enter(browser_of(by), tournament, " , ")) == ["Please type a name."]


def test_with_a_script_only_the_list_comes_back_and_says_what_came_of_the_line():
    tournament, by, _ = event(2)
    client, hx = browser_of(by), {"HX-Request": "true"}
    answer = client.post(at(tournament, "desk/people/"), {"names": "Ana, Zoe"}, headers=hx)
    assert b"<html" not in answer.content
    assert "Ana is already entered. Zoe is entered. 3 people" in words(answer)
    assert not told(client.get(at(tournament, "desk/people/")))


def test_a_list_is_looked_at_first_and_taken_on_confirmation():
    """200 lines with bad ones: these are listed by number while the good ones can be taken."""
    tournament, by, _ = event(2)
    client = browser_of(by)
    lines = [f"Player {number}" for number in range(1, 199)]
    lines[9], lines[19], lines[29] = "Ana", "x" * 50, "Player 1, perhaps"
    text = "name,new\n" + "\n".join(lines)
    page = words(client.post(at(tournament, "desk/people/list/"), {"text": text, "do": "look"}))
    assert "195 people can be entered" in page
    assert "3 lines cannot be used" in page
    assert "11 Ana Ana is already entered." in page
    assert "31 Player 1, perhaps The second column says whether somebody is new: yes or no." in page
    assert tournament.entries.count() == 2
    answer = client.post(at(tournament, "desk/people/list/"), {"text": text, "do": "take"})
    assert told(answer) == ["195 people are entered.", "3 lines were left out."]
    assert answer.context["text"].splitlines() == ["Ana", "x" * 50, "Player 1, perhaps"]
    assert tournament.entries.count() == 197
    client.post(at(tournament, "desk/people/list/"), {"text": text, "do": "take"})
    assert tournament.entries.count() == 197


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_is_read_however_the_spreadsheet_wrote_it(encoding: str):
    tournament, by, _ = event(0)
    file = SimpleUploadedFile("people.csv", "Chloé;yes\nJürgen;no\n".encode(encoding))
    browser_of(by).post(at(tournament, "desk/people/list/"), {"file": file, "do": "take"})
    assert dict(tournament.entries.values_list("name", "newcomer")) == {"Chloé": True, "Jürgen": False}


def test_a_file_that_is_no_list_is_answered_with_a_sentence():
    tournament, by, _ = event(0)
    client = browser_of(by)
    for content in (b"\x00\x01\x02\xff" * 500, b"x" * 600_000):
        file = SimpleUploadedFile("people.csv", content)
        answer = client.post(at(tournament, "desk/people/list/"), {"file": file, "do": "take"}, follow=True)
        assert answer.status_code == 200
    assert not tournament.entries.exists()
    assert told(answer) == ["This is too long for a list of people."]


def test_an_entry_is_renamed_linked_to_an_account_later_and_withdrawn():
    tournament, by, (ana, ben) = event(2)
    account = User.objects.create_user("Ana Berg")
    club = clubs.found(by, name="Linde")
    services.configure(tournament.pk, by, club=club)
    Membership.objects.create(club=club, user=account)
    client = browser_of(by)

    def change(entry: Entry, **fields: str):
        return client.post(at(tournament, f"desk/people/{entry.pk}/"), fields, follow=True)

    change(ana, act="change", name="Ana B.", newcomer="on")
    ana.refresh_from_db()
    assert (ana.name, ana.newcomer) == ("Ana B.", True)
    assert told(change(ana, act="change", name="Ben")) == ["Ben is already entered."]
    assert told(change(ana, act="link", account="Nobody")) == ["There is no account with this name."]
    assert told(change(ana, act="link", account="ana berg")) == ["Ana B. is linked to an account now."]
    ana.refresh_from_db()
    assert ana.person == account
    assert told(change(ben, act="link", account="Ana Berg")) == ["Ana B. is already entered."]
    change(ana, act="unlink")
    ana.refresh_from_db()
    assert ana.person is None
    assert told(change(ana, act="withdraw")) == ["Ana B. is withdrawn."]
    assert not Entry.objects.filter(pk=ana.pk).exists()
    assert told(change(ana, act="withdraw")) == ["This person is not entered, or has no seat in this round."]


def test_who_has_played_is_gone_and_keeps_the_results():
    tournament, by, _ = published(6)
    ana = tournament.entries.get(name="Ana")
    browser_of(by).post(at(tournament, f"desk/people/{ana.pk}/"), {"act": "withdraw"})
    ana.refresh_from_db()
    assert ana.presence == "gone"


def test_a_walk_in_during_a_round_waits_for_the_next_one():
    tournament, by, running = published(6)
    enter(browser_of(by), tournament, "Late Lou")
    assert not running.places.filter(entry__name="Late Lou").exists()
    assert "Late Lou" in words(browser_of(by).get(at(tournament, "desk/people/")))


def test_a_walk_in_after_the_draw_is_pointed_out_before_publishing():
    tournament, by, _ = event(6)
    client = browser_of(by)
    running = services.propose(tournament.pk, by)
    assert "has no seat yet" not in words(client.get(at(tournament, "desk/")))
    enter(client, tournament, "Late Lou")
    assert "Late Lou has no seat yet" in words(client.get(at(tournament, "desk/")))
    client.post(at(tournament, "desk/do/draw-again/"), {"round": 1, "draw": running.draw})
    assert running.places.filter(entry__name="Late Lou").exists()


def test_helpers_get_rights_and_lose_them():
    tournament, by, _ = event(0)
    helper = User.objects.create_user("Hanna")
    client = browser_of(by)
    address = at(tournament, "desk/helpers/")
    assert told(client.post(address, {"name": "Nobody", "rights": "scores"}, follow=True)) == [
        "There is no account with this name."
    ]
    client.post(address, {"name": "hanna", "rights": "scores"})
    assert browser_of(helper).get(at(tournament, "desk/")).status_code == 200
    assert browser_of(helper).get(at(tournament, "desk/people/")).status_code == 403
    client.post(address, {"name": "Hanna", "rights": "organise"})
    assert browser_of(helper).get(at(tournament, "desk/people/")).status_code == 200
    client.post(address, {"remove": helper.pk})
    assert not Helper.objects.exists()
    assert browser_of(helper).get(at(tournament, "desk/")).status_code == 404


def test_the_registration_shows_its_code_once_it_is_open():
    tournament, by, _ = event(0)
    page = words(browser_of(by).get(at(tournament, "desk/people/")))
    assert tournament.code in page
    assert "Share the link" in page


def test_who_enters_by_phone_appears_on_the_open_list_by_itself():
    tournament, by, _ = event(2)
    client, hx = browser_of(by), {"HX-Request": "true"}
    pulse = queries.pulse(tournament.pk)
    assert client.get(at(tournament, "desk/people/"), {"pulse": pulse}, headers=hx).status_code == 204
    services.register(tournament.pk, User.objects.create_user("Zoe"), "Zoe")
    part = client.get(at(tournament, "desk/people/"), {"pulse": pulse}, headers=hx)
    assert "3 people" in words(part)
    assert b"<html" not in part.content


def test_the_opened_registration_shows_its_code_at_once():
    by = organiser()
    tournament = services.create(by, "splito", options={}, name="Cup", date=date(2026, 11, 14))
    page = browser_of(by).post(at(tournament, "desk/do/open/"), follow=True)
    assert page.redirect_chain[-1][0] == at(tournament, "desk/people/")
    assert tournament.code in words(page)
