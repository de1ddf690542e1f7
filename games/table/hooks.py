"""Hooks by which other apps tell the tables what they do not know: events, other codes, sample tables."""

from collections.abc import Callable, Iterable

from games.table.snapshots import Table

finders: list[Callable[[str], str]] = []
"""What else a code can open. Each function gives an address, or nothing."""

homes: list[Callable[[int], tuple[str, str] | None]] = []
"""The event a game session belongs to. Each function gives a name and an address, or nothing."""

samples: list[Callable[[], Iterable[tuple[Table, int]]]] = []
"""Tables to draw before anybody waits for one, each with the person who looks at it."""


def home_of(session_id: int) -> tuple[str, str] | None:
    """The event that a table belongs to, if any."""
    return next((home for find in homes if (home := find(session_id))), None)


def address_of(code: str) -> str:
    """The address that a code leads to if it is not the code of a table."""
    return next((address for find in finders if (address := find(code))), "")
