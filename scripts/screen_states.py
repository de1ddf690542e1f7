"""The states in which every screen is looked at and measured, built by the product's own writes.

`make screens` measures them, `make screenshots` takes their pictures. The cards and dice are always the
same, so that two pictures of a state differ only where the product changed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from accounts.models import User
from games.daily import services as days
from games.engine.contract import Move
from games.models import GameSession
from games.table import services, snapshots
from games.table.services import rounds
from games.table.services.locking import changing, database_now

NAMES = (
    *("Mia", "Ada", "Bruno", "Henrike Sommerfeld", "Dmitri", "Anneliese", "Frédéric", "Chloé"),
    *("Giulia", "Ilja", "Otto", "Paulina"),
)
"""Two begin with the same letter, one is long and sits beside the reader at a table of four."""

MOST_GOALS = 7

Chooser = Callable[[snapshots.Table, int, Random], Move]


@dataclass(frozen=True, slots=True)
class Place:
    """Where the state is seen, and by whom."""

    path: str
    person: User | None = None


@dataclass(frozen=True, slots=True)
class Screen:
    """One state: how it comes about, and what is pressed once the page is open."""

    name: str
    build: Callable[[], Place]
    press: tuple[str, ...] = ()
    hints: bool = False
    """Whether a card is in hand and the screen must tell what it would change."""

    brief: bool = True
    """Whether `make test` measures it; `make screens` measures all."""


def people(number: int) -> list[User]:
    known = {user.name: user for user in User.objects.filter(name__in=NAMES)}
    return [known.get(name) or User.objects.create_user(name) for name in NAMES[:number]]


def opened(sitting: Sequence[User], game: str, **settings: Any) -> GameSession:
    usual: dict[str, Any] = {"options": {}, "rounds_planned": 1, "pace": "none", "name": "Kitchen table"}
    session = services.open_table(sitting[0], game, **{"seats_wanted": len(sitting)} | usual | settings)
    for person in sitting[1:]:
        services.sit(session.pk, person)
    return session


def dealt(sitting: Sequence[User], game: str, seed: str, **settings: Any) -> GameSession:
    """A table with cards or dice that are always the same."""
    session = opened(sitting, game, **settings)
    deal(session, seed)
    return session


def deal(session: GameSession, seed: str) -> None:
    with changing(session.pk) as table:
        rounds.deal(table, now=database_now(), luck=Random(1), seed=sha256(seed.encode()).digest())


def play(session: GameSession, sitting: Sequence[User], choose: Chooser, turns: int = 100) -> None:
    luck = Random(7)
    for _ in range(turns):
        table = snapshots.by_id(session.pk)
        if table is None or table.deal is None or table.status != "playing":
            return
        services.commit(
            [
                services.Wish(
                    session.pk,
                    table.deal.ref,
                    choose(table, table.seat_of(person.pk) or 0, luck),
                    person=person.pk,
                )
                for person in sitting
            ]
        )


def as_it_comes(table: snapshots.Table, seat: int, luck: Random) -> Move:
    """Any move: cards and goals spread over all zones."""
    return luck.choice(table.rules.legal(table.deal.state, seat))  # type: ignore[union-attr]


def into_one_zone(table: snapshots.Table, seat: int, luck: Random) -> Move:
    """The two people at the first one's left zone fill it: goals first, up to seven, then cards."""
    assert table.deal is not None
    state, legal = table.deal.state, table.rules.legal(table.deal.state, seat)
    goals = state.table.deck.goals
    lying = sum(card in goals for card in state.table.zones[0])
    mine = seat == 0 or (seat == 1 and state.table.seats > 2)
    side = "LR"[seat] if mine else luck.choice("LR")
    wanted = [move for move in legal if move.endswith(side)]
    wants_goal = mine and lying < MOST_GOALS - seat
    return next((move for move in wanted if (move[:-2] in goals) == wants_goal), wanted[0])


def splito(
    name: str, seats: int, turns: int, choose: Chooser = as_it_comes, **options: Any
) -> Callable[[], Place]:
    def build() -> Place:
        sitting = people(seats)
        session = dealt(sitting, "splito", name, options=options)
        play(session, sitting, choose, turns)
        return Place(f"/t/{session.code}/", sitting[0])

    return build


