"""How a deck plays: how often its goals are met and what they earn, in rounds of this site and of bots.

It takes seconds, so it is a study: asked for by a button, done in the background, and kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from games.analysis import queries, services
from games.analysis.models import Study
from games.engine import catalogue
from games.engine.contract import DeckText, replay
from games.models import Round

KIND = "balance"
SEATS = (3, 4, 5)
SIMULATED = 120
"""Rounds between quick bots, shared out over these numbers of players."""
MOST_ROUNDS = 300
"""The newest of this site's rounds that are looked at."""
STEP = 25
"""After so many more rounds the figures may be counted again."""
BOT = "apprentice"

Figures = dict[str, list[int]]


def rounds_with(deck: DeckText) -> int:
    """How many finished rounds of this site were dealt from this deck."""
    return _finished(deck.hash).count()


def ask(game: str, deck: DeckText) -> None:
    """Asks for the figures; asking again changes nothing until more rounds are played."""
    services.ask(KIND, key_of(deck), {"game": game, "deck": list(deck), "hash": deck.hash})


def read(deck: DeckText) -> Study | None:
    """The newest figures, or the work on them."""
    return queries.read(KIND, key_of(deck))


def work(facts: dict[str, Any], luck: Random) -> Iterator[tuple[float, Any]]:
    """One round at a time: first those of this site, then simulated ones."""
    rules = catalogue.find(facts["game"])
    assert rules.tally is not None
    found = list(_finished(facts["hash"]).order_by("-pk")[:MOST_ROUNDS].values_list("pk", flat=True))
    total = len(found) + SIMULATED
    here: Figures = {}
    simulated: Figures = {}
    result = {"here": here, "rounds": len(found), "simulated": simulated, "simulations": SIMULATED}
    for done, pk in enumerate(found):
        _add(here, rules.tally(_played(pk)))
        yield done / total, result
    for number in range(SIMULATED):
        seats = SEATS[number % len(SEATS)]
        state = rules.start({"deck": facts["deck"]}, seats, luck.randbytes(32))
        while not rules.over(state):
            moves = [
                rules.BOTS[BOT].choose(rules.view(state, frozenset({seat})), luck) for seat in range(seats)
            ]
            state = rules.play(state, moves)
            yield (len(found) + number) / total, result
        _add(simulated, rules.tally(state))
    yield 1.0, result


def _finished(hash: str) -> Any:
    return Round.objects.filter(deck__hash=hash, sheet__isnull=False)


def _played(pk: int) -> Any:
    round = Round.objects.select_related("session", "deck").get(pk=pk)
    log: dict[int, list[str]] = {}
    for turn, move in round.choices.order_by("turn", "seat").values_list("turn", "move"):
        log.setdefault(turn, []).append(move)
    rules = round.session.rules
    return replay(rules, round.options, len(round.seating), bytes(round.seed), log=log.values())


def _add(figures: Figures, more: Mapping[str, Sequence[int]]) -> None:
    for goal, numbers in more.items():
        known = figures.get(goal, [0, 0, 0])
        figures[goal] = [left + right for left, right in zip(known, numbers, strict=True)]


def key_of(deck: DeckText) -> str:
    return f"{deck.hash} {rounds_with(deck) // STEP}"
