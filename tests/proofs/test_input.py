"""Whatever is sent to any address or socket, as anybody: one clear answer, never a 500."""

import os
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.proofs.addresses import ROLES, World, build

LONG = bool(os.environ.get("GAMES"))
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(0 if LONG else 240)]

ODD = [
    *("", " ", "\0", "a\0b", "\ud800", "\u202eevil", "\u200b", "e\u0301" * 50, "🂡" * 40, "İ", "ß", "²", "½"),
    *("-1", "0", "9" * 30, "9" * 5000, "1e999", "NaN", "0x10", "1_000", "٣", "+1", "2026-02-30"),
    *("<script>alert(1)</script>", "' OR 1=1 --", "../../etc/passwd", "%00", "%s%n", "{{7*7}}", "${7*7}"),
    *("[" * 4000, "{}", "null", "true", "[]", '{"a": {"b": []}}', "=1+1", "a\r\nX-Header: 1"),
    *("99999-01-01", "//evil.example"),
]
HUGE = "x" * 1_000_000
FIELDS = [
    "name",
    "names",
    "text",
    "code",
    "act",
    "move",
    "aim",
    "take-back",
    "game",
    "bots",
    "sheet",
    "level",
    "seat",
    "place",
    "nudge",
    "remark",
    "round",
    "draw",
    "table",
    "one",
    "other",
    "entry",
    "minutes",
    "zone-0",
    "seats_wanted",
    "rounds_planned",
    "pace",
    "options",
    "date",
    "rights",
    "reason",
    "do",
    "mine",
    "number",
    "login",
    "password",
    "password1",
    "username",
    "email",
    "credential",
    "next",
    "language",
    "colours",
    "key",
    "turn",
    "page",
    "q",
    "span",
    "variant",
    "since",
    "pulse",
    "person",
    "mark-1",
    "version",
    "confirm",
    "club",
]

texts = st.one_of(st.sampled_from(ODD), st.text(max_size=40), st.integers().map(str), st.just(HUGE))
fields = st.dictionaries(st.sampled_from(FIELDS), texts, max_size=8)
once = settings(
    max_examples=3000 if LONG else 250,
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
    """As a program may send it: half a pair of surrogates becomes bytes that are no UTF-8."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def test_no_form_query_or_upload_breaks_any_address(world: World):
    browsers = {role: world.browser(role) for role in ROLES}
    places = [place for place in world.places() if place.route != "/settings/delete/"]

    @once
    @given(
        place=st.sampled_from(places),
        role=st.sampled_from(ROLES),
        typed=fields,
        asked=fields,
        upload=st.none() | st.binary(max_size=200) | st.sampled_from([b"\xff\xfe\0", b"a,b\n" * 50_000]),
        method=st.sampled_from(["GET", "POST", "POST"]),
    )
    def send(place, role, typed, asked, upload, method) -> None:
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


def test_a_view_that_fails_would_be_noticed(world: World, monkeypatch):
    """The planted fault: a number is read without care."""
    from games import acts

    def careless(request: HttpRequest, table, person) -> None:
        int(request.POST["seat"])

    monkeypatch.setitem(acts.ACTS, "sit", careless)
    browser = world.browser("account")
    place = next(place for place in world.places() if place.name == "/t/<str:code>/<slug:act>/ (gathering)")
    with pytest.raises(AssertionError):
        check(browser.post(place.path, {"seat": "²"}), place)
