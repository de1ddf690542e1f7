"""Recomputes every counted round from its seed and choices, and compares it with what is stored."""

from collections.abc import Iterator

from games.engine import catalogue, record
from games.engine.chance import commitment
from games.history.queries import finished_rounds
from games.models import Round


def wrong() -> Iterator[tuple[Round, str]]:
    """The rounds whose record, seal or score sheet does not follow from their choices, and why."""
    for round in finished_rounds.every():
        if reason := _trouble(round):
            yield round, reason


def _trouble(round: Round) -> str:
    turns = finished_rounds.choices(round)
    if not turns:
        return "the choices are not complete"
    rules = catalogue.find(round.session.game)
    deck = round.deck.kept if round.deck else None
    if deck is None and rules.deck:
        return "nobody knows its deck any more"
    try:
        written = finished_rounds.record_of(round)
        record.check(record.read(written.encode()), deck)
    except record.RecordError as error:
        return str(error)
    if round.commitment != commitment(bytes(round.seed), deck if round.record_format > 1 else None):
        return "the seal is not that of the seed"
    counted = [(score.seat, score.points, score.rank) for score in finished_rounds.scores(round)]
    right = [
        (score.seat, score.points, score.rank)
        for score in rules.scores(finished_rounds.states(round, turns)[-1])
    ]
    return "" if sorted(counted) == sorted(right) else "the score sheet says something else than the choices"
