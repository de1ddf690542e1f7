"""Wrong passwords slow down whoever types them, and nobody else."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client

from accounts import devices, login_attempts
from accounts.models import User

PASSWORD = "violet pencil 7"

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(account) -> User:
    ana = account("Ana", email="ana@example.org")
    EmailAddress.objects.create(user=ana, email="ana@example.org", primary=True, verified=True)
    return ana


def at(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def sign_in(client: Client, password: str = PASSWORD, **headers: str) -> bool:
    client.post("/accounts/login/", {"login": "Ana", "password": password}, headers=headers)
    return get_user(client).is_authenticated


def wrong(client: Client, times: int, **headers: str) -> None:
    for _ in range(times):
        assert not sign_in(client, "wrong password", **headers)


def test_wrong_passwords_elsewhere_do_not_lock_anybody_out(ana):
    wrong(at("192.0.2.1"), 20)
    assert sign_in(at("192.0.2.2"))


def test_wrong_passwords_in_the_same_hall_do_not_lock_out_a_browser_that_ana_has_used(ana):
    tablet = at("192.0.2.1")
    assert sign_in(tablet)
    tablet.post("/accounts/logout/")
    wrong(at("192.0.2.1"), 20)
    assert not sign_in(at("192.0.2.1"))
    assert sign_in(tablet)


def test_after_many_tries_from_many_places_only_strange_browsers_wait(ana):
    tablet = at("192.0.2.250")
    assert sign_in(tablet)
    tablet.post("/accounts/logout/")
    for number in range(login_attempts.MOST_BY_STRANGERS // 4 + 1):
        wrong(at(f"198.51.100.{number}"), 4)
    assert not sign_in(at("192.0.2.2"))
    assert sign_in(tablet)


def test_a_code_by_mail_works_however_often_a_password_was_wrong(ana):
    client = at("192.0.2.1")
    wrong(client, 20)
    client.post("/accounts/login/code/", {"email": "ana@example.org"})
    code = next(
        line for line in mail.outbox[0].body.splitlines() if len(line.strip()) in (6, 7, 9) and line.isupper()
    )
    client.post("/accounts/login/code/confirm/", {"code": code.strip()})
    assert get_user(client) == ana


def test_the_host_that_a_request_names_buys_no_more_tries(ana, settings):
    settings.ALLOWED_HOSTS = ["*"]
    client = at("192.0.2.1")
    for number in range(login_attempts.FREE):
        wrong(client, 1, host=f"host{number}.example")
    assert not sign_in(client)


def test_a_browser_known_for_one_name_is_strange_to_another(ana, account):
    account("Eva")
    hers = at("192.0.2.1")
    hers.post("/accounts/login/", {"login": "Eva", "password": PASSWORD})
    hers.post("/accounts/logout/")
    wrong(at("192.0.2.1"), 20)
    assert not sign_in(hers)


@pytest.mark.parametrize("forged", ["", "x", "0" * 32, ".".join(["0" * 32] * 9), "." * 300])
def test_a_made_up_cookie_makes_no_browser_known(ana, forged):
    client = at("192.0.2.1")
    client.cookies[login_attempts.COOKIE] = forged
    for letter in "abcde":
        client.cookies[devices.COOKIE] = letter * devices.LETTERS
        wrong(client, 1)
    assert not sign_in(client)


def test_the_mark_of_one_browser_is_worth_nothing_in_another(ana):
    tablet = at("192.0.2.1")
    assert sign_in(tablet)
    wrong(at("192.0.2.1"), 20)
    thief = at("192.0.2.1")
    thief.cookies[login_attempts.COOKIE] = tablet.cookies[login_attempts.COOKIE].value
    assert not sign_in(thief)


def test_the_right_password_ends_the_count(ana):
    client = at("192.0.2.1")
    for _ in range(3):
        wrong(client, login_attempts.FREE - 1)
        assert sign_in(client)
        client.post("/accounts/logout/")
        client.cookies.clear()


def test_a_second_step_cannot_be_guessed(ana):
    """Even with the password: five wrong codes, and the right one has to wait."""
    secret = totp.generate_totp_secret()
    totp.TOTP.activate(ana, secret)
    client = at("192.0.2.1")
    sign_in(client)
    for number in range(5):
        client.post("/accounts/2fa/authenticate/", {"code": f"00000{number}"})
    code = totp.format_hotp_value(totp.hotp_value(secret, next(totp.yield_hotp_counters_from_time())))
    client.post("/accounts/2fa/authenticate/", {"code": code})
    assert get_user(client).is_anonymous


def test_one_address_tries_few_passwords_whatever_the_names(account):
    eva = account("Eva")
    client = at("192.0.2.1")
    for number in range(60):
        client.post("/accounts/login/", {"login": f"Nobody {number}", "password": "wrong password"})
    client.post("/accounts/login/", {"login": "Eva", "password": PASSWORD})
    assert get_user(client).is_anonymous
    other = at("192.0.2.2")
    other.post("/accounts/login/", {"login": "Eva", "password": PASSWORD})
    assert get_user(other) == eva


def test_the_pause_doubles_up_to_five_minutes():
    assert [login_attempts.pause(n) for n in (1, 4, 5, 6, 7, 9, 10, 50)] == [0, 0, 10, 20, 40, 160, 300, 300]


def test_a_browser_remembers_a_family_and_not_more(account, client):
    for number in range(8):
        account(f"Child {number}")
        client.post("/accounts/login/", {"login": f"Child {number}", "password": PASSWORD})
        client.post("/accounts/logout/")
    assert client.cookies[login_attempts.COOKIE].value.count(".") == login_attempts.REMEMBERED - 1
    assert "Child" not in client.cookies[login_attempts.COOKIE].value
