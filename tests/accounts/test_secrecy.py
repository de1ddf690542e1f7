"""Nobody learns from the sign-in pages who has an account, and nobody may try for ever."""

import re
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user, hashers
from django.core import mail
from django.db import connection
from django.test import Client, override_settings

from accounts.models import User
from accounts.services import return_links

PASSWORD = "violet pencil 7"

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(account) -> User:
    ana = account("Ana", email="ana@example.org")
    EmailAddress.objects.create(user=ana, email="ana@example.org", primary=True, verified=True)
    return ana


def answer(path: str, fields: dict[str, str], typed: str) -> tuple[int, str, str]:
    """Everything a stranger sees, without the form's token and without what was typed."""
    response = Client().post(path, fields)
    body = re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', "", response.content.decode())
    return response.status_code, response.get("Location", ""), body.replace(typed, "")


def test_signing_in_answers_the_same_for_a_wrong_password_and_for_nobody(ana):
    known = answer("/accounts/login/", {"login": "Ana", "password": "wrong password"}, "Ana")
    assert known == answer("/accounts/login/", {"login": "Uschi", "password": "wrong password"}, "Uschi")


@pytest.mark.parametrize("path", ["/accounts/password/reset/", "/accounts/login/code/"])
def test_mail_doors_answer_the_same_for_known_and_unknown_addresses(ana, path):
    known = answer(path, {"email": "ana@example.org"}, "ana@example.org")
    unknown = answer(path, {"email": "eva@example.org"}, "eva@example.org")
    assert known == unknown
    assert [letter.to for letter in mail.outbox] == [["ana@example.org"], ["eva@example.org"]]


