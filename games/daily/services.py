"""Every write on days and solo results: draw the dice, start, practise, note a count, rebuild."""

import secrets
from datetime import date, datetime

from django.db import connection, transaction

from accounts.models import User
from games.daily import best_sheet, days, queries
from games.daily.models import LAST, Attempt, Day, SoloResult, SoloStanding
from games.daily.origins import NOWHERE, Origin
from games.engine import chance
from games.engine.contract import Refused
from games.models import GameSession, Round, ScoreLine
from games.table import services
from games.table.services.locking import database_now, lock_person

GAME = "splitter"


def draw_ahead() -> None:
    """Draws today's and tomorrow's dice, so that their seals can be read before anybody plays."""
    today = days.day_of(database_now())
    draw(today)
    draw(today + days.ONE_DAY)
    _forget_origins(today)


def _forget_origins(today: date) -> None:
    """Deletes where attempts of past days were begun; nobody needs it once the dice are open to all."""
    known = Attempt.objects.filter(day__lt=today).exclude(browser="", address="")
    known.update(browser="", address="")


def draw(date: date) -> Day:
    """The day with its seed, drawn once, however many requests come at the same time."""
    known = Day.objects.filter(pk=date).first()
    if known is not None:
        return known
    seed = secrets.token_bytes(chance.SEED_BYTES)
    day = Day(date=date, sheet=days.sheet_of(date), seed=seed, commitment=chance.commitment(seed))
    Day.objects.bulk_create([day], ignore_conflicts=True)
    return Day.objects.get(pk=date)


def start(person: User, date: date, *, now: datetime, origin: Origin = NOWHERE) -> GameSession:
    """The one attempt that counts. A person who has begun it comes back to it, on any device."""
    with transaction.atomic():
        lock_person(person)
        known = Attempt.objects.filter(day=date, person=person, scored=True).first()
        if known is not None:
            return known.round.session
        if date > days.day_of(now):
            raise Refused("day-to-come")
        if date < days.day_of(now):
            raise Refused("day-over")
        return _play(person, draw(date), scored=True, now=now, origin=origin)


def practise(person: User, date: date, *, now: datetime) -> GameSession:
    """The same dice again, just for fun. An unfinished practice round goes on."""
    with transaction.atomic():
        lock_person(person)
        mine = Attempt.objects.filter(day=date, person=person)
        if date >= days.day_of(now) and not mine.filter(scored=True, points__isnull=False).exists():
            raise Refused("attempt-first")
        day = Day.objects.filter(pk=date).first()
        if day is None:
            raise Refused("no-such-day")
        going_on = mine.filter(scored=False, points=None, round__session__status="playing").first()
        return going_on.round.session if going_on else _play(person, day, scored=False, now=now)


def _play(person: User, day: Day, *, scored: bool, now: datetime, origin: Origin = NOWHERE) -> GameSession:
    round = services.play_shared_deal(
        person,
        GAME,
        options={"sheet": day.sheet},
        seed=bytes(day.seed),
        sealed_until=days.end(day.date),
        now=now,
    )
    Attempt.objects.create(
        day=day,
        person=person,
        round=round,
        scored=scored,
        started_at=now,
        browser=origin.browser,
        address=origin.address,
        seen=queries.seen_at(day.date, person.pk, origin) if scored else Attempt.Seen.NOT,
    )
    return round.session


def note(round: Round, lines: list[ScoreLine]) -> None:
    """Notes the result of a counted round, in the same transaction, if it was played alone."""
    session = round.session
    if session.game != GAME or session.medium != GameSession.Medium.ONLINE or len(lines) != 1:
        return
    (line,) = lines
    if line.person_id is None:
        return
    if round.sealed_until is not None:
        attempts = Attempt.objects.filter(round=round)
        attempts.update(points=line.points, finished_at=line.sheet.counted_at)
        for attempt in attempts.filter(scored=True):
            best_sheet.ask(attempt.day_id)
            attempts.update(seen=queries.seen_meanwhile(attempt))
    elif not line.deputised:
        sheet = session.options["sheet"]
        SoloResult.objects.create(
            round=round,
            person_id=line.person_id,
            sheet=sheet,
            points=line.points,
            finished_at=line.sheet.counted_at,
        )
        stand(line.person_id, sheet)


