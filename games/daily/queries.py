"""Reads for days: what a person may see of one, its leaderboard, my streak, the calendar of a month."""

import calendar
from dataclasses import dataclass
from datetime import date as Date
from datetime import datetime

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet

from accounts.models import User
from games.daily import best_sheet, days
from games.daily.days import Streak
from games.daily.models import Attempt, Day
from games.daily.origins import NOWHERE, Origin
from games.models import Choice
from games.splitter.explanation import Explained, explain_sheet
from games.splitter.rules import Dice
from games.splitter.scoring import verdict
from games.splitter.sheets import SHEETS
from games.table import snapshots

LISTED = 100


@dataclass(frozen=True, slots=True)
class Own:
    """My attempt at a day."""

    code: str
    turn: int
    points: int | None
    late: bool
    seen: str
    """Whether somebody had seen the dice where this attempt was made: see Attempt.Seen."""

    @property
    def finished(self) -> bool:
        return self.points is not None

    @property
    def verdict(self) -> int:
        return verdict(self.points or 0)


@dataclass(frozen=True, slots=True)
class Written:
    """A sheet with its numbers, ready to be drawn."""

    explained: Explained
    rows: tuple[str, ...]
    drawing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the day's leaderboard; equals share the place, and some stand apart without one."""

    place: int | None
    person: User
    points: int
    late: bool
    seen: str
    mine: bool

    @property
    def verdict(self) -> int:
        return verdict(self.points)


@dataclass(frozen=True, slots=True)
class Board:
    lines: tuple[Line, ...]
    own: Line | None
    """My own line, if it is further down."""
    people: int
    apart: tuple[Line, ...] = ()
    """Attempts in a browser where somebody else had played these dice: they have no place."""

    @property
    def mine(self) -> Line | None:
        return self.own or next((line for line in (*self.lines, *self.apart) if line.mine), None)

    @property
    def marked(self) -> bool:
        """Whether a line needs the words about marks."""
        return any(line.seen for line in (*self.lines, *self.apart, *filter(None, [self.own])))


@dataclass(frozen=True, slots=True)
class Shown:
    """One day as one person may see it: with the dice only if they have played, or the day is over."""

    date: Date
    sheet: str
    ends: datetime
    running: bool
    commitment: str
    seed: str
    dice: tuple[Dice, ...]
    own: Own | None
    practices: tuple[int | None, ...]
    """The points of my practice rounds, the newest first."""
    practising: bool
    board: Board
    previous: Date | None
    next: Date | None
    coming: str
    """The seal of tomorrow's dice, once they are drawn."""
    seen: str = ""
    """Whether somebody has seen these dice where I would begin now."""

    @property
    def open(self) -> bool:
        """Whether this person may see what was rolled."""
        return bool(self.dice)


def day(date: Date, person: int | None, now: datetime, origin: Origin = NOWHERE) -> Shown | None:
    """A day that has begun; None if it has no dice. Today can be shown before its dice are drawn."""
    today = days.day_of(now)
    if date > today:
        return None
    drawn = Day.objects.in_bulk([date, date + days.ONE_DAY])
    known = drawn.get(date)
    if known is None and date != today:
        return None
    running = date == today
    own = own_attempt(date, person)
    # A person who began in time and has not finished does not see the dice, even if all others know them.
    open_ = known is not None and (own.finished if own else not running)
    practice = Attempt.objects.filter(day=date, person=person, scored=False)
    coming = drawn.get(date + days.ONE_DAY) if running else None
    before, after = _neighbours(date, today)
    return Shown(
        date=date,
        sheet=known.sheet if known else days.sheet_of(date),
        ends=days.end(date),
        running=running,
        commitment=known.commitment if known else "",
        seed=bytes(known.seed).hex() if known and not running else "",
        dice=best_sheet.dice_of(known) if known and open_ else (),
        own=own,
        practices=tuple(
            practice.filter(points__isnull=False)
            .order_by("-finished_at")
            .values_list("points", flat=True)[:10]
        )
        if person and open_
        else (),
        practising=bool(person)
        and open_
        and practice.filter(points=None, round__session__status="playing").exists(),
        board=board(date, person if own and own.finished else None),
        previous=before,
        next=after,
        coming=coming.commitment if coming else "",
        seen=seen_at(date, person, origin) if running and own is None else "",
    )


