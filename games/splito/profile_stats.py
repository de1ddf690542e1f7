"""What a score line keeps of a finished Splito round besides its points: goals by kind, and partners."""

from typing import Any

from games.splito.explanation import explain
from games.splito.state import State


def keepsakes(state: State) -> tuple[dict[str, Any], ...]:
    """What each seat's score line keeps.

    For every kind of goal in the seat's two zones: how many were met and how many there were. For each
    neighbour: what the shared zone is worth. With two players no zone is shared.
    """
    told = explain(state)
    kept = []
    for line in told.seats:
        goals: dict[str, tuple[int, int]] = {}
        partners: dict[str, int] = {}
        for zone in (told.zones[line.left_zone], told.zones[line.right_zone]):
            for count in zone.goals:
                met, lying = goals.get(count.goal.kind, (0, 0))
                goals[count.goal.kind] = (met + count.met, lying + 1)
            partners |= {str(seat): zone.value for seat in zone.seats if seat != line.seat}
        kept.append({"goals": goals, "partners": partners})
    return tuple(kept)
