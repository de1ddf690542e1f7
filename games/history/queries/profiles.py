"""What a person has played, in numbers: the reads for a person's page."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import connection
from django.db.models import Avg, Count, F, Max, Q

from accounts.models import Club, User
from accounts.permissions import staff_may
from games.engine import catalogue
from games.engine.ratings import AWAY, WIDTH
from games.history import charts
from games.history.queries import person_rounds
from games.leaderboards.models import RatingStep
from games.models import ScoreLine

RECENT = 60
"""How many rounds are drawn one by one."""

STEPS = 1000
"""How many of the newest steps of a rating are read; MARKS of them are drawn."""

MARKS = 60
SHOWN = 5


@dataclass(frozen=True, slots=True)
class Sums:
    """One game: rounds played, wins among those with opponents, the average and the best result."""

    game: str
    rounds: int
    together: int
    won: int
    average: float
    best: int


@dataclass(frozen=True, slots=True)
class Met:
    """A person met at tables: in how many rounds, and how often ahead and behind."""

    person: int
    name: str
    linked: bool
    rounds: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.rounds - self.ahead - self.behind


@dataclass(frozen=True, slots=True)
class Partner:
    """A person who shared a zone: in how many rounds, and what the shared part was worth on average."""

    person: int
    name: str
    linked: bool
    rounds: int
    worth: float


@dataclass(frozen=True, slots=True)
class Kept:
    """A kind of goal: how many of those in one's zones were met."""

    kind: str
    met: int
    lying: int

    @property
    def share(self) -> float:
        return self.met / self.lying


@dataclass(frozen=True, slots=True)
class Step:
    """The strength after a number of rounds: the guess, and how far off it may be."""

    rounds: int
    guess: float
    about: float


@dataclass(frozen=True, slots=True)
class Played:
    """Everything about a person in one game."""

    sums: Sums
    rounds: tuple[ScoreLine, ...]
    last: tuple[person_rounds.Past, ...]
    run: charts.Run
    bars: charts.Bars
    cross: charts.Cross | None
    goals: tuple[Kept, ...]
    steps: tuple[Step, ...]
    rating: charts.Run
    partners: tuple[Partner, ...]
    rivals: tuple[Met, ...]
    between: Met | None
    """The reader against the person whose page it is."""


def may_see(person: User, viewer: Any) -> bool:
    """Whether the viewer may see this page: if it is public, everybody; otherwise its owner and staff."""
    if person.deleted_at is not None:
        return False
    return person.shows_results or viewer.pk == person.pk or staff_may(viewer, "accounts.view_user")


def clubs(person: User, viewer: Any) -> list[Club]:
    """The person's clubs that the viewer may know of: public ones, and those the viewer is in."""
    known = Q(public=True) | Q(pk__in=Club.objects.filter(memberships__user=viewer.pk).values("pk"))
    return list(Club.objects.filter(known, memberships__user=person, closed_at=None).distinct())


def sums(person: User) -> list[Sums]:
    """One line per game, the most played first."""
    together = Q(sheet__round__seating__len__gt=1)
    games = (
        person_rounds.lines_of(person)
        .filter(_OWN)
        .values(game=F("sheet__round__session__game"))
        .annotate(
            rounds=Count("pk"),
            together=Count("pk", filter=together),
            won=Count("pk", filter=together & Q(rank=1)),
            average=Avg("points"),
            best=Max("points"),
        )
        .order_by("-rounds", "game")
    )
    return [Sums(**game) for game in games]


