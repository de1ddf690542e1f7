"""Scores of paper tables: typed once, confirmed by two, settled by the organiser, corrected with a reason."""

import threading
from random import Random

import pytest
from django.db.models import QuerySet

from games.models import GameSession
from games.tournaments import event_data, services
from games.tournaments.models import Correction, Result, ScoreReport
from games.tournaments.services import scores
from tests.support.tables import play_round
from tests.support.threads import together
from tests.support.tournaments import (
    event,
    next_round,
    online_round,
    organiser,
    published,
    refused,
    score_all,
    seats,
    zones,
)

pytestmark = pytest.mark.django_db


def one_table(people=4, **settings):
    tournament, by, running = published(people, **settings)
    return tournament, by, running.tables.get()


def points(table):
    return [place.result.points for place in table.places.order_by("seat")]


def test_two_at_the_table_confirm_and_the_scores_count():
    """Zones 8, 4, 6 as in the rules: 48, 32, 24."""
    tournament, _, table = one_table(3)
    ana, ben, _ = seats(table)
    report = services.report(table.token, ana.pk, zones(8, 4, 6))
    table.refresh_from_db()
    assert table.status == "reported"
    services.confirm(table.token, ana.pk, report.pk)  # the same person again
    assert not Result.objects.exists()
    services.confirm(table.token, ben.pk, report.pk, device="phone")
    services.confirm(table.token, ben.pk, report.pk)
    table.refresh_from_db()
    assert (table.status, points(table)) == ("counted", [48, 32, 24])
    assert {line.person: line.total for line in event_data.standing(tournament)}[ana.pk] == 48


def test_the_same_numbers_typed_by_another_are_a_confirmation():
    _, _, table = one_table(3)
    ana, ben, _ = seats(table)
    first = services.report(table.token, ana.pk, zones(8, 4, 6))
    assert services.report(table.token, ben.pk, zones(8, 4, 6)) == first
    assert points(table) == [48, 32, 24]


def test_different_reports_go_to_the_organiser():
    tournament, by, table = one_table(3)
    ana, ben, cleo = seats(table)
    first = services.report(table.token, ana.pk, zones(8, 4, 6))
    other = services.report(table.token, ben.pk, zones(8, 5, 6))
    table.refresh_from_db()
    assert table.status == "disputed"
    assert refused(services.confirm, table.token, cleo.pk, first.pk) == "reports-differ"
    helper = organiser("Typist")
    services.add_helper(tournament.pk, by, helper, rights="scores")
    services.settle(tournament.pk, helper, table.pk, other.pk)
    assert points(table) == [48, 40, 30]


def test_who_changes_their_mind_replaces_only_the_own_report():
    _, _, table = one_table(3)
    ana, ben, _ = seats(table)
    services.report(table.token, ana.pk, zones(8, 4, 6))
    services.report(table.token, ben.pk, zones(8, 5, 6))
    services.report(table.token, ben.pk, zones(8, 4, 6))
    table.refresh_from_db()
    assert (table.status, points(table)) == ("counted", [48, 32, 24])
    assert ScoreReport.objects.filter(dropped_at=None).count() == 1


def test_strangers_to_the_table_cannot_report():
    tournament, _, running = published(8)
    one, other = running.tables.all()
    assert refused(services.report, one.token, seats(other)[0].pk, zones(1, 2, 3, 4)) == "not-seated"
    assert refused(services.report, "guessed\0", seats(one)[0].pk, zones(1, 2, 3, 4)) == "no-tournament-table"
    assert refused(services.report, one.token, seats(one)[0].pk, zones(1, 2)) == "numbers-missing"
    assert refused(services.report, one.token, seats(one)[0].pk, zones(1, 2, "x", 4)) == "bad-number"
    assert refused(services.enter_scores, tournament.pk, organiser("No"), one.pk, zones(1, 2, 3, 4)) == (
        "not-helper"
    )


def test_an_undone_publish_keeps_typed_scores_and_a_swap_only_silences_them():
    tournament, by, running = published(8)
    one, other = running.tables.all()
    services.enter_scores(tournament.pk, by, one.pk, zones(1, 2, 3, 4))
    services.report(other.token, seats(other)[0].pk, zones(2, 2, 2, 3))
    services.undo_publish(tournament.pk, by, 1)
    assert refused(services.draw_again, tournament.pk, by, 1, draw=running.draw) == "scores-typed"
    assert refused(services.roll_call, tournament.pk, by, {seats(one)[0].pk: "gone"}) == "scores-typed"
    services.publish(tournament.pk, by, 1, draw=running.draw)
    assert points(one) == [4, 2, 6, 12]
    services.undo_publish(tournament.pk, by, 1)
    services.swap(tournament.pk, by, 1, draw=running.draw, one=seats(one)[0].pk, other=seats(other)[0].pk)
    assert ScoreReport.objects.count() == 2
    assert not Result.objects.exists()
    assert not scores.live_reports(one)