def clocked() -> Place:
    """A table with a clock, a long name and a match of three rounds: the fullest bar there is."""
    sitting = people(4)
    session = dealt(
        sitting, "splito", "clock", pace="days", rounds_planned=3, name="Sommerabend bei Henrike im Garten"
    )
    play(session, sitting, as_it_comes, 3)
    return Place(f"/t/{session.code}/", sitting[0])


def sealed() -> Place:
    """My card and another one are sealed; two people think."""
    sitting = people(4)
    session = dealt(sitting, "splito", "sealed")
    play(session, sitting, as_it_comes, 4)
    play(session, sitting[:2], as_it_comes, 1)
    return Place(f"/t/{session.code}/", sitting[0])


def watched() -> Place:
    """A spectator's view."""
    sitting = people(5)
    session = dealt(sitting, "splito", "watched", spectators=True, public=True)
    play(session, sitting, as_it_comes, 8)
    return Place(f"/t/{session.code}/")


def splitter(name: str, seats: int, turns: int, sheet: str) -> Callable[[], Place]:
    def build() -> Place:
        sitting = people(seats)
        session = dealt(sitting, "splitter", name, options={"sheet": sheet})
        play(session, sitting, as_it_comes, turns)
        return Place(f"/t/{session.code}/", sitting[0])

    return build


def counted(
    game: str, seats: int, *, planned: int = 1, played: int = 1, **options: Any
) -> Callable[[], Place]:
    """A match of so many rounds of which so many are played."""

    def build() -> Place:
        session, sitting = match(game, seats, planned=planned, played=played, **options)
        return Place(f"/t/{session.code}/", sitting[0])

    return build


def match(
    game: str, seats: int, *, planned: int = 1, played: int = 1, **options: Any
) -> tuple[GameSession, list[User]]:
    sitting = people(seats)
    session = opened(sitting, game, options=options, rounds_planned=planned)
    for number in range(played):
        deal(session, f"{game} {seats} {number}")
        play(session, sitting, as_it_comes)
    return session, sitting


def waiting_room(seats: int, there: int, me: int, game: str = "splito") -> Callable[[], Place]:
    def build() -> Place:
        sitting = people(there)
        session = opened(sitting, game, seats_wanted=seats, rounds_planned=3, pace="calm")
        if there < seats - 1:
            services.add_bot(session.pk, sitting[0], services.usual_bot(game))
        return Place(f"/t/{session.code}/", sitting[me] if me < there else None)

    return build


def afterwards(page: str, game: str, seats: int) -> Callable[[], Place]:
    """A page about a finished round: its replay, its count, its look back, its score sheet."""

    def build() -> Place:
        session, sitting = match(game, seats)
        return Place(page.format(code=session.code), sitting[0])

    return build


def page(path: str, *, known: bool = False) -> Callable[[], Place]:
    return lambda: Place(path, people(1)[0] if known else None)


def back_home() -> Place:
    """The first page of somebody who has finished rounds and tables that wait."""
    match("splito", 4)
    match("splitter", 3)
    splito("home", 4, 3)()
    return Place("/", people(1)[0])


def played_day() -> Place:
    sitting = people(5)
    now = database_now()
    for person in sitting:
        play(days.start(person, now.date(), now=now), [person], as_it_comes)
    return Place("/today/", sitting[0])


HOLD = (".in-hand:nth-of-type(2)",)
OF_ANOTHER = ".around .zone[data-left='1'] .open"
WRITE = (".pair label.left >> nth=3",)

