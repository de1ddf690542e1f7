"""What a move would change, for a player who is still thinking: computed from the open table alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.engine.contract import Move
from games.splito.cards import FACES
from games.splito.explanation import GoalCount
from games.splito.goal_details import laid
from games.splito.goals import Goal
from games.splito.rules import award_promo, moves, split
from games.splito.scoring import Worth, award, tally, weigh, weigh_zone
from games.splito.state import ZONES, Table, View


@dataclass(frozen=True, slots=True)
class ZoneChange:
    """A zone's value before and after, and the goals (its own or public) that it wins and loses."""

    zone: int
    before: int
    after: int
    gained: tuple[Goal, ...]
    lost: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What playing this card here would do if the round ended then and nobody else played.

    `here` is the zone played into; `elsewhere` are the other zones that change, for example if a majority
    moves. `before` and `after` are the seat's score. `laid` is how a goal would stand in its new zone.
    """

    move: Move
    here: ZoneChange
    elsewhere: tuple[ZoneChange, ...]
    before: int
    after: int
    laid: GoalCount | None = None

    @property
    def card(self) -> str:
        return split(self.move)[0]

    @property
    def side(self) -> str:
        return split(self.move)[1]

    @property
    def colour(self) -> str:
        """The colour of a Splito card; empty for a goal."""
        return FACES[self.card][0] if self.card in FACES else ""

    @property
    def number(self) -> int:
        """The number of a Splito card; 0 for a goal."""
        return FACES[self.card][1] if self.card in FACES else 0


def preview(view: View, move: Move, *, seat: int | None = None) -> Preview:
    """What one move would change for the viewing seat, or for another seat if it is named."""
    made = _preview(view.table, move, seat=view.seat if seat is None else seat, now=weigh(view.table))
    goal = view.table.deck.goals.get(made.card)
    return replace(made, laid=laid(view.table, goal, made.here.zone)) if goal else made


def previews(view: View) -> tuple[Preview, ...]:
    """What each move of the viewing seat would change."""
    now = weigh(view.table)
    return tuple([_preview(view.table, move, seat=view.seat, now=now) for move in moves(view)])


def changes(before: Table, after: Table) -> tuple[ZoneChange, ...]:
    """The zones that win or lose goals between two moments of a round, for example by a reveal."""
    return _changes(weigh(before), weigh(after))


def _preview(table: Table, move: Move, *, seat: int, now: Sequence[Worth]) -> Preview:
    card, side = split(move)
    mine = ZONES[table.seats][seat]
    here = mine[side]
    then = _weigh_after(table, card, zone=here, now=now)
    return Preview(
        move,
        here=_change(here, now[here], then[here]),
        elsewhere=tuple([change for change in _changes(now, then) if change.zone != here]),
        before=now[mine["L"]].value * now[mine["R"]].value,
        after=then[mine["L"]].value * then[mine["R"]].value,
    )


def _weigh_after(table: Table, card: str, *, zone: int, now: Sequence[Worth]) -> list[Worth]:
    """`weigh` for the table with one card more.

    It recomputes only the zones that the card can affect: its own, those that win or lose a public goal, and
    those with a majority goal for its colour or number.
    """
    zones = (*table.zones[:zone], (*table.zones[zone], card), *table.zones[zone + 1 :])
    promo, promo_zone = award_promo(zones) if table.promo == "open" else (table.promo, table.promo_zone)
    after = Table(table.seats, table.deck, table.public, zones, promo=promo, promo_zone=promo_zone)
    tallies = [tally(cards) for cards in zones]
    contested = {f"majority-{of}" for of in FACES.get(card, ())}
    then = list(now)
    for at, public in enumerate(award(after, tallies)):
        if at == zone or public != now[at].public or not contested.isdisjoint(tallies[at].goals):
            then[at] = weigh_zone(at, after, tallies, public=public)
    return then


def _changes(before: Sequence[Worth], after: Sequence[Worth]) -> tuple[ZoneChange, ...]:
    pairs = enumerate(zip(before, after, strict=True))
    return tuple(
        [
            _change(zone, old, new)
            for zone, (old, new) in pairs
            if old.met != new.met or old.public != new.public
        ]
    )


def _change(zone: int, before: Worth, after: Worth) -> ZoneChange:
    had, has = before.met + before.public, after.met + after.public
    return ZoneChange(
        zone,
        before=before.value,
        after=after.value,
        gained=_without(has, had),
        lost=_without(had, has),
    )


def _without(goals: Sequence[Goal], others: Sequence[Goal]) -> tuple[Goal, ...]:
    """The goals that are not among the others; a copy counts as one more."""
    left = list(goals)
    for goal in others:
        if goal in left:
            left.remove(goal)
    return tuple(left)
