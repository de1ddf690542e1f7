"""Why a sheet is worth what it is: every group, what it scores, and whether it still can."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from games.splitter.drawing import Drawing, draw, draw_plain
from games.splitter.rules import State
from games.splitter.scoring import group_points, groups, hearts_points, verdict
from games.splitter.sheets import NUMBERS, SHEETS, Cells, Place, Sheet

Status = Literal["scores", "growing", "dead"]

REMEMBERED = 4_000
"""How many explained sheets are cached (about 30 MB): enough for the open turns of a few hundred tables."""


@dataclass(frozen=True, slots=True)
class Group:
    """Equal numbers side by side. A dead group is too big, or no free space can make it exact any more."""

    number: int
    places: tuple[Place, ...]
    star: bool
    points: int
    status: Status
    final: bool
    """No free space touches it, so it cannot change any more."""

    @property
    def size(self) -> int:
        return len(self.places)

    @property
    def missing(self) -> int:
        """How many more numbers it needs; negative if it has too many."""
        return self.number - self.size


@dataclass(frozen=True, slots=True)
class Hearts:
    """The hearts of sheet B: their numbers (0 is free), and whether they can still become all the same."""

    places: tuple[Place, ...]
    numbers: tuple[int, ...]
    points: int
    possible: bool

    @property
    def held(self) -> int:
        """How many of them have a number."""
        return sum(number > 0 for number in self.numbers)


@dataclass(frozen=True, slots=True)
class Explained:
    """One sheet explained: groups in reading order, points of 1s to 6s, hearts (None on sheet A), total."""

    groups: tuple[Group, ...]
    numbers: tuple[int, ...]
    hearts: Hearts | None
    points: int

    @property
    def by_number(self) -> tuple[tuple[int, int, int, bool], ...]:
        """For 1s to 6s: the number, its points, from how many groups, and whether a star doubled one."""
        counted = []
        for number, points in zip(NUMBERS, self.numbers, strict=True):
            scoring = [group for group in self.groups if group.number == number and group.points]
            counted.append((number, points, len(scoring), any(group.star for group in scoring)))
        return tuple(counted)

    @property
    def drawing(self) -> Drawing:
        return draw(self.groups)

    @property
    def plain(self) -> Drawing:
        """The drawing without showing which groups score, for tables that play without hints."""
        return draw_plain(self.groups)


@dataclass(frozen=True, slots=True)
class Explanation:
    """All sheets explained, in seat order; for a lone player also the step of the verdict, 1 to 12."""

    sheet: str
    seats: tuple[Explained, ...]
    verdict: int | None


def explain(state: State) -> Explanation:
    """Each sheet as it is now; in an unfinished round, as if it ended now. Future dice are not used."""
    sheet = SHEETS[state.sheet]
    seats = tuple(explain_sheet(sheet, cells) for cells in state.cells)
    return Explanation(
        sheet=sheet.name, seats=seats, verdict=verdict(seats[0].points) if len(seats) == 1 else None
    )


@lru_cache(REMEMBERED)
def explain_sheet(sheet: Sheet, cells: Cells) -> Explained:
    found = tuple(explain_group(sheet, cells, group) for group in groups(sheet, cells))
    hearts = explain_hearts(sheet, cells) if sheet.hearts else None
    numbers = tuple(sum(g.points for g in found if g.number == number) for number in NUMBERS)
    return Explained(
        groups=found,
        numbers=numbers,
        hearts=hearts,
        points=sum(numbers) + (hearts.points if hearts else 0),
    )


def explain_group(sheet: Sheet, cells: Cells, group: list[int]) -> Group:
    number = cells[group[0]]
    points = group_points(sheet, number, group)
    final = all(cells[other] for space in group for other in sheet.near[space])
    status: Status = "dead"
    if points:
        status = "scores"
    elif not final and can_score(sheet, cells, group):
        status = "growing"
    return Group(
        number=number,
        places=tuple(sheet.places[space] for space in sorted(group)),
        star=not sheet.stars.isdisjoint(group),
        points=points,
        status=status,
        final=final,
    )


def explain_hearts(sheet: Sheet, cells: Cells) -> Hearts:
    numbers = tuple(cells[space] for space in sheet.hearts)
    return Hearts(
        places=tuple(sheet.places[space] for space in sheet.hearts),
        numbers=numbers,
        points=hearts_points(sheet, cells),
        possible=len(set(numbers) - {0}) <= 1,
    )


def can_score(sheet: Sheet, cells: Cells, group: list[int]) -> bool:
    """Whether writing in free spaces can make the group exact, counting equal groups that join it.

    Any free space may still get any number. So the answer holds for all dice: a group is dead only if no dice
    can save it.
    """
    number = cells[group[0]]
    near = sheet.near
    tried: set[frozenset[int]] = set()
    growing = [frozenset(group)] if len(group) < number else []
    while growing:
        members = growing.pop()
        edge = {other for member in members for other in near[member] if not cells[other]}
        for space in edge - members:
            joined = [space]
            for here in joined:  # grows during the loop: the number there joins every equal one it touches
                joined += [
                    n for n in near[here] if cells[n] == number and n not in members and n not in joined
                ]
            grown = members.union(joined)
            if len(grown) == number:
                return True
            if len(grown) < number and grown not in tried:
                tried.add(grown)
                growing.append(grown)
    return False
