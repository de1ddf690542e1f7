"""What pages and files of a tournament show: board, seats, sheets, standings, exports; and what they hide."""

import csv
import io
import json

import pytest

from accounts.models import User
from games.engine.contract import PaperDoubt
from games.table import services as table_services
from games.tournaments import exports, queries, sentences, services
from games.tournaments.models import RoomDice, Trail
from games.tournaments.seating import Unmet
from tests.support.tournaments import event, next_round, online_round, published, score_all, seats, zones

pytestmark = pytest.mark.django_db


def rows(text):
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


def test_the_board_says_what_comes_next_all_evening():
    tournament, by, _ = event(0, rounds_planned=1)
    steps = [queries.board(tournament, rights="organise").next_step]
    for name in ("Ana", "Ben", "Cleo"):
        services.enter(tournament.pk, by, name)
    steps.append(queries.board(tournament, rights="organise").next_step)
    running = services.propose(tournament.pk, by)
    steps.append(queries.board(tournament, rights="organise").next_step)
    services.publish(tournament.pk, by, 1, draw=running.draw)
    steps.append(queries.board(tournament, rights="organise").next_step)
    score_all(tournament, by, running)
    steps.append(queries.board(tournament, rights="organise").next_step)
    services.close_round(tournament.pk, by, 1)
    steps.append(queries.board(tournament, rights="organise").next_step)
    services.close(tournament.pk, by)
    tournament.refresh_from_db()
    steps.append(queries.board(tournament, rights="organise").next_step)
    assert steps == ["enter", "propose", "publish", "play", "close-round", "close", "closed"]


def test_a_proposed_seating_and_tokens_are_for_the_organiser_alone():
    tournament, by, _ = event(4)
    running = services.propose(tournament.pk, by)
    token = running.tables.get().token
    assert queries.seating_of(tournament, 1) is None
    assert queries.rounds_of(tournament, proposed=False) == ()
    assert queries.sheet_by_token(token) is None
    assert queries.board(tournament, rights="organise").open.tables[0].token == token
    services.publish(tournament.pk, by, 1, draw=running.draw)
    assert queries.seating_of(tournament, 1).tables[0].token == ""
    assert queries.current(tournament).tables[0].token == ""
    assert queries.sheet_by_token(token).table.number == 1
    assert token not in json.dumps(exports.whole(tournament))


def test_nonsense_finds_no_tournament_and_no_table():
    tournament, _, _ = event(0)
    assert queries.by_code(tournament.code.lower()) == tournament
    for word in ("", "\0", "x" * 500, "ÄÖ"):
        assert queries.by_code(word) is None
        assert queries.sheet_by_token(word) is None


def test_a_player_finds_seat_and_neighbours():
    tournament, _, table = online_round(4)
    people = seats(table)
    mine = queries.my_seat(tournament, people[0].person)
    assert (mine.table.number, mine.seat) == (1, 0)
    # The left neighbour is the next one clockwise.
    assert (mine.left, mine.right) == (people[1].name, people[3].name)
    assert mine.table.session_code == table.session.code
    assert queries.my_seat(tournament, User.objects.create_user("Stranger")) is None


def test_a_sheet_shows_what_was_typed_and_by_whom():
    _, _, running = published(3)
    table = running.tables.get()
    ana, ben, _ = seats(table)
    empty = queries.sheet_by_token(table.token)
    assert [field.name for field in empty.fields] == ["zone-0", "zone-2", "zone-1"]
    services.report(table.token, ana.pk, zones(8, 4, 6), device="phone")
    (report,) = queries.sheet_by_token(table.token).reports
    assert (report.by, report.confirmed) == (ana.name, (ana.name,))
    assert [score.points for score in report.count.scores] == [48, 32, 24]
    services.confirm(table.token, ben.pk, report.id, device="phone")
    sheet = queries.sheet_by_token(table.token)
    assert sheet.reports[0].one_device
    assert sheet.table.status == "counted"
    assert [place.points for place in sheet.table.places] == [48, 32, 24]


