"""Tournaments in the admin: staff use the same writes, leave the same trail, and see no secret."""

import pytest
from django.contrib import messages
from django.test import Client

from accounts.models import User
from games.tournaments import services
from games.tournaments.models import Entry, RoomDice, Tournament, Trail
from tests.support.admin import do, helper, pages
from tests.support.clients import browser_of
from tests.support.tournaments import event, online_round, published, score_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(db) -> Client:
    return browser_of(User.objects.create_superuser("Boss"))


def last(tournament: Tournament) -> tuple[str, str]:
    line = Trail.objects.filter(tournament=tournament).latest("pk")
    return line.act, line.by_name


def test_a_round_is_published_closed_and_reopened_with_the_same_trail(boss: Client):
    tournament, by, _ = event(3)
    running = services.propose(tournament.pk, by)
    rounds = "tournaments/tournamentround"
    do(boss, rounds, "publish", [running.pk], confirmed="yes")
    assert last(tournament) == ("publish", "Boss")
    answer = do(boss, rounds, "close_round", [running.pk])
    assert "The scores of table 1 are still missing." in answer.content.decode()
    score_all(tournament, by, running)
    do(boss, rounds, "close_round", [running.pk])
    assert last(tournament) == ("close-round", "Boss")
    do(boss, rounds, "reopen_round", [running.pk], confirmed="yes")
    assert last(tournament) == ("reopen-round", "Boss")
    do(boss, rounds, "undo_publish", [running.pk], confirmed="yes")
    running.refresh_from_db()
    assert running.status == "proposed"


def test_entries_are_called_marked_and_withdrawn_in_the_admin(boss: Client):
    tournament, _, (ana, ben, _) = event(3)
    entries = "tournaments/entry"
    do(boss, entries, "late", [ana.pk])
    do(boss, entries, "newcomers", [ana.pk])
    ana.refresh_from_db()
    assert (ana.presence, ana.newcomer) == ("late", True)
    assert last(tournament) == ("change-entry", "Boss")
    do(boss, entries, "withdraw", [ben.pk])
    assert Entry.objects.filter(pk=ben.pk).exists()  # so far it only asks
    do(boss, entries, "withdraw", [ben.pk], confirmed="yes")
    assert not Entry.objects.filter(pk=ben.pk).exists()


def test_events_are_closed_reopened_and_removed_in_the_admin(boss: Client):
    tournament, _, _ = event(3)
    events = "tournaments/tournament"
    do(boss, events, "close", [tournament.pk], confirmed="yes")
    do(boss, events, "reopen", [tournament.pk], confirmed="yes")
    tournament.refresh_from_db()
    assert tournament.reopened_at is not None
    do(boss, events, "remove", [tournament.pk], confirmed="yes")
    assert not Tournament.objects.exists()


def test_tables_are_started_and_put_on_paper_in_the_admin(boss: Client):
    tournament, _, table = online_round()
    tables = "tournaments/tournamenttable"
    do(boss, tables, "start", [table.pk], confirmed="yes")
    table.session.refresh_from_db()
    assert table.session.status == "playing"
    do(boss, tables, "on_paper", [table.pk], confirmed="yes")
    table.refresh_from_db()
    assert table.medium == "paper"
    assert last(tournament) == ("medium", "Boss")


def test_staff_without_the_right_to_change_only_look():
    tournament, _, _ = event(3)
    looker = browser_of(helper("view_tournament"))
    assert looker.get("/admin/tournaments/tournament/").status_code == 200
    answer = do(looker, "tournaments/tournament", "close", [tournament.pk], confirmed="yes")
    tournament.refresh_from_db()
    assert tournament.status == "open"
    assert not [one for one in answer.context["messages"] if one.level == messages.SUCCESS]


def test_no_page_of_the_admin_shows_a_token_or_the_seed_of_dice(boss: Client):
    tournament, by, running = published(3, game="splitter")
    services.roll(tournament.pk, by, 1, shown=0)
    table, dice = running.tables.first(), RoomDice.objects.get()
    read = pages(boss)
    assert f"/admin/tournaments/tournamenttable/{table.pk}/change/" in read
    assert f"/admin/tournaments/tournamentround/{running.pk}/change/" in read
    for path, html in read.items():
        assert table.token not in html, path
        assert bytes(dice.seed).hex() not in html, path


def test_no_list_is_narrowed_by_a_secret(boss: Client):
    event(3)
    for where, lookup in (
        ("tournaments/tournamenttable", "token__startswith"),
        ("tournaments/tournamentround", "dice__seed__gt"),
        ("tournaments/tournamentround", "tables__token__startswith"),
        ("tournaments/entry", "person__password__startswith"),
    ):
        assert boss.get(f"/admin/{where}/", {lookup: "a"}).status_code == 400


def test_actions_on_any_row_of_a_tournament_need_the_right_to_change_tournaments():
    tournament, _, _ = event(3)
    entry = tournament.entries.first()
    typist = browser_of(helper("view_entry", "change_entry"))
    do(typist, "tournaments/entry", "gone", [entry.pk], confirmed="yes")
    entry.refresh_from_db()
    assert entry.presence == "here"
