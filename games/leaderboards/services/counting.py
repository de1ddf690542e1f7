"""Every write on leaderboards except rebuilding: what a count adds, and what a guest brings to an account."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from django.db import connection

from accounts.models import User
from games.engine import catalogue, ratings
from games.engine.ratings import Strength
from games.leaderboards.models import PlayedAsGuest, Rating, RatingStep, Tally
from games.models import GameSession, Round, ScoreLine
from games.table.services.rounds import queue_up

EVER = date(1970, 1, 1)
"""The first day of the period "all time"."""

NEW = Strength()


class Sitting(NamedTuple):
    """A person's line of a score sheet."""

    line: int
    person: int | None
    """None if the person's row is gone, or on paper if there is no account."""
    rank: int
    points: int
    deputised: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a counted round changed for one person."""

    line: int
    person: int
    result: ratings.Result
    strength: Strength


def outcomes(
    people: Sequence[Sitting], strengths: Sequence[Strength], *, turns: int, rated: bool
) -> list[Outcome]:
    """What a finished round means to its people, given in seat order; empty if it does not count."""
    played = ratings.results([ratings.Line(*one[2:]) for one in people], turns=turns)
    if not played:
        return []
    after = ratings.rate(strengths, [result.place for result in played]) if rated else strengths
    return [
        Outcome(one.line, one.person or 0, result, strength)
        for one, result, strength in zip(people, played, after, strict=True)
    ]


@cache
def turns(game: str, seats: int) -> int:
    return catalogue.find(game).length(seats)


def day(at: datetime) -> date:
    return at.astimezone(UTC).date()


def spans(day: date) -> tuple[tuple[str, date], ...]:
    """The periods a day belongs to, with the first day of each."""
    return (
        (Tally.Span.ALL.value, EVER),
        (Tally.Span.MONTH.value, day.replace(day=1)),
        (Tally.Span.WEEK.value, day - timedelta(days=day.weekday())),
    )


def variants(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The headings under which a round is added up: the game, and the sheet if the game has sheets."""
    sheet = options.get("sheet")
    return ("", str(sheet)) if sheet else ("",)


def sums(
    outcome: Outcome, *, options: Mapping[str, Any], medium: str, day: date
) -> Iterator[tuple[tuple[str, str, str, date], tuple[int, int, int, int | None]]]:
    """What to add, by variant, medium, span and start: rounds, wins, points and best."""
    result = outcome.result
    best = result.points if result.played else None
    for variant in variants(options):
        for where in ("", medium):
            for span, start in spans(day):
                yield (variant, where, span, start), (1, int(result.won), result.points, best)


def add(round: Round, lines: list[ScoreLine]) -> None:
    """Updates ratings and sums after a count. It runs in the count's transaction, one count at a time."""
    session = round.session
    people = [
        Sitting(line.pk, line.person_id, line.rank, line.points, line.deputised)
        for line in sorted(lines, key=lambda line: line.seat)
        if not line.bot
    ]
    if len(people) < 2:
        return
    ratings_now = Rating.objects.filter(game=session.game, person__in=[one.person for one in people])
    known = {rating.person_id: rating for rating in ratings_now}
    before = [
        Strength(known[one.person].mu, known[one.person].sigma) if one.person in known else NEW
        for one in people
    ]
    all_turns = turns(session.game, len(lines))
    found = outcomes(people, before, turns=all_turns, rated=session.rated)
    # At a paper table some people have no account.
    changed = [one for one in found if one.person]
    if session.rated:
        _add_ratings(session, changed, known)
    if changed:
        _add_sums(session, changed, at=lines[0].sheet.counted_at)


def _add_ratings(session: GameSession, changed: list[Outcome], known: dict[int, Rating]) -> None:
    Rating.objects.bulk_create(
        [
            Rating(
                person_id=one.person,
                game=session.game,
                mu=one.strength.mu,
                sigma=one.strength.sigma,
                rounds=1 + (known[one.person].rounds if one.person in known else 0),
            )
            for one in changed
        ],
        update_conflicts=True,
        unique_fields=["game", "person"],
        update_fields=["mu", "sigma", "rounds"],
    )
    RatingStep.objects.bulk_create(
        RatingStep(
            line_id=one.line,
            person_id=one.person,
            game=session.game,
            mu=one.strength.mu,
            sigma=one.strength.sigma,
        )
        for one in changed
    )


def _add_sums(session: GameSession, changed: list[Outcome], *, at: datetime) -> None:
    rows = [
        (one.person, session.game, *key, *values)
        for one in changed
        for key, values in sums(one, options=session.options, medium=session.medium, day=day(at))
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            f"{_INSERT} SELECT * FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[],"
            f" %s::date[], %s::int[], %s::int[], %s::int[], %s::int[]) {_ADD}",
            [list(column) for column in zip(*rows, strict=True)],
        )


_INSERT = (
    "INSERT INTO ladder_tally (person_id, game, variant, medium, span, start, rounds, wins, points, best)"
)
_ADD = (
    "ON CONFLICT (game, variant, medium, span, start, person_id) DO UPDATE"
    " SET rounds = ladder_tally.rounds + EXCLUDED.rounds, wins = ladder_tally.wins + EXCLUDED.wins,"
    " points = ladder_tally.points + EXCLUDED.points, best = greatest(ladder_tally.best, EXCLUDED.best)"
)


def follow(guest: User, account: User) -> None:
    """Adds a guest's sums to the account's. The account takes over a rating only where it has none."""
    queue_up()
    rated = Rating.objects.filter(person=account).values_list("game", flat=True)
    _stay_apart(guest, list(rated))
    Rating.objects.filter(person=guest).update(person=account)
    RatingStep.objects.filter(person=guest).update(person=account)
    with connection.cursor() as cursor:
        cursor.execute(
            f"{_INSERT} SELECT %s, game, variant, medium, span, start, rounds, wins, points, best"
            f" FROM ladder_tally WHERE person_id = %s {_ADD}",
            [account.pk, guest.pk],
        )
    Tally.objects.filter(person=guest).delete()


def _stay_apart(guest: User, games: list[str]) -> None:
    """Keeps the guest's lines apart in these games: the account has its own rating and keeps it."""
    steps = RatingStep.objects.filter(person=guest, game__in=games)
    PlayedAsGuest.objects.bulk_create(
        PlayedAsGuest(line_id=line, guest=guest.pk) for line in steps.values_list("line", flat=True)
    )
    steps.delete()
    Rating.objects.filter(person=guest, game__in=games).delete()


def my_part(person: User) -> dict[str, Any]:
    """What leaderboards store about a person, for the download of their own data."""
    steps = RatingStep.objects.filter(person=person).order_by("line")
    return {
        "ratings": list(Rating.objects.filter(person=person).values("game", "mu", "sigma", "rounds")),
        "steps": list(steps.values("game", "line__sheet__counted_at", "mu", "sigma")),
        "sums": list(
            Tally.objects.filter(person=person)
            .order_by("game", "variant", "medium", "span", "start")
            .values("game", "variant", "medium", "span", "start", "rounds", "wins", "points", "best")
        ),
    }
