"""Days and what follows from a date alone: when it begins and ends, its sheet, and streaks."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from games.splitter.sheets import SHEETS

ONE_DAY = timedelta(days=1)


def day_of(now: datetime) -> date:
    """The current day, the same everywhere: days begin at midnight UTC."""
    return now.astimezone(UTC).date()


def beginning(date: date) -> datetime:
    return datetime.combine(date, time(), UTC)


def end(date: date) -> datetime:
    """The first moment after this day."""
    return beginning(date) + ONE_DAY


def sheet_of(date: date) -> str:
    """The sheet of this day; the sheets take turns."""
    return tuple(SHEETS)[date.toordinal() % len(SHEETS)]


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row: the current run, and the longest ever."""

    current: int
    longest: int


def streak(played: Iterable[date], today: date) -> Streak:
    """The streak of these days. A run goes on if its last day is today or yesterday (there is still time)."""
    runs: list[list[date]] = []
    for day in sorted(set(played)):
        if runs and runs[-1][-1] + ONE_DAY == day:
            runs[-1].append(day)
        else:
            runs.append([day])
    alive = bool(runs) and runs[-1][-1] >= today - ONE_DAY
    return Streak(len(runs[-1]) if alive else 0, max(map(len, runs), default=0))
