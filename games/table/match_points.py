"""Who has how many points at a table: the round just counted, the match so far, and how it ended."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_lazy

from games.table.snapshots import Line, Place, Table

FORMER_PLAYER = gettext_lazy("Former player")


@dataclass(frozen=True, slots=True)
class Total:
    """One line of the match so far: points round by round, their sum and the place."""

    name: str
    seat: int
    rounds: tuple[int, ...]
    best: tuple[bool, ...]
    """For each round, whether nobody had more."""
    points: int
    rank: int


@dataclass(frozen=True, slots=True)
class Result:
    """One line of the round just counted, and how many of its turns a deputy played."""

    seat: int
    name: str
    points: int
    rank: int
    deputised: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended: who won, and by how much."""

    winners: tuple[Total, ...]
    seconds: tuple[Total, ...]
    lead: int

    @property
    def winner(self) -> Total:
        return self.winners[0]

    @property
    def shared(self) -> bool:
        return len(self.winners) > 1

    @property
    def winner_names(self) -> str:
        return ", ".join(str(one.name) for one in self.winners)

    @property
    def second_names(self) -> str:
        return ", ".join(str(one.name) for one in self.seconds)


def named(place: Place) -> str:
    """The name at a seat; a guest who has the name of an account is marked as a guest."""
    return name_in_public(place.name, namesake=place.namesake)


def name_in_public(name: str, *, namesake: bool) -> str:
    return gettext("%(name)s (guest)") % {"name": name} if namesake else _shown(name)


def _shown(name: str) -> str:
    return name or str(FORMER_PLAYER)


def results(table: Table) -> tuple[Result, ...]:
    """The newest round once it is counted, best first."""
    seats = {place.id: seat for seat, place in enumerate(table.places)}
    marked = {place.id: named(place) for place in table.places if place.namesake}
    lines = [line for line in table.lines if table.deal and line.round == table.deal.number]
    return tuple(
        Result(
            seats[line.seat_id],
            marked.get(line.seat_id) or _shown(line.name),
            line.points,
            rank=line.rank,
            deputised=line.deputised,
        )
        for line in sorted(lines, key=lambda line: line.rank)
    )


def totals(places: tuple[Place, ...], lines: tuple[Line, ...]) -> tuple[Total, ...]:
    """The match so far, best first. One round alone is ranked as it was counted, by its tie-break too."""
    if not lines:
        return ()
    most: dict[int, int] = {}
    for line in lines:
        most[line.round] = max(line.points, most.get(line.round, line.points))
    own = [[line for line in lines if line.seat_id == place.id] for place in places]
    sums = [
        Total(
            named(place),
            seat,
            tuple(line.points for line in own[seat]),
            best=tuple(line.points == most[line.round] for line in own[seat]),
            points=sum(line.points for line in own[seat]),
            rank=0,
        )
        for seat, place in enumerate(places)
    ]
    if len(most) == 1:
        ranks = {line.seat_id: line.rank for line in lines}
        ranked = [replace(one, rank=ranks[place.id]) for one, place in zip(sums, places, strict=True)]
    else:
        ranked = [replace(one, rank=1 + sum(other.points > one.points for other in sums)) for one in sums]
    return tuple(sorted(ranked, key=lambda one: one.rank))


def ending(status: str, totals: tuple[Total, ...]) -> Ending | None:
    """How a match of several people ended; None while it goes on, and for a round played alone."""
    if status != "over" or len(totals) < 2:
        return None
    winners = tuple(one for one in totals if one.rank == 1)
    behind = totals[len(winners) :]
    seconds = tuple(one for one in behind if one.rank == behind[0].rank)
    return Ending(winners, seconds, winners[0].points - seconds[0].points if seconds else 0)
