"""A person's own settings, data and account deletion."""

import json
import re

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user
from django.test import Client

from accounts import data_export
from accounts.models import Club, Membership, User
from accounts.services import clubs, return_links, users

PASSWORD = "violet pencil 7"

pytestmark = pytest.mark.django_db


def fields(**changed):
    return {
        "name": "Ana",
        "language": "browser",
        "colours": "system",
        "sound": "on",
        "vibration": "on",
    } | changed


def errors(response) -> list[str]:
    return re.findall(r'<ul class="errorlist[^>]*><li>([^<]+)', response.content.decode())


def test_settings_are_saved(account, browser):
    ana = account("Ana")
    browser(ana).post("/settings/", fields(name="Anna", language="fr", colours="dark", sound=""))
    ana.refresh_from_db()
    assert (ana.name, ana.name_key, ana.language, ana.colours) == ("Anna", "anna", "fr", "dark")
    assert (ana.sound, ana.vibration, ana.public_profile) == (False, True, False)


def test_a_taken_name_is_refused_and_nothing_is_saved(account, browser):
    account("Eva")
    ana = account("Ana")
    response = browser(ana).post("/settings/", fields(name="eva", language="de"))
    assert errors(response) == ["This name is taken. Please choose another."]
    ana.refresh_from_db()
    assert (ana.name, ana.language) == ("Ana", "")


def test_a_page_that_refuses_a_name_still_shows_the_old_one_as_mine(account, browser):
    account("Eva")
    response = browser(account("Ana")).post("/settings/", fields(name="Eva"))
    assert response.context["user"].name == "Ana"


def test_i_may_change_the_case_of_my_own_name(account, browser):
    ana = account("Ana")
    browser(ana).post("/settings/", fields(name="ANA"))
    ana.refresh_from_db()
    assert ana.name == "ANA"


def test_a_guest_may_take_any_name(account, guest):
    account("Ana")
    client, ben = guest("Ben")
    client.post("/settings/", fields(name="Ana"))
    ben.refresh_from_db()
    assert ben.name == "Ana"


@pytest.mark.parametrize(
    "bad", [{"language": "xx"}, {"colours": "pink"}, {"name": ""}, {"name": "a" * 200}, {"name": "\x00"}]
)
def test_each_bad_setting_gets_one_sentence(account, browser, bad):
    assert len(errors(browser(account("Ana")).post("/settings/", fields(**bad)))) == 1


def test_an_accounts_language_is_spoken_whatever_the_browser_wants(account, browser):
    client = browser(account("Ana", language="de"))
    response = client.get("/settings/", headers={"accept-language": "fr"})
    assert response["Content-Language"] == "de"
    assert '<html lang="de"' in response.content.decode()


def test_one_persons_language_does_not_leak_into_the_next_request(account, browser, client):
    browser(account("Ana", language="ru")).get("/settings/")
    assert client.get("/accounts/login/")["Content-Language"] == "en"


def test_the_language_of_the_footer_is_kept_with_the_person(account, browser):
    ana = account("Ana", language="de")
    client = browser(ana)
    client.post("/language/setlang/", {"language": "it", "next": "/settings/"})
    assert client.get("/settings/")["Content-Language"] == "it"


def test_a_visitor_keeps_the_language_in_the_browser(client):
    client.post("/language/setlang/", {"language": "fr", "next": "/"})
    assert client.get("/accounts/login/")["Content-Language"] == "fr"


@pytest.mark.parametrize("language", ["", "xx", "../../etc", "\x00"])
def test_a_language_that_does_not_exist_changes_nothing(account, browser, language):
    ana = account("Ana", language="de")
    assert browser(ana).post("/language/setlang/", {"language": language}).status_code == 302
    ana.refresh_from_db()
    assert ana.language == "de"


def test_my_data_is_one_file_with_everything(account, browser, monkeypatch):
    monkeypatch.setitem(data_export.parts, "games", lambda person: [{"game": "splito", "who": person.name}])
    ana = account("Ana", email="ana@example.org")
    EmailAddress.objects.create(user=ana, email="ana@example.org")
    clubs.found(ana, name="Club Linde")
    response = browser(ana).get("/settings/my-data/")
    assert "attachment" in response["Content-Disposition"]
    mine = json.loads(response.content)
    assert mine["account"]["name"] == "Ana"
    assert mine["email_addresses"][0]["email"] == "ana@example.org"
    assert mine["clubs"][0]["club__name"] == "Club Linde"
    assert mine["games"] == [{"game": "splito", "who": "Ana"}]
    assert "password" not in response.content.decode()


