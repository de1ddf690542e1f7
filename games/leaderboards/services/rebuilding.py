"""Rebuilds ratings, their steps and sums from score sheets, in the order of counting, while play goes on."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db import connection, transaction

from games.engine.contract import Refused
from games.engine.ratings import Strength
from games.leaderboards.models import Tally
from games.leaderboards.services import counting
from games.leaderboards.services.counting import NEW, Sitting
from games.models import GameSession
from games.table.services.rounds import queue_up

REBUILDING = 7_150_422  # the advisory lock for rebuilding
AT_ONCE = 2_000
TRIES = 5


class Busy(Exception):
    """Another rebuild is running, or people sign in faster than this can finish."""


@dataclass(slots=True)
class Sums:
    rounds: int = 0
    wins: int = 0
    points: int = 0
    best: int | None = None

    def add(self, rounds: int, wins: int, points: int, best: int | None) -> None:
        self.rounds += rounds
        self.wins += wins
        self.points += points
        self.best = max((one for one in (self.best, best) if one is not None), default=None)


@dataclass(slots=True)
class Ladder:
    """Everything that is derived, built in memory."""

    strengths: dict[tuple[str, Any], Strength] = field(default_factory=dict)
    rated: dict[tuple[str, Any], int] = field(default_factory=dict)
    steps: list[tuple[int, int, str, float, float]] = field(default_factory=list)
    sums: dict[tuple[int, str, str, str, str, date], Sums] = field(default_factory=dict)
    rounds: int = 0
    sheet: int = 0
    """The last sheet that was read."""

    def add(self, sheet: "Sheet") -> None:
        game = sheet.game
        who = [(game, identity) for identity in sheet.identities()]
        before = [self.strengths.get(one, NEW) for one in who]
        turns = counting.turns(game, sheet.seats)
        self.rounds += 1
        outcomes = counting.outcomes(sheet.people(), before, turns=turns, rated=sheet.rated)
        for one, outcome in zip(who, outcomes, strict=True):
            if sheet.rated:
                self.strengths[one] = outcome.strength
                self.rated[one] = self.rated.get(one, 0) + 1
                if outcome.person and one[1] == outcome.person:
                    step = outcome.strength
                    self.steps.append((outcome.line, outcome.person, game, step.mu, step.sigma))
            if outcome.person:
                self.add_up(sheet, outcome)

    def add_up(self, sheet: "Sheet", outcome: counting.Outcome) -> None:
        options, day = json.loads(sheet.options), counting.day(sheet.counted_at)
        for key, values in counting.sums(outcome, options=options, medium=sheet.medium, day=day):
            self.sums.setdefault((outcome.person, sheet.game, *key), Sums()).add(*values)

    def ratings(self) -> Iterator[tuple[int, str, float, float, int]]:
        for (game, who), strength in self.strengths.items():
            if isinstance(who, int):
                yield who, game, strength.mu, strength.sigma, self.rated[game, who]


class Sheet(NamedTuple):
    """A score sheet with at least two people, and their lines in seat order."""

    number: int
    game: str
    options: str
    medium: str
    rated: bool
    counted_at: datetime
    seats: int
    lines: list[int]
    persons: list[int | None]
    ranks: list[int]
    points: list[int]
    deputised: list[int]
    guests: list[int | None]

    def people(self) -> list[Sitting]:
        columns = (self.lines, self.persons, self.ranks, self.points, self.deputised)
        return [Sitting(*line) for line in zip(*columns, strict=True)]

    def identities(self) -> Iterator[Any]:
        """Whose rating a line changes: the person's, a former guest's, or that of a person who is gone."""
        for line, person, guest in zip(self.lines, self.persons, self.guests, strict=True):
            yield ("guest", guest) if guest else ("line", line) if person is None else person


@dataclass(frozen=True, slots=True)
class Report:
    """How many rounds were rated, and how many rows were wrong."""

    rounds: int
    ratings: int
    steps: int
    tallies: int


def rebuild() -> Report:
    """Rebuilds everything from the score sheets in one transaction; starts again if a guest signs in."""
    for _ in range(TRIES):
        with transaction.atomic():
            report = _rebuild()
            if report is not None:
                return report
            transaction.set_rollback(True)
    raise Busy


def _rebuild() -> Report | None:
    """Reads and computes while games go on; they wait only for the short last part."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [REBUILDING])
        if not cursor.fetchone()[0]:
            raise Busy
        # Nobody waits for this except the person who asked for it.
        cursor.execute("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
    ladder = Ladder()
    fingerprint = _fingerprint(last := _last_sheet())
    _read(ladder, last)
    steps = _put("ladder_ratingstep", ladder.steps, among=_STEPS_TO, bound=last, **_STEP)
    queue_up()
    if _fingerprint(last) != fingerprint:
        return None
    ladder.steps.clear()
    _read(ladder, _last_sheet())
    steps += _put("ladder_ratingstep", ladder.steps, among=_STEPS_AFTER, bound=last, **_STEP)
    sums = ((*key, one.rounds, one.wins, one.points, one.best) for key, one in ladder.sums.items())
    return Report(
        ladder.rounds,
        _put("ladder_rating", ladder.ratings(), **_RATING),
        steps,
        _put("ladder_tally", sums, **_TALLY),
    )


def put_right(session: GameSession, people: set[int]) -> None:
    """After a sheet was corrected or taken back: sums of its people, and all ratings if they depend on it."""
    if session.rated:
        try:
            rebuild()
        except Busy as busy:
            raise Refused("try-again") from busy
    elif people:
        _add_up_again(session.game, sorted(people))


def _add_up_again(game: str, people: list[int]) -> None:
    """The sums of these people in a game, from all their sheets. The caller holds the lock for counting."""
    ladder = Ladder()
    where = "s.game = %s AND sheet.id IN (SELECT sheet_id FROM games_scoreline WHERE person_id = ANY(%s))"
    with connection.cursor() as cursor:
        cursor.execute(_SHEETS.format(where=where), [game, people])
        sheets = [Sheet(*row) for row in cursor.fetchall()]
    for sheet in sheets:
        everybody = sheet.people()
        turns = counting.turns(game, sheet.seats)
        for outcome in counting.outcomes(everybody, [NEW] * len(everybody), turns=turns, rated=False):
            if outcome.person in people:
                ladder.add_up(sheet, outcome)
    Tally.objects.filter(game=game, person__in=people).delete()
    Tally.objects.bulk_create(
        Tally(
            person_id=person,
            game=of,
            variant=variant,
            medium=medium,
            span=span,
            start=start,
            rounds=one.rounds,
            wins=one.wins,
            points=one.points,
            best=one.best,
        )
        for (person, of, variant, medium, span, start), one in ladder.sums.items()
    )


def _last_sheet() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(id), 0) FROM games_scoresheet")
        return cursor.fetchone()[0]