def test_the_page_after_asking_for_a_code_is_the_same_for_everybody(ana):
    pages = []
    for address in ("ana@example.org", "eva@example.org"):
        client = Client()
        client.post("/accounts/login/code/", {"email": address})
        page = client.get("/accounts/login/code/confirm/")
        wrong = client.post("/accounts/login/code/confirm/", {"code": "WRONG1"})
        both = page.content.decode() + wrong.content.decode()
        pages.append(re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', "", both).replace(address, ""))
    assert pages[0] == pages[1]


def test_signing_up_with_a_known_address_does_not_tell(ana):
    fields = {"username": "Eva", "password1": PASSWORD, "email": "ana@example.org"}
    known = answer("/accounts/signup/", fields, "ana@example.org")
    fields = {"username": "Uli", "password1": PASSWORD, "email": "uli@example.org"}
    assert known == answer("/accounts/signup/", fields, "uli@example.org")
    assert EmailAddress.objects.filter(email="ana@example.org", verified=True).get().user == ana


@pytest.mark.parametrize("name", ["Ana", "Eva", "Card", "?", "x" * 200, "<b>"])
def test_every_failed_sign_in_costs_one_hash(ana, name):
    """Time tells nothing: whoever is named, one password hash is computed."""
    User.objects.create_user("Card")
    hasher = hashers.get_hasher()
    with (
        mock.patch.object(type(hasher), "encode", autospec=True, side_effect=type(hasher).encode) as encode,
        mock.patch.object(type(hasher), "verify", autospec=True, return_value=False) as verify,
    ):
        Client().post("/accounts/login/", {"login": name, "password": "wrong password"})
    assert encode.call_count + verify.call_count == 1


def test_five_wrong_passwords_close_the_door_for_a_while(ana, client):
    for _ in range(5):
        client.post("/accounts/login/", {"login": "Ana", "password": "wrong password"})
    response = client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    assert "Too many tries." in response.content.decode()
    assert get_user(client).is_anonymous


def test_other_spellings_buy_no_more_tries(ana, client):
    for name in ("Ana", "ANA", "A na", "Ａna", "Âna"):
        client.post("/accounts/login/", {"login": name, "password": "wrong password"})
    response = client.post("/accounts/login/", {"login": "aNa", "password": PASSWORD})
    assert "Too many tries." in response.content.decode()


def test_one_persons_wrong_passwords_do_not_lock_out_the_hall(ana, account, client):
    eva = account("Eva")
    for _ in range(6):
        client.post("/accounts/login/", {"login": "Ana", "password": "wrong password"})
    client.post("/accounts/login/", {"login": "Eva", "password": PASSWORD})
    assert get_user(client) == eva


def test_forty_people_behind_one_address_can_sign_in(account):
    people = [account(f"Player {n}") for n in range(40)]
    for person in people:
        client = Client()
        client.post("/accounts/login/", {"login": person.name, "password": PASSWORD})
        assert get_user(client) == person


def test_forty_people_behind_one_address_can_sign_up():
    for n in range(40):
        Client().post("/accounts/signup/", {"username": f"Player {n}", "password1": PASSWORD})
    assert User.objects.count() == 40


@pytest.mark.django_db(transaction=True)
def test_forty_guests_come_in_at_the_same_moment():
    def come(n: int) -> None:
        Client().post("/guest/", {"name": f"Guest {n}"})
        connection.close()

    with ThreadPoolExecutor(8) as hall:
        list(hall.map(come, range(40)))
    assert User.objects.guests().count() == 40


@override_settings(ACCOUNT_RATE_LIMITS=settings.ACCOUNT_RATE_LIMITS | {"guest": "3/m/ip"})
def test_too_many_guests_get_a_sentence():
    for n in range(3):
        Client().post("/guest/", {"name": f"Guest {n}"})
    response = Client().post("/guest/", {"name": "Guest 3"})
    assert "Too many new guests at once." in response.content.decode()
    assert User.objects.count() == 3


@override_settings(ACCOUNT_RATE_LIMITS=settings.ACCOUNT_RATE_LIMITS | {"signup": "2/m/ip", "login": "2/m/ip"})
@pytest.mark.parametrize("path", ["/accounts/signup/", "/accounts/login/"])
def test_too_many_knocks_get_a_page_of_ours(client, path):
    for _ in range(3):
        response = client.post(path, {})
    assert response.status_code == 429
    assert "Splitsite" in response.content.decode()


@override_settings(
    EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend", EMAIL_HOST="127.0.0.1", EMAIL_PORT=1
)
@pytest.mark.parametrize("address", ["ana@example.org", "eva@example.org"])
def test_a_mail_that_cannot_be_sent_gets_a_sentence(ana, client, address):
    response = client.post("/accounts/password/reset/", {"email": address}, follow=True)
    assert "The mail could not be sent." in response.content.decode()


def test_an_address_that_only_somebody_claims_does_not_take_over_the_account_that_proved_it(ana, client):
    """Eva signs up with Ana's address; a reset for it still reaches Ana's account alone."""
    client.post("/accounts/signup/", {"username": "Eva", "password1": PASSWORD, "email": "ana@example.org"})
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": "ana@example.org"})
    assert len(mail.outbox) == 1
    assert "Ana" in mail.outbox[0].body
    assert "Eva" not in mail.outbox[0].body


def enter_by_code(client: Client, address: str) -> None:
    mail.outbox.clear()
    client.post("/accounts/login/code/", {"email": address})
    code = next(word for word in mail.outbox[0].body.split() if re.fullmatch("[A-Z0-9-]{6,9}", word))
    client.post("/accounts/login/code/confirm/", {"code": code})


def test_who_only_typed_an_address_loses_the_account_to_who_proves_it(client):
    """Somebody signs up with Eva's address and waits; Eva comes in by a code, and the password ends."""
    thief = Client()
    thief.post("/accounts/signup/", {"username": "Eva", "password1": PASSWORD, "email": "eva@example.org"})
    assert get_user(thief).is_authenticated
    enter_by_code(client, "eva@example.org")
    eva = User.objects.get()
    assert get_user(client) == eva
    assert EmailAddress.objects.get().verified
    assert not eva.has_usable_password()
    assert get_user(thief).is_anonymous
    thief.post("/accounts/login/", {"login": "Eva", "password": PASSWORD})
    assert get_user(thief).is_anonymous
    assert "no longer works" in client.get("/").content.decode()


def test_who_has_confirmed_the_address_keeps_the_password_when_a_code_is_used(ana, client):
    phone = Client()
    phone.force_login(ana)
    enter_by_code(client, "ana@example.org")
    assert get_user(client) == get_user(phone) == ana
    ana.refresh_from_db()
    assert ana.check_password(PASSWORD)


def test_a_login_card_ends_too_when_its_address_is_proved(client):
    card = User.objects.create_user("Card")
    return_links.renew(card)
    token = return_links.token(card)
    EmailAddress.objects.create(user=card, email="card@example.org", primary=True)
    enter_by_code(client, "card@example.org")
    assert get_user(client) == card
    assert return_links.person(token) is None
