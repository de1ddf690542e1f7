"""Clubs: who may do what, invitations, and members with login cards."""

import pytest
from django.contrib.auth import get_user

from accounts.models import Club, Membership, User
from accounts.services import clubs, guests, login_cards, return_links

PASSWORD = "violet pencil 7"

pytestmark = pytest.mark.django_db

ROLES = ("owner", "helper", "plain", "stranger")


def text(response) -> str:
    return response.content.decode()


def role_of(club: Club, user: User) -> str:
    place = clubs.membership(club, user)
    return place.role if place else ""


def outcome(act) -> str:
    try:
        act()
    except clubs.Refused as refusal:
        return refusal.code
    return "done"


MATRIX = {
    # what: (owner, organiser, member, stranger)
    "describe": ("done", "done", "organisers_only", "stranger"),
    "invite": ("done", "done", "organisers_only", "stranger"),
    "remove a member": ("done", "done", "organisers_only", "stranger"),
    "remove an organiser": ("done", "owner_only", "organisers_only", "stranger"),
    "remove the owner": ("owner_stays", "owner_stays", "organisers_only", "stranger"),
    "promote": ("done", "owner_only", "owner_only", "stranger"),
    "demote": ("done", "owner_only", "owner_only", "stranger"),
    "hand over": ("done", "owner_only", "owner_only", "stranger"),
    "leave": ("owner_stays", "done", "done", "stranger"),
    "close": ("done", "owner_only", "owner_only", "stranger"),
    "add by card": ("done", "done", "organisers_only", "stranger"),
}


@pytest.mark.parametrize(("what", "expected"), MATRIX.items())
def test_who_may_do_what_in_a_club(club, account, what, expected):
    linde, who = club
    extra, second = account("Extra"), account("Second")
    for actor, answer in zip(ROLES, expected, strict=True):
        Membership.objects.filter(user__in=(extra, second)).delete()
        Membership.objects.create(club=linde, user=extra)
        Membership.objects.create(club=linde, user=second, role="organiser")
        me = who[actor]
        acts = {
            "describe": lambda me=me: clubs.describe(me, linde, place="Basel"),
            "invite": lambda me=me: clubs.renew_invite(me, linde),
            "remove a member": lambda me=me: clubs.remove(me, linde, extra),
            "remove an organiser": lambda me=me: clubs.remove(me, linde, second),
            "remove the owner": lambda me=me: clubs.remove(me, linde, who["owner"]),
            "promote": lambda me=me: clubs.set_role(me, linde, extra, role="organiser"),
            "demote": lambda me=me: clubs.set_role(me, linde, second, role="member"),
            "hand over": lambda me=me: clubs.hand_over(me, linde, extra),
            "leave": lambda me=me: clubs.leave(me, linde),
            "close": lambda me=me: clubs.close(me, linde),
            "add by card": lambda me=me: clubs.add_by_card(me, linde, User.objects.create_user(f"C {me.pk}")),
        }
        before = dict(Membership.objects.filter(club=linde).values_list("user__name", "role"))
        assert outcome(acts[what]) == answer, actor
        if answer != "done":
            assert dict(Membership.objects.filter(club=linde).values_list("user__name", "role")) == before
        assert Membership.objects.filter(club=linde, role="owner").count() == 1
        # Put things back for the next actor.
        Membership.objects.filter(club=linde, role="owner").update(role="member")
        Membership.objects.filter(club=linde, user=who["owner"]).update(role="owner")
        Membership.objects.update_or_create(club=linde, user=who["helper"], defaults={"role": "organiser"})
        Club.objects.update(closed_at=None)
        linde.refresh_from_db()


def test_handing_over_makes_the_old_owner_an_organiser(club):
    linde, who = club
    clubs.hand_over(who["owner"], linde, who["plain"])
    assert (role_of(linde, who["plain"]), role_of(linde, who["owner"])) == ("owner", "organiser")


def test_a_guest_can_neither_found_nor_run_a_club(club, guest):
    linde, who = club
    _, ben = guest("Ben")
    Membership.objects.create(club=linde, user=ben)
    assert outcome(lambda: clubs.found(ben, name="Mine")) == "account_needed"
    assert outcome(lambda: clubs.hand_over(who["owner"], linde, ben)) == "account_needed"
    assert outcome(lambda: clubs.set_role(who["owner"], linde, ben, role="organiser")) == "account_needed"


