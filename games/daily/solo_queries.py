"""Reads for Splitter alone: my results on a sheet, and the leaderboards of all who play it."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from accounts.models import User
from games.daily.models import LAST, SoloResult, SoloStanding
from games.splitter.scoring import VERDICTS, verdict

LISTED = 50
HIGHEST = 12
"""The most blocks in a column of the distribution; if there are more, a block stands for several rounds."""

WIDTH, HEIGHT, FLOOR = 40, 12, 156
"""The drawing of the distribution: the width of a step, the height of a block, and the base line."""

LADDERS = {"best": "best", "average": "recent"}
"""The leaderboards, each with the field it is ordered by."""


@dataclass(frozen=True, slots=True)
class Step:
    """One of the twelve verdicts: its lowest points, how often it was reached, and where its blocks are."""

    step: int
    least: int
    most: int | None
    rounds: int
    best: bool
    x: int
    blocks: tuple[int, ...]

    @property
    def middle(self) -> int:
        return self.x + WIDTH // 2


@dataclass(frozen=True, slots=True)
class Mine:
    """One person's results alone on one sheet."""

    sheet: str
    rounds: int
    best: int
    average: float | None
    missing: int
    """How many more rounds until there is an average."""
    steps: tuple[Step, ...]
    block: int
    """How many rounds one block stands for."""
    last: tuple[int, ...]
    """The points of the last rounds, the newest first."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a leaderboard; equals share the place."""

    place: int
    person: User
    points: float
    rounds: int
    mine: bool


@dataclass(frozen=True, slots=True)
class Ladder:
    lines: tuple[Line, ...]
    own: Line | None
    """My own line, if it is further down."""
    people: int


def mine(person: int | None, sheet: str) -> Mine:
    standing = SoloStanding.objects.filter(person=person, sheet=sheet).first() if person else None
    rounds = standing.rounds if standing else 0
    results = SoloResult.objects.filter(person=person, sheet=sheet)
    often = dict(results.values_list("points").annotate(Count("pk"))) if rounds else {}
    steps, block = distribution(often)
    return Mine(
        sheet=sheet,
        rounds=rounds,
        best=standing.best if standing else 0,
        average=standing.recent / LAST if standing and standing.recent is not None else None,
        missing=max(0, LAST - rounds),
        steps=steps,
        block=block,
        last=tuple(results.order_by("-finished_at", "-pk").values_list("points", flat=True)[:LAST])
        if rounds
        else (),
    )


def distribution(often: dict[int, int]) -> tuple[tuple[Step, ...], int]:
    """How often each verdict was reached, given how often each score was; and how many rounds a block is."""
    counts = [0] * (len(VERDICTS) + 1)
    for points, rounds in often.items():
        counts[verdict(points) - 1] += rounds
    block = max(1, -(-max(counts) // HIGHEST))
    highest = verdict(max(often)) if often else 0
    least = [0, *(most + 1 for most in VERDICTS)]
    steps = tuple(
        Step(
            step=step,
            least=least[step - 1],
            most=VERDICTS[step - 1] if step <= len(VERDICTS) else None,
            rounds=count,
            best=step == highest,
            x=(step - 1) * WIDTH,
            blocks=tuple(FLOOR - HEIGHT * (1 + row) for row in range(-(-count // block))),
        )
        for step, count in enumerate(counts, 1)
    )
    return steps, block


def ladder(sheet: str, by: str, person: int | None) -> Ladder:
    """The best of all who play this sheet alone; an average needs ten rounds. It always has my own line."""
    column = LADDERS[by]
    ranked = SoloStanding.objects.filter(sheet=sheet, person__deleted_at=None, **{f"{column}__isnull": False})
    lines: list[Line] = []
    for index, standing in enumerate(ranked.select_related("person").order_by(f"-{column}", "pk")[:LISTED]):
        points = _points(standing, by)
        # Everybody above is in the list too, so the line before gives the place.
        place = lines[-1].place if lines and lines[-1].points == points else index + 1
        lines.append(_line(standing, by, place=place, person=person))
    own = None
    if person is not None and not any(line.mine for line in lines):
        own = _own(ranked, by, person)
    return Ladder(tuple(lines), own, people=ranked.count())


def _own(ranked: QuerySet[SoloStanding], by: str, person: int) -> Line | None:
    standing = ranked.select_related("person").filter(person=person).first()
    if standing is None:
        return None
    column = LADDERS[by]
    better: dict[str, Any] = {f"{column}__gt": getattr(standing, column)}
    return _line(standing, by, place=1 + ranked.filter(**better).count(), person=person)


def _points(standing: SoloStanding, by: str) -> float:
    return standing.best if by == "best" else (standing.recent or 0) / LAST


def _line(standing: SoloStanding, by: str, *, place: int, person: int | None) -> Line:
    return Line(
        place=place,
        person=standing.person,
        points=_points(standing, by),
        rounds=standing.rounds,
        mine=standing.person_id == person,
    )
