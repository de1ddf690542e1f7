"""What a game need not write itself: a default for every optional part of the contract. Pure."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from games.engine import plain
from games.engine.chance import SEED_BYTES
from games.engine.contract import (
    MAKERS,
    Bot,
    Eyes,
    Game,
    Move,
    Option,
    Options,
    PaperCount,
    PaperField,
    Refused,
    Score,
    ranks,
)
from games.engine.score_pad import against_the_clock

NEEDED = ("SEATS", "start", "legal", "play", "over", "scores", "view")
MOST_TURNS = 1000


def complete(name: str, written: Mapping[str, Any]) -> Game:
    """The game of this name, from what it wrote itself and a default for everything else."""
    if missing := [part for part in NEEDED if part not in written]:
        raise TypeError(f"games/{name} is no game yet: its rules.py lacks {', '.join(missing)}.")
    return cast(Game, Completed(name, written))


class Completed:
    """A game. What its module offers stands in the place of the default with the same name."""

    SEATS: range
    start: Callable[..., Any]
    legal: Callable[..., tuple[Move, ...]]
    play: Callable[..., Any]
    over: Callable[..., bool]
    scores: Callable[..., tuple[Score, ...]]
    view: Callable[..., Any]

    TAGLINE = ""
    RULES: tuple[str, ...] = ()
    ORDER = 100
    OPTIONS: tuple[Option, ...] = ()
    USUAL_ROUNDS = 3
    STEPS: tuple[int, ...] = ()
    deck = deck_editor = lesson = guide = offered = pad = keepsakes = materials = summary = tally = None

    def __init__(self, name: str, written: Mapping[str, Any]) -> None:
        self.NAME = name
        self.TITLE = name.replace("_", " ").title()
        by_chance = Bot("random", lambda view, luck: luck.choice(self.moves(view)))
        self.BOTS: Mapping[str, Bot] = MappingProxyType({by_chance.level: by_chance})
        self.paper = PointsOnly()
        parts = {*NEEDED, *vars(Completed), *vars(self)}
        vars(self).update({part: written[part] for part in parts & written.keys() if part[0] != "_"})
        self._lengths: dict[int, int] = {}

    def length(self, seats: int) -> int:
        """Counted in a round in which everybody always takes the first move."""
        if seats not in self._lengths:
            state, turns = self.start({}, seats, bytes(SEED_BYTES)), 0
            while not self.over(state):
                state = self.play(state, [self.legal(state, seat)[0] for seat in range(seats)])
                turns += 1
                if turns > MOST_TURNS:
                    raise RuntimeError(f"A round of {self.NAME} does not end.")
            self._lengths[seats] = turns
        return self._lengths[seats]

    def turn(self, state: Any) -> int:
        return cast(int, state.turn)

    def label(self, move: Move) -> str:
        return move

    def moves(self, view: Any) -> tuple[Move, ...]:
        return cast(tuple[Move, ...], view.moves)

    def explain(self, state: Any) -> plain.Count:
        return plain.count(self.scores(state))

    def preview(self, view: Any, move: Move) -> None:
        return None

    def details(self, view: Any, of: str) -> None:
        return None

    def nudges(self, view: Any) -> tuple[tuple[str, int, str], ...]:
        return ()

    def secrets(self, state: Any, eyes: Eyes) -> frozenset[str]:
        return frozenset()

    def record_deal(self, state: Any) -> dict[str, Any]:
        return {}

    def record_turn(self, state: Any, moves: Sequence[Move], by: Sequence[str]) -> dict[str, Any]:
        """The moves by seat, and who made them if not every player did so in person."""
        entry = {"moves": list(moves)}
        return entry if set(by) == {"player"} else entry | {"by": list(by)}

    def read_turn(self, entry: Any, seats: int) -> tuple[tuple[Move, ...], tuple[str, ...]]:
        if not isinstance(entry, dict) or not {"moves"} <= entry.keys() <= {"moves", "by"}:
            raise Refused("bad-record", place="", reason="must be an object with moves, and by if needed")
        makers = entry.get("by", ["player"] * seats)
        for place, given in (("moves", entry["moves"]), ("by", makers)):
            if not isinstance(given, list) or len(given) != seats:
                raise Refused("bad-record", place=place, reason=f"must be a list of {seats}")
            if not all(isinstance(word, str) for word in given):
                raise Refused("bad-record", place=place, reason="must hold only text")
        if not set(makers) <= set(MAKERS) or ("by" in entry and set(makers) == {"player"}):
            raise Refused("bad-record", place="by", reason=f"must say {', '.join(MAKERS)}")
        return tuple(entry["moves"]), tuple(makers)

    def record_result(self, state: Any) -> dict[str, Any]:
        return {
            "seats": [
                {**_plain(score.parts), "score": score.points, "rank": score.rank}
                for score in self.scores(state)
            ]
        }


class PointsOnly:
    """The score entry of a game without its own score pad: everybody's points."""

    def fields(self, options: Options, seats: int, typed: Mapping[str, int]) -> tuple[PaperField, ...]:
        return tuple(PaperField(f"points-{seat}", "points", (seat,)) for seat in against_the_clock(seats))

    def count(self, options: Options, seats: int, typed: Mapping[str, int]) -> PaperCount:
        names = [f"points-{seat}" for seat in range(seats)]
        missing = tuple(name for name in names if name not in typed)
        if missing:
            return PaperCount((), missing)
        points = [typed[name] for name in names]
        return PaperCount(
            tuple(Score(seat, *line) for seat, line in enumerate(zip(points, ranks(points), strict=True)))
        )

    def typed(self, parts: Sequence[Mapping[str, Any]]) -> dict[str, int]:
        return {}


def _plain(value: Any) -> Any:
    """A value as JSON has it: lists for tuples, objects for mappings."""
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value
