"""Every address × every kind of person × every method, against the matrix in access.txt.

An address that is not in the matrix fails here. After a change run it once with DRAW=1 in the environment and
read the difference before you commit it.
"""

import os
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.test import Client

from games import views
from games.models import GameSession
from games.tables import Table
from tests.accounts.test_accounts_crawl import everything_stored
from tests.proofs.addresses import ROLES, Place, World, build

MATRIX = Path(__file__).parent / "access.txt"
OPEN_TO_NOBODY_KNOWN = (302, 403, 404, 405)

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]


@pytest.fixture
def world() -> Iterator[World]:
    cache.clear()
    yield build()
    cache.clear()


def ask(client: Client, method: str, path: str) -> HttpResponse:
    """One request, after which everything is as before: the database, rate limits, and who is signed in."""
    cookies = deepcopy(client.cookies)
    with transaction.atomic():
        answer = client.generic(method, path)
        transaction.set_rollback(True)
    cache.clear()
    client.cookies = cookies
    return answer  # type: ignore[return-value]


def word(answer: HttpResponse) -> str:
    """The status; a redirect to the sign-in page is told apart."""
    asks_who = answer.status_code == 302 and "/accounts/login/" in answer["Location"]
    return "who?" if asks_who else str(answer.status_code)


def drawn(world: World, method: str) -> dict[str, str]:
    """For each address the answers to all roles."""
    browsers = {role: world.browser(role) for role in ROLES}
    lines: dict[str, str] = {}
    for place in world.places():
        words = [word(ask(browsers[role], method, place.path)) for role in ROLES]
        assert not any(one.startswith("5") for one in words), (method, place, words)
        lines[f"{method} {place.name}"] = " ".join(f"{one:>5}" for one in words)
    return lines


def test_every_address_answers_every_role_as_the_matrix_says(world: World):
    lines = drawn(world, "GET") | drawn(world, "POST")
    rows = [f"{words}  {name}" for name, words in lines.items()]
    text = "\n".join(["".join(f"{role[:5]:>6}" for role in ROLES).removeprefix(" "), *rows, ""])
    if os.environ.get("DRAW"):
        MATRIX.write_text(text)
    assert text == MATRIX.read_text()


def test_the_admin_is_for_staff(world: World):
    organiser, staff = world.browser("organiser"), world.browser("staff")
    for place in world.admin_places():
        assert ask(organiser, "GET", place.path).status_code in (302, 403, 404, 405), place
        assert ask(staff, "GET", place.path).status_code < 500, place


def test_looking_writes_nothing_and_what_is_not_for_everybody_is_never_kept(world: World):
    look_at_everything(world, world.places())


def look_at_everything(world: World, places: list[Place]) -> None:
    visitor = world.browser("visitor")
    browsers = {role: world.browser(role) for role in ("seated", "organiser", "staff")}
    before = everything_stored()
    for role, browser in browsers.items():
        for place in places:
            answer = browser.get(place.path)
            assert answer.status_code < 500, (role, place)
            cache.clear()
            if answer.status_code == 200 and visitor.get(place.path).status_code != 200:
                assert is_private(answer), (role, place)
            cache.clear()
    assert everything_stored() == before


def is_private(answer: HttpResponse) -> bool:
    kept = answer.get("Cache-Control", "")
    return "no-store" in kept and "private" in kept


@pytest.mark.parametrize("role", ["visitor", "organiser"])
def test_nothing_is_written_without_the_forms_token(world: World, role: str):
    post_without_token(world, role, world.places())


def post_without_token(world: World, role: str, places: list[Place]) -> None:
    browser = world.browser(role, strict=True)
    before = everything_stored()
    for place in places:
        answer = browser.post(place.path)
        cache.clear()
        assert answer.status_code in OPEN_TO_NOBODY_KNOWN, (role, place, answer.status_code)
    assert everything_stored() == before


@pytest.mark.parametrize("method", ["PUT", "OPTIONS", "BREW"])
def test_other_methods_are_answered_calmly(world: World, method: str):
    browser = world.browser("organiser")
    for place in world.places():
        assert ask(browser, method, place.path).status_code < 500, (method, place)


def test_an_address_nobody_listed_would_fail(world: World, monkeypatch: pytest.MonkeyPatch):
    """The planted fault: one more address."""
    from django.urls import path

    from splitsite import urls

    monkeypatch.setattr(urls, "urlpatterns", [*urls.urlpatterns, path("secret/<int:number>/", print)])
    from django.urls import clear_url_caches

    clear_url_caches()
    try:
        with pytest.raises(AssertionError, match="say in tests"):
            world.places()
    finally:
        monkeypatch.undo()
        clear_url_caches()


def test_a_page_that_may_be_kept_would_be_noticed():
    """The planted fault: a private page without the header."""
    assert not is_private(HttpResponse("hand"))


def table_pages(world: World) -> list[Place]:
    return [place for place in world.places() if place.name.startswith("/t/<str:code>/")]


def test_a_look_that_writes_would_be_noticed(world: World, monkeypatch: pytest.MonkeyPatch):
    """The planted fault: who opens a table is counted."""
    find = views.by_code

    def careless(code: str) -> Table | None:
        GameSession.objects.filter(code=code).update(version=F("version") + 1)
        return find(code)

    monkeypatch.setattr(views, "by_code", careless)
    with pytest.raises(AssertionError):
        look_at_everything(world, table_pages(world))


def test_a_form_taken_without_its_token_would_be_noticed(world: World, monkeypatch: pytest.MonkeyPatch):
    """The planted fault: nobody asks for the token."""
    monkeypatch.setattr(CsrfViewMiddleware, "process_view", lambda *given: None)
    with pytest.raises(AssertionError):
        post_without_token(world, "organiser", table_pages(world))
