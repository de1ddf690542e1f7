"""What every score pad starts from; where things stand on it is each game's own. Pure."""

from collections.abc import Sequence

from games.engine.contract import Score

LETTER = 0.56
"""How wide a letter is, as a part of its size."""


def against_the_clock(seats: int) -> list[int]:
    """Seats in the order of paper, and of every list of a table: each next one sits on the right of the last.

    So left on paper is left at the table.
    """
    return [-at % seats for at in range(seats)]


def tells(rounds: Sequence[Sequence[Score]], *parts: str) -> bool:
    """Whether every score has these parts; of some rounds only the points are known."""
    return all(score.parts.keys() >= set(parts) for scores in rounds for score in scores)


def by_player(rounds: Sequence[Sequence[Score]], players: Sequence[Sequence[int]]) -> list[list[Score]]:
    """Each round's scores person by person, in the order of the first round, wherever each one sat."""
    return [
        [scores[list(seated).index(player)] for player in players[0]]
        for scores, seated in zip(rounds, players, strict=True)
    ]
