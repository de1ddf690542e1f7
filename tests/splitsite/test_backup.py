"""`make backup` and `make restore`: the whole site as one file, on our own database and on another's."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from games.models import Choice, GameSession, ScoreLine
from games.table import services
from tests.support.sites import address_of_database
from tests.support.tables import dealt, play_round, play_turn

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.django_db(transaction=True)


def run(what: str, *words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "splitsite.backup", what, *map(str, words)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=100,
    )


def here() -> dict[str, str]:
    return {"DATABASE_NAME": connection.settings_dict["NAME"]}


def refused(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode != 0
    assert done.stderr.startswith("splitsite: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def seated(game: str, people: list[User]) -> GameSession:
    usual: dict[str, Any] = {"options": {}, "rounds_planned": 1, "pace": "none"}
    session = services.open_table(people[0], game, seats_wanted=len(people), **usual)
    for one in people[1:]:
        services.sit(session.pk, one)
    services.start(session.pk, people[0])
    return session


@contextmanager
def another_database() -> Iterator[str]:
    name = f"{connection.settings_dict['NAME']}_again"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}"')
    try:
        yield name
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def connect(name: str) -> psycopg.Connection[Any]:
    facts = connection.get_connection_params()
    wanted = {key: facts[key] for key in ("host", "port", "user", "password") if facts.get(key)}
    return psycopg.connect(dbname=name, autocommit=True, **wanted)


def everything(database: psycopg.Connection[Any]) -> dict[str, list[Any]]:
    tables = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    return {
        name: sorted(map(repr, database.execute(f'SELECT * FROM "{name}"').fetchall()))
        for (name,) in tables
        if name not in ("auth_permission", "django_content_type")  # migrating creates them anew
    }


@pytest.mark.parametrize("by_url", [False, True], ids=["our own database", "by DATABASE_URL"])
def test_a_copy_brings_everything_back_and_every_record_still_verifies(tmp_path: Path, by_url: bool):
    session, users = dealt(4)
    play_round(session, users, Random(4))
    for game, people in (("splito", users[:2]), ("splitter", users[1:])):
        play_round(seated(game, people), people, Random(3))
    play_turn(seated("splitter", users), users)
    copy = tmp_path / "site.dump"
    assert run("save", copy, **here()).returncode == 0
    assert copy.stat().st_mode & 0o077 == 0, "only its owner may read a copy"
    with another_database() as name:
        where = {"DATABASE_URL": address_of_database(name)} if by_url else {"DATABASE_NAME": name}
        done = run("restore", copy, **where)
        assert done.returncode == 0, done.stderr
        assert "3 rounds recomputed, 0 wrong." in done.stdout
        assert ("into the database of DATABASE_URL;" in done.stdout) == by_url, "it says what was replaced"
        with connect(name) as restored, connect(connection.settings_dict["NAME"]) as before:
            assert everything(restored) == everything(before)
        again = run("restore", copy, **where)
        assert "before-restore" in again.stdout, "what is replaced is saved first"
        assert again.returncode == 0, again.stderr


def test_a_damaged_copy_or_a_running_site_changes_nothing(tmp_path: Path):
    dealt(3)
    whole, cut, text = tmp_path / "whole.dump", tmp_path / "cut.dump", tmp_path / "text.dump"
    assert run("save", whole, **here()).returncode == 0
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    text.write_text("not a copy")
    with another_database() as name:
        assert run("restore", whole, DATABASE_NAME=name).returncode == 0
        with connect(name) as database:
            before = everything(database)
        for bad in (cut, text):
            assert "damaged" in refused(run("restore", bad, DATABASE_NAME=name))
        assert "no file" in refused(run("restore", tmp_path / "none", DATABASE_NAME=name))
        with connect(name) as database:
            assert "stop it" in refused(run("restore", whole, DATABASE_NAME=name))
            assert everything(database) == before


def test_where_no_database_is_nothing_is_saved_and_nothing_is_made(tmp_path: Path):
    """As in a deployed site without its settings: an empty database of our own would be saved."""
    home, copy = tmp_path / "data", tmp_path / "site.dump"
    elsewhere = {"SPLITSITE_DATA": str(home), "DATABASE_URL": ""}
    assert "no database" in refused(run("save", copy, **elsewhere))
    assert not copy.exists()
    assert not (home / "postgres").exists()
    with another_database() as name:
        assert "empty" in refused(run("save", copy, DATABASE_NAME=name))
    assert not copy.exists()


def test_a_copy_with_a_changed_score_is_restored_but_named(tmp_path: Path):
    """The planted fault: somebody writes a better score, and only then makes a copy."""
    session, users = dealt(3)
    play_round(session, users)
    line = ScoreLine.objects.first()
    assert line is not None
    ScoreLine.objects.filter(pk=line.pk).update(points=line.points + 1)
    copy = tmp_path / "site.dump"
    assert run("save", copy, **here()).returncode == 0
    with another_database() as name:
        done = run("restore", copy, DATABASE_NAME=name)
    assert done.returncode == 1, done.stderr
    assert f"table {session.code}, round 1: the score sheet says something else" in done.stdout
    assert "1 rounds recomputed, 1 wrong." in done.stdout


def test_verify_site_names_a_round_whose_score_or_choice_was_changed():
    session, users = dealt(3)
    play_round(session, users)
    line = ScoreLine.objects.first()
    assert line is not None
    ScoreLine.objects.filter(pk=line.pk).update(points=line.points + 1)
    assert "the score sheet says something else" in verified()
    ScoreLine.objects.filter(pk=line.pk).update(points=line.points)
    assert "1 rounds recomputed, 0 wrong." in verified()
    Choice.objects.filter(round__session=session, turn=5, seat=1).update(move="orange-6 left")
    assert "1 wrong." in verified()


def verified() -> str:
    said = StringIO()
    try:
        call_command("verify_site", stdout=said)
    except SystemExit:
        said.write("exit")
    return said.getvalue()
