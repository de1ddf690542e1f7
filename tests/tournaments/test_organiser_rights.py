"""Who may open and press what around a tournament: every page and button, every kind of person."""

import pytest
from django.test import Client

from games.tournaments import services
from games.tournaments.models import Entry, Tournament, TournamentRound, Trail
from games.tournaments.views.organiser.desk import ACTS
from games.tournaments.views.organiser.urls import organiser_urls
from tests.support.organisers import ROLES, around, at
from tests.support.tournaments import event, published, score_all, zones

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("many_misses")]

EVERYBODY = set(ROLES)
HELPERS = {"scores", "organise", "organiser", "staff"}
ORGANISERS = HELPERS - {"scores"}

PAGES = {
    "list": EVERYBODY,
    "new": {"stranger", "entrant", "member", "aide"} | HELPERS,
    "standings": EVERYBODY,
    "file": EVERYBODY,
    "desk": HELPERS,
    "desk-settings": ORGANISERS,
    "desk-remove": ORGANISERS,
    "desk-helpers": ORGANISERS,
    "desk-people": ORGANISERS,
    "desk-list": ORGANISERS,
    "desk-entry": ORGANISERS,
    "desk-roll-call": ORGANISERS,
    "answer-link": EVERYBODY,  # only by POST, by whoever was asked
    "desk-again": ORGANISERS,  # only by POST
    "desk-remote": HELPERS,
    "desk-scores": HELPERS,
    "desk-table": HELPERS,
    "desk-trail": HELPERS,
    "desk-files": HELPERS,
    "desk-act": HELPERS,
}
"""Who may open each page by GET."""


def addresses(tournament: Tournament) -> dict[str, str]:
    entry, table = tournament.entries.first(), tournament.rounds.first().tables.first()
    return {
        "list": "/tournaments/",
        "new": "/tournaments/new/",
        "standings": at(tournament, "standings/"),
        "file": at(tournament, "files/standings.csv"),
        "desk": at(tournament, "desk/"),
        "desk-settings": at(tournament, "desk/settings/"),
        "desk-remove": at(tournament, "desk/remove/"),
        "desk-helpers": at(tournament, "desk/helpers/"),
        "desk-people": at(tournament, "desk/people/"),
        "desk-list": at(tournament, "desk/people/list/"),
        "desk-entry": at(tournament, f"desk/people/{entry.pk}/"),
        "desk-roll-call": at(tournament, "desk/roll-call/"),
        "desk-remote": at(tournament, "desk/remote/"),
        "desk-scores": at(tournament, "desk/scores/"),
        "desk-table": at(tournament, f"desk/tables/{table.pk}/"),
        "desk-trail": at(tournament, "desk/trail/"),
        "desk-files": at(tournament, "desk/files/"),
        "desk-act": at(tournament, "desk/do/publish/"),
    }


def state(tournament: Tournament) -> tuple[object, ...]:
    return (
        Tournament.objects.filter(pk=tournament.pk).values_list().first(),
        list(Entry.objects.order_by("pk").values_list()),
        list(TournamentRound.objects.order_by("pk").values_list()),
        Tournament.objects.count(),
        Trail.objects.count(),
    )


def test_every_address_has_its_line_in_the_matrix():
    assert {str(one.name) for one in organiser_urls} == set(PAGES)


def test_each_page_opens_for_those_it_is_for_and_a_get_changes_nothing():
    tournament, by, _ = published(9)
    people = around(tournament, by)
    before = state(tournament)
    for name, address in addresses(tournament).items():
        for role, client in people.items():
            answer = client.get(address)
            if name == "desk-act":
                allowed = answer.status_code == 302 and answer["Location"] == at(tournament, "desk/")
            else:
                allowed = answer.status_code == 200
            assert allowed == (role in PAGES[name]), (name, role, answer.status_code)
            if not allowed:
                # A helper knows the event; to strangers its desk looks like one that does not exist.
                sent_away = 302 if role == "anonymous" or name == "new" else 403 if role == "scores" else 404
                assert answer.status_code == sent_away, (name, role)
    assert state(tournament) == before


