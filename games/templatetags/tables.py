"""Words about tables: how long a turn may take."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import pace

register = template.Library()

A_DAY = 24 * 3600


@register.filter
def turn_time(name: str) -> str:
    """`"calm"|turn_time` is `90 s`: how long a turn may take at this pace; nothing if there is no clock."""
    if name not in pace.PACES:
        return ""
    seconds = int(pace.PACES[name].turn.total_seconds())
    if seconds >= A_DAY:
        days = seconds // A_DAY
        return ngettext("%(days)s day", "%(days)s days", days) % {"days": days}
    return _("%(seconds)s s") % {"seconds": seconds}
