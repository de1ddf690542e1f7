"""A new event asks for a name only, and “Same again” takes people and settings along."""

import re
from datetime import date

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from accounts.services import clubs
from games.tournaments import event_codes, event_names, services
from games.tournaments.models import Entry, Helper, Tournament
from tests.support.clients import browser_of
from tests.support.organisers import around, at, words
from tests.support.threads import together
from tests.support.tournaments import event, next_round, organiser, refused, score_all

pytestmark = pytest.mark.django_db


def sent(page: object) -> dict[str, str]:
    """What a browser sends if nobody touches the form: its proposed values."""
    form = page.context["form"]  # type: ignore[attr-defined]
    shown = {field.html_name: field.value() for field in form}
    told = {name: value for name, value in shown.items() if value not in (None, False, "")}
    return told | {"code": page.context["offered"]}  # type: ignore[attr-defined]


def test_a_new_event_is_one_press_with_the_proposed_name():
    client = browser_of(organiser())
    page = client.get("/tournaments/new/")
    assert re.search(r"<details[^>]*>\s*<summary>", page.content.decode())
    client.post("/tournaments/new/", sent(page))
    made = Tournament.objects.get()
    today = timezone.localdate()
    assert made.name == event_names.usual(day=today)
    assert (made.date, made.rounds_planned, made.counting) == (today, 3, "points")


def test_the_proposed_name_speaks_the_readers_language_and_names_the_club():
    day = date(2026, 11, 18)
    with translation.override("de"):
        assert event_names.usual(day=day) == "Clubabend, 18. November"
    club = clubs.found(organiser(), name="Club Linde")
    with translation.override("en-gb"):
        assert event_names.usual(club, day) == "Club Linde, 18 November"


def test_what_is_wrong_below_the_name_unfolds_the_rest():
    client = browser_of(organiser())
    page = client.get("/tournaments/new/")
    assert (
        '<details class="folded" open>'
        in client.post("/tournaments/new/", sent(page) | {"round_minutes": "900"}).content.decode()
    )
    only_name = client.post("/tournaments/new/", sent(page) | {"name": "…"}).content.decode()
    assert '<details class="folded">' in only_name
    assert not Tournament.objects.exists()


def test_a_form_that_is_sent_twice_makes_one_event():
    client = browser_of(organiser())
    form = sent(client.get("/tournaments/new/"))
    first, second = (client.post("/tournaments/new/", form) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Tournament.objects.count() == 1


def test_nobody_chooses_the_code_of_an_event():
    client = browser_of(organiser())
    form = sent(client.get("/tournaments/new/"))
    client.post("/tournaments/new/", form | {"code": "ADMIN1"})
    assert Tournament.objects.get().code != "ADMIN1"
    taken = event(1, by=User.objects.create_user("Otto"))[0]
    by = User.objects.get(name="Olga")
    made = services.create(by, "splito", options={}, name="Mine", date=date(2026, 11, 14), code=taken.code)
    assert made.code != taken.code


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_the_same_moment_make_one_event():
    by, code = organiser(), event_codes.draw()

    def make() -> Tournament:
        return services.create(by, "splito", options={}, name="Mine", date=date(2026, 11, 14), code=code)

    one, other = together(make, make)
    assert one == other == Tournament.objects.get()


def test_same_again_takes_settings_people_and_helpers_along():
    tournament, by, entries = event(
        5, rounds_planned=2, counting="places", round_minutes=40, name="Cup, November 14"
    )
    around(tournament, by)
    services.change(tournament.pk, by, entries[0].pk, name="Ana", newcomer=True)
    score_all(tournament, by, next_round(tournament, by))
    services.close_round(tournament.pk, by, 1)
    services.close(tournament.pk, by)
    page = browser_of(by).get(at(tournament, "desk/"))
    assert "Same again" in words(page)
    offered = re.findall(r'name="code" value="([^"]+)"', page.content.decode())[-1]
    for _ in range(2):  # a double-click
        answer = browser_of(by).post(at(tournament, "desk/again/"), {"code": offered})
    made = Tournament.objects.exclude(pk=tournament.pk).get()
    assert answer["Location"] == at(made, "desk/people/")
    assert (made.status, made.date, made.organiser) == ("draft", timezone.localdate(), by)
    assert (made.rounds_planned, made.counting, made.round_minutes) == (2, "places", 40)
    assert made.name == f"Cup, {event_names._day(made.date)}"
    before, after = (set(one.entries.values_list("name", "person")) for one in (tournament, made))
    assert before == after
    assert set(made.entries.values_list("presence", "newcomer")) == {("expected", False)}
    rights = set(made.helpers.values_list("person__name", "rights"))
    assert rights == {("The scores", "scores"), ("The organise", "organise")}
    assert not made.rounds.exists()


def test_the_helper_who_repeats_an_event_does_not_shut_its_organiser_out():
    tournament, by, _ = event(3)
    helper = User.objects.create_user("Hanna")
    services.add_helper(tournament.pk, by, helper, rights="organise")
    made = services.same_again(tournament, helper, name="Again", day=date(2026, 11, 20))
    assert made.organiser == helper
    assert list(Helper.objects.filter(tournament=made).values_list("person", "rights")) == [
        (by.pk, "organise")
    ]


def test_only_who_organises_an_event_repeats_it():
    tournament, *_ = event(3)
    stranger = User.objects.create_user("Stranger")
    day = date(2026, 11, 20)
    assert refused(services.same_again, tournament, stranger, name="Mine", day=day) == "not-organiser"
    assert browser_of(stranger).post(at(tournament, "desk/again/")).status_code == 404
    assert Client().post(at(tournament, "desk/again/")).status_code == 302
    assert Tournament.objects.count() == 1


def test_expected_people_get_no_seat_until_they_are_marked_as_here():
    tournament, by, entries = event(5)
    Entry.objects.filter(pk=entries[0].pk).update(presence="expected")
    running = next_round(tournament, by)
    assert running.places.count() == 4
    services.undo_publish(tournament.pk, by, 1)
    services.roll_call(tournament.pk, by, {entries[0].pk: "here"})
    assert not tournament.rounds.exists()
    assert next_round(tournament, by).places.count() == 5
