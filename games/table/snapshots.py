"""A table at one moment, read in one statement, so that no page mixes old and new. The newest are cached.

A cached table is a copy of the rows, valid as long as the session's `revision` is the same.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from threading import Lock
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from django.db import connection
from django.utils import timezone

from accounts import models as users
from games.engine import catalogue
from games.engine.contract import DeckText, Game
from games.models import GameSession

REMEMBERED = 20_000
READERS = ThreadPoolExecutor(4, "reader")

# Reads in any free thread: Django's usual single thread would make every table wait for the slowest. Sockets
# have threads, and so database connections, of their own: many pages at once do not keep a table waiting.
in_thread = partial(database_sync_to_async, thread_sensitive=False, executor=READERS)

HERE = timedelta(seconds=45)
"""A person seen within this time counts as present; open pages report every third of it."""


class Place(NamedTuple):
    """A seat as pages show it."""

    id: int
    number: int
    person: int | None
    guest: bool
    bot: str
    name: str
    deputy: bool
    missed: int
    """How many turns in a row the clock has chosen for this person."""
    ready: bool
    here: bool
    page: bool
    """Whether everybody may see this person's results page."""
    namesake: bool = False
    """Whether this guest has the name of an account, and so could be taken for its owner."""
    again: bool = False
    """Whether this person sits at the rematch."""


class Sealed(NamedTuple):
    """A choice in the open turn. Only a seat's own choice may reach its screen."""

    seat: int
    move: str
    by: str
    made_at: datetime


class Deal(NamedTuple):
    """The newest round at the table. It holds the whole state, hands too: never pass it to a template."""

    id: int
    number: int
    turn: int
    commitment: str
    opened_at: datetime
    deadline: datetime | None
    reserves: tuple[int, ...]
    extended: tuple[bool, ...]
    finished: bool
    sealed_until: datetime | None
    deck: DeckText | None
    state: Any
    moves: tuple[Sealed, ...]
    """The open turn's choices, by seat. The last field, so that `Table.settled` can leave it out."""

    @property
    def ref(self) -> str:
        """The round and turn that a choice is meant for."""
        return f"{self.number}.{self.turn}"

    @property
    def chosen(self) -> frozenset[int]:
        return frozenset([sealed.seat for sealed in self.moves])

    def move_of(self, seat: int) -> tuple[str, str]:
        """What the seat has sealed, and who chose it."""
        return next(((one.move, one.by) for one in self.moves if one.seat == seat), ("", ""))


class Line(NamedTuple):
    round: int
    seat_id: int
    name: str
    points: int
    rank: int
    deputised: int


class Said(NamedTuple):
    """A nudge of the open turn."""

    seat: int
    to: int
    kind: str
    about: str


class Remark(NamedTuple):
    """A line of the chat."""

    id: int
    person: int
    name: str
    text: str


class Table(NamedTuple):
    """A game session at one moment: who sits in which order, and the newest round."""

    id: int
    code: str
    name: str
    game: str
    options: tuple[tuple[str, Any], ...]
    pace: str
    status: str
    version: int
    """Grows with every change that everybody may see; pages know it."""
    revision: int
    """Grows with every commit, choices too. Not for pages: it tells how often somebody changed their mind."""
    hints: bool
    public: bool
    spectators: bool
    redraw: bool
    arranged: bool
    seats_wanted: int
    rounds_planned: int
    host: int | None
    paused_at: datetime | None
    rematch: str
    places: tuple[Place, ...]
    """In playing order if there is a round, else by seat number."""
    deal: Deal | None
    lines: tuple[Line, ...]
    nudges: tuple[Said, ...]
    remarks: tuple[Remark, ...]
    mutes: frozenset[tuple[int, int]]
    """Pairs of people at this table of whom the first does not want to read the second."""
    read_at: datetime

    @property
    def rules(self) -> Game:
        return catalogue.find(self.game)

    @property
    def is_over(self) -> bool:
        """Whether the last turn is closed and the round waits to be counted."""
        return self.deal is not None and not self.deal.finished and self.rules.over(self.deal.state)

    @property
    def settled(self) -> tuple[object, ...]:
        """All that a drawing depends on: it leaves out the choices of the open turn."""
        return self.version, self.places, self.deal and self.deal[:-1]

    def seat_of(self, person: int | None) -> int | None:
        """The place this person holds, if any."""
        seats = (seat for seat, place in enumerate(self.places) if place.person == person)
        return None if person is None else next(seats, None)


