"""A login card opens the account of a plain member, and never more than that."""

import pytest
from allauth.account.adapter import get_adapter
from django.contrib.auth import get_user
from django.contrib.auth.models import Permission

from accounts.models import Membership, User
from accounts.services import clubs, login_cards, return_links

pytestmark = pytest.mark.django_db


def text(response) -> str:
    return response.content.decode()


def outcome(act) -> str:
    try:
        act()
    except clubs.Refused as refusal:
        return refusal.code
    return "done"


@pytest.mark.parametrize("promote", ["organiser", "owner", "founder", "staff's owner"])
def test_nobody_runs_a_club_with_a_login_card(club, promote):
    linde, who = club
    vera = login_cards.make(who["owner"], linde, "Vera")
    place = Membership.objects.get(user=vera)
    act = {
        "organiser": lambda: clubs.set_role(who["owner"], linde, vera, role="organiser"),
        "owner": lambda: clubs.hand_over(who["owner"], linde, vera),
        "founder": lambda: clubs.found(vera, name="Mine"),
        "staff's owner": lambda: clubs.staff_hands_over(place),
    }[promote]
    assert outcome(act) == "password_needed"
    assert clubs.membership(linde, vera).role == "member"
    get_adapter().set_password(vera, "violet pencil 7")
    assert outcome(act) == "done"
    assert login_cards.printable(linde) == []


@pytest.mark.parametrize("rise", ["organiser", "owner elsewhere", "staff", "right"])
def test_the_card_of_somebody_with_rights_opens_nothing_and_is_not_printed(club, client, account, rise):
    """However they came by their rights, for example before cards ended at promotion."""
    linde, who = club
    vera = login_cards.make(who["owner"], linde, "Vera")
    address = f"/back/{return_links.token(vera)}/"
    if rise == "organiser":
        Membership.objects.filter(user=vera).update(role="organiser")
    elif rise == "owner elsewhere":
        other = clubs.found(account("Other"), name="Aare")
        Membership.objects.filter(club=other).update(user=vera)
    elif rise == "staff":
        User.objects.filter(pk=vera.pk).update(is_staff=True)
    else:
        vera.user_permissions.add(Permission.objects.get(codename="view_round"))
    assert client.get(address).status_code == client.post(address).status_code == 404
    assert get_user(client).is_anonymous
    assert vera not in login_cards.printable(linde)


def test_somebody_with_rights_makes_no_new_link_but_is_led_to_a_password(club, browser):
    linde, who = club
    vera = login_cards.make(who["owner"], linde, "Vera")
    Membership.objects.filter(user=vera).update(role="organiser")
    client = browser(vera)
    old = vera.return_secret
    client.post("/settings/return-link/")
    vera.refresh_from_db()
    assert vera.return_secret == old
    page = text(client.get("/settings/return-link/"))
    assert return_links.token(vera) not in page
    assert "/accounts/password/set/" in page


def test_staff_are_made_only_of_people_with_a_password(club, browser):
    linde, who = club
    vera = login_cards.make(who["owner"], linde, "Vera")
    boss = browser(User.objects.create_superuser("Boss", "violet pencil 7"))
    empty = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}
    fields = {"name": "Vera", "is_active": "on", "is_staff": "on", **empty}
    page = boss.post(f"/admin/accounts/user/{vera.pk}/change/", fields)
    assert "this person has none" in text(page)
    vera.refresh_from_db()
    assert not vera.is_staff


def test_a_club_is_not_left_to_somebody_with_a_login_card(account):
    owner, ana = account("Owner"), account("Ana")
    linde = clubs.found(owner, name="Linde")
    login_cards.make(owner, linde, "Vera")
    clubs.join(linde, ana, secret=linde.invite_secret)
    assert clubs.heir(linde, owner).user == ana