def played(person: User, viewer: Any, total: Sums) -> Played:
    """The page of one game. The number of queries does not grow with the rounds played."""
    lines = person_rounds.lines_of(person).filter(_OWN, sheet__round__session__game=total.game)
    points = dict(lines.values_list("points").annotate(Count("pk")).order_by("points"))
    recent = list(person_rounds.whole(lines).order_by("-sheet_id")[:RECENT])
    everybody = viewer.pk == person.pk or staff_may(viewer, "accounts.view_user")
    facts = {"person": person.pk, "viewer": viewer.pk or 0, "game": total.game, "everybody": everybody}
    met = [Met(*row) for row in _rows(_RIVALS, facts)]
    rules = catalogue.find(total.game)
    kept: list[Kept] = []
    partners: tuple[Partner, ...] = ()
    if rules.keepsakes:
        kept = [Kept(*row) for row in _rows(_GOALS, facts)]
        partners = tuple(Partner(*row) for row in _rows(_PARTNERS, facts))
    steps = _steps(person, total.game)
    return Played(
        sums=total,
        rounds=tuple(recent),
        last=person_rounds.told(recent[:SHOWN]),
        run=charts.run([line.points for line in reversed(recent)]),
        bars=charts.bars(points, ends=rules.STEPS),
        cross=_cross(recent),
        goals=tuple(sorted(kept, key=lambda goal: (-goal.share, goal.kind))),
        steps=steps,
        rating=charts.band([step.guess for step in steps], [step.about for step in steps]),
        partners=partners,
        rivals=tuple(one for one in met if one.person != viewer.pk)[:SHOWN],
        between=next((one for one in met if one.person == viewer.pk), None),
    )


def _cross(lines: Sequence[ScoreLine]) -> charts.Cross | None:
    """Left plotted against right, for a game whose points are their product."""
    pairs = [
        (line.parts["left"], line.parts["right"]) for line in lines if {"left", "right"} <= line.parts.keys()
    ]
    return charts.cross(Counter(pairs), newest=pairs[0]) if pairs else None


def _steps(person: User, game: str) -> tuple[Step, ...]:
    """How the rating changed, oldest first; if there are many steps, some of them, always with the newest."""
    known = RatingStep.objects.filter(person=person, game=game).order_by("-line_id")[:STEPS]
    steps = [Step(0, mu, WIDTH * sigma) for mu, sigma in known.values_list("mu", "sigma")][::-1]
    every = -(-len(steps) // MARKS) or 1
    numbered = [replace(step, rounds=number) for number, step in enumerate(steps, 1)]
    return tuple(numbered[::-1][::every][::-1])


def _rows(question: str, facts: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(question, facts)
        return cursor.fetchall()


# A person who was away has not played the round, as for ratings. Practice on known dice is left out.
_PART = round(1 / AWAY)
_PRACTICE = Q(sheet__round__attempt__scored=False)
_OWN = Q(sheet__round__turn__gte=_PART * F("deputised")) & ~_PRACTICE

_MINE = f"""
FROM games_scoreline mine
JOIN games_scoresheet sheet ON sheet.id = mine.sheet_id
JOIN games_round r ON r.id = sheet.round_id AND r.turn >= {_PART} * mine.deputised
JOIN games_gamesession s ON s.id = r.session_id AND s.game = %(game)s
"""

# On another person's page only people with a public page of their own are named.
_OTHERS = """
JOIN games_scoreline other ON other.sheet_id = mine.sheet_id AND other.person_id <> mine.person_id
JOIN accounts_user u ON u.id = other.person_id AND u.deleted_at IS NULL
    AND (%(everybody)s OR u.id = %(viewer)s OR (u.public_profile AND u.is_active AND NOT u.is_guest))
"""

_LINKED = "(u.public_profile AND u.is_active AND NOT u.is_guest) AS linked"

_RIVALS = f"""
SELECT u.id, u.name, {_LINKED}, count(*) AS rounds,
    count(*) FILTER (WHERE mine.rank < other.rank), count(*) FILTER (WHERE mine.rank > other.rank)
{_MINE} {_OTHERS}
WHERE mine.person_id = %(person)s
GROUP BY u.id ORDER BY u.id = %(viewer)s DESC, rounds DESC, u.id LIMIT {SHOWN + 1}
"""

_PARTNERS = f"""
SELECT u.id, u.name, {_LINKED}, count(*) AS rounds,
    avg((mine.parts -> 'partners' ->> other.seat::text)::int)::float
{_MINE} {_OTHERS}
WHERE mine.person_id = %(person)s AND mine.parts -> 'partners' ->> other.seat::text IS NOT NULL
GROUP BY u.id ORDER BY rounds DESC, u.id LIMIT {SHOWN}
"""

_GOALS = f"""
SELECT goal.kind, sum((goal.counts ->> 0)::int), sum((goal.counts ->> 1)::int)
{_MINE} CROSS JOIN LATERAL jsonb_each(mine.parts -> 'goals') AS goal (kind, counts)
WHERE mine.person_id = %(person)s
GROUP BY goal.kind
"""
