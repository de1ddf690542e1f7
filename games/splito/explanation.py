"""Why a Splito round is worth what it is: every goal with its counts, as data for a screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from games.splito.cards import COLOURS, FACES, NUMBERS, total
from games.splito.goals import MAJORITIES, PROMO, Goal
from games.splito.reveal import before, newest
from games.splito.scoring import Tally, Verdict, Worth, needed, seat_scores, tally, weigh, winner
from games.splito.state import NEIGHBOURS, ZONES, Cards, State, Table, View

Owner = tuple[int | None, int | None]
"""The seat that has a zone on its left, and the seat that has it on its right; None if there is none."""

OWNERS: dict[int, tuple[Owner, ...]] = {
    seats: tuple(
        (
            next((seat for seat in neighbours if ZONES[seats][seat]["L"] == zone), None),
            next((seat for seat in neighbours if ZONES[seats][seat]["R"] == zone), None),
        )
        for zone, neighbours in enumerate(zones)
    )
    for seats, zones in NEIGHBOURS.items()
}


class GoalCount(NamedTuple):
    """A goal lying in a zone.

    `has` is the count that decides it and `needs` the count it asks for: for a majority one more than the
    best other zone, for `at-most` the limit. `missing` names colours or numbers that are not there yet.
    `settled` means that no later card can change the verdict: an unmet goal is then impossible. Only the room
    left in the zone is considered, not which cards are still in play; a majority stays open until the end.
    `gain` is what the newest reveal won or lost through it.
    """

    goal: Goal
    met: bool
    has: int
    needs: int
    missing: tuple[str | int, ...]
    settled: bool
    gain: int = 0

    @property
    def impossible(self) -> bool:
        return self.settled and not self.met

    @property
    def short(self) -> int:
        """How many more it needs."""
        return max(0, self.needs - self.has)

    @property
    def over(self) -> int:
        """By how many it has too many."""
        return max(0, self.has - self.needs)

    @property
    def rival(self) -> int:
        """For a majority: the count of the best other zone."""
        return self.needs - 1

    @property
    def earns(self) -> int:
        return self.goal.points if self.met else 0


class PublicCount(NamedTuple):
    """A public goal: its count in every zone, and the zone that has it (now, or for good), or those that tie.

    `needs` says for each zone how many would win it the goal. For the promo goal the counts are sums of
    numbers and `needs` is 42; it is settled once it was won or has left the round. `had` is the zone that had
    the goal before the newest reveal, and `owners` says whose zones they are.
    """

    goal: Goal
    counts: tuple[int, ...]
    needs: tuple[int, ...]
    zone: int | None
    tied: tuple[int, ...]
    settled: bool
    had: int | None = None
    owners: tuple[Owner, ...] = ()

    @property
    def columns(self) -> tuple[tuple[int, Owner], ...]:
        """The count in every zone, with the zone's owner."""
        return tuple(zip(self.counts, self.owners, strict=True))

    @property
    def owner(self) -> Owner | None:
        """The owner of the zone that has it."""
        return None if self.zone is None else self.owners[self.zone]

    @property
    def most(self) -> int:
        return max(self.counts)

    @property
    def closest(self) -> int:
        """The highest count that is not beyond what the goal asks for."""
        return max([count for count in self.counts if count <= self.goal.count], default=0)

    @property
    def second(self) -> int:
        """The count of the best zone behind the leader."""
        return max(count for zone, count in enumerate(self.counts) if zone != self.zone)

    @property
    def taken(self) -> bool:
        """Whether the newest reveal gave it to the zone that has it."""
        return self.zone is not None and self.zone != self.had


class ZoneCount(NamedTuple):
    """A zone: what lies in it and what that is worth.

    `cards` are all its cards, with the public goals it won at the end. `colours` and `numbers` say how many
    Splito cards there are of each, in the usual order. `room` is how many cards may still be played here. It
    is the left zone of seat `left_of` and the right zone of `right_of`; with two players only one of them is
    set. `new` are the cards of the newest reveal, `gain` what it changed.
    """

    zone: int
    seats: tuple[int, ...]
    left_of: int | None
    right_of: int | None
    cards: Cards
    new: Cards
    colours: tuple[int, ...]
    numbers: tuple[int, ...]
    total: int
    goals: tuple[GoalCount, ...]
    public: tuple[Goal, ...]
    value: int
    gain: int
    room: int

    @property
    def owner(self) -> Owner:
        return self.left_of, self.right_of

    @property
    def piles(self) -> tuple[tuple[str, Cards, Cards], ...]:
        """Its Splito cards by colour, in order of arrival: the colour, all its cards, and the new ones."""
        cards, new = by_colour(self.cards), by_colour(self.new)
        return tuple(zip(COLOURS, cards, new, strict=True))

    @property
    def splito_cards(self) -> int:
        """How many of its cards are Splito cards; the rest are goals and public goals it won."""
        return sum(self.colours)

    @property
    def highest(self) -> int:
        """How many cards are in the highest pile."""
        return max(self.colours)


