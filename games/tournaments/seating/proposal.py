"""The tables of a tournament's next round, drawn so that the rounds after it stay good. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.engine.contract import Refused
from games.tournaments.seating.asked import Wish, asked
from games.tournaments.seating.plan import search, unavoidable
from games.tournaments.seating.sizes import Sizes, best_sizes
from games.tournaments.seating.wishes import Person, Seating, Table, Unmet, targets, unmet

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
    final: int = 0,
    wishes: tuple[Wish, ...] = (),
    online: int = 0,
    steps: int = STEPS,
) -> Proposal:
    """A seating for the next round. Everybody gets a seat.

    In order: what is asked (tables by standing, wishes, people without a phone not at one of the `online`
    tables, which are the last ones), nobody beside the same person twice, nobody at a table with the same
    person twice, even tables, newcomers between experienced players. With a `final` so many of the best sit
    at the first table. `rounds_left` includes this round. Refused if the game cannot seat this number of
    people at all.
    """
    if not people:
        raise Refused("nobody-here")
    best = finalists(people, final, sizes)
    rest = [person for person in people if person.id not in best]
    tables: Seating = ()
    if best:
        tables = ((_around(best, earlier, luck=luck, steps=steps)),)
    if rest:
        tables += _drawn(
            rest,
            earlier,
            sizes=sizes,
            luck=luck,
            rounds=1 if best else max(1, min(rounds_left, AHEAD)),
            by_standing=by_standing,
            wishes=wishes,
            online=online,
            steps=steps,
        )
    last = frozenset(range(len(tables) + 1 - online, len(tables) + 1)) - ({1} if best else set())
    lacking = unmet(tables, people, earlier, sizes=sizes, by_standing=by_standing, wishes=wishes, online=last)
    return Proposal(tables, lacking)


def finalists(people: Sequence[Person], final: int, sizes: Sizes) -> tuple[int, ...]:
    """The best so many; nobody if there are no standings, or if the others could not be seated."""
    order = sorted(
        (person for person in people if person.standing is not None),
        key=lambda person: (person.standing or 0, person.id),
    )
    if not final or len(order) < final or final not in sizes.game:
        return ()
    try:
        best_sizes(len(people) - final, sizes) if len(people) > final else ()
    except Refused:
        return ()
    return tuple(person.id for person in order[:final])


def _around(best: tuple[int, ...], earlier: Sequence[Seating], *, luck: Random, steps: int) -> Table:
    """The order of the best around their table: new neighbours, as far as there are any."""
    limit = min(steps, STEPS_EACH * len(best))
    _, plan = search(
        sorted(best), earlier, sizes=[len(best)], rounds=1, newcomers=frozenset(), steps=limit, luck=luck
    )
    return plan[0][0]


def _drawn(
    people: Sequence[Person],
    earlier: Sequence[Seating],
    *,
    sizes: Sizes,
    luck: Random,
    rounds: int,
    by_standing: bool,
    wishes: tuple[Wish, ...],
    online: int,
    steps: int,
) -> Seating:
    ids = sorted(person.id for person in people)
    newcomers = frozenset(person.id for person in people if person.newcomer)
    phoneless = frozenset(person.id for person in people if not person.phone)
    found: list[tuple[tuple[int, ...], Seating]] = []
    # Tries again, then tries another division, only while somebody would sit beside the same person again.
    for division in best_sizes(len(ids), sizes):
        wanted = asked(
            ids,
            wishes,
            sizes=division,
            phoneless=phoneless,
            online=frozenset(range(max(0, len(division) - online), len(division))),
            targets=targets(people, division) if by_standing else {},
        )
        least, _ = unavoidable(ids, earlier, sizes=division, rounds=rounds)
        for _ in range(TRIES):
            counts, plan = search(
                ids,
                earlier,
                sizes=division,
                rounds=rounds,
                newcomers=newcomers,
                asked=wanted,
                steps=min(steps, STEPS_EACH * len(ids)),
                luck=luck,
            )
            found.append((counts, plan[0]))
            if not counts[0] and counts[1] <= least:
                break
        if not found[-1][0][1]:
            break
    return min(found, key=lambda one: one[0])[1]
