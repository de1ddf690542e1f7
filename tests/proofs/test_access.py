"""Every address × every kind of person × every method, against the matrix in access.txt.

An address that is not in the matrix fails here. After a change run it once with DRAW=1 in the environment and
read the difference before you commit it.
"""

import os
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.test import Client
from django.urls import clear_url_caches, path
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from accounts import club_views, middleware
from accounts import views as account_views
from accounts.admin_base import BelowOwnRights
from accounts.models import Club
from games.admin import RoundAdmin
from games.models import GameSession
from games.table import permissions, views
from games.table.snapshots import Table
from games.tournaments import services
from splitsite import urls
from tests.proofs.addresses import ROLES, Place, World, build
from tests.support.daily import NOON
from tests.support.serving import PATIENCE, Site, asgi, serving
from tests.support.stored import everything_stored

MATRIX = Path(__file__).parent / "access.txt"
SIGN_IN = ("/accounts/login/", "/admin/login/")
METHODS = ("GET", "POST", "SOCKET")
OPEN_TO_NOBODY_KNOWN = (302, 403, 404, 405)

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    # One of the days is being played, however long the test takes.
    monkeypatch.setattr("games.daily.views.database_now", lambda: NOON)
    cache.clear()
    yield build()
    cache.clear()


def ask(client: Client, method: str, path: str) -> HttpResponse:
    """One request that changes nothing: the database, rate limits and sign-in are restored afterwards."""
    cookies = deepcopy(client.cookies)
    with transaction.atomic():
        answer = client.generic(method, path)
        transaction.set_rollback(True)
    cache.clear()
    client.cookies = cookies
    return answer  # type: ignore[return-value]


def word(answer: HttpResponse) -> str:
    """The status of an answer; a redirect to the sign-in page has its own word."""
    asks_who = answer.status_code == 302 and answer["Location"].startswith(SIGN_IN)
    return "who?" if asks_who else str(answer.status_code)


def row(words: list[str], name: str) -> str:
    return f"{' '.join(f'{one:>5}' for one in words)}  {name}"


def drawn(world: World, method: str, places: list[Place]) -> list[str]:
    """One row per address with the answers to all roles."""
    browsers = {role: world.browser(role) for role in ROLES}
    rows = []
    for place in places:
        words = [word(ask(browsers[role], method, place.path)) for role in ROLES]
        assert not any(one.startswith("5") for one in words), (method, place, words)
        rows.append(row(words, f"{method} {place.name}"))
    return rows


def compare(rows: list[str], methods: tuple[str, ...]) -> None:
    """Compares the rows with those of the matrix for these methods."""
    if os.environ.get("DRAW"):
        head, *known = MATRIX.read_text().splitlines()
        others = [one for one in known if method_of(one) not in methods]
        known = sorted([*others, *rows], key=lambda one: METHODS.index(method_of(one)))
        MATRIX.write_text("\n".join([head, *known, ""]))
    known = MATRIX.read_text().splitlines()[1:]
    assert "\n".join(rows) == "\n".join(one for one in known if method_of(one) in methods)


def method_of(row: str) -> str:
    return row.split("  ")[-1].split()[0]


def test_every_address_answers_every_role_as_the_matrix_says(world: World):
    places = world.places()
    compare([*drawn(world, "GET", places), *drawn(world, "POST", places)], ("GET", "POST"))


def test_looking_writes_nothing_and_what_is_not_for_everybody_is_never_kept(world: World):
    look_at_everything(world, world.places())


def look_at_everything(world: World, places: list[Place]) -> None:
    browsers = {role: world.browser(role) for role in ROLES}
    before = everything_stored()
    open_to_all: set[Place] = set()
    for role, browser in browsers.items():
        for place in places:
            answer = browser.get(place.path)
            cache.clear()
            assert answer.status_code < 500, (role, place)
            if answer.status_code < 300 and role == "visitor":
                open_to_all.add(place)
            if answer.status_code < 300 and place not in open_to_all:
                assert is_private(answer), (role, place)
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


@pytest.mark.django_db(transaction=True)
def test_every_socket_opens_to_every_role_as_the_matrix_says(world: World):
    with serving() as site:
        compare(opened(world, site), ("SOCKET",))


def opened(world: World, site: Site) -> list[str]:
    """For each address of a socket, the roles for whom it opens."""
    browsers = {role: world.browser(role) for role in ROLES}
    return [
        row([knock(site, place, browser) for browser in browsers.values()], f"SOCKET {place.name}")
        for place in world.sockets()
    ]


def knock(site: Site, place: Place, browser: Client) -> str:
    host = f"127.0.0.1:{site.port}"
    origin: Any = f"http://{host}"
    cookies = {"Cookie": browser.cookies.output(header="", sep=";")}
    try:
        with connect(f"ws://{host}{place.path}", origin=origin, additional_headers=cookies) as page:
            page.recv(timeout=PATIENCE)
        return "opens"
    except InvalidStatus as refusal:
        return str(refusal.response.status_code)
    finally:
        cache.clear()


def test_an_address_nobody_listed_would_fail(world: World, monkeypatch: pytest.MonkeyPatch):
    """The planted fault: one more address."""
    monkeypatch.setattr(urls, "urlpatterns", [*urls.urlpatterns, path("secret/<int:number>/", print)])
    clear_url_caches()
    try:
        with pytest.raises(AssertionError, match="say in tests"):
            world.places()
    finally:
        monkeypatch.undo()
        clear_url_caches()


