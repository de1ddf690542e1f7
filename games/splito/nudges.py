"""What a player may say during a round: look after our zone, this goal is not met yet."""

from games.splito.explanation import explain
from games.splito.state import NEIGHBOURS, ZONES, View

Nudge = tuple[str, int, str]
"""The kind of sentence, the seat it is said to, and the zone or the goal (`zone:goal`) it is about."""


def nudges(view: View) -> tuple[Nudge, ...]:
    """Sentences to each neighbour about the shared zone and its open goals; two players share no zone."""
    seat, table = view.seat, view.table
    count = explain(view)
    sayings: list[Nudge] = []
    for zone in ZONES[table.seats][seat].values():
        for neighbour in NEIGHBOURS[table.seats][zone]:
            if neighbour == seat:
                continue
            sayings.append(("zone", neighbour, str(zone)))
            sayings += [
                ("goal", neighbour, f"{zone}:{goal.goal.id}")
                for goal in count.zones[zone].goals
                if not goal.met and not goal.settled
            ]
    return tuple(dict.fromkeys(sayings))