def test_nothing_is_changed_by_those_who_may_not():
    tournament, by, running = published(9)
    people = around(tournament, by)
    before = state(tournament)
    table = running.tables.first()
    forms = {
        **{f"desk/do/{act}/": {"round": "1", "draw": "1", "table": str(table.pk)} for act in ACTS},
        "desk/settings/": {"name": "Mine now", "date": "2026-01-01"},
        "desk/remove/": {},
        "desk/again/": {},
        "desk/remote/": {"do": "show", "slide": "clock"},
        "desk/scores/": {f"t{table.pk}-zone-0": "3"},
        "desk/helpers/": {"name": "The stranger", "rights": "organise"},
        "desk/people/": {"names": "Zoe"},
        "desk/people/list/": {"text": "Zoe", "do": "take"},
        f"desk/people/{tournament.entries.first().pk}/": {"act": "withdraw"},
        "desk/roll-call/": {f"mark-{tournament.entries.first().pk}": "gone", "do": "confirm"},
        f"desk/tables/{table.pk}/": {**zones(3, 4, 5, 6, 7), "do": "save"},
    }
    for page, fields in forms.items():
        for role in EVERYBODY - HELPERS:
            answer = people[role].post(at(tournament, page), fields)
            assert answer.status_code == (302 if role == "anonymous" else 404), (page, role)
    assert state(tournament) == before


def test_who_enters_scores_can_enter_scores_and_nothing_else():
    tournament, by, running = published(9)
    client = around(tournament, by)["scores"]
    table = running.tables.first()
    before = Trail.objects.count()
    for act in ACTS:
        fields = {"round": "1", "draw": "1", "table": str(table.pk), "medium": "paper", "reason": "x"}
        client.post(at(tournament, f"desk/do/{act}/"), {**fields, "who": ["1", "2"]})
    assert Trail.objects.count() == before
    raw = zones(*range(3, 3 + table.places.count()))
    client.post(at(tournament, f"desk/tables/{table.pk}/"), {**raw, "do": "save"})
    table.refresh_from_db()
    assert table.status == "counted"
    client.post(
        at(tournament, f"desk/tables/{table.pk}/"),
        {**raw, "zone-0": "9", "do": "correct", "reason": "x", "seen": "0"},
    )
    assert not table.corrections.exists()
    page = client.get(at(tournament, "desk/")).content.decode()
    assert "Enter scores" in page
    for hidden in ("Unpublish the seating", "/desk/people/", "/desk/settings/", "/desk/helpers/"):
        assert hidden not in page


def test_a_helper_cannot_reopen_or_remove_but_the_organiser_and_staff_can():
    tournament, by, running = published(3, rounds_planned=1)
    people = around(tournament, by)
    score_all(tournament, by, running)
    services.close_round(tournament.pk, by, 1)
    services.close(tournament.pk, by)
    people["organise"].post(at(tournament, "desk/do/reopen/"))
    tournament.refresh_from_db()
    assert tournament.status == "closed"
    for role in ("staff", "organiser"):
        people[role].post(at(tournament, "desk/do/reopen/"))
        tournament.refresh_from_db()
        assert tournament.status == "running"
        services.close(tournament.pk, by)


def test_a_tournament_being_prepared_is_seen_only_by_those_who_run_it():
    tournament, by, _ = event(3)
    Tournament.objects.filter(pk=tournament.pk).update(status="draft")
    people = around(tournament, by)
    for role, client in people.items():
        seen = client.get(at(tournament, "standings/")).status_code == 200
        assert seen == (role in HELPERS), role
        desk = client.get(at(tournament, "desk/")).status_code
        assert desk == (200 if role in HELPERS else 302 if role == "anonymous" else 404), role


