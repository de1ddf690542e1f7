"""Translations of other packages' words that are missing or unsuitable in their catalogues."""

from django.utils.translation import gettext_noop, pgettext, pgettext_lazy

ADMIN = (gettext_noop("Add link"), gettext_noop("Change or view list link"), gettext_noop("Model name"))

# Django's French ordinal is 1<sup>er</sup>, which only a page can show, and the Italian one is 1esimo.
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
    """An ordinal number. Django treats 21 like 1 in every language, but French writes 1er and 21e."""
    if number == 1:
        return pgettext("ordinal, 1 alone", "{}st").format(number)
    return str(ORDINALS[0 if number % 100 in (11, 12, 13) else 1 + number % 10]).format(number)
