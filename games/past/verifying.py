"""Recomputes every counted round from its seed and choices and compares it with what the site stored."""

from collections.abc import Iterator

from games import catalog, record
from games.chance import commitment
from games.models import Round
from games.past import played


def wrong() -> Iterator[tuple[Round, str]]:
    """The rounds whose record, seal or score sheet do not follow from their choices, and why."""
    for round in played.every():
        if reason := _trouble(round):
            yield round, reason


def _trouble(round: Round) -> str:
    turns = played.choices(round)
    if not turns:
        return "the choices are not complete"
    try:
        written = played.record_of(round)
        record.check(record.read(written.encode()))
    except record.RecordError as error:
        return str(error)
    if round.commitment != commitment(bytes(round.seed)):
        return "the seal is not that of the seed"
    rules = catalog.find(round.session.game)
    counted = [(score.seat, score.points, score.rank) for score in played.scores(round)]
    right = [
        (score.seat, score.points, score.rank) for score in rules.scores(played.states(round, turns)[-1])
    ]
    return "" if sorted(counted) == sorted(right) else "the score sheet says something else than the choices"
