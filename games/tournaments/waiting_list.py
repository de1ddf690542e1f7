"""Who waits for a place because an event is full. Pure: a withdrawal moves everybody up."""

from collections.abc import Sequence
from typing import Protocol


class Entered(Protocol):
    pk: int
    presence: str


def waiting(entries: Sequence[Entered], capacity: int | None) -> list[int]:
    """The entries that wait, the next one first.

    Whoever is here has a place, and so have the first who entered. Whoever has gone takes none.
    """
    if capacity is None:
        return []
    there = [one for one in entries if one.presence != "gone"]
    order = sorted(there, key=lambda one: (one.presence != "here", one.pk))
    return [one.pk for one in order[capacity:] if one.presence != "here"]
