"""Draws tables before anybody waits for one: the first reveal would have to read all fragments."""

import logging
import threading

from games.lessons import first_game
from games.table import partials
from splitsite import fragments

log = logging.getLogger(__name__)

_languages: set[str] = set()


def warm_up(language: str) -> None:
    """Once a language, in the background: reads its fragments and draws the lessons, which are tables too."""
    if language not in _languages:
        _languages.add(language)
        threading.Thread(target=_draw, args=[language], name="warm-up", daemon=True).start()


def _draw(language: str) -> None:
    try:
        fragments.environment(language).read_all()
        for game in first_game.games():
            _draw_lesson(game, language)
    except Exception:  # at a table the same would be told to somebody
        log.exception("A sample table could not be drawn.")


def _draw_lesson(game: str, language: str) -> None:
    here = first_game.step(game, (), sealed="", name="Ana")
    while here.advice is not None:
        drawing = partials.Drawing(here.table)
        drawing.public(language)
        drawing.private(here.table, first_game.SOMEBODY, language)
        here = first_game.step(game, (*here.played, here.advice.move), sealed="", name="Ana")
