"""The empty score pad: where names, circles and lines are."""

from games.engine.contract import Options, Score
from games.splito.score_pad import Pad, pad


def blank(options: Options, seats: int, *, rounds: int, longest: int) -> Pad | None:
    """A pad for these rounds of one table; `longest` is the length of the longest name on it."""
    nothing = tuple(Score(seat, 0, 1, parts={"left": 0, "right": 0}) for seat in range(seats))
    return pad(options, [nothing] * rounds, [range(seats)] * rounds, longest=longest)
