"""Members are one tick away, and people go from expected to here: at the desk, by phone or by card."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Club, Membership, User
from accounts.services import clubs
from games.tournaments import cards, services
from games.tournaments.models import Entry, Tournament
from tests.support.clients import browser_of
from tests.support.organisers import at, told, words
from tests.support.threads import together
from tests.support.tournaments import event, link, organiser, refused

pytestmark = pytest.mark.django_db

MEMBERS = ("Ada", "Ben", "Chloé")


@pytest.fixture
def club() -> Club:
    found = clubs.found(organiser(), name="Club Linde")
    for name in MEMBERS:
        Membership.objects.create(club=found, user=User.objects.create_user(name))
    return found


def club_event(club: Club, **settings: object) -> tuple[Tournament, User]:
    tournament, by, _ = event(0, by=User.objects.get(name="Olga"), club=club, **settings)
    return tournament, by


def expected(tournament: Tournament, by: User, name: str, person: User | None = None) -> Entry:
    entry = services.enter(tournament.pk, by, name, presence="expected")
    if person is not None:
        link(tournament, entry, person)
    return entry


def test_ticked_members_are_entered_and_linked_at_once(club: Club):
    tournament, by = club_event(club)
    client = browser_of(by)
    page = client.get(at(tournament, "desk/people/"))
    assert [one.name for one in page.context["members"]] == ["Ada", "Ben", "Chloé", "Olga"]
    ada, ben = (User.objects.get(name=name) for name in ("Ada", "Ben"))
    sent = {"members": "1", "member": [ada.pk, ben.pk]}
    for _ in range(2):  # a double-click
        page = client.post(at(tournament, "desk/people/"), sent, follow=True)
    assert set(tournament.entries.values_list("name", "person", "presence")) == {
        ("Ada", ada.pk, "here"),
        ("Ben", ben.pk, "here"),
    }
    assert [one.name for one in page.context["members"]] == ["Chloé", "Olga"]


def test_only_members_of_the_club_can_be_ticked(club: Club):
    tournament, by = club_event(club)
    stranger = User.objects.create_user("Stranger")
    sent = {"members": "1", "member": [stranger.pk, "nonsense"]}
    page = browser_of(by).post(at(tournament, "desk/people/"), sent, follow=True)
    assert len(told(page)) == 1
    browser_of(by).post(at(tournament, "desk/people/"), {"members": "1", "member": [stranger.pk]})
    assert not tournament.entries.exists()
    page = browser_of(by).post(at(tournament, "desk/people/"), {"members": "1"}, follow=True)
    assert told(page) == ["Please tick somebody."]


def test_a_typed_name_that_is_a_members_links_by_itself(club: Club):
    tournament, by = club_event(club)
    stranger = User.objects.create_user("Stranger")
    browser_of(by).post(at(tournament, "desk/people/"), {"names": "chloé, Stranger, Grandma"})
    services.take_list(tournament.pk, by, "ada\nZoe")
    linked = dict(tournament.entries.values_list("name", "person__name"))
    assert linked == {"chloé": "Chloé", "Stranger": None, "Grandma": None, "ada": "Ada", "Zoe": None}
    assert not stranger.tournament_entries.exists()


def test_outside_its_club_a_members_name_is_only_a_name(club: Club):
    tournament, by, _ = event(0, by=User.objects.get(name="Olga"))
    assert services.enter(tournament.pk, by, "Ada").person is None
    assert browser_of(by).get(at(tournament, "desk/people/")).context["members"] == []


def test_an_entry_typed_before_somebody_joined_becomes_the_members(club: Club):
    tournament, by = club_event(club)
    entry = services.enter(tournament.pk, by, "Dora")
    dora = User.objects.create_user("Dora")
    Membership.objects.create(club=club, user=dora)
    services.enter_members(tournament.pk, by, [dora.pk])
    entry.refresh_from_db()
    assert entry.person == dora
    assert tournament.entries.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_organisers_tick_the_same_member_and_one_entry_stands(club: Club):
    tournament, by = club_event(club)
    ada = User.objects.get(name="Ada")
    answers = together(*[lambda: services.enter_members(tournament.pk, by, [ada.pk])] * 2)
    assert sorted(len(made) for made in answers) == [0, 1]  # type: ignore[arg-type]
    assert tournament.entries.count() == 1


def test_before_the_day_people_are_expected_and_on_the_day_they_are_here():
    tomorrow = timezone.localdate() + timedelta(days=1)
    for day, presence in ((tomorrow, "expected"), (timezone.localdate(), "here")):
        by = User.objects.create_user(f"Olga {presence}")
        tournament, _, _ = event(0, by=by, date=day)
        Client().post(at(tournament, "join/"), {"name": "Fay"})
        browser_of(by).post(at(tournament, "desk/people/"), {"names": "Gus"})
        services.take_list(tournament.pk, by, "Hal")
        assert set(tournament.entries.values_list("presence", flat=True)) == {presence}


def test_the_organiser_marks_somebody_as_here_with_one_tap(club: Club):
    tournament, by = club_event(club)
    entry = expected(tournament, by, "Grandma")
    client = browser_of(by)
    assert "here-" in client.get(at(tournament, "desk/people/")).content.decode()
    answer = client.post(at(tournament, "desk/people/"), {"here": entry.pk})
    assert answer["Location"].endswith(f"#entry-{entry.pk}")
    entry.refresh_from_db()
    assert entry.presence == "here"
    page = client.post(at(tournament, "desk/people/"), {"here": "x" * 30}, follow=True)
    assert len(told(page)) == 1


def test_all_who_are_expected_are_marked_as_here_at_once():
    tournament, by, (ana, *_) = event(2)
    services.roll_call(tournament.pk, by, {ana.pk: "gone"})
    for name in ("Xia", "Wim"):
        expected(tournament, by, name)
    page = browser_of(by).get(at(tournament, "desk/roll-call/"))
    assert "All 2 expected are here" in words(page)
    browser_of(by).post(at(tournament, "desk/roll-call/"), {"do": "all-here"})
    assert dict(tournament.entries.values_list("name", "presence")) == {
        "Ana": "gone",
        "Ben": "here",
        "Xia": "here",
        "Wim": "here",
    }


def test_somebody_checks_in_with_the_own_phone():
    tournament, by, _ = event(0)
    fay = User.objects.create_user("Fay")
    entry = expected(tournament, by, "Fay", person=fay)
    phone = browser_of(fay)
    assert "I am here" in words(phone.get(at(tournament, "me/")))
    for _ in range(2):
        phone.post(at(tournament, "me/here/"))
    entry.refresh_from_db()
    assert entry.presence == "here"
    assert "I am here" not in words(phone.get(at(tournament, "me/")))
    assert tournament.trail.filter(act="check-in").count() == 1


def test_nobody_checks_in_before_the_day_or_for_somebody_else():
    tomorrow = timezone.localdate() + timedelta(days=1)
    tournament, by, _ = event(0, date=tomorrow)
    fay, gus = (User.objects.create_user(name) for name in ("Fay", "Gus"))
    entry = expected(tournament, by, "Fay", person=fay)
    assert "expected on" in words(browser_of(fay).get(at(tournament, "me/")))
    page = browser_of(fay).post(at(tournament, "me/here/"), follow=True)
    assert told(page) == ["The event is on another day. Check in when you are there."]
    assert refused(services.check_in, tournament.pk, entry.pk, person=gus) == "no-entry"
    assert browser_of(gus).post(at(tournament, "me/here/"))["Location"] == at(tournament, "join/")
    entry.refresh_from_db()
    assert entry.presence == "expected"


def test_a_printed_card_checks_its_person_in_on_any_phone():
    tournament, by, _ = event(0)
    entry = expected(tournament, by, "Frau Ott")
    printed = browser_of(by).get(at(tournament, "print/cards/"))
    assert "Frau Ott" in words(printed)
    assert Client().get(at(tournament, "print/cards/")).status_code == 403
    card = cards.address(entry).partition("//")[2].partition("/")[2]
    page = Client().get(f"/{card}")
    assert "Frau Ott is here" in words(page)
    entry.refresh_from_db()
    assert entry.presence == "expected"  # only a press changes something
    page = Client().post(f"/{card}", follow=True)
    assert "You are here. Your table will be on the wall." in words(page)
    entry.refresh_from_db()
    assert entry.presence == "here"


def test_a_card_that_is_forged_or_whose_person_has_gone_changes_nothing():
    tournament, by, (ana, *_) = event(1)
    card = f"/tournaments/card/{cards.token(ana)}/"
    assert Client().post(card.replace(".", ".x")).status_code == 404
    services.roll_call(tournament.pk, by, {ana.pk: "gone"})
    page = Client().post(card, follow=True)
    assert told(page) == ["Ana is marked as gone. Please tell the organiser."]
    services.withdraw(tournament.pk, by, ana.pk)
    assert Client().get(card).status_code == 404


def test_a_check_in_during_the_preview_keeps_the_seating_and_says_who_has_no_seat():
    tournament, by, _ = event(5)
    late = expected(tournament, by, "Zoe")
    services.propose(tournament.pk, by)
    services.check_in(tournament.pk, late.pk)
    assert tournament.rounds.count() == 1
    assert "Zoe has no seat yet" in words(browser_of(by).get(at(tournament, "desk/")))
