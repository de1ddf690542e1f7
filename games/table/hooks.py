"""Where others tell the tables of what they do not know: events, codes that lead to them, sample tables."""

from collections.abc import Callable, Iterable

from games.table.snapshots import Table

finders: list[Callable[[str], str]] = []
"""What else a code that somebody reads out can open: each gives the address, or nothing."""

homes: list[Callable[[int], tuple[str, str] | None]] = []
"""Where the people of a game session come from: each gives a name and an address, or nothing."""

samples: list[Callable[[], Iterable[tuple[Table, int]]]] = []
"""Tables to draw before anybody waits for one: each with the person who looks at it."""


def home_of(session_id: int) -> tuple[str, str] | None:
    """The event that a table belongs to, if any."""
    return next((home for find in homes if (home := find(session_id))), None)


def address_of(code: str) -> str:
    """Where a code leads that is no table's."""
    return next((address for find in finders if (address := find(code))), "")
