"""Operators learn whether the site is alive, ready and working; nobody else learns anything."""

import json
import logging

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client, RequestFactory

from accounts.models import User
from splitsite import health
from splitsite.logs import Json, WithoutAddresses
from tests.support.tables import dealt, seal, wish

pytestmark = pytest.mark.django_db


@pytest.fixture
def guard(settings) -> None:
    settings.ALLOWED_HOSTS = ["play.example.org", "localhost", "127.0.0.1", "[::1]"]


def test_a_living_process_says_so_without_asking_the_database(django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = Client().get("/livez")
    assert (answer.status_code, answer.content) == (200, b"alive\n")
    assert "no-store" in answer["Cache-Control"]


def test_it_is_ready_when_the_database_answers_and_is_migrated():
    assert Client().get("/readyz").content == b"ready\n"


def test_it_is_not_ready_while_the_database_refuses(monkeypatch):
    def refuse(*given, **more):
        raise connection.Database.OperationalError("gone")

    connection.ensure_connection()
    monkeypatch.setattr(connection, "cursor", lambda: connection.wrap_database_errors(refuse)())
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"waiting for the database\n")


@pytest.mark.parametrize(
    ("trouble", "status", "words"),
    [
        (OperationalError("gone"), 503, "Die Seite verschnauft"),
        (ValueError("a mistake of ours"), 500, "Hier ist etwas kaputtgegangen"),
    ],
)
def test_a_visitor_is_asked_to_come_again_while_the_database_is_away(monkeypatch, trouble, status, words):
    def fail(*given, **more):
        raise trouble

    monkeypatch.setattr("games.daily.queries.card", fail)
    answer = Client(raise_request_exception=False).get("/", headers={"accept-language": "de"})
    assert answer.status_code == status
    assert answer.has_header("Retry-After") == (status == 503)
    assert f"<h1>{words}</h1>" in answer.content.decode()
    assert ("unser Fehler" in answer.content.decode()) == (status == 500)


def test_it_is_not_ready_before_migrating(monkeypatch):
    monkeypatch.setattr(health, "_migrated", False)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games'")
    assert Client().get("/readyz").status_code == 503


def test_while_redis_is_away_it_is_ready_and_the_process_counts_by_itself(settings):
    settings.CACHES = {
        "default": {"BACKEND": "splitsite.cache.SharedCache", "LOCATION": "redis://127.0.0.1:1/0"}
    }
    assert Client().get("/readyz").content == b"ready\n"
    cache.set("misses", 1, 60)
    assert cache.incr("misses") == 2
    assert not cache.add("misses", 5)
    assert (cache.get("misses"), cache.has_key("misses")) == (2, True)
    assert cache.touch("misses", 60)
    assert cache.delete("misses")
    assert cache.get("misses", "none") == "none"


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
def test_behind_a_proxy_with_https_the_questions_are_not_sent_elsewhere(settings, guard, path: str):
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get(path, headers={"host": "127.0.0.1:8000"}).status_code == 200


def test_the_numbers_are_for_this_computer_and_for_staff(guard):
    assert Client().get("/metrics", headers={"host": "localhost:8000"}).status_code == 200
    assert Client().get("/metrics", headers={"host": "[::1]:8000"}, REMOTE_ADDR="::1").status_code == 200
    strangers = [
        {"headers": {"host": "localhost"}, "REMOTE_ADDR": "192.0.2.7"},
        {"headers": {"host": "play.example.org"}},
        {"headers": {"host": "localhost", "x-forwarded-for": "192.0.2.7"}},
        {"headers": {"host": "localhost"}, "REMOTE_ADDR": "nonsense"},
    ]
    for stranger in strangers:
        assert Client().get("/metrics", **stranger).status_code == 404, stranger
    player, boss = Client(), Client()
    player.force_login(User.objects.create_user("Ann"), backend="accounts.backends.NameBackend")
    boss.force_login(User.objects.create_user("Bo", is_staff=True), backend="accounts.backends.NameBackend")
    assert player.get("/metrics", **strangers[1]).status_code == 404
    assert boss.get("/metrics", **strangers[1]).status_code == 200


def test_the_numbers_count_what_happens():
    session, users = dealt(2)
    seal(wish(session, users[0]))
    numbers = Client().get("/metrics", headers={"host": "localhost"}).content.decode()
    assert "splitsite_rounds_running 1.0" in numbers
    assert "splitsite_clock_lateness_seconds 0.0" in numbers
    assert "splitsite_screens " in numbers
    assert "process_resident_memory_bytes" in numbers


def record(path: str, *args: object) -> logging.LogRecord:
    made = logging.makeLogRecord({"msg": "Not Found: %s", "args": args, "levelname": "WARNING"})
    made.request = RequestFactory().get(path)
    made.status_code = 404
    return made


def test_a_log_line_is_one_line_of_json():
    written = Json().format(record("/x/", "two\nlines"))
    assert "\n" not in written
    line = json.loads(written)
    assert (line["level"], line["message"], line["status"]) == ("WARNING", "Not Found: two\nlines", 404)


def test_no_log_line_names_an_address_that_may_open_something():
    made = record("/sheet/ABCDE/secret-key/?key=word", "/sheet/ABCDE/secret-key/")
    assert WithoutAddresses().filter(made)
    assert made.getMessage() == "Not Found: an unknown address"


def test_an_error_is_told_with_its_place_but_without_values():
    hand = "red-6"
    try:
        raise ValueError("no such card")
    except ValueError as error:
        made = logging.makeLogRecord({"msg": "oh", "exc_info": (type(error), error, error.__traceback__)})
    told = json.loads(Json().format(made))["error"]
    assert "ValueError: no such card" in told
    assert hand not in told.replace('hand = "red-6"', "")
