"""The periods a leaderboard covers: all time, a month, a week. Calendar days are those of UTC."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.leaderboards.services.counting import EVER

ALL, MONTH, WEEK = "all", "month", "week"

_MONTH = re.compile(r"(20\d\d)-(\d\d)", re.ASCII)
_WEEK = re.compile(r"(20\d\d)-W(\d\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Period:
    span: str
    start: date
    current: bool

    @property
    def word(self) -> str:
        """The period's name in an address."""
        if self.current:
            return self.span
        if self.span == MONTH:
            return f"{self.start:%Y-%m}"
        year, week, _day = self.start.isocalendar()
        return f"{year}-W{week:02}"

    @property
    def name(self) -> str:
        if self.span == ALL:
            return _("All time")
        if self.span == MONTH:
            return date_format(self.start, "YEAR_MONTH_FORMAT")
        days = {"first": date_format(self.start, "MONTH_DAY_FORMAT"), "last": self._last_day}
        return _("%(first)s to %(last)s") % days

    @property
    def _last_day(self) -> str:
        return date_format(self.start + timedelta(days=6), "DATE_FORMAT")

    def before(self) -> "Period":
        if self.span == MONTH:
            return Period(MONTH, (self.start - timedelta(days=1)).replace(day=1), current=False)
        return Period(WEEK, self.start - timedelta(days=7), current=False)

    def after(self, today: date) -> "Period | None":
        """The next period, unless it has not begun."""
        if self.current:
            return None
        days = 32 if self.span == MONTH else 7
        start = self.start + timedelta(days=days)
        start = start.replace(day=1) if self.span == MONTH else start
        return Period(self.span, start, current=start == this(self.span, today).start)


def this(span: str, today: date) -> Period:
    """All time, this month or this week."""
    if span == ALL:
        return Period(ALL, EVER, current=True)
    start = today.replace(day=1) if span == MONTH else today - timedelta(days=today.weekday())
    return Period(span, start, current=True)


def read(word: str, today: date) -> Period | None:
    """The period that an address names; None if there is no such period or it has not begun."""
    if word in (ALL, MONTH, WEEK):
        return this(word, today)
    try:
        if match := _MONTH.fullmatch(word):
            span, start = MONTH, date(int(match[1]), int(match[2]), 1)
        elif match := _WEEK.fullmatch(word):
            span, start = WEEK, date.fromisocalendar(int(match[1]), int(match[2]), 1)
        else:
            return None
    except ValueError:
        return None
    now = this(span, today).start
    return Period(span, start, current=start == now) if start <= now else None
