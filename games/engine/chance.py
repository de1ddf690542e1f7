"""The seeded random numbers of the public record: all luck in a round comes from here."""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeVar

from games.engine.contract import DeckText

Item = TypeVar("Item")

SEED_BYTES = 32


def commitment(seed: bytes, deck: DeckText | None = None) -> str:
    """A hash that everyone sees before the first choice: it fixes the seed without revealing it.

    If the round is dealt from a deck, it fixes the deck too: it is made of the seed and the deck's hash.
    """
    return hashlib.sha256(seed + (bytes.fromhex(deck.hash) if deck else b"")).hexdigest()


def words(seed: bytes, label: str) -> Iterator[int]:
    """HMAC-SHA256(seed, "label:0"), HMAC-SHA256(seed, "label:1"), …: each four bytes a big-endian number."""
    for i in count():
        yield from struct.unpack(">8I", hmac.digest(seed, f"{label}:{i}".encode("ascii"), "sha256"))


class Stream:
    """The random numbers of one label of a round, drawn one after the other."""

    def __init__(self, seed: bytes, label: str):
        self._words = words(seed, label)

    def below(self, n: int) -> int:
        """A number from 0 to n − 1, all equally likely: words beyond the last multiple of n are skipped."""
        limit = 2**32 - 2**32 % n
        while (word := next(self._words)) >= limit:
            pass
        return word % n

    def shuffle(self, items: Sequence[Item]) -> list[Item]:
        """The items in a new order: from the last index down to 1, each is swapped with one up to it."""
        pile = list(items)
        for i in range(len(pile) - 1, 0, -1):
            j = self.below(i + 1)
            pile[i], pile[j] = pile[j], pile[i]
        return pile
