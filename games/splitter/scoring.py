"""What a sheet is worth: groups, stars, hearts, and the verdict of a solo round."""

from bisect import bisect_left
from collections.abc import Iterator

from games.splitter.sheets import NUMBERS, Cells, Sheet

HEARTS_POINTS = 5

VERDICTS = (27, 30, 33, 36, 38, 40, 42, 44, 46, 48, 50)
"""The highest points of each step; from 51 on it is the twelfth."""


def groups(sheet: Sheet, cells: Cells) -> Iterator[list[int]]:
    """Equal numbers connected side by side, never diagonally; the centre line does not separate them."""
    near = sheet.near
    seen = bytearray(len(cells))
    for first, number in enumerate(cells):
        if seen[first] or not number:
            continue
        seen[first] = 1
        group = [first]
        for space in group:  # grows during the loop
            for other in near[space]:
                if cells[other] == number and not seen[other]:
                    seen[other] = 1
                    group.append(other)
        yield group


def group_points(sheet: Sheet, number: int, group: list[int]) -> int:
    """A group of exactly k numbers k scores k, or twice that on a star; any other size scores nothing."""
    if len(group) != number:
        return 0
    return number if sheet.stars.isdisjoint(group) else 2 * number


def hearts_points(sheet: Sheet, cells: Cells) -> int:
    """The same number in all hearts scores extra, whether or not it belongs to a group."""
    written = {cells[space] for space in sheet.hearts}
    return HEARTS_POINTS if len(written) == 1 and 0 not in written else 0


def number_points(sheet: Sheet, cells: Cells) -> tuple[int, ...]:
    """What the groups of 1s, of 2s, … of 6s score."""
    points = [0] * len(NUMBERS)
    for group in groups(sheet, cells):
        number = cells[group[0]]
        points[number - 1] += group_points(sheet, number, group)
    return tuple(points)


def sheet_score(sheet: Sheet, cells: Cells) -> int:
    """All points of a sheet, finished or not."""
    return sum(number_points(sheet, cells)) + hearts_points(sheet, cells)


def verdict(points: int) -> int:
    """The step of a solo result, from 1 to 12, the same for both sheets."""
    return 1 + bisect_left(VERDICTS, points)
