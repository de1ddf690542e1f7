"""In the admin nobody gets more rights than they have: sign-in is guarded like the rights themselves."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.support.admin import helper
from tests.support.clients import browser_of

pytestmark = pytest.mark.django_db

MODELS = {
    "account/emailaddress": EmailAddress,
    "mfa/authenticator": Authenticator,
    "usersessions/usersession": UserSession,
}


@pytest.fixture
def chief() -> User:
    return with_sign_in(User.objects.create_superuser("Chief", "violet pencil 7"))


@pytest.fixture
def mia() -> User:
    return with_sign_in(User.objects.create_user("Mia", "violet pencil 7"))


def with_sign_in(person: User) -> User:
    """One row of each kind that says how somebody signs in."""
    address = f"{person.name.lower()}@example.org"
    EmailAddress.objects.create(user=person, email=address, verified=True, primary=True)
    Authenticator.objects.create(user=person, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    UserSession.objects.create(user=person, session_key=f"{person.pk:032}", ip="192.0.2.7", user_agent="A")
    return person


def everything_on(where: str) -> User:
    """A member of staff with every right on this kind of row, and no other."""
    name = where.partition("/")[2]
    return helper(*(f"{verb}_{name}" for verb in ("view", "add", "change", "delete")))


def test_a_helper_who_may_add_addresses_does_not_become_the_chief(chief: User):
    """The way it was done: add a verified address to the chief, then ask for a new password."""
    helps = browser_of(helper("add_emailaddress"))
    mine = {"user": chief.pk, "email": "helper@example.org", "verified": "on", "primary": "on"}
    assert helps.post("/admin/account/emailaddress/add/", mine).status_code == 403
    Client().post("/accounts/password/reset/", {"email": "helper@example.org"})
    assert not any("/password/reset/key/" in letter.body for letter in mail.outbox)
    assert not EmailAddress.objects.filter(email="helper@example.org").exists()


@pytest.mark.parametrize("where", MODELS)
def test_how_the_chief_signs_in_is_hidden_from_lesser_staff(where: str, chief: User, mia: User):
    model, helps = MODELS[where], browser_of(everything_on(where))
    hers, theirs = model.objects.get(user=mia), model.objects.get(user=chief)
    for page in ("change", "history", "delete"):
        assert helps.get(f"/admin/{where}/{theirs.pk}/{page}/").status_code in (302, 403)
    listed = helps.get(f"/admin/{where}/").content.decode()
    assert "Mia" in listed
    assert "Chief" not in listed
    assert helps.get(f"/admin/{where}/", {"q": "chief"}).context["cl"].result_count == 0
    assert helps.get(f"/admin/{where}/{hers.pk}/change/").status_code == 200


@pytest.mark.parametrize("where", MODELS)
def test_how_anybody_signs_in_is_written_by_superusers_alone(where: str, chief: User, mia: User):
    model, helps = MODELS[where], browser_of(everything_on(where))
    before = list(model.objects.values())
    for row in model.objects.all():
        fields = {"user": row.user_id, "email": "helper@example.org", "verified": "on"}
        helps.post(f"/admin/{where}/{row.pk}/change/", fields)
        helps.post(f"/admin/{where}/{row.pk}/delete/", {"post": "yes"})
        chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        helps.post(f"/admin/{where}/", chosen)
        helps.post(f"/admin/{where}/add/", fields)
    assert list(model.objects.values()) == before


def test_a_superuser_may_still_help_with_an_address_and_a_lost_phone(chief: User, mia: User):
    boss = browser_of(chief)
    hers = EmailAddress.objects.get(user=mia)
    fields = {"user": mia.pk, "email": "new@example.org", "verified": "on", "primary": "on"}
    assert boss.post(f"/admin/account/emailaddress/{hers.pk}/change/", fields).status_code == 302
    assert EmailAddress.objects.get(user=mia).email == "new@example.org"
    phone = Authenticator.objects.get(user=mia)
    assert boss.post(f"/admin/mfa/authenticator/{phone.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Authenticator.objects.filter(user=mia).exists()


def test_nobody_puts_rights_into_a_group_but_a_superuser(chief: User):
    watch = Group.objects.create(name="Watch")
    one = helper("view_group", "add_group", "change_group", "delete_group")
    one.groups.add(watch)
    rights = list(Permission.objects.values_list("pk", flat=True))
    helps = browser_of(one)
    assert helps.post(
        f"/admin/auth/group/{watch.pk}/change/", {"name": "Watch", "permissions": rights}
    ).status_code in (302, 403)
    assert helps.post("/admin/auth/group/add/", {"name": "Mine", "permissions": rights}).status_code == 403
    assert not watch.permissions.exists()
    assert Group.objects.count() == 1
    boss = browser_of(chief)
    boss.post(f"/admin/auth/group/{watch.pk}/change/", {"name": "Watch", "permissions": rights[:1]})
    assert watch.permissions.count() == 1


def test_a_helper_does_not_change_the_address_of_a_person(mia: User):
    helps = browser_of(helper("view_user", "change_user"))
    empty = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}
    fields = {"name": "Mia", "is_active": "on", "email": "helper@example.org", **empty}
    helps.post(f"/admin/accounts/user/{mia.pk}/change/", fields)
    mia.refresh_from_db()
    assert mia.email == ""


@pytest.mark.parametrize("right", ["staff", "permission", "group"])
def test_a_person_with_any_right_of_staff_is_above_a_helper(mia: User, right: str):
    one = helper("view_user", "change_user")
    group = Group.objects.create(name="Watch")
    group.permissions.add(Permission.objects.get(codename="view_round"))
    if right == "staff":
        User.objects.filter(pk=mia.pk).update(is_staff=True)
    elif right == "permission":
        mia.user_permissions.add(Permission.objects.get(codename="view_round"))
    else:
        mia.groups.add(group)
    helps = browser_of(one)
    fields = {"action": "suspend", "_selected_action": [mia.pk], "confirmed": "yes"}
    helps.post("/admin/accounts/user/", fields)
    assert User.objects.get(pk=mia.pk).is_active
    assert helps.get(f"/admin/accounts/user/{mia.pk}/change/").status_code == 302


def test_no_page_of_the_admin_about_signing_in_is_left_to_its_library():
    """A library may bring pages of its own for such rows; ours must replace them."""
    for model, page in admin.site._registry.items():
        if model._meta.app_label in ("account", "auth", "mfa", "usersessions", "socialaccount", "sessions"):
            assert type(page).__module__ == "accounts.admin", model
