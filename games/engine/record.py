"""Writes, reads and checks the public record of a finished round. Pure; the format is a public contract."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games.engine import catalogue
from games.engine.chance import SEED_BYTES, commitment
from games.engine.contract import MAKERS, DeckText, Game, Move, Options, Refused, deck_of, options_of

FORMAT = 2
"""What is written for every round dealt now. In format 1 a record had only the name of its deck."""
FORMATS = {1: "split-record/1", 2: "split-record/2"}
MOST_BYTES = 1_000_000
"""The size limit of a record. A full round with the most players needs a fiftieth of it."""

_FIELDS = ("format", "game", "options", "seed", "commitment", "players", "turns", "result")
_DEPTH = 8
_DIGITS = 18
_WIDTH = 110
_SHOWN = 160


class RecordError(ValueError):
    """What is wrong with a record: the place in it, and the reason."""

    def __init__(self, place: str, reason: str):
        self.place = place
        self.reason = reason if len(reason) <= _SHOWN else reason[:_SHOWN] + "…"
        super().__init__(f"{self.place}: {self.reason}")


def make(
    game: str,
    options: Options,
    seed: bytes,
    *,
    players: Sequence[str],
    log: Sequence[Sequence[Move]],
    by: Sequence[Sequence[str]] | None = None,
    format: int = FORMAT,
) -> dict[str, Any]:
    """The record of a finished round; RecordError if the log is not a finished round.

    `log` holds everybody's moves turn by turn. `by` has the same shape and says who made them: `player`,
    `bot` or `clock`. Without it all moves are by `player`. The option `deck` is a name or a DeckText.
    """
    rules = catalogue.find(game)
    deck = _accepted("deck", deck_of, rules, options)
    chosen = _accepted("options", _without_deck, rules, options)
    state = _accepted("options", rules.start, chosen | _as_option(deck), len(players), seed)
    _check_length(log, rules, len(players))
    makers = by or [("player",) * len(players)] * len(log)
    record = {
        "format": FORMATS[format],
        "game": game,
        "options": {"deck": deck.name} | chosen if deck and format == 1 else chosen,
        **_recorded(rules, deck, format=format),
        "seed": seed.hex(),
        "commitment": commitment(seed, deck if format > 1 else None),
        "players": list(players),
        **rules.record_deal(state),
    }
    turns = []
    for turn, (moves, made_by) in enumerate(zip(log, makers, strict=True)):
        if not set(made_by) <= set(MAKERS) or len(made_by) != len(players):
            raise RecordError(f"turns[{turn}]", f"each choice is made by {', '.join(MAKERS)}")
        after = _accepted(f"turns[{turn}]", rules.play, state, moves)
        turns.append(rules.record_turn(state, moves, made_by))
        state = after
    return record | {"turns": turns, "result": rules.record_result(state)}


def _without_deck(rules: Game, options: Options) -> dict[str, Any]:
    """All options except the deck, which a record has for itself."""
    if not rules.deck:
        return options_of(rules, options)
    chosen = options_of(rules, {name: value for name, value in options.items() if name != "deck"})
    del chosen["deck"]
    return chosen


def _as_option(deck: DeckText | None) -> dict[str, DeckText]:
    return {"deck": deck} if deck else {}


def _recorded(rules: Game, deck: DeckText | None, *, format: int) -> dict[str, Any]:
    return {"deck": rules.deck.record(deck)} if rules.deck and deck and format > 1 else {}


def text(record: dict[str, Any]) -> str:
    """The record as a JSON file with its fields in order and one hand, choice or zone's cards per line."""
    return _text(record, indent=0) + "\n"


def _text(value: Any, *, indent: int) -> str:
    line = json.dumps(value, ensure_ascii=False, allow_nan=False)
    parts_of = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if indent + len(line) <= _WIDTH or not any(isinstance(part, dict | list) for part in parts_of):
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {_text(part, indent=indent + 2)}" for name, part in value.items()]
        opening, closing = "{", "}"
    else:
        parts = [_text(part, indent=indent + 2) for part in value]
        opening, closing = "[", "]"
    lines = ",\n".join(inner + part for part in parts)
    return f"{opening}\n{lines}\n{' ' * indent}{closing}"


