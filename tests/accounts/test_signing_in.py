"""Signing up, signing in, playing as a guest and coming back."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth import get_user
from django.core import mail

from accounts.models import User
from accounts.services import guests, return_links

PASSWORD = "violet pencil 7"

pytestmark = pytest.mark.django_db


def sign_up(client, name="Ana", password=PASSWORD, **more):
    return client.post("/accounts/signup/", {"username": name, "password1": password, **more})


def sign_in(client, name="Ana", password=PASSWORD, **more):
    return client.post("/accounts/login/", {"login": name, "password": password, **more})


def text(response) -> str:
    return response.content.decode()


def test_a_name_and_a_password_make_an_account(client):
    response = sign_up(client)
    assert (response.status_code, response["Location"]) == (302, "/")
    ana = User.objects.get()
    assert (ana.name, ana.is_guest, ana.email, ana.return_secret) == ("Ana", False, "", "")
    assert get_user(client) == ana


def test_an_address_is_optional_and_gets_a_mail_to_confirm(client):
    sign_up(client, email="ana@example.org")
    assert EmailAddress.objects.get().email == "ana@example.org"
    assert mail.outbox[0].to == ["ana@example.org"]


@pytest.mark.parametrize("other", ["Pope", "POPE", "Роре", "P ope", "Ｐope", "Pöpe"])
def test_a_taken_name_is_refused_look_alikes_included(client, account, other):
    account("Pope")
    assert "This name is taken." in text(sign_up(client, other))
    assert User.objects.count() == 1


def test_a_name_with_one_letter_of_another_alphabet_is_refused(client, account):
    account("Ana")
    assert "Please do not mix two alphabets in one word." in text(sign_up(client, "Аna"))
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Please type a name."),
        ("   ", "Please type a name."),
        ("a" * 200, "A name can have at most 30 letters."),
        ("An\x00a", "A name cannot contain control characters."),
        ("\u202eana", "A name cannot contain invisible characters."),
        ("<script>", "A name cannot contain the signs"),
        ("Splitsite", "This name is taken."),
    ],
)
def test_a_bad_name_gets_one_sentence_and_writes_nothing(client, name, sentence):
    page = text(sign_up(client, name))
    assert sentence in page
    assert page.count('class="errorlist"') == 1
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["short", "password", "12345678"])
def test_a_weak_password_is_refused(client, password):
    assert 'class="errorlist"' in text(sign_up(client, password=password))
    assert not User.objects.exists()


def test_sign_in_takes_the_name_in_any_case(client, account):
    ana = account("Ana")
    assert sign_in(client, "aNA").status_code == 302
    assert get_user(client) == ana


def test_a_wrong_password_gets_one_sentence(client, account):
    account("Ana")
    assert "The name or password is wrong." in text(sign_in(client, password="wrong password"))


def test_a_guest_of_the_same_name_does_not_stand_in_the_way_of_signing_in(client, account, guest):
    ana = account("Ana")
    guest("Ana")
    guest("Ana")
    sign_in(client)
    assert get_user(client) == ana


def test_sign_in_leads_on_to_the_page_that_was_wanted_but_never_to_another_site(client, account):
    account("Ana")
    assert sign_in(client, next="/clubs/")["Location"] == "/clubs/"
    client.logout()
    assert sign_in(client, next="https://evil.example/")["Location"] == "/"


def test_a_name_is_enough_to_come_as_a_guest(client):
    response = client.post("/guest/", {"name": " Ben ", "next": "/clubs/"})
    assert response["Location"] == "/clubs/"
    ben = User.objects.get()
    assert (ben.name, ben.is_guest, ben.has_usable_password()) == ("Ben", True, False)
    assert get_user(client) == ben


def test_guests_may_share_a_name_with_anybody(account, guest):
    account("Ben")
    guest("Ben")
    guest("Ben")
    assert User.objects.filter(name="Ben").count() == 3


@pytest.mark.parametrize("name", ["admin", "АДМИН", "Équipe", "модератор"])
def test_no_guest_is_called_like_staff(client, guest, name):
    assert "This name is taken." in text(client.post("/guest/", {"name": name}))
    assert not User.objects.exists()
    own, ben = guest("Ben")
    assert "This name is taken." in text(own.post("/guest/", {"name": name}))
    wishes = {"name": name, "language": "browser", "colours": "system"}
    assert "This name is taken." in text(own.post("/settings/", wishes))
    ben.refresh_from_db()
    assert ben.name == "Ben"


def test_a_guest_who_types_another_name_stays_the_same_person(guest):
    client, ben = guest("Ben")
    client.post("/guest/", {"name": "Benno"})
    ben.refresh_from_db()
    assert (ben.name, User.objects.count()) == ("Benno", 1)


def test_a_guest_who_signs_up_keeps_the_row(guest):
    client, ben = guest("Ben")
    link = return_links.token(ben)
    sign_up(client, "Ben")
    ben.refresh_from_db()
    assert (ben.is_guest, User.objects.count()) == (False, 1)
    assert get_user(client) == ben
    assert return_links.person(link) is None


def test_a_guest_may_not_sign_up_with_a_taken_name_and_stays_a_guest(guest, account):
    account("Ana")
    client, ben = guest("Ben")
    assert "This name is taken." in text(sign_up(client, "Ana"))
    ben.refresh_from_db()
    assert (ben.name, ben.is_guest) == ("Ben", True)
    assert get_user(client) == ben


def test_what_a_guest_owned_moves_when_signing_in(guest, account, monkeypatch):
    moved = []
    monkeypatch.setattr(guests, "followers", [lambda old, new: moved.append((old.pk, new.pk))])
    ana = account("Ana")
    client, ben = guest("Ben")
    sign_in(client)
    assert moved == [(ben.pk, ana.pk)]
    assert get_user(client) == ana
    assert not User.objects.filter(pk=ben.pk).exists()


def test_a_guest_stays_whole_when_a_follower_fails(guest, account, monkeypatch):
    def fail(old, new):
        User.objects.filter(pk=new.pk).update(language="de")
        raise ZeroDivisionError

    monkeypatch.setattr(guests, "followers", [fail])
    ana = account("Ana")
    client, ben = guest("Ben")
    with pytest.raises(ZeroDivisionError):
        sign_in(client)
    ana.refresh_from_db()
    assert ana.language == ""
    assert User.objects.filter(pk=ben.pk, is_guest=True).exists()


def test_a_guest_who_signs_in_with_a_code_brings_everything(guest, account, monkeypatch):
    moved = []
    monkeypatch.setattr(guests, "followers", [lambda old, new: moved.append(new.name)])
    ana = account("Ana")
    EmailAddress.objects.create(user=ana, email="ana@example.org", primary=True, verified=True)
    client, _ben = guest("Ben")
    client.post("/accounts/login/code/", {"email": "ana@example.org"})
    code = next(
        line for line in mail.outbox[0].body.splitlines() if len(line.strip()) in (6, 7, 9) and line.isupper()
    )
    client.post("/accounts/login/code/confirm/", {"code": code.strip()})
    assert get_user(client) == ana
    assert moved == ["Ana"]


def test_a_guest_who_signs_in_with_a_second_step_brings_everything(guest, account, monkeypatch):
    moved = []
    monkeypatch.setattr(guests, "followers", [lambda old, new: moved.append((old.name, new.name))])
    ana = account("Ana")
    secret = totp.generate_totp_secret()
    totp.TOTP.activate(ana, secret)
    client, ben = guest("Ben")
    assert sign_in(client, next="/me/")["Location"].startswith("/accounts/2fa/authenticate/")
    client.post("/accounts/2fa/authenticate/", {"code": "000"})
    assert get_user(client) == ben
    code = totp.format_hotp_value(totp.hotp_value(secret, next(totp.yield_hotp_counters_from_time())))
    assert client.post("/accounts/2fa/authenticate/", {"code": code})["Location"] == "/me/"
    assert get_user(client) == ana
    assert moved == [("Ben", "Ana")]


def test_a_wrong_password_leaves_the_guest_alone(guest, account):
    account("Ana")
    client, ben = guest("Ben")
    sign_in(client, password="wrong password")
    assert get_user(client) == ben


def test_a_return_link_asks_before_it_signs_in(guest, client):
    _, ben = guest("Ben")
    address = f"/back/{return_links.token(ben)}/"
    assert "Are you Ben?" in text(client.get(address))
    assert get_user(client).is_anonymous
    client.post(address)
    assert get_user(client) == ben


def test_a_return_link_is_drawn_as_a_code(guest):
    client, ben = guest("Ben")
    page = text(client.get("/settings/return-link/"))
    assert "<svg" in page
    assert f"http://testserver/back/{return_links.token(ben)}/" in page


def test_a_new_return_link_ends_the_old_one_and_other_devices(guest, client):
    own, ben = guest("Ben")
    old = return_links.token(ben)
    client.post(f"/back/{old}/")
    own.post("/settings/return-link/")
    ben.refresh_from_db()
    assert return_links.person(old) is None
    assert return_links.person(return_links.token(ben)) == ben
    assert get_user(client).is_anonymous
    assert get_user(own) == ben


@pytest.mark.parametrize(
    "token", ["x", "1", "1.", "1.abc", "9" * 30 + ".abc", "٣.abc", "-1.abc", "%00.abc", "a" * 3000]
)
def test_a_forged_return_link_gets_a_sentence(client, token):
    for response in (client.get(f"/back/{token}/"), client.post(f"/back/{token}/")):
        assert response.status_code == 404
        assert "This link no longer works" in text(response)


def test_the_link_of_one_guest_does_not_open_another(guest):
    _, ben = guest("Ben")
    _, eva = guest("Eva")
    forged = f"{eva.pk}.{return_links.token(ben).partition('.')[2]}"
    assert return_links.person(forged) is None


def test_an_account_takes_the_games_of_a_guest_over_by_link(guest, account, browser):
    _, ben = guest("Ben")
    ana = account("Ana")
    client = browser(ana)
    client.post(f"/back/{return_links.token(ben)}/")
    assert get_user(client) == ana
    assert not User.objects.filter(pk=ben.pk).exists()


def test_one_guest_brings_another_along_only_when_asked(guest):
    _, ben = guest("Ben")
    client, eva = guest("Eva")
    client.post(f"/back/{return_links.token(ben)}/")
    assert User.objects.filter(pk=eva.pk).exists()
    again, uli = guest("Uli")
    again.post(f"/back/{return_links.token(ben)}/", {"bring": "yes"})
    assert get_user(again) == ben
    assert not User.objects.filter(pk=uli.pk).exists()


def test_setting_a_password_ends_the_return_link(account, browser):
    member = User.objects.create_user("Card")
    return_links.renew(member)
    token = return_links.token(member)
    client = browser()
    client.post(f"/back/{token}/")
    client.post("/accounts/password/set/", {"password1": PASSWORD, "password2": PASSWORD})
    member.refresh_from_db()
    assert member.check_password(PASSWORD)
    assert return_links.person(token) is None
    assert get_user(client) == member


def test_account_pages_send_a_guest_to_sign_up(guest):
    client, _ = guest("Ben")
    for path in ("/accounts/email/", "/accounts/password/change/", "/accounts/2fa/", "/accounts/sessions/"):
        assert client.get(path)["Location"] == "/accounts/signup/"


def test_the_sign_up_page_tells_a_guest_that_nothing_is_lost(guest):
    client, _ = guest("Ben")
    assert "Everything you played as the guest Ben comes along." in text(client.get("/accounts/signup/"))


def test_signing_out_asks_first_and_warns_a_guest(guest):
    client, ben = guest("Ben")
    assert "only your return link" in text(client.get("/accounts/logout/"))
    assert get_user(client) == ben
    client.post("/accounts/logout/")
    assert get_user(client).is_anonymous


def test_the_password_can_be_reset_by_mail(client, account):
    ana = account("Ana", email="ana@example.org")
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    form = client.get(link.partition("testserver")[2])["Location"]
    client.post(form, {"password1": "another pencil 8", "password2": "another pencil 8"})
    ana.refresh_from_db()
    assert ana.check_password("another pencil 8")


def test_a_reset_link_works_once_and_a_forged_one_never(client, account):
    account("Ana", email="ana@example.org")
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    path = link.partition("testserver")[2]
    client.post(
        client.get(path)["Location"], {"password1": "another pencil 8", "password2": "another pencil 8"}
    )
    for bad in (path, "/accounts/password/reset/key/1-abc-def/", "/accounts/password/reset/key/zzzzzzz-x/"):
        response = client.get(bad)
        assert response.status_code == 200
        assert "password1" not in text(response)


def test_the_admin_has_no_door_of_its_own(client):
    assert client.get("/admin/login/")["Location"].startswith("/accounts/login/")
    assert client.get("/admin/")["Location"].startswith("/admin/login/")