def test_a_correction_keeps_who_when_old_and_new_and_everything_follows():
    tournament, by, table = one_table(3)
    services.enter_scores(tournament.pk, by, table.pk, zones(8, 4, 6))
    services.close_round(tournament.pk, by, 1)
    before = [line.person for line in event_data.standing(tournament)]
    assert (
        refused(services.correct, tournament.pk, by, table.pk, zones(1, 4, 6), reason=" ", seen=0)
        == "reason-needed"
    )
    services.correct(tournament.pk, by, table.pk, zones(1, 4, 6), reason="misread the 1", seen=0)
    services.correct(tournament.pk, by, table.pk, zones(1, 4, 6), reason="misread the 1", seen=0)
    correction = Correction.objects.get()
    assert (correction.by, correction.reason) == (by, "misread the 1")
    assert [line["points"] for line in correction.old] == [48, 32, 24]
    assert [line["points"] for line in correction.new] == [6, 4, 24]
    assert points(table) == [6, 4, 24]
    assert [line.person for line in event_data.standing(tournament)] == [before[2], before[0], before[1]]
    assert (
        refused(services.correct, tournament.pk, by, table.pk, zones(9, 4, 6), reason="again", seen=0)
        == "changed-meanwhile"
    )


def test_an_online_table_can_be_corrected_too():
    tournament, by, table = online_round(3)
    services.start(tournament.pk, by, table.pk)
    session = GameSession.objects.get(pk=table.session_id)
    play_round(session, [entry.person for entry in seats(table)], Random(1))
    services.correct(tournament.pk, by, table.pk, zones(8, 4, 6), reason="a deputy misplayed", seen=0)
    assert points(table) == [48, 32, 24]


def test_only_counted_tables_are_corrected_and_only_by_the_organiser():
    tournament, by, table = one_table(3)
    raw = zones(8, 4, 6)
    helper = organiser("Typist")
    services.add_helper(tournament.pk, by, helper, rights="scores")
    assert refused(services.correct, tournament.pk, by, table.pk, raw, reason="x", seen=0) == (
        "nothing-to-correct"
    )
    assert refused(services.correct, tournament.pk, helper, table.pk, raw, reason="x", seen=0) == (
        "not-organiser"
    )


def test_a_whole_evening_is_counted_to_the_point():
    tournament, by, _ = event(7, rounds_planned=2, counting="places", tie_breaks=["points"])
    totals = {}
    for number in (1, 2):
        running = next_round(tournament, by, luck=number)
        score_all(tournament, by, running)
        services.close_round(tournament.pk, by, number)
        for table in running.tables.all():
            people = seats(table)
            # Zones 3, 4, 5 (, 6): seat 0 has first × last, the others their zone × the one before.
            zone = list(range(3, 3 + len(people)))
            score = [zone[seat] * zone[seat - 1] for seat in range(len(people))]
            for seat, entry in enumerate(people):
                beaten = sum(other < score[seat] for other in score)
                totals[entry.pk] = totals.get(entry.pk, 0) + 10 * beaten / (len(people) - 1)
    lines = event_data.standing(tournament)
    assert {line.person: pytest.approx(float(line.total)) for line in lines} == totals
    assert lines[0].total == max(line.total for line in lines)


@pytest.mark.django_db(transaction=True)
def test_of_two_helpers_who_enter_at_once_one_counts_and_nothing_is_lost():
    tournament, by, table = one_table(3)
    calls = [
        lambda: services.enter_scores(tournament.pk, by, table.pk, zones(8, 4, 6)),
        lambda: services.enter_scores(tournament.pk, by, table.pk, zones(1, 2, 3)),
    ]
    answers = together(*calls)
    codes = [getattr(answer, "code", None) for answer in answers]
    assert sorted(codes, key=str) == [None, "table-counted"]
    assert points(table) in ([48, 32, 24], [3, 2, 6])
    assert Result.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_two_who_confirm_at_once_count_the_table_once():
    tournament, _, table = one_table(4)
    ana, ben, cleo, _ = seats(table)
    report = services.report(table.token, ana.pk, zones(8, 4, 6, 2))
    together(*(lambda who=who: services.confirm(table.token, who.pk, report.pk) for who in (ben, cleo)))
    assert Result.objects.count() == 4
    assert tournament.rounds.get().tables.get().status == "counted"


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_both_helpers_would_have_written(monkeypatch):
    """The negative control: both look before either has written, so nobody is told that it is counted."""
    tournament, by, table = one_table(3)
    both = threading.Barrier(2)
    playing = scores._playing

    def look_and_wait(*args):
        found = playing(*args)
        both.wait(timeout=30)
        return found

    monkeypatch.setattr(scores, "_playing", look_and_wait)
    monkeypatch.setattr(QuerySet, "select_for_update", lambda self, **_: self)
    answers = together(
        lambda: services.enter_scores(tournament.pk, by, table.pk, zones(8, 4, 6)),
        lambda: services.enter_scores(tournament.pk, by, table.pk, zones(1, 2, 3)),
    )
    assert "table-counted" not in [getattr(answer, "code", None) for answer in answers]
