"""One round, played in a world: what one viewer may know is given, everything else is redrawn."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from django.core import mail
from django.core.cache import cache
from django.db import connection

from accounts.models import User
from games.engine import catalogue
from games.engine.contract import Game
from games.models import GameSession, Round, Seat
from games.table import services, snapshots
from games.table.services.locking import database_now
from tests.secrecy.elsewhere import Elsewhere
from tests.secrecy.equal import plain
from tests.secrecy.errors import ACT, broken
from tests.secrecy.viewers import Viewer
from tests.support.emptying import LASTING
from tests.support.serving import Site
from tests.support.tables import now, person
from tests.support.tournaments import online_round
from tests.support.unseen import redraw_of

Transcript = dict[str, list[tuple[str, bytes]]]
"""For every viewer: each request and each byte that came; the log and the mails are viewers too."""

CODE, SEAL = "WRLD2", "5ea1" * 16


@dataclass(frozen=True)
class Setting:
    """What both worlds have in common."""

    game: str
    seats: int
    seat: int | None
    """Whose eyes are open: this seat's, or nobody's."""
    number: int = 0
    event: bool = False
    """A table of a tournament, watched by its organiser."""
    turns: int = 99
    around: bool = True
    """Whether visitors and staff look on too, and everybody opens the pages around the table."""
    thorough: bool = True
    """Whether everybody opens the pages in every turn.

    Otherwise one viewer per turn does, and half of the viewers open the pages around the table once in a
    game; in another game others do, in another turn. Either way everybody gets the frames of every turn.
    """
    elsewhere: bool = False
    """Whether the others choose in another process: then frames are drawn from what is read again."""
    fails: bool = False
    """Whether an action at the table fails whenever a viewer tries it."""

    @property
    def eyes(self) -> frozenset[int]:
        return frozenset() if self.seat is None else frozenset({self.seat})


class Veiled:
    """The game, dealt from its own seed; in the second world all that the eyes do not see is redrawn.

    It is redrawn by world and turn, so that folding a round again gives the same result. The truth is kept
    beside it: people can choose from it too, and reveals follow from it.
    """

    def __init__(self, game: Game, setting: Setting, world: int) -> None:
        self.game, self.setting, self.world = game, setting, world
        self.truth: dict[Any, Any] = {}
        self.redraw = redraw_of(game)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def start(self, options: Any, seats: int, seed: bytes) -> Any:
        return self.shown(self.game.start(options, seats, Random(self.setting.number).randbytes(32)))

    def play(self, state: Any, moves: Any) -> Any:
        return self.shown(self.game.play(self.truth[state], moves))

    def shown(self, true: Any) -> Any:
        state = true
        if self.world and not self.game.over(true):
            state = self.redraw(true, self.setting.eyes, Random(f"{self.world} {self.game.turn(true)}"))
        self.truth[state] = true
        return state

    def legal(self, state: Any, seat: int) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys((*self.game.legal(state, seat), *self.game.legal(self.truth[state], seat)))
        )


@contextmanager
def veiled(veil: Veiled) -> Iterator[None]:
    find = catalogue.find
    catalogue.find = lambda name: veil if name == veil.NAME else find(name)
    try:
        yield
    finally:
        catalogue.find = find


class Logged(logging.Handler):
    """Every line of every log, as a viewer that must not see anything."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[tuple[str, bytes]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append((record.name, plain(logging.Formatter().format(record).encode())))


def play_world(site: Site, setting: Setting, world: int) -> Transcript:
    """Plays the round in this world; returns all that its viewers were sent."""
    begin_anew(site)
    veil, logged = Veiled(catalogue.find(setting.game), setting, world), Logged()
    root = logging.getLogger()
    level = root.level
    root.addHandler(logged)
    root.setLevel(logging.INFO)
    viewers: list[Viewer] = []
    try:
        with veiled(veil), broken() if setting.fails else nullcontext():
            session, users, pages = the_table(setting)
            viewers += the_viewers(site, setting, session, users)
            Evening(site, setting, world, veil, session, users, viewers, pages).play()
    finally:
        for viewer in viewers:
            viewer.close()
        site.wait_until(site.is_quiet)
        root.removeHandler(logged)
        root.setLevel(level)
    mails = [("mail", plain(bytes(one.message()))) for one in mail.outbox]
    return {viewer.name: viewer.heard for viewer in viewers} | {"log": logged.lines, "mails": mails}


def begin_anew(site: Site) -> None:
    site.wait_until(site.is_quiet)
    names = set(connection.introspection.table_names()) - LASTING
    quoted = ", ".join(map(connection.ops.quote_name, sorted(names)))
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {quoted} RESTART IDENTITY CASCADE")
    snapshots._known.clear()
    cache.clear()
    mail.outbox.clear()


