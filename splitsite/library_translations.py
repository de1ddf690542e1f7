"""Words of other packages that are missing or unsuitable in one of their catalogues: ours speaks instead."""

from django.contrib.humanize.templatetags import humanize
from django.utils.translation import gettext_noop, pgettext, pgettext_lazy

ADMIN = (gettext_noop("Add link"), gettext_noop("Change or view list link"), gettext_noop("Model name"))

# Django writes 1<sup>er</sup> in French, which only a page can show, and 1esimo in Italian.
ORDINALS = (
    pgettext_lazy("ordinal 11, 12, 13", "{}th"),
    pgettext_lazy("ordinal 0", "{}th"),
    pgettext_lazy("ordinal 1", "{}st"),
    pgettext_lazy("ordinal 2", "{}nd"),
    pgettext_lazy("ordinal 3", "{}rd"),
    pgettext_lazy("ordinal 4", "{}th"),
    pgettext_lazy("ordinal 5", "{}th"),
    pgettext_lazy("ordinal 6", "{}th"),
    pgettext_lazy("ordinal 7", "{}th"),
    pgettext_lazy("ordinal 8", "{}th"),
    pgettext_lazy("ordinal 9", "{}th"),
)


def ordinal(number: int) -> str:
    """Django says 21 like 1 in every language, but French writes 1er and 21e."""
    if number == 1:
        return pgettext("ordinal, 1 alone", "{}st").format(number)
    return str(humanize.ordinal(number))
