"""The tables of a tournament's next round, drawn so that the rounds after it stay good. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.engine.contract import Refused
from games.tournaments.seating.plan import search, unavoidable
from games.tournaments.seating.sizes import Sizes, best_sizes
from games.tournaments.seating.wishes import Person, Seating, Unmet, targets, unmet

STEPS = 30_000
"""How many swaps one search tries: a count, not a time, so that the same luck gives the same tables."""

STEPS_EACH = 1_500
"""The number of swaps per person; small groups need fewer."""

TRIES = 3

AHEAD = 3
"""The most rounds that are planned together."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The tables, each in order around it, and what could not be met."""

    tables: Seating
    unmet: tuple[Unmet, ...]


def propose(
    people: Sequence[Person],
    earlier: Sequence[Seating],
    *,
    sizes: Sizes,
    luck: Random,
    rounds_left: int = 1,
    by_standing: bool = False,
    steps: int = STEPS,
) -> Proposal:
    """A seating for the next round. Everybody gets a seat.

    The wishes in order: nobody beside the same person twice, nobody at a table with the same person twice,
    even tables, newcomers between experienced players, and if asked for, people of similar standing together.
    `rounds_left` includes this round. Refused if the game cannot seat this number of people at all.
    """
    if not people:
        raise Refused("nobody-here")
    ids = sorted(person.id for person in people)
    newcomers = frozenset(person.id for person in people if person.newcomer)
    rounds = max(1, min(rounds_left, AHEAD))
    found: list[tuple[tuple[int, ...], Seating]] = []
    # Tries again, then tries another division, only while somebody would sit beside the same person again.
    for division in best_sizes(len(ids), sizes):
        wanted = targets(people, division) if by_standing else {}
        least, _ = unavoidable(ids, earlier, sizes=division, rounds=rounds)
        for _ in range(TRIES):
            counts, plan = search(
                ids,
                earlier,
                sizes=division,
                rounds=rounds,
                newcomers=newcomers,
                targets=wanted,
                steps=min(steps, STEPS_EACH * len(ids)),
                luck=luck,
            )
            found.append((counts, plan[0]))
            if counts[0] <= least:
                break
        if not found[-1][0][0]:
            break
    _, tables = min(found, key=lambda one: one[0])
    return Proposal(tables, unmet(tables, people, earlier, sizes=sizes, by_standing=by_standing))