def test_deleting_an_account_leaves_a_row_without_a_person(account, browser, monkeypatch):
    told = []
    monkeypatch.setattr(users, "farewells", [lambda person: told.append(person.pk)])
    ana = account("Ana", email="ana@example.org")
    EmailAddress.objects.create(user=ana, email="ana@example.org")
    client = browser(ana)
    response = client.post("/settings/delete/", {"password": PASSWORD})
    assert response["Location"] == "/"
    assert get_user(client).is_anonymous
    assert told == [ana.pk]
    ana.refresh_from_db()
    assert (ana.name, ana.name_key, ana.email, ana.is_active, ana.shown_name) == (
        "",
        "",
        "",
        False,
        "Former player",
    )
    assert not EmailAddress.objects.exists()
    assert not UserSession.objects.exists()


def test_a_deleted_name_is_free_again(account):
    users.delete(account("Ana"))
    users.delete(account("Ana"))
    assert User.objects.named("Ana").count() == 0
    assert account("Ana").pk


def test_a_deleted_person_is_signed_out_everywhere(account, browser):
    ana = account("Ana")
    phone = browser(ana)
    users.delete(ana)
    assert phone.get("/settings/")["Location"].startswith("/accounts/login/")
    response = Client().post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    assert "is wrong" in response.content.decode()


def test_a_wrong_password_deletes_nothing(account, browser):
    ana = account("Ana")
    response = browser(ana).post("/settings/delete/", {"password": "wrong password"})
    assert errors(response) == ["The password is wrong."]
    ana.refresh_from_db()
    assert ana.deleted_at is None


def test_guessing_passwords_at_the_goodbye_page_is_counted(account, browser):
    client = browser(account("Ana"))
    for _ in range(5):
        client.post("/settings/delete/", {"password": "wrong password"})
    assert errors(client.post("/settings/delete/", {"password": PASSWORD})) == [
        "Too many tries. Please wait a few minutes."
    ]


def test_a_guest_confirms_with_the_name(guest):
    client, ben = guest("Ben")
    assert errors(client.post("/settings/delete/", {"name": "Eva"})) == [
        "That is not your name on this site."
    ]
    client.post("/settings/delete/", {"name": "ben"})
    ben.refresh_from_db()
    assert ben.deleted_at is not None
    assert return_links.person(return_links.token(ben)) is None


def test_an_owners_club_passes_to_the_oldest_organiser(club):
    linde, who = club
    users.delete(who["owner"])
    assert Membership.objects.get(club=linde, role="owner").user == who["helper"]
    assert not Membership.objects.filter(user=who["owner"]).exists()


def test_a_club_with_nobody_left_closes(account):
    ana = account("Ana")
    linde = clubs.found(ana, name="Club Linde")
    users.delete(ana)
    assert Club.objects.get(pk=linde.pk).closed_at is not None


def test_devices_are_listed_and_others_can_be_signed_out(account):
    account("Ana")
    here, there = Client(), Client(headers={"user-agent": "Other phone"})
    for client in (here, there):
        client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    assert "Other phone" in here.get("/accounts/sessions/").content.decode()
    here.post("/accounts/sessions/")
    assert get_user(there).is_anonymous
    assert get_user(here).is_authenticated


def test_the_day_of_the_last_act_is_noted_but_looking_writes_nothing(account, browser):
    ana = account("Ana")
    User.objects.update(last_seen="2020-01-01")
    client = browser(ana)
    client.get("/settings/")
    ana.refresh_from_db()
    assert str(ana.last_seen) == "2020-01-01"
    client.post("/settings/", fields())
    ana.refresh_from_db()
    assert str(ana.last_seen) > "2020-01-01"


@pytest.mark.parametrize(
    "name", ["O'<b>&amp", "</title><script>x()</script>", '"><img src=x onerror=x()>', "{{ 7|add:7 }}"]
)
def test_a_name_that_slipped_past_the_forms_still_breaks_no_page(browser, name):
    person = User.objects.create_user(name[:30], PASSWORD)
    clubs.found(person, name=name)
    client = browser(person)
    for path in ("/me/", "/settings/", "/clubs/", f"/clubs/{Club.objects.get().slug}/", "/accounts/2fa/"):
        page = client.get(path).content.decode()
        assert "<script>x" not in page
        assert "<img src=x" not in page
        assert "O'<b>" not in page
        assert "14" not in page.partition("<main")[2].partition("</h1>")[0]
