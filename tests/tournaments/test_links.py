"""An entry is linked to an account only with that person's consent."""

import threading

import pytest
from django.db import connection
from django.urls import reverse

from accounts import data_export
from accounts.models import Membership, User
from accounts.services import clubs, guests, users
from games.engine.contract import Refused
from games.tournaments import services
from games.tournaments.models import LinkRequest, Trail
from tests.support.clients import browser_of
from tests.support.organisers import at, told, words
from tests.support.tournaments import event, organiser, refused

pytestmark = pytest.mark.django_db


def asked(people=2):
    tournament, by, entries = event(people)
    person = User.objects.create_user("Ana Berg")
    services.ask_to_link(tournament.pk, by, entries[0].pk, person)
    return tournament, by, entries, person


def test_a_stranger_s_account_is_asked_and_not_linked():
    tournament, by, (ana, _) = event(2)
    person = User.objects.create_user("Ana Berg")
    assert refused(services.link, tournament.pk, by, ana.pk, person) == "consent-needed"
    assert refused(services.enter, tournament.pk, by, "New", person=person) == "consent-needed"
    page = browser_of(by).post(
        at(tournament, f"desk/people/{ana.pk}/"), {"act": "link", "account": "ana berg"}, follow=True
    )
    assert told(page)[0].startswith("Ana Berg is asked now")
    ana.refresh_from_db()
    assert ana.person is None
    assert "Ana Berg is asked and has not answered yet." in words(
        browser_of(by).get(at(tournament, f"desk/people/{ana.pk}/"))
    )


def test_a_member_of_the_club_is_linked_at_once_and_so_is_the_organiser_herself():
    by = organiser()
    club = clubs.found(by, name="Linde")
    tournament, _, (ana, ben) = event(2, by=by, club=club)
    member = User.objects.create_user("Ana Berg")
    Membership.objects.create(club=club, user=member)
    services.link(tournament.pk, by, ana.pk, member)
    services.link(tournament.pk, by, ben.pk, by)
    assert services.enter(tournament.pk, by, "Noor", person=None).person is None
    assert set(tournament.entries.exclude(person=None).values_list("person__name", flat=True)) == {
        "Ana Berg",
        "Olga",
    }


def test_whoever_is_asked_says_yes_on_their_own_page():
    tournament, _, (ana, _), person = asked()
    client = browser_of(person)
    assert "Olga asks: are you Ana in Autumn Cup ?" in words(client.get("/tournaments/"))
    address = reverse("tournaments:answer-link", args=[LinkRequest.objects.get().pk])
    assert client.post(address, {"answer": "yes"}).url == reverse("tournaments:me", args=[tournament.code])
    ana.refresh_from_db()
    assert (ana.person, LinkRequest.objects.count()) == (person, 0)
    assert Trail.objects.last().act == "link-accepted"
    assert told(client.post(address, {"answer": "yes"}, follow=True)) == ["This question is no longer open."]


def test_whoever_says_no_is_left_alone():
    _, _, (ana, _), person = asked()
    address = reverse("tournaments:answer-link", args=[LinkRequest.objects.get().pk])
    browser_of(person).post(address, {"answer": "no"})
    ana.refresh_from_db()
    assert (ana.person, LinkRequest.objects.count()) == (None, 0)


def test_nobody_answers_for_somebody_else():
    _, by, (ana, _), _ = asked()
    address = reverse("tournaments:answer-link", args=[LinkRequest.objects.get().pk])
    assert told(browser_of(by).post(address, {"answer": "yes"}, follow=True)) == [
        "This question is no longer open."
    ]
    ana.refresh_from_db()
    assert (ana.person, LinkRequest.objects.count()) == (None, 1)


def test_asking_twice_asks_once_and_asking_another_replaces_the_question():
    tournament, by, (ana, _), person = asked()
    services.ask_to_link(tournament.pk, by, ana.pk, person)
    assert Trail.objects.filter(act="link-asked").count() == 1
    other = User.objects.create_user("Anna Bergmann")
    services.ask_to_link(tournament.pk, by, ana.pk, other)
    assert LinkRequest.objects.get().person == other


def test_whoever_enters_themselves_has_no_open_question_and_is_not_entered_twice():
    tournament, by, (ana, _), person = asked()
    services.register(tournament.pk, person, "Somebody else")
    assert refused(services.answer_link, LinkRequest.objects.get().pk, person, yes=True) == "entered-twice"
    assert refused(services.ask_to_link, tournament.pk, by, ana.pk, person) == "entered-twice"


def test_a_deleted_account_and_a_guest_who_signs_in_leave_no_question():
    tournament, by, (_ana, ben), person = asked()
    assert data_export.collect(person)["tournaments"]["questions"][0]["entry__name"] == "Ana"
    users.delete(person)
    guest = User.objects.create_user("Gast", is_guest=True)
    services.ask_to_link(tournament.pk, by, ben.pk, guest)
    guests.follow(guest, User.objects.create_user("Ben Berg"))
    assert not LinkRequest.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_double_tap_on_yes_links_once():
    _, _, (ana, _), person = asked()
    question = LinkRequest.objects.get().pk
    codes = []

    def say_yes():
        try:
            services.answer_link(question, person, yes=True)
            codes.append("linked")
        except Refused as why:
            codes.append(why.code)
        finally:
            connection.close()

    both = [threading.Thread(target=say_yes) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert sorted(codes) == ["linked", "no-question"]
    ana.refresh_from_db()
    assert ana.person == person