def load(path: str | Path) -> Any:
    """The content of a file, not yet checked; RecordError if it cannot be read."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise RecordError("file", reason[:1].lower() + reason[1:]) from None
    return read(data)


def read(data: bytes) -> Any:
    """The JSON in these bytes, not yet checked; RecordError if they are not JSON."""
    if len(data) > MOST_BYTES:
        raise RecordError("file", f"longer than {MOST_BYTES // 1_000_000} MB")
    try:
        return json.loads(data.decode("utf-8"), parse_int=_whole, object_pairs_hook=_object)
    except UnicodeDecodeError as problem:
        raise RecordError(f"byte {problem.start}", "not UTF-8 text") from None
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        raise RecordError(place, f"not JSON: {problem.msg[:1].lower()}{problem.msg[1:]}") from None
    except RecursionError:
        raise RecordError("file", "nested too deeply") from None


def _whole(digits: str) -> int | float:
    # A number with thousands of digits is not worth parsing; as a float it is refused later.
    return int(digits) if len(digits) <= _DIGITS else float("inf")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise RecordError(_at("", name), "stands twice in one object")
        found[name] = value
    return found


def check(record: Any, deck: DeckText | None = None) -> None:
    """Recomputes everything a record says from its options, deck, seed, players and choices.

    RecordError names the first place that is wrong, and the reason. In format 1 a record has only the name of
    its deck: the site gives the deck that the round keeps, others have the decks of their own folder.
    """
    _check_plain(record, "", depth=0)
    if not isinstance(record, dict):
        raise RecordError("file", "must be an object")
    for name in _FIELDS:
        if name not in record:
            raise RecordError(name, "missing")
    format = next((number for number, name in FORMATS.items() if name == record["format"]), 0)
    if not format:
        raise RecordError("format", f"must be {FORMATS[FORMAT]!r}, is {_show(record['format'])}")
    rules = _accepted("game", catalogue.find, record["game"])
    deck = _deck(rules, record, format=format, known=deck)
    _check_options(rules, record["options"], deck)
    seed = _seed(record["seed"])
    if record["commitment"] != commitment(seed, deck if format > 1 else None):
        also = " and the deck" if deck and format > 1 else ""
        raise RecordError("commitment", f"is not the SHA-256 of the seed{also}")
    _check_players(rules, record["players"])
    seats = len(record["players"])
    _check_length(record["turns"], rules, seats)
    log, by = [], []
    for turn, entry in enumerate(record["turns"]):
        moves, makers = _accepted(f"turns[{turn}]", rules.read_turn, entry, seats)
        log.append(moves)
        by.append(makers)
    _compare(
        record,
        make(
            record["game"],
            record["options"] | _as_option(deck),
            seed,
            players=record["players"],
            log=log,
            by=by,
            format=format,
        ),
        place="",
    )


def _deck(rules: Game, record: dict[str, Any], *, format: int, known: DeckText | None) -> DeckText | None:
    """The deck that the record carries, or else the one that is known."""
    if rules.deck is None or format == 1:
        return known
    if "deck" not in record:
        raise RecordError("deck", "missing")
    found: DeckText = _accepted("deck", rules.deck.read_record, record["deck"])
    return found


def _check_plain(value: Any, place: str, *, depth: int) -> None:
    """Allows only objects, lists, text, whole numbers, true and false, not too deep: no surprises."""
    if depth > _DEPTH:
        raise RecordError(place, "nested too deeply")
    if isinstance(value, dict):
        for name, part in value.items():
            _check_plain(name, _at(place, name), depth=depth + 1)
            _check_plain(part, _at(place, name), depth=depth + 1)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            _check_plain(part, _at(place, number), depth=depth + 1)
    elif isinstance(value, str):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise RecordError(place or "file", "text with half a character in it") from None
    elif not isinstance(value, int) or abs(value) >= 10**_DIGITS:
        raise RecordError(place or "file", f"{_show(value)} is nothing a record can hold")


def _check_options(rules: Game, options: Any, deck: DeckText | None) -> None:
    if not isinstance(options, dict):
        raise RecordError("options", "must be an object")
    chosen = _accepted("options", _without_deck if deck else options_of, rules, options)
    for name, value in chosen.items():
        if name not in options:
            raise RecordError(f"options.{name}", f"missing (usually {_show(value)})")


def _seed(value: Any) -> bytes:
    digits = 2 * SEED_BYTES
    if not isinstance(value, str) or len(value) != digits or not set(value) <= set("0123456789abcdef"):
        raise RecordError("seed", f"must be {digits} hex digits in lower case")
    return bytes.fromhex(value)


def _check_players(rules: Game, players: Any) -> None:
    if not isinstance(players, list):
        raise RecordError("players", "must be a list of names")
    for seat, name in enumerate(players):
        if not isinstance(name, str):
            raise RecordError(f"players[{seat}]", f"must be a name, is {_show(name)}")
    if len(players) not in rules.SEATS:
        fewest, most = rules.SEATS[0], rules.SEATS[-1]
        raise RecordError("players", f"{fewest} to {most} play {rules.NAME}, not {len(players)}")


def _check_length(turns: Any, rules: Game, seats: int) -> None:
    if not isinstance(turns, list | tuple):
        raise RecordError("turns", "must be a list")
    if len(turns) != rules.length(seats):
        raise RecordError("turns", f"{rules.length(seats)} turns needed, {len(turns)} found")


def _accepted(place: str, rule: Any, *arguments: Any) -> Any:
    """The rule's answer. If it refuses, the error names this place in the record."""
    try:
        return rule(*arguments)
    except Refused as no:
        inner = str(no.facts.get("place", ""))
        if "option" in no.facts:
            inner = ascii(no.facts["option"])[1:-1][:40]
        joined = place + ("" if not inner or inner.startswith("[") else ".") + inner
        raise RecordError(joined, str(no.facts.get("reason") or no)) from None


def _compare(given: Any, right: Any, *, place: str) -> None:
    if type(given) is not type(right):
        raise RecordError(place, f"must be {_show(right)}, is {_show(given)}")
    if isinstance(right, dict):
        for name in right:
            if name not in given:
                raise RecordError(_at(place, name), "missing")
        for name in given:
            if name not in right:
                raise RecordError(_at(place, name), "unknown field")
        for name, part in right.items():
            _compare(given[name], part, place=_at(place, name))
    elif isinstance(right, list):
        for number, (one, other) in enumerate(zip(given, right, strict=False)):
            _compare(one, other, place=_at(place, number))
        if len(given) != len(right):
            raise RecordError(place, f"{len(right)} entries needed, {len(given)} found")
    elif given != right:
        raise RecordError(place, f"must be {_show(right)}, is {_show(given)}")


def _at(place: str, part: str | int) -> str:
    if isinstance(part, int):
        return f"{place}[{part}]"
    return f"{place}.{ascii(part)[1:-1][:40]}".lstrip(".")


def _show(value: Any) -> str:
    names = {dict: "an object", list: "a list", bool: str(value).lower(), type(None): "null"}
    return names.get(type(value)) or ascii(value)[:70]
