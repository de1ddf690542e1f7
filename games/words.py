"""The words of the games in the reader's language: names, settings, moves and what lies on plain tables.

Games are pure and say everything in English. A sentence that no catalogue knows stays English.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext

from games.engine import catalogue
from games.engine.contract import Option


def said(sentence: str) -> str:
    """A game's own word or sentence in the reader's language."""
    return gettext(sentence) if sentence else ""


def title(game: str) -> str:
    """What people call this game."""
    return said(catalogue.find(game).TITLE)


def titles() -> list[tuple[str, str]]:
    """All games and what they are called, as the choices of a form."""
    return [(game, title(game)) for game in catalogue.names()]


def all_titles() -> str:
    """`Splito and Splitter`, for sentences about the whole site."""
    return get_text_list([word for _, word in titles()], gettext("and"))


def option_label(option: Option) -> str:
    return said(option.label or option.name.replace("_", " ").capitalize())


def option_words(game: str, chosen: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The settings of a table, as pairs of words; a switch that is off is not mentioned."""
    return [
        (option_label(option), "" if value is True else said(str(value)))
        for option in catalogue.find(game).OPTIONS
        if (value := chosen.get(option.name, option.usual)) is not False
    ]
