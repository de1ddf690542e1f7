"""Score entry for paper tables: by the game's own score pad, or as plain points per seat. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from games.engine import catalogue
from games.engine.contract import Options, Paper, PaperCount, PaperField, Refused, Score, ranks


class Plain:
    """The score entry of a game without its own score pad: everybody's points."""

    def fields(self, options: Options, seats: int, typed: Mapping[str, int]) -> tuple[PaperField, ...]:
        return tuple(PaperField(f"points-{seat}", "points", (seat,)) for seat in range(seats))

    def count(self, options: Options, seats: int, typed: Mapping[str, int]) -> PaperCount:
        names = [field.name for field in self.fields(options, seats, typed)]
        missing = tuple(name for name in names if name not in typed)
        if missing:
            return PaperCount((), missing)
        points = [typed[name] for name in names]
        return PaperCount(
            tuple(Score(seat, *line) for seat, line in enumerate(zip(points, ranks(points), strict=True)))
        )

    def typed(self, parts: Sequence[Mapping[str, Any]]) -> dict[str, int]:
        return {}


def pad(game: str) -> Paper:
    """The module or object that knows the score pad of this game."""
    return cast(Paper, getattr(catalogue.find(game), "paper", None) or Plain())


def read(game: str, options: Options, seats: int, *, raw: Mapping[str, str]) -> dict[str, int]:
    """Typed text as numbers, only for the fields asked for. Refused names a field that is not a number."""
    typed: dict[str, int] = {}
    # What is asked may depend on what was typed, so look up the fields until there is nothing new.
    while True:
        asked = pad(game).fields(options, seats, typed)
        fresh = {
            field.name: _number(field, raw[field.name].strip())
            for field in asked
            if field.name not in typed and raw.get(field.name, "").strip()
        }
        if not fresh:
            return typed
        typed |= fresh


def _number(field: PaperField, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 6 and int(word) <= field.most):
        raise Refused("bad-number", field=field.name, most=field.most)
    return int(word)