HALF = 11
"""Who has reached this turn of the 22 knows too much about the dice to tell others."""

A_LOOK = 2
"""In one browser so many turns of somebody else are enough: it may be the same person, who begins again."""

AHEAD = 8
"""Whoever is so many turns behind somebody at the same address could have been told what comes."""


def _others(date: Date, person: int | None, turns: int) -> QuerySet[Attempt]:
    """Other people's attempts at a day that have reached this turn or their end."""
    knowing = Attempt.objects.filter(Q(points__isnull=False) | Q(round__turn__gte=turns), day=date)
    return knowing.exclude(person=person) if person else knowing


def seen_at(date: Date, person: int | None, origin: Origin) -> str:
    """Whether another person has seen the dice in this browser or at this address."""
    if origin.browser and _others(date, person, A_LOOK).filter(browser=origin.browser).exists():
        return Attempt.Seen.BROWSER
    if origin.address and _others(date, person, HALF).filter(address=origin.address).exists():
        return Attempt.Seen.ADDRESS
    return Attempt.Seen.NOT


def seen_meanwhile(attempt: Attempt) -> str:
    """The same at the end of an attempt: somebody may have played here in between, or as a guest before."""
    same = Q(person=attempt.person_id)
    if attempt.browser:
        same |= Q(browser=attempt.browser)
    if _others(attempt.day_id, None, A_LOOK).filter(same).exclude(pk=attempt.pk).exists():
        return Attempt.Seen.BROWSER
    if attempt.address and _was_overtaken(attempt):
        return Attempt.Seen.ADDRESS
    return attempt.seen


def _was_overtaken(attempt: Attempt) -> bool:
    """Whether somebody at this address was far ahead at some time. Those who play side by side are not."""
    others = _others(attempt.day_id, attempt.person_id, AHEAD).filter(address=attempt.address)
    ahead = Choice.objects.filter(
        round__attempt__in=others, turn__gte=OuterRef("turn") + AHEAD, made_at__lt=OuterRef("made_at")
    )
    return Choice.objects.filter(Exists(ahead), round=attempt.round_id).exists()


def own_attempt(date: Date, person: int | None) -> Own | None:
    if person is None:
        return None
    attempt = (
        Attempt.objects.filter(day=date, person=person, scored=True).select_related("round__session").first()
    )
    if attempt is None:
        return None
    return Own(
        code=attempt.round.session.code,
        turn=attempt.round.turn,
        points=attempt.points,
        late=_late(attempt),
        seen=attempt.seen,
    )


def _late(attempt: Attempt) -> bool:
    """Whether it was finished after the day, when its dice were open to all."""
    return attempt.finished_at is not None and attempt.finished_at >= days.end(attempt.day_id)


def _neighbours(date: Date, today: Date) -> tuple[Date | None, Date | None]:
    """The days before and after that can be shown."""
    begun = Day.objects.filter(date__lte=today).aggregate(
        before=Max("date", filter=Q(date__lt=date)), after=Min("date", filter=Q(date__gt=date))
    )
    return begun["before"], begun["after"] or (today if date < today else None)


def written(own: Own) -> Written | None:
    """My finished sheet of a day."""
    table = snapshots.by_code(own.code)
    if table is None or table.deal is None:
        return None
    sheet = SHEETS[table.deal.state.sheet]
    (cells,) = table.deal.state.cells
    return Written(explain_sheet(sheet, cells), sheet.grid(cells), sheet.drawing)


def board(date: Date, person: int | None) -> Board:
    """The scores of a day: ties share a place, my own line is always there."""
    everybody = Attempt.objects.filter(day=date, scored=True, points__isnull=False)
    ranked = everybody.exclude(seen=Attempt.Seen.BROWSER)
    aside = everybody.filter(seen=Attempt.Seen.BROWSER).select_related("person")
    apart = tuple(_line(one, None, person) for one in aside.order_by("-points", "finished_at", "pk")[:LISTED])
    lines: list[Line] = []
    best_first = ranked.select_related("person").order_by("-points", "finished_at", "pk")
    for index, attempt in enumerate(best_first[:LISTED]):
        # Everybody above is in the list too, so the line before gives the place.
        place = lines[-1].place if lines and lines[-1].points == attempt.points else index + 1
        lines.append(_line(attempt, place, person))
    own = None
    if person is not None and not any(line.mine for line in (*lines, *apart)):
        attempt_of_mine = ranked.select_related("person").filter(person=person).first()
        if attempt_of_mine is not None:
            better = ranked.filter(points__gt=attempt_of_mine.points).count()
            own = _line(attempt_of_mine, 1 + better, person)
    people = len(lines) if len(lines) < LISTED else ranked.count()
    return Board(tuple(lines), own, people=people, apart=apart)


