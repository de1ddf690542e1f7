"""What cannot be taken back in a club is asked about once more; an invitation says whom it can reach."""

import pytest
from django.test import override_settings
from django.urls import reverse

from accounts.models import Membership, User
from accounts.services import clubs
from tests.support.clients import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def linde(db):
    owner, other = (
        User.objects.create_user("Olga", "violet pencil 7"),
        User.objects.create_user("Mia", "pencil"),
    )
    club = clubs.found(owner, name="Linde")
    Membership.objects.create(club=club, user=other)
    return club, owner, other


@pytest.mark.parametrize(
    ("act", "question"), [("hand_over", "Hand Linde over to Mia?"), ("remove", "Remove Mia from Linde?")]
)
def test_one_click_asks_and_changes_nothing(linde, act, question):
    club, owner, other = linde
    client, address = browser_of(owner), reverse("accounts:club_member", args=[club.slug, other.pk])
    page = client.post(address, {"act": act})
    assert question in page.content.decode()
    assert clubs.membership(club, owner).owns
    assert clubs.membership(club, other).role == "member"
    client.post(address, {"act": act, "sure": "yes"})
    now = clubs.membership(club, other)
    assert now.owns if act == "hand_over" else now is None


def test_whoever_may_not_is_not_even_asked(linde):
    club, owner, other = linde
    address = reverse("accounts:club_member", args=[club.slug, owner.pk])
    assert browser_of(other).post(address, {"act": "remove"}).status_code == 302
    assert clubs.membership(club, owner).owns


@pytest.mark.parametrize(
    ("site", "warned"), [("http://localhost:8000", True), ("https://linde.example", False)]
)
def test_an_invitation_that_phones_cannot_open_says_so(linde, site, warned):
    club, owner, _ = linde
    with override_settings(SITE_URL=site):
        page = browser_of(owner).get(reverse("accounts:club_invite", args=[club.slug])).content.decode()
    assert ("Phones cannot open this address." in page) is warned
