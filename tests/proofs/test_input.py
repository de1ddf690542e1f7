"""Whatever is sent to any address or socket, by anybody, gets one clear answer and never a 500."""

import json
import os
import re
from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.table import views
from games.table.snapshots import Table
from tests.proofs.addresses import ROLES, Place, World, build
from tests.proofs.names import all_names, names_in, names_read_at
from tests.support.odd_input import HUGE, ODD

Act = Callable[[HttpRequest, Table, User], None]

LONG = bool(os.environ.get("GAMES"))
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(0 if LONG else 240)]

texts = st.one_of(st.sampled_from(ODD), st.text(max_size=40), st.integers().map(str), st.just(HUGE))
once = settings(
    max_examples=3000 if LONG else 400,
    deadline=None,
    derandomize=not LONG,
    phases=[Phase.generate, Phase.shrink] if LONG else [Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def world() -> Iterator[World]:
    cache.clear()
    yield build()
    cache.clear()


def sent(text: str) -> str:
    """Text as a program may send it: half a surrogate pair becomes bytes that are not UTF-8."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def fields(place: Place, shown: dict[Place, set[str]]) -> st.SearchStrategy[dict[str, str]]:
    """Mostly names that this address itself reads or shows, and any name that another one uses."""
    own = sorted(names_read_at(place.path) | shown.get(place, set()))
    names = st.sampled_from(own) | st.sampled_from(all_names()) if own else st.sampled_from(all_names())
    return st.dictionaries(names, texts, max_size=8)


def names_shown(world: World, places: list[Place]) -> dict[Place, set[str]]:
    """The fields of each page's forms for visitors and staff: some are named after what is there."""
    found: dict[Place, set[str]] = {place: set() for place in places}
    for browser in (world.browser("visitor"), world.browser("staff")):
        for place in places:
            page = browser.get(place.path).content
            found[place] |= {name.decode() for name in re.findall(rb'name="([\w-]+)"', page)}
            cache.clear()
    return found


def send_anything(world: World, places: st.SearchStrategy[Place], shown: dict[Place, set[str]]) -> None:
    browsers = {role: world.browser(role) for role in ROLES}

    @once
    @given(
        sent_to=places.flatmap(
            lambda place: st.tuples(st.just(place), fields(place, shown), fields(place, shown))
        ),
        role=st.sampled_from(ROLES),
        upload=st.none() | st.binary(max_size=200) | st.sampled_from([b"\xff\xfe\0", b"a,b\n" * 50_000]),
        method=st.sampled_from(["GET", "POST", "POST"]),
    )
    def send(sent_to, role, upload, method) -> None:
        place, typed, asked = sent_to
        query = {name: sent(value)[:2000] for name, value in asked.items()}
        typed = {name: sent(value) for name, value in typed.items()}
        if upload is not None:
            typed["file"] = SimpleUploadedFile("people\0.csv", upload)
        with transaction.atomic():
            if method == "GET":
                answer = browsers[role].get(place.path, query)
            else:
                answer = browsers[role].post(place.path, typed, query_params=query)
            transaction.set_rollback(True)
        cache.clear()
        check(answer, (role, method, place.path, list(typed), list(query)))

    send()


def test_no_form_query_or_upload_breaks_any_address(world: World):
    places = [place for place in world.places() if place.route != "/settings/delete/"]
    admin = [place for place in places if place.route.startswith("/admin/")]
    own = [place for place in places if place not in admin]
    chosen = st.one_of(st.sampled_from(own), st.sampled_from(own), st.sampled_from(admin))
    send_anything(world, chosen, names_shown(world, places))


def check(answer: HttpResponse, what: object) -> None:
    assert answer.status_code < 500, what


@once
@given(parts=st.lists(st.sampled_from([*ODD, "AAAAA", "1"]), max_size=3), start=st.sampled_from(range(40)))
def test_no_address_that_is_not_there_breaks_the_site(client, parts, start):
    beginnings = sorted(
        {"/t/", "/tournaments/", "/clubs/", "/replay/", "/days/", "/people/", "/back/", "/x/"}
    )
    path = beginnings[start % len(beginnings)] + "/".join(part[:300] for part in parts) + "/"
    cache.clear()
    answer = client.get(path.encode("utf-8", "surrogatepass").decode("latin-1"))
    check(answer, path)


def a_number_read_without_care(request: HttpRequest, table: Table, person: User) -> None:
    int(request.POST.get("seat", "0"))


def a_wish_read_without_care(request: HttpRequest, table: Table, person: User) -> None:
    json.loads(request.GET.get("move", "{}"))


def an_upload_read_without_care(request: HttpRequest, table: Table, person: User) -> None:
    for file in request.FILES.values():
        file.read().decode()


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@pytest.mark.parametrize(
    "careless", [a_number_read_without_care, a_wish_read_without_care, an_upload_read_without_care]
)
def test_a_careless_view_would_be_found(world: World, monkeypatch: pytest.MonkeyPatch, careless: Act):
    """The planted faults, among the other actions of a table; nobody says which input breaks them."""
    monkeypatch.setitem(views.ACTS, "sit", careless)
    places = [place for place in world.places() if place.route == "/t/<str:code>/<slug:act>/"]
    with pytest.raises(AssertionError, match="/sit/"):
        send_anything(world, st.sampled_from(places), {})


def test_a_name_that_a_new_view_reads_is_sent_by_itself():
    reads = """
def careless(request, code):
    asked = request.GET
    a, b = request.POST["tie"], request.POST.getlist("shoes")
    c, d = asked.get("hat", ""), (request.POST or request.GET).get(f"glove-{code}")
    if "coat" in request.POST:
        return number(request, "belt")
    return render(request, "wardrobe/page.html")
"""
    assert names_in(reads) == {"tie", "shoes", "hat", "glove-1", "coat", "belt"}


def test_the_names_of_forms_and_views_are_known():
    """Those that were once listed by hand, and some that were forgotten."""
    by_hand = {"aim", "move", "take-back", "rounds_planned", "nudge", "remark", "password1"}
    forgotten = {
        "who",
        "pair",
        "medium",
        "shown",
        "seats",
        "report",
        "day",
        "bring",
        "month",
        "slide",
        "zone",
    }
    assert not (by_hand | forgotten | {"eyes", "after", "by", "top", "played"}) - set(all_names())