def _fingerprint(last: int) -> Any:
    """Changes if any line of these sheets gets another owner or is deleted."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), sum(hashint8extended(coalesce(person_id, 0), id)::numeric)"
            " FROM games_scoreline WHERE sheet_id <= %s",
            [last],
        )
        return cursor.fetchone()


def _read(ladder: Ladder, last: int) -> None:
    """Reads the sheets up to this one, in portions, so that no statement takes long."""
    while ladder.sheet < last:
        upto = min(ladder.sheet + AT_ONCE, last)
        with connection.cursor() as cursor:
            cursor.execute(_SHEETS.format(where="sheet.id > %s AND sheet.id <= %s"), [ladder.sheet, upto])
            sheets = cursor.fetchall()
        for sheet in sheets:
            ladder.add(Sheet(*sheet))
        ladder.sheet = upto


_SHEETS = """
SELECT sheet.id, s.game, s.options, s.medium, s.rated, sheet.counted_at, count(*), {people}
FROM games_scoresheet sheet
JOIN games_scoreline l ON l.sheet_id = sheet.id
JOIN games_round r ON r.id = sheet.round_id
JOIN games_gamesession s ON s.id = r.session_id
LEFT JOIN ladder_playedasguest apart ON apart.line_id = l.id
WHERE {{where}}
GROUP BY sheet.id, s.id
HAVING count(*) FILTER (WHERE l.bot = '') > 1
ORDER BY sheet.id
""".format(
    people=", ".join(
        f"array_agg({column} ORDER BY l.seat) FILTER (WHERE l.bot = '')"
        for column in ("l.id", "l.person_id", "l.rank", "l.points", "l.deputised", "apart.guest")
    )
)

_STEP: dict[str, Any] = {"key": ("line_id",), "values": ("person_id", "game", "mu", "sigma")}
_RATING: dict[str, Any] = {"key": ("person_id", "game"), "values": ("mu", "sigma", "rounds")}
_TALLY: dict[str, Any] = {
    "key": ("person_id", "game", "variant", "medium", "span", "start"),
    "values": ("rounds", "wins", "points", "best"),
}
_STEPS_TO = "old.line_id IN (SELECT id FROM games_scoreline WHERE sheet_id <= %s)"
_STEPS_AFTER = "old.line_id IN (SELECT id FROM games_scoreline WHERE sheet_id > %s)"


def _put(
    table: str,
    rows: Iterable[Sequence[Any]],
    *,
    key: tuple[str, ...],
    values: tuple[str, ...],
    among: str = "true",
    bound: int | None = None,
) -> int:
    """Makes the table hold exactly these rows and returns how many differed; only those are written."""
    columns = ", ".join((*key, *values))
    same = " AND ".join(f"old.{column} = new.{column}" for column in key)
    old, new = (", ".join(f"{of}.{column}" for column in values) for of in ("old", "new"))
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMP TABLE new ON COMMIT DROP AS SELECT {columns} FROM {table} WITH NO DATA")
        with cursor.copy(f"COPY new ({columns}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
        cursor.execute("ANALYZE new")
        cursor.execute(
            f"DELETE FROM {table} old WHERE {among} AND NOT EXISTS (SELECT FROM new WHERE {same})",
            [bound] if bound is not None else [],
        )
        changed = cursor.rowcount
        cursor.execute(
            # ON CONFLICT would lock every row, changed or not, and guests who sign in would have to wait.
            f"UPDATE {table} old SET ({', '.join(values)}) = ROW ({new}) FROM new"
            f" WHERE {same} AND ({old}) IS DISTINCT FROM ({new})"
        )
        changed += cursor.rowcount
        cursor.execute(
            f"INSERT INTO {table} ({columns}) SELECT {columns} FROM new"
            f" WHERE NOT EXISTS (SELECT FROM {table} old WHERE {same})"
        )
        changed += cursor.rowcount
        cursor.execute("DROP TABLE new")
    return changed