def the_table(setting: Setting) -> tuple[GameSession, list[User], list[str]]:
    """The dealt table, the people who sit there in order, and the event's pages around it."""
    pages = []
    if setting.event:
        tournament, _, table = online_round(setting.seats, game=setting.game)
        type(tournament).objects.update(code="EVNT2")
        services.begin(table.session_id, people := [one.person for one in table_entries(table)])
        session, users = table.session, people
        pages = [f"/tournaments/EVNT2/{page}" for page in ("", "desk/", "pulse/", "standings/", "wall/")]
    else:
        users = [person(f"Player {number}") for number in range(setting.seats)]
        session = services.open_table(
            users[0],
            setting.game,
            options={},
            seats_wanted=setting.seats,
            rounds_planned=1,
            pace="none",
            hints=True,
        )
        for user in users[1:]:
            services.sit(session.pk, user)
        services.start(session.pk, users[0])
    GameSession.objects.filter(pk=session.pk).update(code=CODE)
    Round.objects.update(commitment=SEAL)
    # Everybody is present, so that nobody's arrival is announced.
    Seat.objects.update(seen_at=database_now() + timedelta(days=1))
    return session, users, pages


def table_entries(table: Any) -> list[Any]:
    return [place.entry for place in table.places.select_related("entry__person").order_by("seat")]


def the_viewers(site: Site, setting: Setting, session: GameSession, users: list[User]) -> list[Viewer]:
    staff = User.objects.create_user("The staff", is_staff=True, is_superuser=True)
    people: dict[str, User | None] = {"spectator": person("Watcher")}
    if setting.around:
        people |= {"visitor": None, "staff": staff}
    if setting.event:
        people["organiser"] = session.host
    if setting.seat is not None:
        people[f"seat {setting.seat}"] = users[setting.seat]
    return [Viewer(site, name, user, CODE) for name, user in people.items()]


class Evening:
    """Turn by turn: everybody looks, chooses, looks again, changes their mind; then comes the reveal."""

    def __init__(
        self,
        site: Site,
        setting: Setting,
        world: int,
        veil: Veiled,
        session: GameSession,
        users: list[User],
        viewers: list[Viewer],
        pages: list[str],
    ) -> None:
        self.site, self.setting, self.veil, self.session, self.users = site, setting, veil, session, users
        self.viewers, self.pages = viewers, pages
        self.alike, self.own_way = Random(setting.number), Random(f"{world} {setting.number}")
        self.by_seat = {users.index(one.user): one for one in viewers if one.user in users}
        self.elsewhere: Elsewhere | None = None

    def play(self) -> None:
        if self.setting.elsewhere:
            self.elsewhere = Elsewhere(self.site)
        for viewer in self.viewers:
            viewer.open()
        for viewer in self.viewers:
            viewer.catch_up()
            viewer.heard.clear()
        turns = self.veil.length(self.setting.seats)
        for turn in range(min(turns, self.setting.turns)):
            self.play_turn(turn, last=turn == turns - 1)

    def lookers(self, turn: int) -> list[Viewer]:
        """Who opens pages in this turn."""
        if self.setting.thorough:
            return self.viewers
        return [self.viewers[(turn + self.setting.number) % len(self.viewers)]]

    def all_pages(self, turn: int) -> bool:
        """Whether the pages around the table are opened in this turn too."""
        if self.setting.thorough:
            return self.setting.around and turn % 4 == 0
        number, many = self.setting.number, len(self.viewers)
        times = self.veil.length(self.setting.seats) // many
        mine = ((turn + number) % many + number // 2) % 2 == 0
        return self.setting.around and mine and turn // many == number % times

    def play_turn(self, turn: int, *, last: bool) -> None:
        state = now(self.session).deal.state
        truth = self.veil.truth[state]
        true_moves = [self.alike.choice(self.veil.game.legal(truth, seat)) for seat in self.seats]
        for viewer in self.lookers(turn):
            viewer.look(("", "now/") if self.setting.thorough else ("now/",))
        *first, closer = self.alike.sample(self.seats, len(self.seats))
        for seat in first:
            self.choose(seat, true_moves[seat] if seat in self.by_seat else self.decoy(state, seat))
        hidden = [seat for seat in first if seat not in self.by_seat]
        for _ in range(self.own_way.randrange(4)):
            if hidden:
                self.choose(seat := self.own_way.choice(hidden), self.decoy(state, seat))
        for viewer in self.lookers(turn):
            viewer.look_around(self.pages, everything=self.all_pages(turn))
            if self.setting.fails:
                viewer.act(ACT)
        for seat in self.own_way.sample(hidden, len(hidden)):
            self.choose(seat, true_moves[seat])
        if turn % 4 == 1:
            for viewer in self.viewers:
                viewer.open_a_second_page()
        for viewer in self.viewers:
            viewer.catch_up()
        # After the last reveal the seed and every hand are public: there is nothing left to compare.
        if not last:
            self.choose(closer, true_moves[closer])
            for viewer in self.viewers:
                viewer.until(f"1.{turn + 1}")

    @property
    def seats(self) -> range:
        return range(self.setting.seats)

    def decoy(self, state: Any, seat: int) -> str:
        return self.own_way.choice(self.veil.game.legal(state, seat))

    def choose(self, seat: int, move: str) -> None:
        """Viewers choose on their page; the others where nobody looks."""
        aim = now(self.session).deal.ref
        wish = services.Wish(self.session.pk, aim, move, person=self.users[seat].pk)
        if seat in self.by_seat:
            self.by_seat[seat].choose(aim, move)
        elif self.elsewhere is not None:
            self.elsewhere.seal(wish)
        else:
            (result,), _ = services.commit([wish])
            assert result.refused is None
        self.site.tell_marks()