def test_files_that_tell_more_than_the_results_page_are_for_organisers():
    tournament, by, _ = published(9)
    for role, client in around(tournament, by).items():
        for name in ("entries.csv", "whole.json"):
            answer = client.get(at(tournament, f"files/{name}"))
            assert answer.status_code == (200 if role in ORGANISERS else 403), (role, name)


def test_nobody_else_sees_a_proposed_seating():
    tournament, by, _ = event(9)
    services.propose(tournament.pk, by)
    people = around(tournament, by)
    services.propose(tournament.pk, by)
    for role in EVERYBODY - ORGANISERS:
        page = people[role].get(at(tournament, "standings/")).content.decode()
        assert "Table 1" not in page, role
    helper = people["scores"].get(at(tournament, "desk/")).content.decode()
    assert "Table 1" not in helper
    assert "The organiser draws and publishes the next seating." in helper
    assert "Table 1" in people["organiser"].get(at(tournament, "desk/")).content.decode()


@pytest.mark.parametrize("code", ["%00", "A%00", "²²²", "x" * 300, "NOSUCH"])
def test_a_code_that_no_tournament_has_is_not_found(client: Client, code: str):
    for page in ("standings/", "files/standings.csv"):
        assert client.get(f"/tournaments/{code}/{page}").status_code == 404


def test_nonsense_is_answered_with_a_sentence_and_never_with_an_error():
    tournament, by, running = published(9)
    client = around(tournament, by)["organiser"]
    huge = "9" * 30
    next_table = running.tables.first().pk
    for page in (
        f"desk/people/{huge}/",
        f"desk/tables/{huge}/",
        "desk/do/nothing/",
        "files/x.csv",
        "files/standings.pdf",
    ):
        assert client.get(at(tournament, page)).status_code in (302, 404), page
    for value in ("", "x", "²", huge, "-1", "1\0", "9" * 18):
        fields = {"round": value, "draw": value, "table": value, "who": [value, value], "minutes": value}
        for act in ACTS:
            answer = client.post(at(tournament, f"desk/do/{act}/"), {**fields, "medium": value, "at": value})
            assert answer.status_code == 302, (act, value)
        for do in ("look", "save", "correct", "settle"):
            raw = dict.fromkeys(zones(1, 1, 1, 1), value)
            answer = client.post(
                at(tournament, f"desk/tables/{next_table}/"),
                {**raw, "do": do, "report": value, "seen": value},
            )
            assert answer.status_code in (200, 302), (do, value)
        answer = client.get(at(tournament, "standings/"), {"after": value})
        assert answer.status_code == (200 if value == "" else 404)
        assert client.get(at(tournament, "desk/trail/"), {"page": value}).status_code == 200
    for names in ("\0", "x" * 5000, "<b>", "a,b\0,,,;"):
        assert client.post(at(tournament, "desk/people/"), {"names": names}).status_code == 302
    assert (
        client.post(at(tournament, "desk/people/list/"), {"text": '\0\n"a\n' + "x" * 500}).status_code == 200
    )
    assert client.post(at(tournament, "desk/settings/"), {"name": "\0", "date": "x"}).status_code == 200
    assert (
        client.post("/tournaments/new/", {"name": "\0" * 9, "game": "chess", "tie_0": "x"}).status_code == 200
    )


def test_an_open_event_is_listed_for_all_a_club_event_for_its_members_and_mine_for_me():
    tournament, by, _ = event(3, registration="link")
    people = around(tournament, by)
    club = by.clubs.get()
    services.configure(tournament.pk, by, club=club)
    event(0, by=by, registration="open", name="Open Cup")
    for role, client in people.items():
        page = client.get("/tournaments/").content.decode()
        mine = role in {"entrant", "member", "scores", "organise", "organiser"}
        assert ("Autumn Cup" in page) == mine, role
        assert "Open Cup" in page
