"""Reads a leaderboard: one page of it, and my own row wherever it is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, FloatField, Func, Q, QuerySet, Value
from django.db.models.functions import Cast

from accounts.models import Club, User
from games.engine import catalogue
from games.engine.contract import Option
from games.engine.ratings import LISTED_AFTER, SETTLED_AFTER, Strength
from games.leaderboards.models import Rating, Tally
from games.leaderboards.periods import Period

ROWS = 20
MOST_PAGES = 10_000

RATING, POINTS, WINS = "rating", "points", "wins"
MINIMUM = {"all": 10, "month": 5, "week": 3}
"""An average of fewer rounds than this means nothing yet."""

LISTED = Q(person__is_guest=False, person__deleted_at=None)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which leaderboard."""

    game: str
    sheet: str
    medium: str
    """`online` or `paper`; empty means both."""
    by: str
    period: Period
    club: Club | None
    page: int

    @property
    def least(self) -> int:
        """How many rounds a person needs to be listed."""
        return {RATING: LISTED_AFTER, POINTS: MINIMUM[self.period.span], WINS: 1}[self.by]


@dataclass(frozen=True, slots=True)
class Row:
    """One person on the leaderboard: the range of places, and the numbers."""

    person: int
    name: str
    linked: bool
    best_place: int
    worst_place: int
    listed: bool
    rounds: int
    strength: Strength | None = None
    average: float = 0
    best: int | None = None
    wins: int = 0

    @property
    def more(self) -> int:
        """How many more rounds until there is one place."""
        return max(0, SETTLED_AFTER - self.rounds) if self.strength else 0


@dataclass(frozen=True, slots=True)
class Board:
    rows: tuple[Row, ...]
    mine: Row | None
    """My row, if it is not on this page; also if I am not listed yet."""
    mine_above: bool
    my_page: int | None
    """The page on which I am listed."""
    more: bool
    """Whether another page follows."""


def sheets(game: str) -> tuple[str, ...]:
    """The sheets a game is played on; empty if it has no such choice."""
    option: Option | None = next((one for one in catalogue.find(game).OPTIONS if one.name == "sheet"), None)
    return tuple(str(value) for value in option.values()) if option else ()


def clubs_of(person: User | None) -> list[Club]:
    if person is None:
        return []
    return list(Club.objects.filter(memberships__user=person, closed_at=None))


def read(wanted: Wanted, me: int | None) -> Board:
    """One page; ties share a place. How many people are above is counted in one statement, not fetched."""
    everybody = _everybody(wanted)
    listed = _listed(everybody, wanted)
    skipped = (wanted.page - 1) * ROWS
    found = list(listed.order_by(F("value").desc(), "person")[skipped : skipped + ROWS + 1])
    page, more = found[:ROWS], len(found) > ROWS
    mine = next((one for one in page if one["person"] == me), None)
    off_page = None if mine or me is None else everybody.filter(person=me).first()
    above = _above(listed, _edges(page, off_page, first=skipped > 0))
    places = _places([one["value"] for one in page], skipped=skipped, above=above)
    rows = tuple(_row(one, place, above=above) for one, place in zip(page, places, strict=True))
    if off_page is None:
        return Board(rows, None, mine_above=False, my_page=None, more=more)
    place = 1 + above[off_page["value"]]
    own = _row(off_page, place, above=above)
    return Board(
        rows,
        own,
        mine_above=own.listed and place <= skipped,
        my_page=(place - 1) // ROWS + 1 if own.listed else None,
        more=more,
    )


def _everybody(wanted: Wanted) -> QuerySet[Any, dict[str, Any]]:
    """Everybody with something to show here, guests included; `value` is what they are ordered by."""
    tally = {
        "game": wanted.game,
        "variant": wanted.sheet,
        "medium": wanted.medium,
        "span": wanted.period.span,
        "start": wanted.period.start,
    }
    rows: QuerySet[Any]
    fields = ["person", "person__name", "person__public_profile", "rounds", "value", "listed"]
    if wanted.by == RATING:
        rows = Rating.objects.filter(game=wanted.game).annotate(value=F("mu"))
        if wanted.period.span != "all" or wanted.sheet or wanted.medium:
            rows = rows.filter(**{f"person__tallies__{field}": is_ for field, is_ in tally.items()})
        fields += ["mu", "sigma"]
    else:
        value = F("average") if wanted.by == POINTS else Cast("wins", FloatField())
        rows = Tally.objects.filter(**tally).annotate(value=value)
        fields += ["average", "best", "wins"]
    if wanted.club is not None:
        rows = rows.filter(person__memberships__club=wanted.club)
    return rows.annotate(listed=LISTED & _enough(wanted)).values(*fields)


def _enough(wanted: Wanted) -> Q:
    return Q(wins__gt=0) if wanted.by == WINS else Q(rounds__gte=wanted.least)


def _listed(everybody: QuerySet[Any, dict[str, Any]], wanted: Wanted) -> QuerySet[Any, dict[str, Any]]:
    return everybody.filter(LISTED & _enough(wanted))


def _unsettled(row: dict[str, Any]) -> bool:
    return "mu" in row and row["rounds"] < SETTLED_AFTER


def _edges(page: Sequence[dict[str, Any]], mine: dict[str, Any] | None, *, first: bool) -> set[float]:
    """The values for which the number of people above them is needed."""
    edges = {page[0]["value"]} if page and first else set()
    if mine is not None:
        edges.add(mine["value"])
    for row in [*page, *([mine] if mine else [])]:
        if _unsettled(row):
            strength = Strength(row["mu"], row["sigma"])
            edges |= {strength.low, strength.high}
    return edges


def _above(listed: QuerySet[Any, dict[str, Any]], edges: Iterable[float]) -> dict[float, int]:
    """How many listed people have more than each of these values, counted in one pass."""
    falling = sorted(edges, reverse=True)
    if not falling:
        return {}
    # The edges are in falling order; the bucket of a value is the number of edges at or above it.
    below = Func(-F("value"), Value([-edge for edge in falling]), function="width_bucket")
    higher = listed.filter(value__gt=falling[-1])
    counted = higher.annotate(below=below).order_by().values("below").annotate(people=Count("pk"))
    people = {one["below"]: one["people"] for one in counted}
    above, so_far = {}, 0
    for number, edge in enumerate(falling):
        so_far += people.get(number, 0)
        above[edge] = so_far
    return above


def _places(values: Sequence[float], *, skipped: int, above: dict[float, int]) -> list[int]:
    """The places of these values. Equals share a place, also with the page before; then it skips: 1, 1, 3."""
    places: list[int] = []
    for number, value in enumerate(values):
        if number == 0:
            places.append(1 + above[value] if skipped else 1)
        else:
            places.append(places[-1] if value == values[number - 1] else skipped + number + 1)
    return places


def _row(row: dict[str, Any], place: int, *, above: dict[float, int]) -> Row:
    """A row with its places. An unsettled person may be anywhere between the ends of the bar."""
    best = worst = place
    strength = Strength(row["mu"], row["sigma"]) if "mu" in row else None
    if strength and _unsettled(row):
        best = 1 + above[strength.high]
        # A listed person is among those above the low end.
        worst = above[strength.low] + (0 if row["listed"] else 1)
    return Row(
        person=row["person"],
        name=row["person__name"],
        linked=row["person__public_profile"],
        best_place=best,
        worst_place=worst,
        listed=row["listed"],
        rounds=row["rounds"],
        strength=strength,
        average=row.get("average", 0),
        best=row.get("best"),
        wins=row.get("wins", 0),
    )