SCREENS = (
    Screen("splito-2-begins", splito("two", 2, 0)),
    Screen("splito-2-full", splito("two", 2, 19, into_one_zone), HOLD, hints=True),
    Screen("splito-4-begins", splito("four", 4, 0), HOLD, hints=True),
    Screen("splito-4-full", splito("four", 4, 10, into_one_zone), HOLD, hints=True),
    Screen("splito-6", splito("six", 6, 6), HOLD, hints=True),
    Screen("splito-6-full", splito("six", 6, 11, into_one_zone), HOLD, hints=True, brief=False),
    Screen("splito-8-promo", splito("eight", 8, 5, promo42=True), HOLD, hints=True),
    Screen("splito-8-full", splito("eight", 8, 10, into_one_zone), HOLD, hints=True, brief=False),
    Screen("splito-8-promo-full", splito("eight", 8, 12, into_one_zone, promo42=True), hints=False),
    *(
        Screen(f"splito-4-hand-{13 - turn}", splito("hands", 4, turn), HOLD, hints=True, brief=turn in (5, 8))
        for turn in range(12)
    ),
    Screen("splito-4-hand-1", splito("hands", 4, 12), (".in-hand",), hints=True, brief=False),
    Screen("splito-4-sealed", sealed),
    Screen("splito-4-clock", clocked),
    Screen("splito-4-previous-turn", splito("hands", 4, 6), (".last-turn",), brief=False),
    Screen("splito-4-zone-large", splito("four", 4, 10, into_one_zone), (OF_ANOTHER,), brief=False),
    Screen("splito-4-menu", splito("hands", 4, 6), ("#menu-button",), brief=False),
    Screen("splito-4-nudges", splito("hands", 4, 6), ("#nudge-button",), brief=False),
    Screen("splito-4-help", splito("hands", 4, 6), ("#help-button",), brief=False),
    Screen("splito-watched", watched),
    Screen("splitter-1", splitter("one", 1, 9, "A"), WRITE),
    Screen("splitter-4", splitter("four", 4, 12, "B"), WRITE),
    Screen("splitter-4-begins", splitter("four", 4, 0, "A"), brief=False),
    Screen("splitter-12", splitter("twelve", 12, 15, "A"), WRITE),
    Screen("splitter-12-ends", splitter("twelve", 12, 21, "B"), (".pair label.left",), brief=False),
    Screen("home", page("/")),
    Screen("home-known", back_home),
    Screen("make-a-table", page("/tables/new/?game=splito")),
    Screen("make-a-table-splitter", page("/tables/new/?game=splitter", known=True)),
    Screen("tables", page("/tables/"), brief=False),
    Screen("waiting-room-host", waiting_room(5, 3, 0)),
    Screen("waiting-room-guest", waiting_room(8, 5, 2), brief=False),
    Screen("waiting-room-stranger", waiting_room(4, 2, 9), brief=False),
    Screen("waiting-room-splitter", waiting_room(12, 4, 0, "splitter"), brief=False),
    Screen("count-splito", counted("splito", 5, planned=3)),
    Screen("count-splito-public", counted("splito", 4), ("[data-go=public]",), brief=False),
    Screen("count-splito-zones", counted("splito", 4), ("[data-go=zones]",)),
    Screen("count-splito-8", counted("splito", 8, promo42=True), brief=False),
    Screen("count-splitter", counted("splitter", 4, sheet="B")),
    Screen("count-splitter-12", counted("splitter", 12, sheet="A"), brief=False),
    Screen("match-over", counted("splito", 5, planned=3, played=3)),
    Screen("match-over-8", counted("splito", 8, planned=3, played=3), brief=False),
    Screen("match-over-splitter", counted("splitter", 4, planned=2, played=2), brief=False),
    Screen("learn-splito", page("/learn/splito/")),
    Screen("learn-splitter", page("/learn/splitter/")),
    Screen("rules-splito", page("/rules/splito/"), brief=False),
    Screen("rules-splitter", page("/rules/splitter/"), brief=False),
    Screen("day", page("/today/")),
    Screen("day-played", played_day, brief=False),
    Screen("alone", page("/solo/", known=True), brief=False),
    Screen("replay-splito", afterwards("/replay/{code}/1/?turn=9", "splito", 4)),
    Screen("replay-splito-8", afterwards("/replay/{code}/1/?turn=12", "splito", 8), brief=False),
    Screen("replay-splitter", afterwards("/replay/{code}/1/?turn=9", "splitter", 4)),
    Screen("look-back", afterwards("/look-back/{code}/1/", "splito", 4), brief=False),
    Screen("score-sheet", afterwards("/sheet/{code}/", "splito", 5), brief=False),
)
