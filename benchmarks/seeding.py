"""A database as after years of play: many finished rounds of real games, written in bulk.

The rounds are copies of a few hundred that were played out by chance, so seeds, seatings, scores and their
parts fit together. Choices would be most of the rows, so only the newest rounds get theirs: a page reads the
choices of one round, by primary key. `rerate` then builds ratings and sums from the score sheets.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from django.db import connection, models, transaction
from psycopg.types.json import Jsonb

from accounts.models import Club, Membership, User
from games.decks.services import keep
from games.engine import catalogue, chance
from games.engine.contract import Move, Score, deck_of, options_of
from games.models import Choice, Deck, GameSession, Round, ScoreLine, ScoreSheet, Seat

ACCOUNTS, GUESTS, CLUBS, CLUB_SIZE = 5_000, 3_000, 60, 30
MATCH = 3
DAYS = 730
PATTERNS = 240
WITH_CHOICES = 1_000
ME_IN = 250
"""The person whose pages are measured plays in one of this many matches: that is often."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A round that was really played out."""

    game: str
    options: dict[str, Any]
    seats: int
    seed: bytes
    log: tuple[tuple[Move, ...], ...]
    scores: tuple[Score, ...]
    parts: tuple[str, ...]
    deck: Deck | None


def _pattern(luck: Random) -> Pattern:
    game = luck.choice(catalogue.names())
    rules = catalogue.find(game)
    chosen = {option.name: luck.choice(option.values()) for option in rules.OPTIONS if option.name == "sheet"}
    options = options_of(rules, chosen)
    seats, seed = luck.randint(2, 5), luck.randbytes(chance.SEED_BYTES)
    state, log = rules.start(options, seats, seed), []
    while not rules.over(state):
        log.append(tuple(luck.choice(rules.legal(state, seat)) for seat in range(seats)))
        state = rules.play(state, log[-1])
    scores = rules.scores(state)
    kept = rules.keepsakes(state) if rules.keepsakes else [{}] * seats
    parts = tuple(json.dumps({**score.parts, **more}) for score, more in zip(scores, kept, strict=True))
    return Pattern(game, options, seats, seed, tuple(log), scores, parts, keep(deck_of(rules, options)))


FIRST = 1_000_000
"""The first id of these tables, whatever was played before."""


