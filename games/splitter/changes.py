"""What a previewed move does, as single facts; a screen can say one sentence about each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from games.splitter.scoring import HEARTS_POINTS

if TYPE_CHECKING:
    from games.splitter.explanation import Group
    from games.splitter.preview import Preview

Kind = Literal[
    "alone",  # a lone 1 scores
    "partner",  # a 2 beside another 2
    "completed",  # a bigger group is exactly full
    "doubled",  # any of these on a star
    "hearts",  # the third equal number in the hearts
    "broken",  # one too many in a group that scored
    "hearts-lost",  # the hearts can no longer agree
    "lost",  # groups elsewhere have no room left
    "too-big",  # the number joins a group that gets too big
    "no-room",  # the number stands where nothing can be completed
    "grown",
    "started",
]


@dataclass(frozen=True, slots=True)
class Change:
    """One fact: the number, the size of its group, the points won or lost; for `lost` all numbers."""

    kind: Kind
    number: int
    size: int = 0
    points: int = 0
    others: tuple[int, ...] = ()


def changes(preview: Preview) -> tuple[Change, ...]:
    """The facts about a move: points first, then what is lost, then what begins."""
    return (
        *(completed(group) for group in preview.completed),
        *hearts(preview),
        *(Change("broken", group.number, group.size, -group.points) for group in preview.broken),
        *lost(preview),
        *(Change("grown", group.number, group.size) for group in preview.grown),
        *(Change("started", group.number, group.size) for group in preview.started),
    )


def completed(group: Group) -> Change:
    kind: Kind = "completed"
    if group.star:
        kind = "doubled"
    elif group.number <= 2:
        kind = "alone" if group.number == 1 else "partner"
    return Change(kind, group.number, group.size, group.points)


def hearts(preview: Preview) -> Iterator[Change]:
    """A change of the hearts by this move: the third equal number, or the first that differs."""
    found = preview.hearts
    if found is None:
        return
    row = preview.placement.row
    columns = (preview.placement.column, preview.placement.mirror)
    written = [place[0] == row and place[1] in columns for place in found.places]
    if not any(written):
        return
    number = next(number for number, new in zip(found.numbers, written, strict=True) if new)
    before = {old for old, new in zip(found.numbers, written, strict=True) if old and not new}
    if found.points:
        yield Change("hearts", number, len(found.places), HEARTS_POINTS)
    elif not found.possible and len(before) == 1:
        yield Change("hearts-lost", number)


def lost(preview: Preview) -> Iterator[Change]:
    """Numbers written where they cannot score, and groups elsewhere that can no longer score."""
    dead = [group for group in preview.becomes if group.status == "dead"]
    told = {place for group in dead for place in group.places}
    for group in dead:
        if not any(set(broken.places) <= set(group.places) for broken in preview.broken):
            yield Change("too-big" if group.missing < 0 else "no-room", group.number, group.size)
    others = tuple(sorted(group.number for group in preview.lost if told.isdisjoint(group.places)))
    if others:
        yield Change("lost", others[0], others=others)