@lru_cache(maxsize=4096)
def by_colour(cards: Cards) -> tuple[Cards, ...]:
    piles: dict[str, list[str]] = {colour: [] for colour in COLOURS}
    for card in cards:
        if card in FACES:
            piles[FACES[card][0]].append(card)
    return tuple([tuple(pile) for pile in piles.values()])


class SeatCount(NamedTuple):
    """A line of the score sheet: left × right, and the cards that break ties."""

    seat: int
    left_zone: int
    right_zone: int
    left: int
    right: int
    score: int
    cards: int
    rank: int


@dataclass(frozen=True, slots=True)
class Explanation:
    public: tuple[PublicCount, ...]
    zones: tuple[ZoneCount, ...]
    seats: tuple[SeatCount, ...]


def explain(source: State | View | Table) -> Explanation:
    """The whole count, from open cards only: a state and any view of it give the same answer."""
    table = source if isinstance(source, Table) else source.table
    worths = weigh(table)
    was, new = before(table), newest(table)
    had = weigh(was)
    tallies = [tally(cards) for cards in table.zones]
    goals = table.deck.goals
    zones = []
    for zone, worth in enumerate(worths):
        here = tallies[zone]
        room = (table.turns - table.turn) * len(NEIGHBOURS[table.seats][zone])
        zones.append(
            ZoneCount(
                zone=zone,
                seats=NEIGHBOURS[table.seats][zone],
                left_of=OWNERS[table.seats][zone][0],
                right_of=OWNERS[table.seats][zone][1],
                cards=table.zones[zone] + tuple([goal.id for goal in worth.public]),
                new=new[zone],
                colours=tuple([here.of[colour] for colour in COLOURS]),
                numbers=tuple([here.of[number] for number in NUMBERS]),
                total=total(table.zones[zone]),
                goals=tuple(
                    [
                        _goal_count(verdict, zone, here, table=table, room=room, was=was_met)
                        for verdict, was_met in zip_longest(
                            worth.verdicts, [before.met for before in had[zone].verdicts]
                        )
                    ]
                ),
                public=worth.public,
                value=worth.value,
                gain=worth.value - had[zone].value,
                room=room,
            )
        )
    public = [_public_count(goals[name], tallies, table=table, had=had) for name in table.public]
    if table.promo != "off":
        public.append(_promo_count(table, had=was.promo_zone))
    seats = tuple(
        SeatCount(
            seat=score.seat,
            left_zone=ZONES[table.seats][score.seat]["L"],
            right_zone=ZONES[table.seats][score.seat]["R"],
            score=score.points,
            rank=score.rank,
            **score.parts,
        )
        for score in seat_scores(table, worths)
    )
    return Explanation(tuple(public), tuple(zones), seats)


def _goal_count(
    verdict: Verdict, zone: int, here: Tally, *, table: Table, room: int, was: bool | None
) -> GoalCount:
    goal, met, has, needs = verdict
    missing = tuple([one for one in goal.among if not here.of[one]])
    # Of the cards counted now only moon and star may leave again; a promo goal that was won stays.
    staying = len(table.zones[zone]) + (table.promo_zone == zone)
    to_come = room + len(table.public) + (table.promo == "open")
    if table.over:
        settled = True
    elif goal.kind in MAJORITIES:
        settled = False
    elif goal.kind == "at-most":
        settled = staying > goal.count
    elif goal.kind == "at-least":
        settled = staying >= goal.count or staying + to_come < goal.count
    elif goal.up:
        settled = met or has + room < needs
    else:
        settled = has > needs or has + room < needs
    gain = (met - bool(was)) * goal.points
    return GoalCount(goal, met, has, needs, missing=missing, settled=settled, gain=gain)


def _public_count(goal: Goal, tallies: list[Tally], *, table: Table, had: Sequence[Worth]) -> PublicCount:
    counts = [here.of[goal.subject] for here in tallies]
    zone, most = winner(counts), max(counts)
    return PublicCount(
        goal,
        counts=tuple(counts),
        needs=tuple([needed(counts, at) for at in range(len(counts))]),
        zone=zone,
        tied=() if zone is not None else tuple([at for at, n in enumerate(counts) if n == most]),
        settled=table.over,
        had=next((zone for zone, worth in enumerate(had) if goal in worth.public), None),
        owners=OWNERS[table.seats],
    )


def _promo_count(table: Table, *, had: int | None) -> PublicCount:
    """The promo goal's count. `tied` is empty: two zones at 42 remove it; the next reveal may hide that."""
    return PublicCount(
        table.deck.promo,
        counts=tuple(total(cards) for cards in table.zones),
        needs=(PROMO.count,) * len(table.zones),
        zone=table.promo_zone,
        tied=(),
        settled=table.over or table.promo != "open",
        had=had,
        owners=OWNERS[table.seats],
    )