@transaction.atomic
def seed(rounds: int, *, me: User, luck: Random) -> None:
    """Writes this many finished rounds in matches of three, spread over the last two years."""
    with connection.cursor() as cursor:
        # The rows fit together: checking each foreign key would take most of the time.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
    people = _people(me, luck)
    _clubs(me, people, luck)
    by_game: dict[str, list[Pattern]] = {}
    for pattern in (_pattern(luck) for _ in range(min(PATTERNS, rounds))):
        by_game.setdefault(f"{pattern.game} {pattern.seats} {pattern.options}", []).append(pattern)
    kinds = list(by_game.values())
    now = datetime.now(UTC)
    matches = -(-rounds // MATCH)
    tables, seats, deals, sheets, lines, choices = ([] for _ in range(6))
    for place in range(1, matches + 1):
        match = FIRST + place
        kind = luck.choice(kinds)
        first = kind[0]
        at = now - timedelta(days=DAYS) * (1 - place / (matches + 1))
        sitting = _sitting(first.seats, people, luck)
        if place % ME_IN == 0 and me.pk not in {who for who, _ in sitting}:
            sitting[luck.randrange(len(sitting))] = (me.pk, me.name)
        tables.append(
            (match, f"B{match:07}", first.game, Jsonb(first.options), first.seats, MATCH, "over", at, at)
        )
        seat_ids = [match * 8 + number for number in range(first.seats)]
        seats += [
            (seat_ids[n], match, n, who, "" if who else "regular", name)
            for n, (who, name) in enumerate(sitting)
        ]
        for number in range(1, MATCH + 1):
            pattern, key = luck.choice(kind), (match - 1) * MATCH + number
            ended = at + timedelta(minutes=10 * number)
            deck = pattern.deck
            commitment = chance.commitment(pattern.seed, deck.kept if deck else None)
            none = [0] * first.seats, [False] * first.seats
            deals.append(
                (
                    key,
                    match,
                    number,
                    pattern.seed,
                    commitment,
                    deck and deck.pk,
                    seat_ids,
                    *none,
                    len(pattern.log),
                    at,
                    at,
                    ended,
                )
            )
            sheets.append((key, key, ended))
            lines += [
                (key * 8 + score.seat, key, score.seat, who, "" if who else "regular", name, score.points,
                 score.rank, parts, 0)
                for score, parts, (who, name) in zip(pattern.scores, pattern.parts, sitting, strict=True)
            ]  # fmt: skip
            if key > FIRST * MATCH + rounds - WITH_CHOICES:
                choices += [
                    (key, turn, seat, move, "player" if sitting[seat][0] else "bot", ended)
                    for turn, moves in enumerate(pattern.log)
                    for seat, move in enumerate(moves)
                ]
    _copy(
        GameSession, "id code game options seats_wanted rounds_planned status created_at touched_at", tables
    )
    _copy(Seat, "id session_id number person_id bot name", seats)
    _copy(
        Round,
        "id session_id number seed commitment deck_id seating reserves extended"
        " turn turn_opened_at started_at finished_at",
        deals,
    )
    _copy(ScoreSheet, "id round_id counted_at", sheets)
    _copy(ScoreLine, "id sheet_id seat person_id bot name points rank parts deputised", lines)
    _copy(Choice, "round_id turn seat move by made_at", choices)


def newest_table_of(me: User) -> str:
    """The code of a table whose rounds have their choices."""
    seats = Seat.objects.filter(person=me).order_by("-session")
    return seats.values_list("session__code", flat=True)[0]


def _sitting(seats: int, people: Sequence[tuple[int, str]], luck: Random) -> list[tuple[int | None, str]]:
    """Who sits at a table: few people play much, many play little, and now and then a bot fills a seat."""
    found: dict[int | None, str] = {}
    while len(found) < seats:
        who, name = people[int(len(people) * luck.random() ** 2)]
        found[who] = name
    sitting: list[tuple[int | None, str]] = list(found.items())
    if luck.random() < 0.2:
        sitting[-1] = (None, "Linden")
    return sitting


def _people(me: User, luck: Random) -> list[tuple[int, str]]:
    first = me.pk + 1
    people = [(first + number, f"Person {number}", number % 8 >= 5) for number in range(ACCOUNTS + GUESTS)]
    now = datetime.now(UTC)
    _copy(
        User,
        "id name name_key is_guest password created last_seen",
        [(key, name, name.lower(), guest, "!", now, now.date()) for key, name, guest in people],
    )
    known = [(key, name) for key, name, _ in people]
    luck.shuffle(known)
    return known


def _clubs(me: User, people: Sequence[tuple[int, str]], luck: Random) -> None:
    now = datetime.now(UTC)
    mine = Membership.objects.get(user=me).club_id
    clubs = range(mine + 1, mine + CLUBS)
    _copy(
        Club,
        "id name slug created invite_secret",
        [(n, f"Club {n}", f"club-{n}", now, f"secret-{n}") for n in clubs],
    )
    members = {(club, key) for club in (mine, *clubs) for key, _ in luck.sample(people, CLUB_SIZE)}
    _copy(
        Membership,
        "club_id user_id role joined",
        [(club, key, "member", now) for club, key in sorted(members)],
    )


def _copy(model: type[models.Model], columns: str, rows: Iterable[tuple[Any, ...]]) -> None:
    """Writes the rows with COPY; columns that are not named get the model's defaults."""
    given = columns.split()
    usual = {
        field.column: field.get_default()
        for field in model._meta.concrete_fields
        if field.column and field.column not in given and field.column != "id"
    }
    values = tuple(Jsonb(value) if isinstance(value, dict) else value for value in usual.values())
    table = model._meta.db_table
    with connection.cursor() as cursor:
        with cursor.copy(f"COPY {table} ({', '.join([*given, *usual])}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row((*row, *values))
        if "id" in given:
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")
