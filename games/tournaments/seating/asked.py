"""What is asked of a seating besides meeting new people: wishes, online tables, tables by standing. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Wish:
    """A wish about where people sit.

    `apart`: these two not at one table; `together`: these two at one table; `table`: this person at this
    table; `front`: this person at one of the front tables.
    """

    kind: str
    people: tuple[int, ...]
    table: int = 0
    """The wanted table, counted from 1."""


def front(tables: int) -> int:
    """How many tables are the front: the first third of them, at least one."""
    return -(-tables // 3)


def met(wish: Wish, table_of: Mapping[int, int], tables: int) -> bool:
    """Whether a seating meets the wish. A wish about somebody who has no seat is no concern of it."""
    if not all(who in table_of for who in wish.people):
        return True
    at = [table_of[who] for who in wish.people]
    if wish.kind == "apart":
        return at[0] != at[-1]
    if wish.kind == "together":
        return at[0] == at[-1]
    return at[0] == wish.table if wish.kind == "table" else at[0] <= front(tables)


@dataclass(frozen=True, slots=True)
class Asked:
    """The same for the search, ready to be looked up person by person. Tables are counted from 0."""

    apart: Mapping[int, frozenset[int]]
    together: Mapping[int, frozenset[int]]
    allowed: Mapping[int, tuple[frozenset[int], ...]]
    """For each person the tables that are right; each of these sets is one wish."""
    targets: Mapping[int, int]
    """The table at which each person belongs by standing."""

    @property
    def pairs(self) -> int:
        """How many pairs want to sit together: so many wishes are unmet while nobody sits."""
        return sum(map(len, self.together.values())) // 2

    def unmet(self, who: int, table: int, others: Iterable[int]) -> int:
        """How many wishes become unmet if this person sits down at this table beside these others."""
        cost = sum(table not in right for right in self.allowed.get(who, ()))
        cost += abs(self.targets.get(who, table) - table)
        apart, together = self.apart.get(who, NOBODY), self.together.get(who, NOBODY)
        if apart or together:
            for other in others:
                cost += (other in apart) - (other in together)
        return cost


def asked(
    people: Iterable[int],
    wishes: Sequence[Wish],
    *,
    sizes: Sequence[int],
    phoneless: frozenset[int] = frozenset(),
    online: frozenset[int] = frozenset(),
    targets: Mapping[int, int] | None = None,
) -> Asked | None:
    """What is asked of these tables; None if it is nothing, so that the search does not look."""
    here, every = set(people), frozenset(range(len(sizes)))
    wishes = [wish for wish in wishes if here.issuperset(wish.people)]
    allowed: dict[int, tuple[frozenset[int], ...]] = {}
    for wish in wishes:
        if wish.kind in ("table", "front"):
            right = {wish.table - 1} if wish.kind == "table" else set(range(front(len(sizes))))
            allowed[wish.people[0]] = (*allowed.get(wish.people[0], ()), every & right)
    if online:
        for who in phoneless & here:
            allowed[who] = (*allowed.get(who, ()), every - online)
    found = Asked(
        _partners(wishes, "apart"), _partners(wishes, "together"), allowed=allowed, targets=targets or {}
    )
    return found if found.apart or found.together or found.allowed or found.targets else None


def _partners(wishes: Sequence[Wish], kind: str) -> dict[int, frozenset[int]]:
    found: dict[int, frozenset[int]] = {}
    for wish in wishes:
        if wish.kind == kind:
            one, other = wish.people
            found[one] = found.get(one, frozenset()) | {other}
            found[other] = found.get(other, frozenset()) | {one}
    return found
