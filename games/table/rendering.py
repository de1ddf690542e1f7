"""Draws a table: the only renderer of its fragments, for pages that ask and for reveals that are pushed."""

import time
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.safestring import SafeString

from games.engine import catalogue, pace
from games.engine.contract import DeckText, Eyes
from games.engine.initials import initials
from games.table.match_points import Ending, Result, Total, ending, named, results, totals
from games.table.snapshots import Remark, Said, Table
from splitsite import fragments

NOBODY: Eyes = frozenset()


class Seated(NamedTuple):
    """A seat on the screen."""

    seat: int
    id: int
    name: str
    initial: str
    person: bool
    guest: bool
    bot: str
    deputy: bool
    here: bool
    ready: bool
    host: bool
    chosen: bool
    page: int | None
    """The person whose results page the name links to."""
    again: bool = False
    """Whether this person sits at the rematch."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What everyone at the table may see. Nothing here depends on a hand, an open choice or the seed."""

    code: str
    name: str
    game: str
    options: tuple[tuple[str, Any], ...]
    pace: str
    status: str
    version: int
    hints: bool
    public: bool
    spectators: bool
    redraw: bool
    arranged: bool
    seats_wanted: int
    rounds_planned: int
    paused: bool
    rematch: str
    seats: tuple[Seated, ...]
    round: int
    turn: int
    turns: int
    over: bool
    """The last turn is revealed, and the count comes next."""
    ref: str
    commitment: str
    deadline: datetime | None
    sealed_until: datetime | None
    deck: DeckText | None
    view: Any
    count: Any
    results: tuple[Result, ...]
    totals: tuple[Total, ...]
    ending: Ending | None
    nudges: tuple[Said, ...]

    @property
    def stage(self) -> str:
        """Which of its three stages the table shows."""
        if self.status == "open" or self.view is None:
            return "gathering"
        return "playing" if self.status == "playing" else "counted"

    @property
    def facts(self) -> SafeString:
        """What every page knows about the table, for its scripts and styles."""
        return attributes(
            game=self.game,
            status=self.status,
            stage=self.stage,
            version=self.version,
            ref=self.ref,
            turn=self.turn,
            seats=len(self.seats),
            hints="on" if self.hints else "off",
        )

    @property
    def turn_number(self) -> int:
        """The number of the open turn, counted from 1; after the last turn it stays there."""
        return min(self.turn + 1, self.turns)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def initials(self) -> tuple[str, ...]:
        return tuple(seat.initial for seat in self.seats)

    @property
    def waiting(self) -> tuple[Seated, ...]:
        return tuple(seat for seat in self.seats if not seat.chosen)

    @property
    def waiting_for(self) -> str:
        return ", ".join(str(seat.name) for seat in self.waiting)

    @property
    def again_names(self) -> tuple[str, ...]:
        """The people who already sit at the rematch."""
        return tuple(seat.name for seat in self.seats if seat.again)

    @property
    def free(self) -> range:
        """The numbers of the free seats."""
        return range(len(self.seats), self.seats_wanted)

    @property
    def option(self) -> dict[str, Any]:
        return dict(self.options)

    @property
    def which_deck(self) -> str:
        """The deck whose goals the rules beside the table show: what was dealt, else what was chosen."""
        chosen = self.option.get("deck", "")
        deck = self.deck or (DeckText(*chosen) if isinstance(chosen, list | tuple) else None)
        return deck.hash if deck else str(chosen)

    @property
    def day(self) -> date | None:
        """The day whose dice these are, if everybody plays the same; it ends when the deal is opened."""
        return (self.sealed_until - timedelta(days=1)).date() if self.sealed_until else None

    @property
    def rules_query(self) -> str:
        """What the address of the rules ends with to show this table's deck, by its goals and its name."""
        name = {"name": self.deck.name} if self.deck else {}
        return "?" + urlencode({"deck": self.which_deck, **name}) if self.which_deck else ""

    @property
    def solo_sheet(self) -> str:
        """The sheet of a round played alone, to play again at once; empty for other tables."""
        return self.count.sheet if getattr(self.count, "verdict", None) else ""

    @property
    def fewest(self) -> int:
        """The fewest people the game needs."""
        return min(catalogue.find(self.game).SEATS)

    @property
    def bots(self) -> tuple[str, ...]:
        """The levels of bots that can sit down."""
        return tuple(catalogue.find(self.game).BOTS)


class Mine(NamedTuple):
    """What only the person on this seat may see. A spectator has no seat and sees nothing here."""

    person: int | None
    seat: int | None
    me: Seated | None
    host: bool
    view: Any
    sealed: str
    sealed_by: str
    reserve: int
    last_moment: datetime | None
    may_extend: bool
    remarks: tuple[Remark, ...] = ()

    @property
    def facts(self) -> SafeString:
        """What only this person's page knows, for its scripts and styles."""
        return attributes(
            seat="" if self.seat is None else self.seat,
            sealed=self.sealed,
            deputy="yes" if self.me and self.me.deputy else "no",
            extend="yes" if self.may_extend else "no",
            now=f"{time.time():.6f}",
        )


