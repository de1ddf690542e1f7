"""Sheets as bit masks: a number's spaces are the bits of one integer, so groups grow by shifting it.

Bit `9 * row + column` is a space; the ninth column is always empty and keeps rows apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from games.splitter.scoring import HEARTS_POINTS
from games.splitter.sheets import COLUMNS, NUMBERS, SHEETS, Cells, Place

WIDTH = COLUMNS + 1

Masks = tuple[int, ...]
"""Seven masks: the free spaces, then the spaces of 1, 2, … 6."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A sheet in bits. Pairs are in reading order, left before right."""

    sheet: str
    spaces: int
    bits: tuple[int, ...]
    places: tuple[Place, ...]
    pairs: tuple[tuple[int, int], ...]
    stars: int
    hearts: int

    @property
    def empty(self) -> Masks:
        return (self.spaces, 0, 0, 0, 0, 0, 0)

    def masks(self, cells: Cells) -> Masks:
        """The masks of a sheet in the rules' own form."""
        masks = [0] * 7
        for bit, number in zip(self.bits, cells, strict=True):
            masks[number] |= bit
        return tuple(masks)

    def cells(self, masks: Sequence[int]) -> Cells:
        """The sheet in the rules' own form."""
        return bytes(next(number for number in range(7) if masks[number] & bit) for bit in self.bits)

    def score(self, masks: Sequence[int]) -> int:
        """All points of a sheet, finished or not; the same as `scoring.sheet_score`."""
        points = sum(number_points(number, masks[number], self.stars) for number in NUMBERS)
        if self.hearts and any(masks[number] & self.hearts == self.hearts for number in NUMBERS):
            points += HEARTS_POINTS
        return points


@cache
def field(sheet: str) -> Field:
    drawn = SHEETS[sheet]
    bits = tuple(1 << (WIDTH * row + column) for row, column in drawn.places)
    return Field(
        sheet=sheet,
        spaces=sum(bits),
        bits=bits,
        places=tuple(drawn.pairs),
        pairs=tuple((bits[left], bits[right]) for left, right in drawn.pairs.values()),
        stars=sum(bits[space] for space in drawn.stars),
        hearts=sum(bits[space] for space in drawn.hearts),
    )


def around(mask: int) -> int:
    """The bits beside these and, if they touch each other, themselves; some may lie outside the sheet."""
    return mask << 1 | mask >> 1 | mask << WIDTH | mask >> WIDTH


def groups(mask: int) -> list[int]:
    """The connected parts of a number's spaces."""
    parts = []
    while mask:
        part, grown = 0, mask & -mask
        while grown != part:
            part = grown
            grown = mask & (part | part << 1 | part >> 1 | part << WIDTH | part >> WIDTH)
        parts.append(part)
        mask ^= part
    return parts


def number_points(number: int, mask: int, stars: int) -> int:
    """What the groups of one number score."""
    points = 0
    for group in groups(mask):
        if group.bit_count() == number:
            points += 2 * number if group & stars else number
    return points