_TABLE = """
SELECT s.id, s.code, s.name, s.game, s.options, s.pace, s.status, s.version, s.revision, s.hints, s.public,
    s.spectators, s.redraw, s.arranged, s.seats_wanted, s.rounds_planned, s.host_id AS host, s.paused_at,
    coalesce(m.code, '') AS rematch, statement_timestamp() AS read_at,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'number', p.number, 'person', p.person_id,
            'guest', coalesce(u.is_guest, false), 'bot', p.bot, 'name', p.name, 'ready', p.ready,
            'page', coalesce({page}, false), 'namesake', coalesce({namesake}, false),
            'missed', p.missed, 'deputy', p.deputy_since IS NOT NULL,
            'again', EXISTS (SELECT FROM games_seat a WHERE a.session_id = m.id AND a.person_id = u.id),
            'here', coalesce(p.seen_at > now() - make_interval(secs => %(here)s), false)
        ) ORDER BY p.number), '[]')
        FROM games_seat p LEFT JOIN accounts_user u ON u.id = p.person_id
        WHERE p.session_id = s.id) AS places,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('round', sr.number, 'seat_id', sr.seating[l.seat + 1],
            'name', l.name, 'points', l.points, 'rank', l.rank, 'deputised', l.deputised
        ) ORDER BY sr.number, l.seat), '[]')
        FROM games_round sr JOIN games_scoresheet sheet ON sheet.round_id = sr.id
        JOIN games_scoreline l ON l.sheet_id = sheet.id
        WHERE sr.session_id = s.id) AS lines,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('seat', n.seat, 'to', n.to, 'kind', n.kind,
            'about', n.about) ORDER BY n.id), '[]')
        FROM games_nudge n WHERE n.round_id = r.id AND n.turn = r.turn) AS nudges,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'person', m.person_id, 'name', m.name,
            'text', m.text) ORDER BY m.id), '[]')
        FROM games_remark m WHERE m.session_id = s.id AND m.removed_at IS NULL) AS remarks,
    (SELECT coalesce(jsonb_agg(jsonb_build_array(mute.person_id, mute.muted_id)), '[]')
        FROM games_seat p JOIN games_mute mute ON mute.person_id = p.person_id
        WHERE p.session_id = s.id) AS mutes,
    r.id AS round_id, r.number, r.turn, r.commitment, r.turn_opened_at AS opened_at, r.deadline, r.reserves,
    r.extended, r.finished_at IS NOT NULL AS finished, r.sealed_until, r.seed, r.seating,
    (SELECT ARRAY[deck.name, deck.text] FROM games_deck deck WHERE deck.id = r.deck_id) AS deck,
    (SELECT coalesce(jsonb_agg(jsonb_build_array(c.turn, c.seat, c.move, c.by, c.made_at)
            ORDER BY c.turn, c.seat), '[]')
        FROM games_choice c WHERE c.round_id = r.id) AS choices
FROM games_gamesession s
LEFT JOIN LATERAL (
    SELECT * FROM games_round WHERE session_id = s.id ORDER BY number DESC LIMIT 1
) r ON true
LEFT JOIN games_gamesession m ON m.rematch_of_id = s.id AND m.status <> 'closed'
WHERE {which}
"""


# A seat keeps the name that its guest had when sitting down (“Ana 2” beside another Ana), so a name changed
# since then counts too; at an event the organiser knows who is called what.
NAMESAKE_IN_SQL = f"""u.is_guest AND ({users.SHARES_A_NAME_IN_SQL}
    OR (regexp_replace(p.name, ' [0-9]+$', '') <> u.name AND p.name <> u.name AND NOT s.arranged))"""


def by_code(code: str) -> Table | None:
    """The table with this code. Text that cannot be a code (such as NUL) is not looked up."""
    if not (code.isascii() and code.isalnum()):
        return None
    return next(_read("s.code = %(key)s AND s.medium = 'online'", code.upper()), None)


def by_id(session_id: int) -> Table | None:
    return next(_read("s.id = %(key)s", session_id), None)


def believe(session_ids: Iterable[int]) -> tuple[dict[int, Table], datetime]:
    """These tables as this process knows them, and the database's time by what it was last told of it."""
    return {pk: table for pk in session_ids if (table := known(pk))}, timezone.now() + _ahead


def read(session_ids: Iterable[int]) -> tuple[dict[int, Table], datetime]:
    """These tables as they are now, and the database's time then."""
    tables = {table.id: table for table in _read("s.id = ANY(%(key)s)", list(session_ids))}
    return tables, max((table.read_at for table in tables.values()), default=timezone.now())


_ahead = timedelta()
"""How much the database's clock, the only one that decides anything, is ahead of this process's."""


def note_time(asked: datetime, told: Iterable[datetime]) -> None:
    """Compares the clocks: when this process asked, and when the database began to answer."""
    global _ahead
    _ahead = next((now - asked for now in told), _ahead)


def of(session: GameSession) -> Table:
    """The table of a session that is already locked."""
    table = known(session.pk)
    if table is None or table.revision != session.revision:
        table = by_id(session.pk)
        assert table is not None
    return table