def _line(attempt: Attempt, place: int | None, person: int | None) -> Line:
    return Line(
        place=place,
        person=attempt.person,
        points=attempt.points or 0,
        late=_late(attempt),
        seen=attempt.seen,
        mine=attempt.person_id == person,
    )


def streak(person: int | None, today: Date) -> Streak:
    if person is None:
        return Streak(0, 0)
    played = Attempt.objects.filter(person=person, scored=True, points__isnull=False)
    return days.streak(played.values_list("day", flat=True), today)


@dataclass(frozen=True, slots=True)
class Card:
    """The day's Splitter in a few words, for the home page."""

    date: Date
    sheet: str
    ends: datetime
    own: Own | None
    streak: Streak
    yesterday: int | None
    """What the best player scored the day before."""
    was_in_it: int | None
    """The best score that those dice allowed."""


def card(person: int | None, now: datetime) -> Card:
    today = days.day_of(now)
    day_before = Day.objects.filter(pk=today - days.ONE_DAY).first()
    found = best_sheet.found(day_before) if day_before else None
    placed = Attempt.objects.filter(day=day_before, scored=True).exclude(seen=Attempt.Seen.BROWSER)
    won = placed.aggregate(most=Max("points")) if found else {}
    return Card(
        date=today,
        sheet=days.sheet_of(today),
        ends=days.end(today),
        own=own_attempt(today, person),
        streak=streak(person, today),
        yesterday=won.get("most"),
        was_in_it=found.points if found and found.done else None,
    )


@dataclass(frozen=True, slots=True)
class Square:
    """A day in the calendar: my score, the best score and how many played; empty outside its month."""

    date: Date
    inside: bool
    begun: bool
    today: bool
    points: int | None
    started: bool
    most: int | None
    people: int
    sheet: str


@dataclass(frozen=True, slots=True)
class Month:
    first: Date
    weeks: tuple[tuple[Square, ...], ...]
    before: Date | None
    after: Date | None


def month(first: Date, person: int | None, now: datetime) -> Month | None:
    """The days of a month, week by week from Monday; None for a month without days."""
    today = days.day_of(now)
    oldest = Day.objects.order_by("date").values_list("date", flat=True).first() or today
    earliest, latest = min(oldest, today).replace(day=1), today.replace(day=1)
    if not earliest <= first <= latest:
        return None
    weeks = calendar.Calendar().monthdatescalendar(first.year, first.month)
    span = (weeks[0][0], weeks[-1][-1])
    finished = Q(attempts__scored=True, attempts__points__isnull=False)
    finished &= Q(attempts__seen__in=[Attempt.Seen.NOT, Attempt.Seen.ADDRESS])
    known = {
        one.date: one
        for one in Day.objects.filter(date__range=span, date__lte=today)
        .defer("seed")
        .annotate(most=Max("attempts__points", filter=finished), people=Count("attempts", filter=finished))
    }
    mine = {
        attempt.day_id: attempt
        for attempt in Attempt.objects.filter(person=person, scored=True, day__date__range=span)
        if person is not None
    }

    def square(date: Date) -> Square:
        day, attempt = known.get(date), mine.get(date)
        return Square(
            date=date,
            inside=date.month == first.month,
            begun=day is not None or date == today,
            today=date == today,
            points=attempt.points if attempt else None,
            started=attempt is not None,
            most=day.most if day else None,
            people=day.people if day else 0,
            sheet=days.sheet_of(date),
        )

    previous = (first - days.ONE_DAY).replace(day=1)
    following = (first.replace(day=28) + 4 * days.ONE_DAY).replace(day=1)
    return Month(
        first=first,
        weeks=tuple(tuple(square(date) for date in week) for week in weeks),
        before=previous if previous >= earliest else None,
        after=following if following <= latest else None,
    )
