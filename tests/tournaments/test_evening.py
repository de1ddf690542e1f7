"""A whole evening through the writes: paper and online tables, a latecomer, a leaver, a correction."""

from collections import defaultdict
from random import Random

import pytest

from accounts.models import User
from games.models import GameSession
from games.tournaments import exports, queries, services
from games.tournaments.models import Entry, TournamentTable
from tests.support.tables import play_round
from tests.support.tournaments import event, link, next_round, seats

pytestmark = pytest.mark.django_db

PAPER = {3: (7, 3, 5), 4: (6, 2, 9, 4), 5: (8, 1, 5, 3, 10)}
"""The zone values of a paper table, by the number of people; no two scores are equal."""


def paper_points(zones):
    """By the rules: a seat's left zone has its own number, the right zone the number before it."""
    return [zones[seat] * zones[seat - 1] for seat in range(len(zones))]


def play_online(table: TournamentTable) -> dict[int, int]:
    session = GameSession.objects.get(pk=table.session_id)
    people = seats(table)
    play_round(session, [entry.person for entry in people], Random(table.number))
    lines = session.rounds.get().sheet.lines.order_by("seat")
    return {entry.pk: line.points for entry, line in zip(people, lines, strict=True)}


def play_paper(table: TournamentTable) -> dict[int, int]:
    """One person at the table types, another one confirms."""
    people = seats(table)
    zones = PAPER[len(people)]
    raw = {f"zone-{zone}": str(value) for zone, value in enumerate(zones)}
    report = services.report(table.token, people[0].pk, raw)
    services.confirm(table.token, people[1].pk, report.pk)
    return {entry.pk: points for entry, points in zip(people, paper_points(zones), strict=True)}


def test_an_evening_of_seventeen_on_paper_and_online_is_counted_to_the_point():
    tournament, by, entries = event(17, pace="none")
    for entry in entries[:15]:  # two without phones
        link(tournament, entry, User.objects.create_user(f"{entry.name} Phone"))
    late, leaver = entries[0], entries[1]
    services.roll_call(tournament.pk, by, {late.pk: "late"})
    earned: dict[int, int] = defaultdict(int)
    for number in (1, 2, 3):
        if number == 2:
            services.roll_call(tournament.pk, by, {late.pk: "here", leaver.pk: "gone"})
        running = next_round(tournament, by, luck=number)
        assert running.places.count() == 16
        able = [table for table in running.tables.all() if all(entry.person_id for entry in seats(table))]
        online = able[: 2 if number == 1 else 0]
        for table in online:
            services.set_medium(tournament.pk, by, table.pk, "online")
        services.start_all(tournament.pk, by, number)
        for table in running.tables.all():
            points = play_online(table) if table.medium == "online" else play_paper(table)
            for entry, score in points.items():
                earned[entry] += score
        services.close_round(tournament.pk, by, number)
    table = tournament.rounds.get(number=3).tables.first()
    people = seats(table)
    old, new = PAPER[len(people)], (12, *PAPER[len(people)][1:])
    raw = {f"zone-{zone}": str(value) for zone, value in enumerate(new)}
    services.correct(tournament.pk, by, table.pk, raw, reason="a goal was overlooked", seen=0)
    for entry, before, after in zip(people, paper_points(old), paper_points(new), strict=True):
        earned[entry.pk] += after - before
    services.close(tournament.pk, by)
    tournament.refresh_from_db()
    standings = queries.standings(tournament)
    assert {line.entry: int(line.total) for line in standings} == earned
    assert [int(line.total) for line in standings] == sorted(earned.values(), reverse=True)
    assert next(line for line in standings if line.entry == leaver.pk).rounds[1:] == ("–", "–")
    assert next(line for line in standings if line.entry == late.pk).rounds[0] == "–"
    assert len(exports.whole(tournament)["corrections"]) == 1
    repeated = [one for round in queries.rounds_of(tournament, proposed=False) for one in round.unmet]
    assert "neighbours" not in {one.kind for one in repeated}
    assert Entry.objects.filter(tournament=tournament).count() == 17
