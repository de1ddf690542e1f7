"""The words of the games in the reader's language: names, settings, moves and what lies on plain tables.

Games are pure and say everything in English. Those with a folder `locale` have translations of their own;
the words of the others stay English, and pages in another language say so to screen readers.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.html import format_html
from django.utils.text import get_text_list
from django.utils.translation import get_language, gettext

from games.engine import catalogue
from games.engine.contract import Option


@cache
def translated() -> frozenset[str]:
    """The games with catalogues of their own."""
    return frozenset(path.parent.name for path in settings.GAMES.glob("*/locale"))


def said(sentence: str, game: str) -> str:
    """A word or sentence of this game, in the reader's language if it has been translated."""
    if game in translated():
        return gettext(sentence) if sentence else ""
    if get_language() == settings.LANGUAGE_CODE or not any(letter.isalpha() for letter in sentence):
        return sentence
    return format_html('<span lang="{}">{}</span>', settings.LANGUAGE_CODE, sentence)


def named(name: str, game: str) -> str:
    """A name that this game gives; without translations it is the same in every language."""
    return gettext(name) if game in translated() else name


def title(game: str) -> str:
    """What people call this game."""
    return named(catalogue.find(game).TITLE, game)


def titles() -> list[tuple[str, str]]:
    """All games and what they are called, as the choices of a form."""
    return [(game, title(game)) for game in catalogue.names()]


def all_titles() -> str:
    """`Splito and Splitter`, for sentences about the whole site."""
    return get_text_list([word for _, word in titles()], gettext("and"))


def option_label(option: Option, game: str) -> str:
    return said(option.label or option.name.replace("_", " ").capitalize(), game)


def option_words(game: str, chosen: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The settings of a table, as pairs of words; a switch that is off is not mentioned."""
    return [
        (option_label(option, game), "" if value is True else named(str(value), game))
        for option in catalogue.find(game).OPTIONS
        if (value := chosen.get(option.name, option.usual)) is not False
    ]