def stand(person_id: int, sheet: str) -> None:
    """Recomputes this person's results alone on this sheet."""
    SoloStanding.objects.bulk_create([SoloStanding(person_id=person_id, sheet=sheet)], ignore_conflicts=True)
    mine = SoloStanding.objects.filter(person=person_id, sheet=sheet)
    mine.select_for_update().get()
    with connection.cursor() as cursor:
        cursor.execute(_STAND, {"person": person_id, "sheet": sheet, "last": LAST})
    mine.filter(rounds=0).delete()


_STAND = """
UPDATE daily_solostanding standing SET rounds = done.rounds, best = coalesce(done.best, 0),
    recent = CASE WHEN done.rounds >= %(last)s THEN done.recent END
FROM (
    SELECT count(*) AS rounds, max(points) AS best, sum(points) FILTER (WHERE nth <= %(last)s) AS recent
    FROM (
        SELECT points, row_number() OVER (ORDER BY finished_at DESC, round_id DESC) AS nth
        FROM daily_soloresult WHERE person_id = %(person)s AND sheet = %(sheet)s
    ) result
) done
WHERE standing.person_id = %(person)s AND standing.sheet = %(sheet)s
"""


def rebuild() -> None:
    """Rebuilds everything that is derived, from the score sheets alone."""
    with transaction.atomic(), connection.cursor() as cursor:
        # No count may come in between: it would be noted twice, or not at all.
        cursor.execute("LOCK TABLE daily_soloresult, daily_attempt IN SHARE ROW EXCLUSIVE MODE")
        cursor.execute("DELETE FROM daily_solostanding")
        cursor.execute("DELETE FROM daily_soloresult")
        cursor.execute(_RESULTS, {"game": GAME})
        cursor.execute(_STANDINGS, {"last": LAST})
        cursor.execute(_ATTEMPTS)


_RESULTS = """
INSERT INTO daily_soloresult (round_id, person_id, sheet, points, finished_at)
SELECT r.id, line.person_id, s.options ->> 'sheet', line.points, sheet.counted_at
FROM games_round r
JOIN games_gamesession s ON s.id = r.session_id
JOIN games_scoresheet sheet ON sheet.round_id = r.id
JOIN games_scoreline line ON line.sheet_id = sheet.id
JOIN accounts_user person ON person.id = line.person_id AND person.deleted_at IS NULL
WHERE s.game = %(game)s AND s.medium = 'online' AND r.sealed_until IS NULL AND line.deputised = 0
    AND cardinality(r.seating) = 1
"""
_STANDINGS = """
INSERT INTO daily_solostanding (person_id, sheet, rounds, best, recent)
SELECT person_id, sheet, count(*), max(points),
    CASE WHEN count(*) >= %(last)s THEN sum(points) FILTER (WHERE nth <= %(last)s) END
FROM (
    SELECT *, row_number() OVER (PARTITION BY person_id, sheet ORDER BY finished_at DESC, round_id DESC) nth
    FROM daily_soloresult
) result
GROUP BY person_id, sheet
"""
_ATTEMPTS = """
UPDATE daily_attempt attempt SET points = counted.points, finished_at = counted.finished_at
FROM (
    SELECT a.id, line.points, sheet.counted_at AS finished_at
    FROM daily_attempt a
    LEFT JOIN games_scoresheet sheet ON sheet.round_id = a.round_id
    LEFT JOIN games_scoreline line ON line.sheet_id = sheet.id
) counted
WHERE counted.id = attempt.id
"""