def screen(table: Table) -> Screen:
    """The public part, the same for everyone."""
    deal = table.deal
    rules = table.rules
    sums = totals(table.places, table.lines)
    return Screen(
        **{name: getattr(table, name) for name in _SHARED},
        paused=table.paused_at is not None,
        seats=_seats(table),
        round=deal.number if deal else 0,
        turn=deal.turn if deal else 0,
        turns=rules.length(len(table.places)) if deal else 0,
        over=table.is_over,
        ref=deal.ref if deal else "",
        commitment=deal.commitment if deal else "",
        deadline=deal.deadline if deal else None,
        sealed_until=deal.sealed_until if deal else None,
        deck=deal.deck if deal else None,
        view=rules.view(deal.state, NOBODY) if deal else None,
        count=rules.explain(deal.state) if deal else None,
        results=results(table),
        totals=sums,
        ending=ending(table.status, sums),
    )


_SHARED = tuple(name for name in Screen.__slots__ if name in Table._fields)


def mine(table: Table, person: int | None, shown: Screen | None = None) -> Mine:
    """The private part for one person. Faster if the public part is given."""
    seat = table.seat_of(person)
    deal = table.deal
    host = person is not None and table.host == person
    me = None if seat is None else (shown.seats if shown else _seats(table))[seat]
    remarks = tuple(one for one in table.remarks if (person, one.person) not in table.mutes)
    if seat is None or deal is None:
        return Mine(
            person,
            seat,
            me,
            host=host,
            view=None,
            sealed="",
            sealed_by="",
            reserve=0,
            last_moment=None,
            may_extend=False,
            remarks=remarks,
        )
    rules = table.rules
    view = rules.view(deal.state, frozenset({seat}))
    move, by = deal.move_of(seat)
    return Mine(
        person=person,
        seat=seat,
        me=me,
        host=host,
        view=view,
        sealed=move,
        sealed_by=by,
        reserve=deal.reserves[seat],
        last_moment=pace.last_moment(deal.deadline, deal.reserves[seat]) if deal.deadline else None,
        may_extend=deal.deadline is not None and not deal.extended[seat],
        remarks=remarks,
    )


def public_html(shown: Screen, language: str) -> str:
    return fragments.render(_stage(shown, ""), language, {"screen": shown})


def private_html(shown: Screen, own: Mine, language: str) -> str:
    return fragments.render(_stage(shown, "my_"), language, {"screen": shown, "mine": own})


def preview_html(table: Table, person: int | None, look: str, language: str) -> str:
    """What the moves that begin with this (a card, a pair of spaces) would change, for this person."""
    own = mine(table, person)
    rules = table.rules
    allowed = rules.moves(own.view) if own.view else ()
    moves = [move for move in allowed if move == look or move.startswith(f"{look} ")]
    previews = [rules.preview(own.view, move) for move in moves]
    return fragments.render(f"{table.game}/_look.jinja", language, {"previews": previews, "mine": own})


def details_html(table: Table, person: int | None, of: str, language: str) -> str:
    """What there is to say about one thing on the table, for this person; nothing if they do not see it.

    Without hints it tells the rule; the arithmetic only when the round is over, as the count does.
    """
    shown = screen(table)
    own = mine(table, person, shown)
    told = table.rules.details(own.view or shown.view, of) if table.deal else None
    if told is None or table.deal is None:
        return ""
    over = table.rules.over(table.deal.state)
    facts = {"screen": shown, "mine": own, "told": told, "over": over, "live": table.hints or over}
    return fragments.render(f"{table.game}/_details.jinja", language, facts)


def _stage(shown: Screen, whose: str) -> str:
    """The fragment of the stage that the table shows; `my_` is the viewer's own."""
    return f"table/_{whose}{shown.stage}.{'html' if shown.stage == 'gathering' else 'jinja'}"


def _seats(table: Table) -> tuple[Seated, ...]:
    chosen = table.deal.chosen if table.deal else frozenset()
    signs = initials([place.name for place in table.places])
    return tuple(
        [
            Seated(
                seat=seat,
                id=place.id,
                name=named(place),
                initial=signs[seat],
                person=place.person is not None,
                guest=place.guest,
                bot=place.bot,
                deputy=place.deputy,
                here=place.here,
                ready=place.ready,
                host=place.person is not None and place.person == table.host,
                chosen=seat in chosen,
                page=place.person if place.page else None,
                again=place.again,
            )
            for seat, place in enumerate(table.places)
        ]
    )


def attributes(**facts: object) -> SafeString:
    """Facts as HTML attributes: `data-turn="3" data-status="playing"`."""
    return SafeString(" ".join([f'data-{fact}="{escape(str(value))}"' for fact, value in facts.items()]))
