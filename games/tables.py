"""Reads a table: everything a screen of it needs, in one statement, so no page is torn."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection

from games import catalog, fold
from games.contract import Game

HERE = timedelta(seconds=45)
"""Who was seen within this span counts as present; open pages report every third of it."""


class Place(NamedTuple):
    """A seat as screens know it."""

    id: int
    number: int
    person: int | None
    guest: bool
    bot: str
    name: str
    deputy: bool
    ready: bool
    here: bool
    page: bool
    """Everybody may see this person's results page."""

    @property
    def automatic(self) -> bool:
        return bool(self.bot) or self.deputy


class Deal(NamedTuple):
    """The newest round at the table. It holds the state, hands and all: never give it to a template."""

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
    state: Any
    moves: tuple[tuple[int, str, str], ...]
    """The open turn's sealed choices: seat, move, maker. Only a seat's own may reach its screen."""

    @property
    def ref(self) -> str:
        """What a choice is aimed at: round and turn."""
        return f"{self.number}.{self.turn}"

    @property
    def chosen(self) -> frozenset[int]:
        return frozenset(seat for seat, _, _ in self.moves)

    def move_of(self, seat: int) -> tuple[str, str]:
        """What the seat has sealed, and who chose it."""
        return next(((move, by) for chooser, move, by in self.moves if chooser == seat), ("", ""))


@dataclass(frozen=True, slots=True)
class Line:
    round: int
    seat_id: int
    name: str
    points: int
    rank: int
    deputised: int


@dataclass(frozen=True, slots=True)
class Said:
    """A nudge of the open turn."""

    seat: int
    to: int
    kind: str
    about: str


@dataclass(frozen=True, slots=True)
class Remark:
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
    hints: bool
    public: bool
    spectators: bool
    redraw: bool
    arranged: bool
    seats_wanted: int
    rounds_planned: int
    host: int | None
    paused: bool
    rematch: str
    places: tuple[Place, ...]
    """In playing order while there is a round, else by seat number."""
    deal: Deal | None
    lines: tuple[Line, ...]
    nudges: tuple[Said, ...]
    remarks: tuple[Remark, ...]
    mutes: frozenset[tuple[int, int]]
    """Who does not want to read whom, among those who sit here."""
    read_at: datetime

    @property
    def rules(self) -> Game:
        return catalog.find(self.game)

    def seat_of(self, person: int | None) -> int | None:
        """Which place this person holds, if any."""
        if person is not None:
            for seat, place in enumerate(self.places):
                if place.person == person:
                    return seat
        return None


_TABLE = """
SELECT s.id, s.code, s.name, s.game, s.options, s.pace, s.status, s.version, s.hints, s.public, s.spectators,
    s.redraw, s.arranged, s.seats_wanted, s.rounds_planned, s.host_id AS host,
    s.paused_at IS NOT NULL AS paused,
    coalesce((SELECT m.code FROM games_gamesession m WHERE m.rematch_of_id = s.id), '') AS rematch,
    clock_timestamp() AS read_at,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'number', p.number, 'person', p.person_id,
            'guest', coalesce(u.is_guest, false), 'bot', p.bot, 'name', p.name, 'ready', p.ready,
            'page', coalesce({page}, false), 'deputy', p.deputy_since IS NOT NULL,
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
    r.id AS round_id, r.number, r.turn, r.commitment, r.turn_opened_at, r.deadline, r.reserves, r.extended,
    r.finished_at, r.sealed_until, r.seed, r.seating,
    (SELECT coalesce(jsonb_agg(jsonb_build_array(c.turn, c.seat, c.move, c.by) ORDER BY c.turn, c.seat), '[]')
        FROM games_choice c WHERE c.round_id = r.id) AS choices
FROM games_gamesession s
LEFT JOIN LATERAL (
    SELECT * FROM games_round WHERE session_id = s.id ORDER BY number DESC LIMIT 1
) r ON true
WHERE {which}
"""


# As User.shows_results says.
_PAGE = "u.public_profile AND u.is_active AND NOT u.is_guest AND u.deleted_at IS NULL"


def by_code(code: str) -> Table | None:
    """The table with this code; what could not be one (a NUL!) is not looked up."""
    if not (code.isascii() and code.isalnum()):
        return None
    return _read("s.code = %(key)s", code.upper())


def by_id(session_id: int) -> Table | None:
    return _read("s.id = %(key)s", session_id)


def _read(which: str, key: Any) -> Table | None:
    with connection.cursor() as cursor:
        cursor.execute(_TABLE.format(which=which, page=_PAGE), {"key": key, "here": HERE.total_seconds()})
        columns = [column.name for column in cursor.description]
        row = cursor.fetchone()
    return _table(dict(zip(columns, row, strict=True))) if row else None


def _table(row: dict[str, Any]) -> Table:
    for column in ("options", "places", "lines", "choices", "nudges", "remarks", "mutes"):
        row[column] = json.loads(row[column])  # Django leaves the JSON of a raw query as text
    places = tuple(Place(**place) for place in row["places"])
    deal = None
    if row["round_id"] is not None:
        by_id = {place.id: place for place in places}
        places = tuple(by_id[seat_id] for seat_id in row["seating"])
        deal = _deal(row)
    facts = {name: row[name] for name in Table._fields if name in row}
    facts |= {"options": tuple(sorted(row["options"].items())), "places": places, "deal": deal}
    facts |= {
        "lines": tuple(Line(**line) for line in row["lines"]),
        "nudges": tuple(Said(**nudge) for nudge in row["nudges"]),
        "remarks": tuple(Remark(**remark) for remark in row["remarks"]),
        "mutes": frozenset((person, muted) for person, muted in row["mutes"]),
    }
    return Table(**facts)


def _deal(row: dict[str, Any]) -> Deal:
    turn = row["turn"]
    return Deal(
        id=row["round_id"],
        number=row["number"],
        turn=turn,
        commitment=row["commitment"],
        opened_at=row["turn_opened_at"],
        deadline=row["deadline"],
        reserves=tuple(row["reserves"]),
        extended=tuple(row["extended"]),
        finished=row["finished_at"] is not None,
        sealed_until=row["sealed_until"],
        state=fold.state_of(
            row["round_id"],
            turn,
            game=row["game"],
            options=row["options"],
            seats=len(row["seating"]),
            seed=bytes(row["seed"]),
            log=lambda first: turns_in(row["choices"], first, turn),
        ),
        moves=tuple((seat, move, by) for at, seat, move, by in row["choices"] if at == turn),
    )


def turns_in(choices: list[tuple[int, int, str, str]], first: int, end: int) -> list[list[str]]:
    """The moves of the turns from first up to end; the choices come sorted by turn and seat."""
    turns: list[list[str]] = [[] for _ in range(first, end)]
    for turn, _, move, _ in choices:
        if first <= turn < end:
            turns[turn - first].append(move)
    return turns