def test_founding_a_club_makes_its_page(account, browser):
    client = browser(account("Ana"))
    response = client.post("/clubs/new/", {"name": "Club Linde", "place": "Bern"}, follow=True)
    assert "Club Linde" in text(response)
    assert Membership.objects.get().role == "owner"


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "\x00", "\u202eedniL", "!!"])
def test_a_bad_club_name_gets_a_sentence(account, browser, name):
    response = browser(account("Ana")).post("/clubs/new/", {"name": name})
    assert text(response).count('class="errorlist"') == 1
    assert not Club.objects.exists()


def test_two_clubs_may_have_one_name_but_not_one_address(account):
    ana = account("Ana")
    assert clubs.found(ana, name="Linde").slug != clubs.found(ana, name="Linde").slug
    assert clubs.found(ana, name="Липа").slug


@pytest.mark.parametrize("page", ["", "edit/", "invite/", "members/", "cards/", "leave/"])
def test_a_private_club_does_not_exist_for_strangers(club, browser, client, page):
    linde, who = club
    path = f"/clubs/{linde.slug}/{page}"
    assert browser(who["stranger"]).get(path).status_code == 404
    assert client.get(path).status_code in ((404,) if page == "" else (302,))
    assert "Linde" not in text(browser(who["stranger"]).get("/clubs/"))


@pytest.mark.parametrize("page", ["edit/", "invite/", "members/", "cards/"])
def test_organisers_pages_are_not_for_members(club, browser, page):
    linde, who = club
    assert browser(who["plain"]).get(f"/clubs/{linde.slug}/{page}").status_code == 404
    assert browser(who["helper"]).get(f"/clubs/{linde.slug}/{page}").status_code == 200


def test_a_public_club_shows_itself_but_never_its_members(club, client):
    linde, _ = club
    Club.objects.update(public=True)
    page = text(client.get(f"/clubs/{linde.slug}/"))
    assert "Club Linde" in page
    assert "Helper" not in page
    assert "Club Linde" in text(client.get("/clubs/"))


def test_an_invitation_is_accepted_with_a_button(club, browser):
    linde, who = club
    client = browser(who["stranger"])
    path = f"/clubs/join/{linde.invite_secret}/"
    assert "Club Linde" in text(client.get(path))
    assert role_of(linde, who["stranger"]) == ""
    client.post(path)
    assert role_of(linde, who["stranger"]) == "member"
    client.post(path)
    assert Membership.objects.filter(user=who["stranger"]).count() == 1


def test_a_visitor_joins_as_a_guest_by_typing_a_name(club, client):
    linde, _ = club
    client.post(f"/clubs/join/{linde.invite_secret}/", {"name": "Ben"})
    assert role_of(linde, User.objects.get(name="Ben")) == "member"


def test_a_renewed_or_closed_invitation_no_longer_opens(club, browser, client):
    linde, who = club
    old = linde.invite_secret
    browser(who["owner"]).post(f"/clubs/{linde.slug}/invite/", {"renew": "yes"})
    assert client.get(f"/clubs/join/{old}/").status_code == 404
    browser(who["owner"]).post(f"/clubs/{linde.slug}/invite/", {"close": "yes"})
    linde.refresh_from_db()
    assert linde.invite_secret == ""
    assert outcome(lambda: clubs.join(linde, who["stranger"], secret="")) == "invite_closed"


def test_a_guests_membership_follows_into_the_account(club, guest, account):
    linde, who = club
    _, ben = guest("Ben")
    _, eva = guest("Eva")
    for person in (ben, eva):
        Membership.objects.create(club=linde, user=person)
    guests.follow(ben, who["stranger"])
    guests.follow(eva, who["helper"])
    assert role_of(linde, who["stranger"]) == "member"
    assert role_of(linde, who["helper"]) == "organiser"


def test_an_organiser_makes_members_from_a_list_of_names(club, browser, account):
    linde, who = club
    account("Ana")
    lines = "Uli\nana\n\n  Grandma Rose  \n<script>\nULI\n" + "x" * 200
    response = browser(who["helper"]).post(f"/clubs/{linde.slug}/members/", {"names": lines})
    made = Membership.objects.filter(club=linde, by_card=True)
    assert sorted(place.user.name for place in made) == ["Grandma Rose", "Uli"]
    page = text(response)
    assert "This name is taken; “ana 2” is free." in page
    assert "A name cannot contain the signs" in page
    assert "This name is on the list twice." in page
    assert "A name can have at most 30 letters." in page


