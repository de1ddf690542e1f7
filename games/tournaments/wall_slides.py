"""What the projector shows, slide by slide: joining, seats by name and by table, clock, standings, dice.

A slide is 1920 × 1080 and never scrolls, so everything is divided into columns and pages here. Nothing is
smaller than 28 px; a name is 47 px unless it is too long for its box.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from games.engine import paper
from games.tournaments import queries
from games.tournaments.models import Tournament
from games.tournaments.queries import hall

T = TypeVar("T")

USUAL, LONG, LONGEST = "usual", "long", "longest"
FEW_NAMES, MANY_NAMES = 18, 40
TOP = 8
STANDING_ROWS, STANDING_COLUMNS = 14, 3
TABLES_ABREAST, SHORT_TABLE, TALL_TABLE = 5, 5, 9
BAR_WIDTH = 1040
LAST_ROLLS = 10
PRIZES = "prizes"


@dataclass(frozen=True, slots=True)
class Name:
    """A name and the size in which it is written."""

    text: str
    fit: str
    table: int = 0
    medium: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One round in a person's bar."""

    x: int
    width: int
    middle: int
    words: str
    round: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings on the wall."""

    place: int
    name: Name
    total: str
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A table on the wall."""

    number: int
    medium: str
    status: str
    names: tuple[Name, ...]
    crowded: bool


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the round: when it ends, or what is left while it is stopped."""

    ends_at: datetime | None
    left: timedelta | None
    shown: str
    over: bool


@dataclass(frozen=True, slots=True)
class Slide:
    """One picture on the wall; `kind` chooses its template."""

    key: str
    kind: str
    things: tuple[Any, ...] = ()
    dense: str = ""
    columns: int = 1
    page: int = 1
    pages: int = 1
    more: Any = None


@dataclass(frozen=True, slots=True)
class Wall:
    """All slides of an event at this moment, in order, and which one comes first."""

    event: hall.Event
    slides: tuple[Slide, ...]
    clock: Clock | None
    dice: queries.Dice | None
    has_dice: bool
    hold: str
    """The slide that must stay because the room is playing by it; no other slide comes by itself."""

    @property
    def tournament(self) -> Tournament:
        return self.event.tournament


def wall(tournament: Tournament, now: datetime) -> Wall:
    event = hall.event(tournament, None)
    running = event.current if event.current and event.current.status == "published" else None
    clock = _clock(running, now)
    dice = queries.dice(tournament, event.current.number) if event.current else None
    has_dice = hasattr(paper.pad(tournament.game), "room_dice")
    slides: list[Slide] = []
    if running is None or running.number == 1:
        slides.append(Slide("join", "join"))
    if running is not None:
        slides += names_slides(running)
        slides += table_slides(running)
        slides.append(Slide("clock", "clock", more=[t.number for t in running.tables if _open(t)]))
        if has_dice:
            slides.append(dice_slide(dice))
    if event.counted:
        slides += standing_slides(event)
    if running is None and dice is not None:
        slides.append(dice_slide(dice))
    if tournament.wall_slide == PRIZES and event.counted:
        slides.append(prize_slide(event.standings, tournament.wall_revealed))
    if tournament.status == Tournament.Status.CLOSED:
        slides = [slide for slide in slides if slide.kind not in ("join",)] or slides
    rolling = running is not None and dice is not None and len(dice.shown) < dice.all
    return Wall(
        event,
        tuple(slides),
        clock=clock,
        dice=dice,
        has_dice=has_dice and running is not None,
        hold=_hold([slide.key for slide in slides], tournament.wall_slide, rolling=rolling),
    )


def _hold(keys: list[str], chosen: str, *, rolling: bool) -> str:
    """The slide that stays: what the remote has chosen, else the dice while a room rolls."""
    return chosen if chosen in keys else "dice" if rolling else ""


@dataclass(frozen=True, slots=True)
class Prize:
    """One place of the prize-giving: its people, once it is revealed."""

    place: int
    names: tuple[Name, ...]
    total: str
    open: bool


def prize_slide(lines: Sequence[queries.Standing], revealed: int) -> Slide:
    """Third, second, first. Whoever shares a place is revealed together; a place nobody has is left out."""
    found: list[Prize] = []
    for place in (3, 2, 1):
        people = [line for line in lines if line.place == place]
        if people:
            names = one_size([Name(line.name, fit(line.name, 20)) for line in people])
            open_ = len(found) < revealed
            found.append(Prize(place, tuple(names) if open_ else (), people[0].total if open_ else "", open_))
    return Slide(PRIZES, "prizes", things=tuple(found))


def one_size(names: Sequence[Name]) -> list[Name]:
    """The long names of one slide all in one size, so that the eye does not stumble."""
    worst = LONGEST if any(name.fit == LONGEST for name in names) else LONG
    return [name if name.fit == USUAL else replace(name, fit=worst) for name in names]


def names_slides(running: queries.Round) -> list[Slide]:
    """Everybody's table, sorted by name: few names are large, up to forty fit on one slide, then pages."""
    media = {table.number: table.medium for table in running.tables}
    people = by_name(running)
    few = len(people) <= FEW_NAMES
    columns = 3 if few else 4
    letters = 13 if few else 11
    found = []
    chunks = even_pages(people, MANY_NAMES)
    for page, chunk in enumerate(chunks, start=1):
        names = one_size([Name(name, fit(name, letters), table, media[table]) for name, table in chunk])
        found.append(
            Slide(
                f"names-{page}",
                "names",
                things=in_columns(names, columns),
                dense="" if few else "many",
                columns=columns,
                page=page,
                pages=len(chunks),
                more=_media(running),
            )
        )
    return found


