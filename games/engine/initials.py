"""What stands on the discs of people at one table: an initial, or two letters where initials clash."""

from collections import Counter
from collections.abc import Sequence

NAMELESS = "–"


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """One sign for each name, in the same order: “B”, but “An” and “At” for Anna and Anton."""
    first = [name.strip()[:1].upper() for name in names]
    often = Counter(first)
    found: list[str] = []
    for name, letter in zip(names, first, strict=True):
        found.append(letter if often[letter] == 1 else _two(name.strip(), letter, found))
    return tuple(sign or NAMELESS for sign in found)


def _two(name: str, letter: str, taken: Sequence[str]) -> str:
    """The initial and the first letter that no earlier name has there. “Ana 2” shows its number."""
    rest = [sign.lower() for sign in name[1:] if sign.isalnum()]
    if rest and rest[-1].isdigit():
        rest = rest[-1:] + rest
    pairs = [letter + sign for sign in rest]
    return next((pair for pair in pairs if pair not in taken), (pairs or [letter])[0])
