"""Makes every counted paper table a round of its own: a session, a score sheet, and the sums of its people.

It is written out here and calls none of today's code, so that it runs the same in years to come.
"""

from datetime import UTC, date, datetime, time, timedelta

from django.db import migrations

from splitsite.random_text import random_text

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def convert(apps, schema_editor):
    tables = (
        apps.get_model("tournaments", "TournamentTable")
        .objects.filter(medium="paper", paper_session=None, places__result__isnull=False)
        .exclude(round__status="proposed")
        .select_related("round__tournament")
        .distinct()
    )
    for table in sorted(tables, key=lambda one: (_counted_at(one), one.pk)):
        _convert(apps, table)


def _counted_at(table):
    """When it was counted is not known: when its round was closed, or published, or the day of the event."""
    day = datetime.combine(table.round.tournament.date, time(12), UTC)
    return table.round.closed_at or table.round.published_at or day


def _convert(apps, table):
    games = {name: apps.get_model("games", name) for name in ("Seat", "Round", "ScoreSheet", "ScoreLine")}
    tournament, at = table.round.tournament, _counted_at(table)
    places = list(table.places.select_related("entry", "result").order_by("seat"))
    session = _session(apps, tournament, table, seats=len(places))
    seats = {
        place.seat: games["Seat"].objects.create(
            session=session, number=place.seat, person_id=place.entry.person_id, name=place.entry.name
        )
        for place in places
        if place.entry.person_id is not None
    }
    round = games["Round"].objects.create(
        session=session,
        number=1,
        seed=b"",
        commitment="",
        seating=[seats[place.seat].pk if place.seat in seats else -1 - place.seat for place in places],
        turn_opened_at=at,
        started_at=at,
        finished_at=at,
    )
    sheet = games["ScoreSheet"].objects.create(round=round, counted_at=at)
    games["ScoreLine"].objects.bulk_create(
        games["ScoreLine"](
            sheet=sheet,
            seat=place.seat,
            person_id=place.entry.person_id,
            name=place.entry.name,
            points=place.result.points,
            rank=place.result.rank,
            parts=place.result.parts,
        )
        for place in places
    )
    table.paper_session = session
    table.save(update_fields=["paper_session"])
    if len(places) > 1:
        for place in places:
            if place.entry.person_id is not None:
                won = all(place.result.rank <= other.result.rank for other in places)
                _add_up(apps, tournament, place, won=won, day=at.astimezone(UTC).date())


def _session(apps, tournament, table, *, seats):
    sessions = apps.get_model("games", "GameSession").objects
    code = random_text(5, LETTERS)
    while sessions.filter(code=code).exists():
        code = random_text(5, LETTERS)
    return sessions.create(
        code=code,
        name=f"{tournament.name[:30]} · {table.number}",
        game=tournament.game,
        options=tournament.options,
        seats_wanted=seats,
        rounds_planned=1,
        pace="none",
        public=False,
        spectators=False,
        medium="paper",
        rated=False,
        arranged=True,
        status="over",
        host_id=tournament.organiser_id,
    )


def _add_up(apps, tournament, place, *, won, day):
    """Adds a result to the person's sums; rounds on paper are not rated, as no club has said so yet."""
    sheet = tournament.options.get("sheet")
    spans = (
        ("all", date(1970, 1, 1)),
        ("month", day.replace(day=1)),
        ("week", day - timedelta(days=day.weekday())),
    )
    for variant in ("", str(sheet)) if sheet else ("",):
        for medium in ("", "paper"):
            for span, start in spans:
                tally, first = apps.get_model("ladder", "Tally").objects.get_or_create(
                    person_id=place.entry.person_id,
                    game=tournament.game,
                    variant=variant,
                    medium=medium,
                    span=span,
                    start=start,
                    defaults={"rounds": 1, "wins": 0, "points": 0, "best": None},
                )
                tally.rounds += 0 if first else 1
                tally.wins += int(won)
                tally.points += place.result.points
                tally.best = max(
                    place.result.points, tally.best if tally.best is not None else place.result.points
                )
                tally.save(update_fields=["rounds", "wins", "points", "best"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0005_rounds_on_paper"),
        ("games", "0008_rounds_on_paper"),
        ("ladder", "0002_rounds_on_paper"),
    ]

    operations = [migrations.RunPython(convert, migrations.RunPython.noop)]
