"""The database's disk becomes full in the middle of play: nothing promised is lost, and room mends all."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.conf import settings
from django.db import connection

from games.models import Choice, GameSession
from splitsite.postgres import server
from tests.live.databases import Database, used
from tests.support.emptying import empty_the_database
from tests.support.players import Player, all_seated
from tests.support.sites import Site, address_of_database
from tests.support.small_disk import Impossible, SmallDisk
from tests.support.tables import dealt, now, wish

pytestmark = [
    pytest.mark.timeout(240),
    pytest.mark.skipif("DATA" not in settings.DATABASES["default"], reason="DATABASE_URL is set"),
]

Promises = dict[tuple[int, int], str]
"""The acknowledged choices, by turn and seat."""


@pytest.fixture(scope="module")
def disk() -> Iterator[SmallDisk]:
    try:
        small = SmallDisk(megabytes=200)
    except Impossible as reason:
        pytest.skip(str(reason))
    yield small
    small.remove()


@pytest.fixture(scope="module")
def a_database(disk: SmallDisk, django_db_setup: None, django_db_blocker: Any) -> Iterator[Database]:
    own = Database(place=disk.path)
    with django_db_blocker.unblock(), used(own):
        yield own
    own.remove()


@pytest.fixture(scope="module")
def site(a_database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Its own data is elsewhere: only the database is out of room."""
    folder = tmp_path_factory.mktemp("site")
    running = Site(DATABASE_URL=address_of_database(server.NAME), log=folder / "log")
    yield running
    running.stop()


@pytest.fixture
def database(a_database: Database, disk: SmallDisk, site: Site) -> Iterator[Database]:
    empty_the_database()
    yield a_database
    with suppress(FileNotFoundError):
        disk.make_room()


def play(session: GameSession, people: list[Player], promised: Promises, *, turns: int = 99) -> dict:
    """Everybody chooses, turn by turn, until there is no room for a choice; returns the refusal.

    It computes the table by the rules alone: the database may end at any moment.
    """
    table = now(session)
    rules, state, turn = table.rules, table.deal.state, table.deal.turn
    for _ in range(turns):
        moves = [rules.legal(state, seat)[0] for seat in range(len(people))]
        for seat, (one, move) in enumerate(zip(people, moves, strict=True)):
            one.until(ref=f"1.{turn}")
            one.choose(move)
            if (answer := one.answer())["kind"] == "refused":
                return answer
            promised[turn, seat] = move
        state, turn = rules.play(state, moves), turn + 1
    return {}


def sign_up_until_refused(visitor: Player) -> httpx.Response:
    """Guests come until there is no room for one more."""
    while True:
        answer = visitor.post("/guest/", name=f"Guest {uuid4().hex[:8]}")
        assert answer.status_code != 200, answer.text
        if answer.status_code >= 400:
            return answer
        visitor.http.cookies.delete("sessionid")


def grow_soon(*tables: str) -> None:
    """Pages of these files count as full after a few rows, so that the files soon have to grow."""
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} SET (fillfactor = 10)")
            cursor.execute(f"VACUUM FULL {table}")


LEFT = """
    SELECT setting::int - ((pg_current_wal_insert_lsn() - '0/0') % setting::int),
        (SELECT count(*) FROM pg_ls_waldir()
            WHERE name > pg_walfile_name(pg_current_wal_insert_lsn()) AND length(name) = 24)
    FROM pg_settings WHERE name = 'wal_segment_size'
"""
"""How many bytes are left in the current file of PostgreSQL's log of changes, and how many files follow."""


def use_up_the_log(database: Database, but: int) -> None:
    """Fills the files that PostgreSQL has set aside for its log of changes, but for this many bytes."""
    with database.server.connect(server.NAME) as own:
        while True:
            left, files = own.execute(LEFT).fetchone() or (0, 0)
            if not files and left <= but:
                return
            own.execute("SELECT pg_logical_emit_message(true, 'ballast', repeat('x', %s))", [int(left) // 2])


def stored() -> Promises:
    return {(turn, seat): move for turn, seat, move in Choice.objects.values_list("turn", "seat", "move")}


def finish_the_turn(session: GameSession, people: list[Player]) -> None:
    """Those who have not chosen in the open turn do so now, and all see the reveal."""
    table = now(session)
    for seat, one in enumerate(people):
        one.until(ref=table.deal.ref)
        if seat not in table.deal.chosen:
            one.choose(wish(session, one.user).move)
            assert one.answer()["kind"] == "sealed"
    for one in people:
        one.until(ref=f"1.{table.deal.turn + 1}")


def test_what_finds_no_room_is_refused_in_one_sentence_and_all_else_is_kept(database, disk, site):
    grow_soon("games_choice", "accounts_user")
    session, users = dealt(6)
    people = all_seated(site.address, users, session.code)
    finish_the_turn(session, people)
    promised = stored()
    disk.fill()
    refusal = play(session, people, promised)
    assert len(promised) > 6, "some found room in what the file had left"
    assert refusal["message"] == "That did not work. Please try again."
    assert stored() == promised
    visitor = Player(site.address, None)
    looks = [visitor.get(path) for path in ("/", "/tables/", f"/t/{session.code}/", "/readyz")]
    assert [one.status_code for one in looks] == [200, 200, 200, 200], "what is there can be read"
    turned_away = sign_up_until_refused(visitor)
    assert turned_away.status_code == 503
    assert "The site is catching its breath" in turned_away.text
    assert "extend" not in turned_away.text
    disk.make_room()
    finish_the_turn(session, people)
    finish_the_turn(session, people)
    assert promised.items() <= stored().items()
    assert "A choice could not be sealed. could not extend file" in site.log.read_text()
    assert "Traceback" not in site.log.read_text()
    for one in (visitor, *people):
        one.close()


def test_a_database_that_ends_for_want_of_room_has_kept_every_promise(database, disk, site):
    """Without room for its log of changes PostgreSQL ends, and cannot start before there is some."""
    session, users = dealt(6)
    people = all_seated(site.address, users, session.code)
    finish_the_turn(session, people)
    promised = stored()
    disk.fill()
    use_up_the_log(database, but=40_000)
    refusal = play(session, people, promised)
    assert len(promised) > 6, "some found room in what the log had left"
    assert refusal["message"] == "That did not work. Please try again."
    connection.close()
    disk.make_room()
    database.server.start()
    assert stored() == promised
    for _ in range(2):
        finish_the_turn(session, people)
    assert "Traceback" not in site.log.read_text()
    for one in people:
        one.close()


def test_a_database_that_promises_before_it_has_written_would_be_noticed(database, disk, site):
    """The planted fault: commits are confirmed before there is room for them on the disk."""
    with database.server.connect(server.NAME) as setting:
        setting.execute("ALTER SYSTEM SET synchronous_commit = off")
        setting.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
        setting.execute("SELECT pg_reload_conf()")
    session, users = dealt(6)
    people = all_seated(site.address, users, session.code)
    finish_the_turn(session, people)
    promised = stored()
    disk.fill()
    use_up_the_log(database, but=40_000)
    play(session, people, promised, turns=4)
    database.stop_at_once()
    disk.make_room()
    database.start_again()
    assert stored().items() < promised.items()
    for one in people:
        one.close()
