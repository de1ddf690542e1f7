"""A day's result as a text to send to others: how good it was, and nothing about the dice."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.daily.days import Streak
from games.daily.queries import Shown
from games.splitter.scoring import VERDICTS

STEPS = len(VERDICTS) + 1


def shared(day: Shown, streak: Streak, address: str) -> str:
    """Date, sheet, points, the verdict's step as a row of boxes, and the streak; empty until finished."""
    own = day.own
    if own is None or own.points is None:
        return ""
    points = ngettext("%(points)s point", "%(points)s points", own.points) % {"points": own.points}
    lines = [
        _("The day’s Splitter, %(date)s, sheet %(sheet)s")
        % {"date": date_format(day.date, "DATE_FORMAT"), "sheet": day.sheet},
        _("%(points)s, step %(step)s of %(steps)s") % {"points": points, "step": own.verdict, "steps": STEPS},
        "■" * own.verdict + "□" * (STEPS - own.verdict),
    ]
    if day.running and streak.current > 1:
        lines.append(
            ngettext("%(days)s day in a row", "%(days)s days in a row", streak.current)
            % {"days": streak.current}
        )
    return "\n".join([*lines, address])