def test_a_socket_nobody_listed_would_fail(world: World, monkeypatch: pytest.MonkeyPatch):
    """The planted faults: one more address, and another application for all of them."""
    more: Any = [path("secret/<int:number>/", print), *asgi.screens.routes]
    with monkeypatch.context() as patch:
        patch.setattr(asgi.screens, "routes", more)
        with pytest.raises(AssertionError, match="say in tests"):
            world.sockets()
    monkeypatch.setattr(asgi.application, "screens", print)
    with pytest.raises(AssertionError):
        world.sockets()


def anybody_sees_a_closed_table(patch: pytest.MonkeyPatch) -> str:
    patch.setattr(permissions, "may_see", lambda table, person: True)
    return "/t/<str:code>/ (closed)"


def anybody_leads_a_club(patch: pytest.MonkeyPatch) -> str:
    patch.setattr(club_views, "organised_club", lambda request, slug: Club.objects.get(slug=slug))
    return "/clubs/<slug:slug>/members/"


def anybody_is_at_the_desk(patch: pytest.MonkeyPatch) -> str:
    patch.setattr(services, "rights", lambda tournament, person: "organise")
    return "/tournaments/<str:code>/desk/settings/ (running)"


def anybody_reads_what_staff_read(patch: pytest.MonkeyPatch) -> str:
    patch.setattr(admin.site, "has_permission", lambda request: True)
    patch.setattr(RoundAdmin, "has_view_permission", lambda self, request, obj=None: True)
    return "/admin/games/round/<path:object_id>/change/"


def a_clerk_sees_how_the_chief_signs_in(patch: pytest.MonkeyPatch) -> str:
    patch.setattr(BelowOwnRights, "get_queryset", admin.ModelAdmin.get_queryset)
    return "/admin/account/emailaddress/<path:object_id>/change/ (chief's)"


@pytest.mark.parametrize(
    "forget",
    [
        a_clerk_sees_how_the_chief_signs_in,
        anybody_sees_a_closed_table,
        anybody_leads_a_club,
        anybody_is_at_the_desk,
        anybody_reads_what_staff_read,
    ],
)
def test_a_view_that_forgets_to_ask_who_looks_would_be_noticed(
    world: World, monkeypatch: pytest.MonkeyPatch, forget: Callable[[pytest.MonkeyPatch], str]
):
    """The planted faults; without them the same rows agree with the matrix."""
    known = MATRIX.read_text().splitlines()
    with monkeypatch.context() as patch:
        name = forget(patch)
        places = [place for place in world.places() if place.name == name]
        (careless,) = drawn(world, "GET", places)
    assert careless not in known
    (careful,) = drawn(world, "GET", places)
    assert careful in known


@pytest.mark.django_db(transaction=True)
def test_a_socket_that_forgets_to_ask_who_looks_would_be_noticed(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    """The planted fault: anybody who knows the code of a closed table hears what is played there."""
    monkeypatch.setattr(permissions, "may_see", lambda table, person: True)
    with serving() as site:
        rows = opened(world, site)
    assert set(rows) - set(MATRIX.read_text().splitlines())


def nobody_adds_the_header(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(middleware, "patch_cache_control", lambda response, **wishes: None)


def a_view_says_otherwise(patch: pytest.MonkeyPatch) -> None:
    draw = account_views.render

    def careless(*given: Any, **named: Any) -> HttpResponse:
        answer = draw(*given, **named)
        answer["Cache-Control"] = "max-age=60"
        return answer

    patch.setattr(account_views, "render", careless)


@pytest.mark.parametrize("lose", [nobody_adds_the_header, a_view_says_otherwise])
def test_a_page_that_may_be_kept_would_be_noticed(
    world: World, monkeypatch: pytest.MonkeyPatch, lose: Callable[[pytest.MonkeyPatch], None]
):
    """The planted faults: a person's own page loses the header that forbids caching."""
    pages = [place for place in world.places() if place.route == "/me/"]
    look_at_everything(world, pages)
    lose(monkeypatch)
    with pytest.raises(AssertionError, match="/me/"):
        look_at_everything(world, pages)


def table_pages(world: World) -> list[Place]:
    return [place for place in world.places() if place.name.startswith("/t/<str:code>/")]


def test_a_look_that_writes_would_be_noticed(world: World, monkeypatch: pytest.MonkeyPatch):
    """The planted fault: opening a table is counted."""
    find = views.by_code

    def careless(code: str) -> Table | None:
        GameSession.objects.filter(code=code).update(version=F("version") + 1)
        return find(code)

    monkeypatch.setattr(views, "by_code", careless)
    with pytest.raises(AssertionError):
        look_at_everything(world, table_pages(world))


def test_a_form_taken_without_its_token_would_be_noticed(world: World, monkeypatch: pytest.MonkeyPatch):
    """The planted fault: nobody checks the token."""
    monkeypatch.setattr(CsrfViewMiddleware, "process_view", lambda *given: None)
    with pytest.raises(AssertionError):
        post_without_token(world, "organiser", table_pages(world))
