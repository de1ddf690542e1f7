"""The name that is proposed for a new event: “Club evening, 18 November”."""

from datetime import date

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Club
from games.tournaments.models import Tournament


def usual(club: Club | None = None, day: date | None = None) -> str:
    """The usual name of an event on this day, in the reader's language."""
    told = _day(day or timezone.localdate())
    if club is not None:
        return _("%(club)s, %(day)s") % {"club": club.name[:60], "day": told}
    return _("Club evening, %(day)s") % {"day": told}


def next_name(earlier: Tournament, day: date) -> str:
    """The earlier name. If it ends with the earlier day, it ends with the new one."""
    old = _day(earlier.date)
    if earlier.name.endswith(old):
        return (earlier.name.removesuffix(old) + _day(day))[:80]
    return earlier.name


def _day(day: date) -> str:
    return date_format(day, "MONTH_DAY_FORMAT")