def test_the_pulse_beats_with_every_write_and_with_online_tables():
    tournament, by, table = online_round(3)
    beats = [queries.pulse(tournament.pk)]
    services.set_clock(tournament.pk, by, 1, minutes=9)
    beats.append(queries.pulse(tournament.pk))
    table_services.close_table(table.session_id)
    beats.append(queries.pulse(tournament.pk))
    assert len(set(beats)) == 3


def test_room_dice_show_only_what_is_shown_and_the_seed_only_after_the_round():
    tournament, by, running = published(2, game="splitter")
    assert queries.dice(tournament, 1) is None
    services.roll(tournament.pk, by, 1, shown=0)
    services.roll(tournament.pk, by, 1, shown=1)
    services.step_back(tournament.pk, by, 1, shown=2)
    dice = queries.dice(tournament, 1)
    assert (len(dice.shown), dice.rolled, dice.all, dice.seed) == (1, 2, 22, "")
    seed = bytes(RoomDice.objects.get().seed).hex()
    assert seed not in json.dumps(exports.whole(tournament))
    raw = {f"number-{seat}-{number}": "0" for seat in range(2) for number in range(1, 7)}
    services.enter_scores(tournament.pk, by, running.tables.get().pk, raw)
    services.close_round(tournament.pk, by, 1)
    assert queries.dice(tournament, 1).seed == seed
    assert seed in json.dumps(exports.whole(tournament))


def test_files_have_real_names_and_run_no_formulas():
    tournament, by, _ = event(3)
    services.enter(tournament.pk, by, "=SUM Ana")
    running = next_round(tournament, by)
    table = running.tables.get()
    services.enter_scores(tournament.pk, by, table.pk, zones(3, 4, 5, 6))
    services.close_round(tournament.pk, by, 1)
    assert rows(exports.entries_csv(tournament))[1] == ["'=SUM Ana", "here", "no"]
    order = [entry.name for entry in seats(table)]
    results = rows(exports.results_csv(tournament))[1:]
    assert [row[3].removeprefix("'") for row in results] == order
    assert [(row[4], row[5]) for row in results] == [("18", "3"), ("12", "4"), ("20", "2"), ("30", "1")]
    standings = rows(exports.standings_csv(tournament))
    breaks = ["Tie-break: rounds won", "Tie-break: best single round", "Tie-break: ahead at common tables"]
    assert standings[0] == ["Place", "Name", "Total", "Round 1", *breaks]
    assert standings[1][2:] == ["30", "30", "1", "30", ""]
    assert len(rows(exports.seating_csv(tournament))) == 5
    whole = exports.whole(tournament)
    assert json.loads(json.dumps(whole)) == whole
    assert [line["total"] for line in whole["standings"]] == ["30", "20", "18", "12"]


def test_standings_show_missed_rounds_and_the_rule_for_them():
    tournament, by, running = published(6, missing="average")
    leaver = seats(running.tables.first())[0]
    score_all(tournament, by, running)
    services.close_round(tournament.pk, by, 1)
    services.roll_call(tournament.pk, by, {leaver.pk: "gone"})
    second = next_round(tournament, by)
    score_all(tournament, by, second)
    services.close_round(tournament.pk, by, 2)
    line = next(line for line in queries.standings(tournament) if line.entry == leaver.pk)
    assert line.rounds[1] == "–"
    assert line.given == line.rounds[0]
    assert line.gone


def test_every_reason_and_act_has_its_sentence():
    names = {1: "Ana", 2: "Ben"}
    for kind in ("neighbours", "tablemates", "newcomers", "size", "standing"):
        for why in ("too-few-people", "too-few-tables", "too-many-newcomers", "number", "others"):
            told = sentences.unmet(Unmet(kind, (1, 2), rounds=(1,), table=3, why=why), names)
            assert "%(" not in told
    assert "48" in sentences.doubt(PaperDoubt("unlikely", "zone-very-much", ("zone-0",), {"value": 48}))
    tournament, by, running = published(4)
    score_all(tournament, by, running)
    services.close_round(tournament.pk, by, 1)
    for line in Trail.objects.all():
        told = sentences.act(line.act, line.facts)
        assert told != line.act
        assert "…" not in told
    assert sentences.act("enter", {}) == "entered …"
