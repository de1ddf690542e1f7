"""What a move would change on a sheet."""

from dataclasses import dataclass

from games.engine.contract import Move, Refused
from games.splitter.changes import Change, changes
from games.splitter.explanation import Explained, Group, Hearts, explain_sheet
from games.splitter.rules import placement
from games.splitter.sheets import SHEETS, Placement
from games.splitter.view import View, moves


@dataclass(frozen=True, slots=True)
class Preview:
    """Points before and after a move. Broken and lost groups are shown as before, the others as after."""

    move: Move
    placement: Placement
    before: int
    after: int
    completed: tuple[Group, ...]
    """These score now and did not before."""
    grown: tuple[Group, ...]
    """These existed, got bigger and can still score."""
    started: tuple[Group, ...]
    """These are new and can still score."""
    broken: tuple[Group, ...]
    """These scored and no longer do: they are now part of a bigger group."""
    lost: tuple[Group, ...]
    """These could have scored and no longer can: walled in or too big."""
    hearts: Hearts | None
    becomes: tuple[Group, ...]
    """The groups of the written numbers afterwards: one if they meet, else the left and the right."""

    @property
    def gain(self) -> int:
        return self.after - self.before

    @property
    def changes(self) -> tuple[Change, ...]:
        """What can be said about this move, the most important first."""
        return changes(self)


def preview(view: View, move: Move, *, seat: int | None = None) -> Preview:
    """What one move would change on the sheet of the viewing seat, or of another seat if it is named.

    Computed from the view alone; Refused if the move is not legal.
    """
    seat = view.seat if seat is None else seat
    return _preview(view, move, seat=seat, now=explain_seen(view, seat))


def previews(view: View) -> tuple[Preview, ...]:
    """What each move of the viewing seat would change."""
    now = explain_seen(view, view.seat)
    return tuple(_preview(view, move, seat=view.seat, now=now) for move in moves(view))


def explain_seen(view: View, seat: int) -> Explained:
    """A seat's sheet explained, from the view alone."""
    sheet = SHEETS[view.sheet]
    return explain_sheet(sheet, sheet.cells(view.sheets[seat]))


def _preview(view: View, move: Move, *, seat: int, now: Explained) -> Preview:
    if view.dice is None:
        raise Refused("round-over")
    sheet = SHEETS[view.sheet]
    cells = sheet.cells(view.sheets[seat])
    written = placement(sheet, cells, dice=view.dice, seat=seat, move=move)
    return compare(written, before=now, after=explain_sheet(sheet, sheet.write(cells, written)))


def compare(written: Placement, *, before: Explained, after: Explained) -> Preview:
    then = {place: group for group in before.groups for place in group.places}
    now = {place: group for group in after.groups for place in group.places}
    touched = dict.fromkeys(
        now[place] for place in ((written.row, written.column), (written.row, written.mirror))
    )
    new = {group for group in touched if not any(place in then for place in group.places)}
    became = [(group, now[group.places[0]]) for group in before.groups]
    return Preview(
        move=written.move,
        placement=written,
        before=before.points,
        after=after.points,
        completed=tuple(group for group in touched if group.status == "scores"),
        grown=tuple(group for group in touched if group.status == "growing" and group not in new),
        started=tuple(group for group in touched if group.status == "growing" and group in new),
        broken=tuple(group for group, to in became if group.status == "scores" and to.status != "scores"),
        lost=tuple(group for group, to in became if group.status == "growing" and to.status == "dead"),
        hearts=after.hearts,
        becomes=tuple(touched),
    )
