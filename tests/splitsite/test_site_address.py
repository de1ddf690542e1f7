"""Links in mails, QR codes and previews lead to this site, whatever host a request names."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from accounts.models import User
from accounts.services import clubs, login_cards, return_links
from games.table import services as table_services
from splitsite import site_address
from splitsite.supervisor import address_to_print, own_address

EVIL = "evil.example"
PASSWORD = "violet pencil 7"
PRINTED = "http://192.168.1.7:8000/"


@pytest.fixture(autouse=True)
def _open_to_every_host(settings):
    """As `make run` starts it, without any setting."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://play.example.org"


def evil_client() -> Client:
    return Client(headers={"host": EVIL})


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "fields", "link"),
    [
        ("/accounts/password/reset/", {"email": "ana@example.org"}, "/accounts/password/reset/key/"),
        ("/accounts/password/reset/", {"email": "nobody@example.org"}, "/accounts/signup/"),
        ("/accounts/login/code/", {"email": "ana@example.org"}, ""),
        ("/accounts/login/code/", {"email": "nobody@example.org"}, "/accounts/signup/"),
        (
            "/accounts/signup/",
            {"username": "Eva", "password1": PASSWORD, "email": "eva@example.org"},
            "/accounts/confirm-email/",
        ),
        (
            "/accounts/signup/",
            {"username": "Eva", "password1": PASSWORD, "email": "ana@example.org"},
            "/accounts/",
        ),
    ],
)
def test_no_mail_names_the_host_of_the_request(path, fields, link):
    ana = User.objects.create_user("Ana", PASSWORD, email="ana@example.org")
    EmailAddress.objects.create(user=ana, email="ana@example.org", primary=True, verified=True)
    evil_client().post(path, fields)
    (letter,) = mail.outbox
    assert EVIL not in letter.subject + letter.body
    assert f"https://play.example.org{link}" in letter.body


@pytest.mark.django_db
def test_a_link_preview_names_the_configured_address():
    page = evil_client().get("/").content.decode()
    assert '<meta property="og:url" content="https://play.example.org/">' in page
    assert re.search(r'og:image" content="https://play\.example\.org/static/', page)


@pytest.mark.django_db
def test_on_the_laptop_in_the_hall_codes_carry_the_address_that_phones_use(settings):
    settings.SITE_URL = PRINTED.rstrip("/")
    owner = User.objects.create_user("Owner", PASSWORD)
    club = clubs.found(owner, name="Club Linde")
    member = login_cards.make(owner, club, "Berta")
    session = table_services.open_table(
        owner,
        "splito",
        options={},
        seats_wanted=3,
        rounds_planned=1,
        pace="none",
        public=True,
        spectators=True,
    )
    laptop = Client(headers={"host": "127.0.0.1:8000"})
    laptop.force_login(owner)
    assert return_links.address(member).startswith(f"{PRINTED}back/")
    cards = laptop.get(f"/clubs/{club.slug}/cards/").content.decode()
    assert "lead to this computer only" not in cards
    assert f"{PRINTED}t/{session.code}/" in laptop.get(f"/t/{session.code}/").content.decode()
    settings.SITE_URL = "http://localhost:8000"
    assert "lead to this computer only" in laptop.get(f"/clubs/{club.slug}/cards/").content.decode()


@pytest.mark.parametrize(
    ("given", "hosts", "https", "address"),
    [
        ("https://games.example.org/", ["play.example.org"], True, "https://games.example.org"),
        ("http://10.0.0.2:81", ["*"], False, "http://10.0.0.2:81"),
        ("", ["play.example.org", "www.example.org"], True, "https://play.example.org"),
        ("", [".example.org"], True, "https://example.org"),
        ("", ["laptop.local"], False, "http://laptop.local:8000"),
        ("", ["*"], False, "http://192.168.1.7:8000"),
        ("", ["*"], True, "http://192.168.1.7:8000"),
        ("", [], False, "http://192.168.1.7:8000"),
    ],
)
def test_the_address_is_the_given_one_or_an_allowed_host_or_the_printed_one(given, hosts, https, address):
    assert site_address.derived(given, hosts, https=https, printed=PRINTED) == address


@pytest.mark.parametrize("given", ["play.example.org", "ftp://play.example.org", "https://", "https://a/b"])
def test_an_address_that_is_none_is_refused_at_start(given):
    with pytest.raises(ImproperlyConfigured, match="SITE_URL"):
        site_address.derived(given, [], https=True, printed=PRINTED)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://localhost:8000/"),
        ("localhost", "http://localhost:8000/"),
        ("192.168.1.7", "http://192.168.1.7:8000/"),
        ("fd00::7", "http://[fd00::7]:8000/"),
    ],
)
def test_what_is_printed_at_start(host, address):
    assert address_to_print(host, 8000) == address


def test_for_all_devices_the_address_in_the_local_network_is_printed():
    assert address_to_print("0.0.0.0", 8000) == f"http://{own_address()}:8000/"
