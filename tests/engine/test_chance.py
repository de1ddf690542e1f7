"""The seeded stream, byte for byte as the public record describes it."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.chance import Stream, commitment, words

seeds = st.binary(min_size=32, max_size=32)
few = settings(max_examples=40, deadline=None)


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Written out, so that it shares nothing with the code under test."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


class Reader:
    """A reader of the public page who has never seen our code."""

    def __init__(self, seed: bytes, label: str):
        self.stream = b"".join(hmac_sha256(seed, f"{label}:{i}".encode()) for i in range(60))

    def below(self, n: int) -> int:
        while True:
            x, self.stream = int.from_bytes(self.stream[:4], "big"), self.stream[4:]
            if x < 2**32 - (2**32 % n):
                return x % n

    def shuffle(self, items: list) -> list:
        items = items[:]
        for i in reversed(range(1, len(items))):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


@few
@given(seeds, st.sampled_from(["deal", "dice"]), st.lists(st.integers(1, 2**32), min_size=1, max_size=60))
def test_numbers_are_those_a_reader_of_the_page_draws(seed, label, sizes):
    ours, reader = Stream(seed, label), Reader(seed, label)
    assert [ours.below(n) for n in sizes] == [reader.below(n) for n in sizes]


@few
@given(seeds, st.integers(0, 120))
def test_shuffles_are_those_a_reader_of_the_page_makes(seed, size):
    pile = list(range(size))
    assert Stream(seed, "deal").shuffle(pile) == Reader(seed, "deal").shuffle(pile)
    assert pile == list(range(size)), "the pile itself stays as it was"


def test_known_bytes():
    first = hmac_sha256(bytes(32), b"deal:0")
    stream = words(bytes(32), "deal")
    assert [next(stream) for _ in range(8)] == [
        int.from_bytes(first[at : at + 4], "big") for at in range(0, 32, 4)
    ]
    assert next(stream) == int.from_bytes(hmac_sha256(bytes(32), b"deal:1")[:4], "big")


@pytest.mark.parametrize(("word", "skipped"), [(2**32 - 5, False), (2**32 - 4, True), (2**32 - 1, True)])
def test_words_beyond_the_last_full_multiple_are_skipped(word, skipped):
    """2³² = 6 × 715827882 + 4, so the last four words would favour small numbers."""
    stream = Stream(bytes(32), "dice")
    stream._words = iter([word, 7])
    assert stream.below(6) == (1 if skipped else word % 6)


def test_every_order_is_about_as_likely():
    orders = Counter(
        tuple(Stream(bytes([i % 256, i // 256]) * 16, "deal").shuffle("abc")) for i in range(3000)
    )
    assert len(orders) == 6
    assert all(400 < times < 600 for times in orders.values())


def test_the_commitment_is_the_sha256_of_the_seed():
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
