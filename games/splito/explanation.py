"""Why a Splito round is worth what it is: every goal with its counts, as data a screen can show."""

from dataclasses import dataclass

from games.splito.cards import COLOURS, NUMBERS, total
from games.splito.deck import load
from games.splito.goals import MAJORITIES, PROMO, Goal
from games.splito.scoring import Tally, judge, needed, seat_scores, tally, weigh, winner
from games.splito.table import NEIGHBOURS, ZONES, Cards, State, Table, View

_WANTED: dict[str, tuple[str | int, ...]] = {"colours": COLOURS, "numbers": NUMBERS}


@dataclass(frozen=True, slots=True)
class GoalCount:
    """A goal lying in a zone.

    `has` is the count that decides it and `needs` what it wants: for a majority one more than the best other
    zone, for `at-most` the limit. `missing` names colours or numbers that are not there yet. `settled` means
    that no card to come can change the verdict: then an unmet goal is impossible for good. Only the room left
    in the zone is considered, not which cards are still about; a majority is open until the end.
    """

    goal: Goal
    met: bool
    has: int
    needs: int
    missing: tuple[str | int, ...]
    settled: bool

    @property
    def impossible(self) -> bool:
        return self.settled and not self.met

    @property
    def earns(self) -> int:
        return self.goal.points if self.met else 0


@dataclass(frozen=True, slots=True)
class PublicCount:
    """A public goal: its count in every zone, the zone that has it (now, or for good), or those that tie.

    `needs` says for each zone how many would win it the goal. For the promo goal counts are the sums of
    numbers and `needs` is 42; it is settled once it was won or has left the round.
    """

    goal: Goal
    counts: tuple[int, ...]
    needs: tuple[int, ...]
    zone: int | None
    tied: tuple[int, ...]
    settled: bool

    @property
    def most(self) -> int:
        return max(self.counts)


@dataclass(frozen=True, slots=True)
class ZoneCount:
    """A zone: what lies in it and what that is worth.

    `cards` are all its cards, public goals won last, and `colours` and `numbers` how many Splito cards there
    are of each, in the usual order. `room` is how many cards may still be played here.
    """

    zone: int
    seats: tuple[int, ...]
    cards: Cards
    colours: tuple[int, ...]
    numbers: tuple[int, ...]
    total: int
    goals: tuple[GoalCount, ...]
    public: tuple[Goal, ...]
    value: int
    room: int


@dataclass(frozen=True, slots=True)
class SeatCount:
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
    """The whole count, from what lies open: a state and any view of it give the same answer."""
    table = source if isinstance(source, Table) else source.table
    worths = weigh(table)
    tallies = [tally(cards) for cards in table.zones]
    goals = load(table.deck).goals
    zones = []
    for zone, worth in enumerate(worths):
        here = tallies[zone]
        room = (table.turns - table.turn) * len(NEIGHBOURS[table.seats][zone])
        zones.append(
            ZoneCount(
                zone=zone,
                seats=NEIGHBOURS[table.seats][zone],
                cards=table.zones[zone] + tuple(goal.id for goal in worth.public),
                colours=tuple(here.of[colour] for colour in COLOURS),
                numbers=tuple(here.of[number] for number in NUMBERS),
                total=total(table.zones[zone]),
                goals=tuple(
                    _goal_count(goals[name], zone, tallies, table=table, cards=worth.cards, room=room)
                    for name in here.goals
                ),
                public=worth.public,
                value=worth.value,
                room=room,
            )
        )
    public = [_public_count(goals[name], tallies, over=table.over) for name in table.public]
    if table.promo != "off":
        public.append(_promo_count(table))
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
    goal: Goal, zone: int, tallies: list[Tally], *, table: Table, cards: int, room: int
) -> GoalCount:
    met, has, needs = judge(goal, zone, tallies, cards=cards)
    of = tallies[zone].of
    missing = tuple(one for one in _WANTED.get(goal.kind, goal.colours) if not of[one])
    # Of the cards counted now only moon and star may leave again; a promo goal won stays.
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
    elif goal.kind == "trio":
        settled = met or has + room < needs
    else:
        settled = has > needs or has + room < needs
    return GoalCount(goal, met, has, needs, missing=missing, settled=settled)


def _public_count(goal: Goal, tallies: list[Tally], *, over: bool) -> PublicCount:
    counts = [here.of[goal.subject] for here in tallies]
    zone = winner(counts)
    return PublicCount(
        goal,
        counts=tuple(counts),
        needs=tuple(needed(counts, at) for at in range(len(counts))),
        zone=zone,
        tied=() if zone is not None else tuple(at for at, n in enumerate(counts) if n == max(counts)),
        settled=over,
    )


def _promo_count(table: Table) -> PublicCount:
    """`tied` is empty: two zones at 42 send the goal out of the round, which the next reveal may hide."""
    return PublicCount(
        PROMO,
        counts=tuple(total(cards) for cards in table.zones),
        needs=(PROMO.count,) * len(table.zones),
        zone=table.promo_zone,
        tied=(),
        settled=table.over or table.promo != "open",
    )