def revisions(session_ids: Iterable[int]) -> dict[int, int]:
    return dict(GameSession.objects.filter(pk__in=session_ids).values_list("pk", "revision"))


_known: OrderedDict[int, Table] = OrderedDict()
_changing = Lock()


def known(session_id: int) -> Table | None:
    """The newest version of the table that this process has seen."""
    return _known.get(session_id)


def remember(tables: Iterable[Table]) -> None:
    """Caches tables that were just read or committed."""
    with _changing:
        for table in tables:
            before = _known.get(table.id)
            if before is None or before.revision <= table.revision:
                _known[table.id] = table
                _known.move_to_end(table.id)
        while len(_known) > REMEMBERED:
            _known.popitem(last=False)


_asked: set[int] = set()
_next_read: asyncio.Task[None] | None = None
_reading: set[asyncio.Task[None]] = set()
"""The tables of the next read, that read, and all reads that have not ended."""


async def newest(session_id: int, revision: int) -> Table | None:
    """The table at this revision or later. Tables that are asked for at the same time are read together."""
    global _next_read
    table = known(session_id)
    if table is None or table.revision < revision:
        _asked.add(session_id)
        if _next_read is None or _next_read.done():
            _next_read = asyncio.create_task(_read_asked())
            _reading.add(_next_read)
            _next_read.add_done_callback(_reading.discard)
        await asyncio.shield(_next_read)
    return known(session_id)


async def _read_asked() -> None:
    global _next_read
    await asyncio.sleep(0)  # all pages that hear of the same commit ask first
    asked, _next_read = list(_asked), None
    _asked.clear()
    tables, _ = await in_thread(read)(asked)
    remember(tables.values())


def _read(which: str, key: Any) -> Iterator[Table]:
    statement = _TABLE.format(which=which, page=users.SHOWS_RESULTS_IN_SQL, namesake=NAMESAKE_IN_SQL)
    with connection.cursor() as cursor:
        asked = timezone.now()
        cursor.execute(statement, {"key": key, "here": HERE.total_seconds()})
        rows = cursor.fetchall()
        columns = [column.name for column in cursor.description]
    note_time(asked, (row[columns.index("read_at")] for row in rows))
    for row in rows:
        yield _table(dict(zip(columns, row, strict=True)))


def _table(row: dict[str, Any]) -> Table:
    for column in ("options", "places", "lines", "choices", "nudges", "remarks", "mutes"):
        row[column] = json.loads(row[column])  # Django returns the JSON of a raw query as text
    places = tuple(Place(**place) for place in row["places"])
    deal = None
    if row["round_id"] is not None:
        by_id = {place.id: place for place in places}
        places = tuple(by_id[seat_id] for seat_id in row["seating"])
        if row["deck"] or catalogue.find(row["game"]).deck is None:  # else nobody knows its deck any more
            deal = _deal(row)
    facts = {name: row[name] for name in Table._fields if name in row} | {"places": places, "deal": deal}
    facts |= {
        "options": tuple(sorted(row["options"].items())),
        "lines": tuple(Line(**line) for line in row["lines"]),
        "nudges": tuple(Said(**nudge) for nudge in row["nudges"]),
        "remarks": tuple(Remark(**remark) for remark in row["remarks"]),
        "mutes": frozenset((person, muted) for person, muted in row["mutes"]),
    }
    return Table(**facts)


def _deal(row: dict[str, Any]) -> Deal:
    facts = {name: row[name] for name in Deal._fields if name in row}
    facts |= {
        "id": row["round_id"],
        "reserves": tuple(row["reserves"]),
        "extended": tuple(row["extended"]),
        "deck": DeckText(*row["deck"]) if row["deck"] else None,
        "state": _state(row),
        "moves": tuple(
            Sealed(seat, move, by, datetime.fromisoformat(made_at))
            for at, seat, move, by, made_at in row["choices"]
            if at == row["turn"]
        ),
    }
    return Deal(**facts)


def _state(row: dict[str, Any]) -> Any:
    """The state from the seed and all closed turns, continued from what this process knows of the round."""
    rules, seats = catalogue.find(row["game"]), len(row["seating"])
    table = known(row["id"])
    if table and table.deal and table.deal.id == row["round_id"] and table.deal.turn <= row["turn"]:
        first, state = table.deal.turn, table.deal.state
    else:
        options = row["options"] | ({"deck": row["deck"]} if row["deck"] else {})
        first, state = 0, rules.start(options, seats, bytes(row["seed"]))
    moves = [move for _, _, move, *_ in row["choices"]]  # by turn and seat; everybody chose in a closed turn
    for turn in range(first, row["turn"]):
        state = rules.play(state, moves[turn * seats : (turn + 1) * seats])
    return state
