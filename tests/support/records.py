"""Records of finished rounds: made at random, changed, and what is wrong with them."""

import copy
from random import Random

import pytest

from games.engine import catalogue, record
from games.engine.record import RecordError

NAMES = ["Ana", "Бен", "Cléo", "Dag", "Eva", "Finn", "Gül", "Hal"]


def bot_round(game, options, seats, seed, luck):
    random = Random(luck)
    state = game.start(options, seats, seed)
    log = []
    while not game.over(state):
        log.append(tuple(random.choice(game.legal(state, seat)) for seat in range(seats)))
        state = game.play(state, log[-1])
    return log, state


def written(seats=3, seed=bytes(range(32)), luck=1, game="splito", **options):
    rules = catalogue.find(game)
    log, _ = bot_round(rules, options, seats, seed, luck)
    by = [
        [("player", "bot", "clock")[(turn + seat) % 3] for seat in range(seats)] for turn in range(len(log))
    ]
    return record.make(game, options, seed, players=NAMES[:seats], log=log, by=by)


def problem(bad) -> str:
    """The one-line error for a wrong record."""
    with pytest.raises(RecordError) as refused:
        record.check(bad)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def changed(good, path, value):
    bad = copy.deepcopy(good)
    inner = bad
    for key in path[:-1]:
        inner = inner[key]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return bad
