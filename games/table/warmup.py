"""Draws tables before anybody waits for one; otherwise the first reveals would have to draw every card."""

import logging
import random
import threading
from collections.abc import Iterator

from games.table import hooks, partials
from games.table.snapshots import Table
from splitsite import fragments

ROUNDS = 8
"""How many whole rounds are drawn for each game; after these, nearly every card has been on a table."""

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
            for sample, person in samples():
                for table in (sample, *_rounds(sample)):
                    drawing = partials.Drawing(table)
                    drawing.public(language)
                    drawing.private(table, person, language)
    except Exception:  # at a real table somebody would see the same error
        log.exception("A sample table could not be drawn.")


def _rounds(sample: Table) -> Iterator[Table]:
    """Full tables with rounds played at random, if this sample is the first one of its game."""
    if sample.deal is None or sample.deal.turn:
        return
    rules, seats, luck = sample.rules, max(sample.rules.SEATS), random.Random(0)
    places = tuple(sample.places[0]._replace(id=seat, number=seat, person=None) for seat in range(1, seats))
    for number in range(ROUNDS):
        state = rules.start(dict(sample.options), seats, bytes([number] * 32))
        while not rules.over(state):
            state = rules.play(state, [luck.choice(rules.legal(state, seat)) for seat in range(seats)])
            deal = sample.deal._replace(state=state, turn=rules.turn(state), moves=())
            yield sample._replace(places=(sample.places[0], *places), deal=deal)