def test_a_list_without_faults_leads_to_the_cards(club, browser):
    linde, who = club
    response = browser(who["owner"]).post(f"/clubs/{linde.slug}/members/", {"names": "Uli\nVera"})
    assert response["Location"] == f"/clubs/{linde.slug}/cards/"


def test_a_login_card_signs_its_owner_in(club, browser, client):
    linde, who = club
    organiser = browser(who["owner"])
    organiser.post(f"/clubs/{linde.slug}/members/", {"names": "Uli\nVera"})
    page = text(organiser.get(f"/clubs/{linde.slug}/cards/"))
    assert page.count('class="login-card"') == 2
    assert page.count("<svg") >= 2
    uli = User.objects.named("Uli").get()
    client.post(f"/back/{return_links.token(uli)}/")
    assert get_user(client) == uli
    assert not uli.is_guest


def test_one_card_can_be_printed_alone(club, browser):
    linde, who = club
    organiser = browser(who["owner"])
    organiser.post(f"/clubs/{linde.slug}/members/", {"names": "Uli\nVera"})
    vera = User.objects.named("Vera").get()
    page = text(organiser.get(f"/clubs/{linde.slug}/cards/?person={vera.pk}&person=x&person={'9' * 30}"))
    assert page.count('class="login-card"') == 1


def test_no_card_is_ever_printed_for_an_account_that_was_not_made_here(club, browser, guest):
    """A card signs in as the person: an organiser must not get one for somebody else's account."""
    linde, who = club
    _, ben = guest("Ben")
    Membership.objects.create(club=linde, user=ben)
    page = text(
        browser(who["owner"]).get(f"/clubs/{linde.slug}/cards/?person={ben.pk}&person={who['plain'].pk}")
    )
    assert "login-card" not in page.partition("<main")[2]


def test_a_card_ends_when_its_owner_sets_a_password(club, browser, client):
    linde, who = club
    organiser = browser(who["owner"])
    organiser.post(f"/clubs/{linde.slug}/members/", {"names": "Uli"})
    uli = User.objects.named("Uli").get()
    client.post(f"/back/{return_links.token(uli)}/")
    client.post("/accounts/password/set/", {"password1": PASSWORD, "password2": PASSWORD})
    assert "login-card" not in text(organiser.get(f"/clubs/{linde.slug}/cards/")).partition("<main")[2]


@pytest.mark.parametrize(("names", "said"), [("Uli", "1 new member."), ("Uli\nVera", "2 new members.")])
def test_one_new_member_is_counted_as_one(club, browser, names, said):
    linde, who = club
    path = f"/clubs/{linde.slug}/members/"
    assert said in browser(who["owner"]).post(path, {"names": names}, follow=True).content.decode()


def test_a_member_with_a_card_chooses_a_password_before_a_second_step(club, browser, client):
    linde, who = club
    browser(who["owner"]).post(f"/clubs/{linde.slug}/members/", {"names": "Uli"})
    client.post(f"/back/{return_links.token(User.objects.named('Uli').get())}/")
    for page in ("", "totp/activate/", "webauthn/add/"):
        assert client.get(f"/accounts/2fa/{page}")["Location"] == "/accounts/password/set/"


def test_a_card_is_made_whole_or_not_at_all(club):
    linde, who = club
    with pytest.raises(clubs.Refused, match="organisers_only"):
        login_cards.make(who["plain"], linde, "Uli")
    assert not User.objects.named("Uli").exists()


def test_nobody_hoards_clubs(account, browser):
    ana = account("Ana")
    for n in range(clubs.MOST_OWNED):
        clubs.found(ana, name=f"Club {n}")
    response = browser(ana).post("/clubs/new/", {"name": "One more"})
    assert "You already own too many clubs" in text(response)


def test_a_member_can_be_managed_by_the_buttons_of_the_page(club, browser):
    linde, who = club
    owner = browser(who["owner"])
    path = f"/clubs/{linde.slug}/members/{who['plain'].pk}/"
    owner.post(path, {"act": "organiser"})
    assert role_of(linde, who["plain"]) == "organiser"
    response = owner.post(path, {"act": "emperor"}, follow=True)
    assert "There is no such role." in text(response)
    owner.post(path, {"act": "remove", "sure": "yes"})
    assert role_of(linde, who["plain"]) == ""


def test_a_closed_club_is_gone(club, browser):
    linde, who = club
    owner = browser(who["owner"])
    owner.post(f"/clubs/{linde.slug}/leave/")
    assert owner.get(f"/clubs/{linde.slug}/").status_code == 404
    assert "Linde" not in text(owner.get("/clubs/")).partition("<main")[2]
