"""Every address of people and clubs, opened by every kind of person: no error, and looking writes nothing."""

from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import URLPattern, URLResolver

from accounts import urls
from accounts.models import Membership, User
from tests.support.stored import everything_stored

PASSWORD = "violet pencil 7"
ODD = [
    "",
    "x",
    "\x00",
    "\u202e",
    "x" * 5000,
    "../../etc",
    "-1",
    "{}",
    "[]",
    '{"id": 1, "type": []}',
    "[" * 3000,
]

pytestmark = pytest.mark.django_db


def patterns(found: list, prefix: str = "/") -> Iterator[tuple[str, URLPattern]]:
    for one in found:
        if isinstance(one, URLResolver):
            yield from patterns(one.url_patterns, prefix + str(one.pattern))
        else:
            yield prefix + str(one.pattern), one


def addresses(slug: str, secret: str, token: str) -> list[str]:
    holes = {
        "<slug:slug>": slug,
        "<slug:secret>": secret,
        "<str:token>": token,
        "<int:number>": "1",
        "<int:pk>": "1",
        r"^confirm-email/(?P<key>[-:\w]+)/$": "confirm-email/abc/",
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "password/reset/key/1-set-password/",
    }
    found = []
    for path, _ in patterns(urls.urlpatterns):
        for hole, value in holes.items():
            path = path.replace(hole, value)
        assert "<" not in path, f"unlisted address {path}"
        found.append(path)
    return sorted(set(found))


@pytest.fixture
def everybody(club, guest, account) -> dict[str, Client]:
    linde, who = club
    clients = {"visitor": Client(), "guest": guest("Ben")[0]}
    card = User.objects.create_user("Card")
    Membership.objects.create(club=linde, user=card, by_card=True)
    secured = account("Secured", email="s@example.org")
    EmailAddress.objects.create(user=secured, email="s@example.org", primary=True, verified=True)
    Authenticator.objects.create(user=secured, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    staff = account("Boss", is_staff=True, is_superuser=True)
    people = {**who, "card": card, "secured": secured, "staff": staff}
    for name, person in people.items():
        clients[name] = Client()
        clients[name].force_login(person)
    return clients


def test_every_address_answers_everybody_and_looking_writes_nothing(club, everybody):
    linde, _ = club
    before = everything_stored()
    for who, client in everybody.items():
        for path in addresses(linde.slug, linde.invite_secret, "1.abc"):
            response = client.get(path)
            assert response.status_code < 500, (who, path)
            if path not in ("/accounts/logout/",) and response.status_code == 302:
                assert not response["Location"].startswith("http"), (who, path)
    assert everything_stored() == before


def test_every_address_survives_odd_input(club, everybody):
    linde, _ = club
    keys = (
        "name",
        "names",
        "username",
        "login",
        "password",
        "password1",
        "credential",
        "email",
        "code",
        "language",
        "next",
        "act",
    )
    for who in ("visitor", "guest", "helper", "secured"):
        client = everybody[who]
        for path in addresses(linde.slug, linde.invite_secret, "1.abc"):
            if path in ("/accounts/logout/", "/settings/delete/"):
                continue
            # Only the answer of a passkey is read as JSON, so only its pages get all the odd ones.
            for odd in ODD if who == "visitor" or "webauthn" in path else ("x", "\x00"):
                assert client.post(path, dict.fromkeys(keys, odd)).status_code < 500, (who, path, odd)


@pytest.mark.parametrize("method", ["put", "delete", "patch", "options"])
def test_other_methods_are_answered_calmly(club, everybody, method):
    linde, _ = club
    for path in addresses(linde.slug, linde.invite_secret, "1.abc"):
        assert getattr(everybody["owner"], method)(path).status_code < 500, path


def test_no_write_goes_through_without_the_forms_token(club, account):
    linde, who = club
    client = Client(enforce_csrf_checks=True)
    client.force_login(who["owner"])
    before = everything_stored()
    for path in addresses(linde.slug, linde.invite_secret, "1.abc"):
        assert client.post(path, {"name": "X", "names": "Y"}).status_code in (403, 404, 405), path
    assert everything_stored() == before


def test_odd_addresses_are_simply_not_there(client):
    for odd in ("x", "%00", "9" * 400, "%E2%80%AE", "<script>"):
        for path in (f"/clubs/{odd}/", f"/clubs/join/{odd}/", f"/back/{odd}/", f"/clubs/x/members/{odd}/"):
            assert client.get(path).status_code in (302, 404, 405), path


def test_the_admin_lists_people_and_clubs(club, everybody):
    linde, who = club
    for path in ("accounts/user/", "accounts/club/", f"accounts/user/{who['plain'].pk}/change/"):
        assert everybody["staff"].get(f"/admin/{path}").status_code == 200
    assert everybody["staff"].get("/admin/accounts/user/?q=Own").status_code == 200
    assert everybody["staff"].get(f"/admin/accounts/club/{linde.pk}/change/").status_code == 200
    for nosy in ("owner", "guest"):
        assert everybody[nosy].get("/admin/accounts/user/").status_code in (302, 403)


def test_the_admin_refuses_a_taken_name_with_a_sentence(club, everybody):
    _, who = club
    path = f"/admin/accounts/user/{who['plain'].pk}/change/"
    management = {f"memberships-{key}": "0" for key in ("TOTAL_FORMS", "INITIAL_FORMS")}
    response = everybody["staff"].post(path, {"name": "OWNER", **management})
    assert "This name is taken." in response.content.decode()


def test_staff_can_suspend_and_delete_people_but_not_themselves(everybody, club):
    _, who = club
    staff = User.objects.get(name="Boss")
    chosen = {"_selected_action": [who["plain"].pk, staff.pk]}
    everybody["staff"].post("/admin/accounts/user/", {"action": "suspend", "confirmed": "yes", **chosen})
    everybody["staff"].post(
        "/admin/accounts/user/", {"action": "delete_for_good", "confirmed": "yes", **chosen}
    )
    staff.refresh_from_db()
    assert staff.is_active
    assert User.objects.get(pk=who["plain"].pk).deleted_at is not None
