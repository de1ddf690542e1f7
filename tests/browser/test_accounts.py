"""People sign up, sign out and come back, in a real browser on a small phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.support.browser import Visit
from tests.support.browser_looks import fits
from tests.support.browser_people import PASSWORD, at_home, send, sign_up


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    send(page, "Sign out")
    at_home(page)


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no script"])
def test_somebody_signs_up_signs_out_and_signs_in_on_a_phone(visit: Visit, javascript: bool):
    page = visit("/", phone=True, javascript=javascript)
    sign_up(page, "Ana")
    sign_out(page)
    page.goto("/accounts/login/?next=/settings/")
    page.get_by_label("Name").fill("ana")
    page.get_by_label("Password").fill(PASSWORD)
    send(page, "Sign in")
    expect(page.get_by_label("Name")).to_have_value("Ana")


def test_a_wrong_password_is_told_beside_the_form(visit: Visit):
    page = visit("/accounts/login/", phone=True)
    page.get_by_label("Name").fill("Nobody")
    page.get_by_label("Password").fill("wrong password")
    send(page, "Sign in")
    expect(page.locator(".errorlist")).to_have_text("The name or password is wrong.")


def test_a_guest_plays_at_once_and_keeps_the_name_when_signing_up(visit: Visit):
    page = visit("/guest/?next=/me/", phone=True)
    page.get_by_label("Your name").fill("Ben")
    send(page, "Play")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ben guest")
    guest = User.objects.get()
    page.goto("/accounts/signup/")
    expect(page.get_by_label("Name")).to_have_value("Ben")
    page.get_by_label("Password").fill(PASSWORD)
    send(page, "Sign up")
    at_home(page)
    assert User.objects.get(is_guest=False).pk == guest.pk


def test_a_return_link_brings_a_guest_to_a_second_phone(visit: Visit):
    phone = visit("/guest/?next=/settings/return-link/", phone=True)
    phone.get_by_label("Your name").fill("Ben")
    send(phone, "Play")
    link = phone.get_by_label("The same as a link").input_value()
    other = visit(re.sub("^https?://[^/]+", "", link), phone=True, dark=True)
    send(other, "Yes, that is me")
    at_home(other)
    other.goto("/me/")
    expect(other.get_by_role("heading", level=1)).to_contain_text("Ben")


def test_a_passkey_signs_in_without_typing(visit: Visit):
    page = visit("/")
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    key = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": key | {"isUserVerified": True, "automaticPresenceSimulation": True}},
    )
    page.goto(page.url.replace("127.0.0.1", "localhost"))  # passkeys need a host name, not a number
    base = page.url.rstrip("/")
    page.goto(f"{base}/accounts/signup/")
    page.get_by_label("Name").fill("Ana")
    page.get_by_label("Password").fill(PASSWORD)
    send(page, "Sign up")
    at_home(page)
    page.goto(f"{base}/accounts/2fa/webauthn/add/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").locator("button[type=submit]").first.click()
    expect(page.locator("#mfa_webauthn_add")).to_be_visible()
    page.wait_for_load_state()  # with its script
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/recovery-codes/**")
    page.goto(f"{base}/accounts/logout/")
    send(page, "Sign out")
    at_home(page)
    page.goto(f"{base}/accounts/login/?next=/me/")
    send(page, "Use a passkey")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ana")


def test_an_organiser_prints_cards_and_a_child_without_e_mail_signs_in_by_one(visit: Visit):
    organiser = visit("/")
    sign_up(organiser, "Linde")
    organiser.goto("/clubs/new/")
    organiser.get_by_label("Name of the club").fill("Club Linde")
    send(organiser, "Found the club")
    organiser.get_by_role("link", name="Add without e-mail").click()
    organiser.get_by_label("Names, one per line").fill("Uli\nVera\n")
    send(organiser, "Add them")
    expect(organiser.locator(".login-card")).to_have_count(2)
    organiser.emulate_media(media="print")
    expect(organiser.locator(".bar").first).to_be_hidden()
    organiser.emulate_media(media="screen")
    organiser.goto("/clubs/")
    organiser.get_by_role("link", name=re.compile("Club Linde")).click()
    organiser.get_by_label("What to do with Uli").click()
    send(organiser, "Make an organiser")
    expect(organiser.get_by_role("status")).to_contain_text("signs in with a password, not with a login card")
    uli = User.objects.get(name="Uli")
    uli.set_password("violet pencil 7")
    uli.return_secret = ""  # as choosing a password does
    uli.save()
    organiser.get_by_label("What to do with Uli").click()
    send(organiser, "Make an organiser")
    expect(organiser.get_by_role("status")).to_contain_text("The role of Uli is changed.")


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=boom()>", "\u202e evil", "Ana 👩‍👩‍👧", "محمد", "W" * 30]
)
def test_no_name_breaks_a_page_of_a_small_phone(visit: Visit, name: str):
    """Even a name that slipped past the forms: `visit` fails on any script that runs because of it."""
    page = visit("/", phone=True)
    sign_up(page, "Ana")
    User.objects.update(name=name)
    for path in ("/me/", "/settings/", "/clubs/new/"):
        page.goto(path)
        assert fits(page), path
    page.get_by_label("Name of the club").fill("M" * 60)
    send(page, "Found the club")
    expect(page.locator(".members li")).to_have_count(1)
    assert fits(page)
