"""All tables typed in one form: whole ones count, wrong ones stay with a sentence that names the person."""

import pytest

from games.tournaments import services
from games.tournaments.models import TournamentRound, TournamentTable
from tests.support.clients import browser_of
from tests.support.organisers import around, at, told, words
from tests.support.tournaments import event, next_round, published, seats, zones

pytestmark = pytest.mark.django_db


def typed(table: TournamentTable, *values: int) -> dict[str, str]:
    return {f"t{table.pk}-{name}": value for name, value in zones(*values).items()}


def usual(table: TournamentTable) -> dict[str, str]:
    return typed(table, *range(3, 3 + table.places.count()))


def statuses(running: TournamentRound) -> list[str]:
    return list(running.tables.order_by("number").values_list("status", flat=True))


def test_all_tables_are_counted_with_one_press():
    tournament, by, running = published(9)
    client = browser_of(by)
    page = client.get(at(tournament, "desk/scores/")).content.decode()
    assert page.count("autofocus") == 1
    sent = {name: value for table in running.tables.all() for name, value in usual(table).items()}
    answer = client.post(at(tournament, "desk/scores/"), sent)
    assert answer["Location"] == at(tournament, "desk/")
    assert statuses(running) == ["counted"] * running.tables.count()
    again = client.post(at(tournament, "desk/scores/"), sent)  # sent twice: nothing is left to count
    assert again.status_code == 302


def test_a_table_that_is_not_right_stays_and_stops_no_other():
    tournament, by, running = published(9)
    one, other = running.tables.order_by("number")
    sent = usual(one) | {f"t{other.pk}-zone-0": "4"}
    page = browser_of(by).post(at(tournament, "desk/scores/"), sent)
    assert "Some numbers are still missing." in words(page)
    assert 'value="4"' in page.content.decode()
    assert statuses(running) == ["counted", "waiting"]
    page = browser_of(by).post(at(tournament, "desk/scores/"), {f"t{other.pk}-zone-0": "four"})
    assert "Please type whole numbers" in words(page)
    assert statuses(running) == ["counted", "waiting"]


def test_a_warning_names_the_person_and_counts_after_a_second_look():
    tournament, by, running = published(4)
    table = running.tables.get()
    sent = typed(table, 99, 3, 4, 5)
    page = browser_of(by).post(at(tournament, "desk/scores/"), sent)
    people = [entry.name for entry in seats(table)]
    warning = next(line for line in page.context["rows"][0].pad.doubts)
    assert any(warning.startswith(f"{one}, {other}: ") for one in people for other in people)
    assert statuses(running) == ["waiting"]
    browser_of(by).post(at(tournament, "desk/scores/"), sent | {f"t{table.pk}-sure": "on"})
    assert statuses(running) == ["counted"]


def test_two_helpers_type_the_same_table_and_the_first_counts():
    tournament, by, running = published(9)
    one, other = running.tables.order_by("number")
    people = around(tournament, by)
    services.enter_scores(tournament.pk, by, one.pk, zones(*range(3, 3 + one.places.count())))
    different = dict.fromkeys(usual(one), "7")
    page = people["scores"].post(at(tournament, "desk/scores/"), different | usual(other), follow=True)
    assert told(page) == [f"Table {other.number} is counted."]
    assert statuses(running) == ["counted", "counted"]
    assert one.places.first().result.points != 49


def test_the_grid_is_offered_while_tables_wait_and_only_to_those_who_enter_scores():
    tournament, by, _ = event(9)
    client = browser_of(by)
    assert client.get(at(tournament, "desk/scores/"))["Location"] == at(tournament, "desk/")
    next_round(tournament, by)
    assert "Type all scores in one go" in words(client.get(at(tournament, "desk/")))
    people = around(tournament, by)
    assert people["scores"].get(at(tournament, "desk/scores/")).status_code == 200
    assert people["stranger"].get(at(tournament, "desk/scores/")).status_code == 404


def test_splitter_sheets_stand_in_the_grid_too():
    tournament, by, running = published(5, game="splitter")
    table = running.tables.get()
    sent = {f"t{table.pk}-number-{seat}-6": "6" for seat in range(5)}
    page = browser_of(by).get(at(tournament, "desk/scores/")).content.decode()
    assert all(f'name="{name}"' in page for name in sent)
    browser_of(by).post(at(tournament, "desk/scores/"), sent)  # blanks of a sheet that was begun are nothing
    assert statuses(running) == ["counted"]
