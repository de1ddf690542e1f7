"""Score entry for paper tables: by the game's own score pad, or as plain points per seat. Pure."""

from collections.abc import Mapping

from games.engine import catalogue
from games.engine.contract import Options, Paper, PaperField, Refused


def pad(game: str) -> Paper:
    """The module or object that knows the score pad of this game."""
    return catalogue.find(game).paper


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