def by_name(running: queries.Round) -> list[tuple[str, int]]:
    """Everybody with their table, sorted as readers expect: Émile beside Emil, not after Zoe."""
    return sorted(running.by_name, key=lambda one: (unicodedata.normalize("NFKD", one[0]).casefold(), one[1]))


def table_slides(running: queries.Round) -> list[Slide]:
    """The tables with their people in order around the table, each next one on the right."""
    largest = max(len(table.places) for table in running.tables)
    rows = 2 if largest <= SHORT_TABLE and len(running.tables) > 3 else 1
    chunks = even_pages(running.tables, rows * TABLES_ABREAST)
    found = []
    for page, chunk in enumerate(chunks, start=1):
        columns = -(-len(chunk) // rows)
        letters = {1: 34, 2: 30, 3: 20, 4: 14}.get(columns, 11)
        cards = tuple(
            Card(
                table.number,
                table.medium,
                table.status,
                tuple(Name(place.name, fit(place.name, letters)) for place in table.around),
                crowded=len(table.places) > TALL_TABLE,
            )
            for table in chunk
        )
        found.append(
            Slide(
                f"tables-{page}",
                "tables",
                things=cards,
                dense="many" if rows == 2 else "",
                columns=columns,
                page=page,
                pages=len(chunks),
            )
        )
    return found


def standing_slides(event: hall.Event) -> list[Slide]:
    """The best eight with bars, round by round; if there are more, everybody in columns."""
    lines = event.standings
    found = [Slide("best", "best", things=bars(lines[:TOP]), pages=len(lines), more=event.headings)]
    if len(lines) <= TOP:
        return found
    chunks = even_pages(lines, STANDING_ROWS * STANDING_COLUMNS)
    for page, chunk in enumerate(chunks, start=1):
        columns = 2 if len(chunk) <= 2 * 10 else STANDING_COLUMNS
        rows = [Row(line.place, Name(line.name, fit(line.name, 12)), line.total) for line in chunk]
        found.append(
            Slide(
                f"standings-{page}",
                "standings",
                things=in_columns(rows, columns),
                dense="many" if columns == STANDING_COLUMNS else "",
                columns=columns,
                page=page,
                pages=len(chunks),
            )
        )
    return found


def dice_slide(dice: queries.Dice | None) -> Slide:
    """The roll that counts now, and the earlier ones, the newest first."""
    rolls = tuple(enumerate(dice.shown, start=1)) if dice else ()
    return Slide("dice", "dice", things=tuple(reversed(rolls[:-1]))[:LAST_ROLLS], more=rolls[-1:])


def bars(lines: Sequence[queries.Standing]) -> tuple[Row, ...]:
    """One bar per person. Each round is as long as what it counts; the longest bar fills the width."""
    most = max((float(line.total) for line in lines), default=0) or 1
    rows = []
    for line in lines:
        at, parts = 0.0, []
        for number, words in enumerate(line.rounds, start=1):
            value = float(words) if words not in ("", "–") else 0.0
            wide = value / most * BAR_WIDTH
            if wide > 0:
                parts.append(Part(round(at), max(1, round(wide) - 6), round(at + wide / 2), words, number))
            at += wide
        rows.append(Row(line.place, Name(line.name, fit(line.name, 12)), line.total, tuple(parts)))
    return tuple(rows)


def even_pages(things: Sequence[T], most: int) -> list[Sequence[T]]:
    """As few pages as needed, about equally full."""
    pages = max(1, -(-len(things) // most))
    size = max(1, -(-len(things) // pages))
    return [things[at : at + size] for at in range(0, len(things), size)] or [things]


def chunked(things: Sequence[T], size: int) -> list[Sequence[T]]:
    """Full pages, the last one with the rest."""
    return [things[at : at + size] for at in range(0, len(things), size)]


def in_columns(things: Sequence[T], columns: int) -> tuple[tuple[T, ...], ...]:
    """The things in columns that are read downwards, one after the other."""
    rows = max(1, -(-len(things) // columns))
    return tuple(tuple(things[at : at + rows]) for at in range(0, len(things), rows))


def fit(name: str, letters: int) -> str:
    """The size of a name in a box that has room for this many letters of the usual size."""
    wide = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in name)
    if wide <= letters:
        return USUAL
    return LONG if wide <= letters * 47 // 36 else LONGEST


def _open(table: queries.Table) -> bool:
    return table.status != "counted"


def _media(running: queries.Round) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tables that play online, and those on paper; nothing if all are of one kind."""
    online = tuple(table.number for table in running.tables if table.medium == "online")
    on_paper = tuple(table.number for table in running.tables if table.medium != "online")
    return (online, on_paper) if online and on_paper else ((), ())


def _clock(running: queries.Round | None, now: datetime) -> Clock | None:
    if running is None:
        return None
    left = running.clock_ends_at - now if running.clock_ends_at else running.clock_left
    if left is None:
        return None
    seconds = max(0, -(-int(left.total_seconds() * 1000) // 1000))
    minutes = f"{seconds // 3600}:{seconds // 60 % 60:02}" if seconds >= 3600 else f"{seconds // 60}"
    return Clock(
        running.clock_ends_at, running.clock_left, shown=f"{minutes}:{seconds % 60:02}", over=seconds == 0
    )
