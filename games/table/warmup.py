"""Draws tables before anybody waits for one; otherwise the first reveal would have to load all fragments."""

import logging
import threading

from games.table import hooks, partials
from splitsite import fragments

log = logging.getLogger(__name__)

_languages: set[str] = set()


def warm_up(language: str) -> None:
    """Loads the fragments of a language and draws the sample tables, once and in the background."""
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
    except Exception:  # at a real table somebody would see the same error
        log.exception("A sample table could not be drawn.")
