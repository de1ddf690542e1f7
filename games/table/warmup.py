"""Draws tables before anybody waits for one: the first reveal would have to read all fragments."""

import logging
import threading

from games.table import hooks, partials
from splitsite import fragments

log = logging.getLogger(__name__)

_languages: set[str] = set()


def warm_up(language: str) -> None:
    """Once a language, in the background: reads its fragments and draws the sample tables."""
    if language not in _languages:
        _languages.add(language)
        threading.Thread(target=_draw, args=[language], name="warm-up", daemon=True).start()


def _draw(language: str) -> None:
    try:
        fragments.environment(language).read_all()
        for samples in hooks.samples:
            for table, person in samples():
                drawing = partials.Drawing(table)
                drawing.public(language)
                drawing.private(table, person, language)
    except Exception:  # at a table the same would be told to somebody
        log.exception("A sample table could not be drawn.")
