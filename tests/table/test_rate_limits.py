"""Limits: codes are not found by guessing, languages are checked, odd visitors leave nothing behind."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import GameSession, Seat
from games.table import permissions, rate_limits, services
from games.table.services import account_events as at_tables
from games.table.services import seats
from games.tournaments.models import Tournament
from tests.support.clients import browser_of, guest_named
from tests.support.tables import dealt, gather, now, person, play_round
from tests.support.tournaments import event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _few_misses(monkeypatch):
    monkeypatch.setattr(rate_limits, "MISSES", 3)
    cache.clear()
    yield
    cache.clear()


# Codes


@pytest.mark.parametrize("path", ["/t/NOPE9/", "/t/NOPE9/now/", "/join/?code=NOPE9"])
def test_who_tries_codes_without_end_is_asked_to_wait(client: Client, path: str):
    session, (host, _) = gather(2)
    answers = [client.get(path).status_code for _ in range(5)]
    assert answers == [404, 404, 404, 429, 429]
    # A hit must not stand out among the misses.
    assert client.get(f"/t/{session.code}/").status_code == 429
    assert client.post(f"/t/{session.code}/sit/").status_code == 429
    assert "One moment, please" in client.get(f"/join/?code={session.code}").content.decode()
    # People at the table play on, even in the same hall.
    assert browser_of(host).get(f"/t/{session.code}/").status_code == 200


EVERYWHERE = [
    *[
        "/t/{}/",
        "/t/{}/now/",
        "/join/?code={}",
        "/look-back/{}/1/",
        "/replay/{}/1/",
        "/replay/{}/1/record.json",
    ],
    *["/sheet/{}/", "/sheet/{}/sheet.svg", "/tournaments/{}/", "/tournaments/{}/standings/"],
    *["/tournaments/{}/files/standings.csv", "/tournaments/{}/desk/", "/tournaments/{}/desk/people/"],
    *["/tournaments/{}/join/", "/tournaments/{}/wall/", "/tournaments/table/{}/"],
]
"""Every kind of page that takes a code or a token."""


@pytest.mark.parametrize("path", EVERYWHERE)
def test_a_code_is_tried_as_seldom_on_every_page(path: str):
    """As a guest, which everybody can become: whether signed in or not, guessing is guessing."""
    guesser = browser_of(guest_named("Guesser"))
    answers = [guesser.get(path.format("NOPE9")).status_code for _ in range(5)]
    assert answers == [404, 404, 404, 429, 429]
    session, (host, _) = gather(2)
    tournament, by, _ = event(3)
    assert guesser.get(f"/t/{session.code}/").status_code == 429
    for page in ("", "standings/", "desk/", "files/standings.csv", "wall/"):
        assert guesser.get(f"/tournaments/{tournament.code}/{page}").status_code == 429, page
    # Those who belong there are not held up.
    assert browser_of(host).get(f"/t/{session.code}/").status_code == 200
    assert browser_of(by).get(f"/tournaments/{tournament.code}/desk/").status_code == 200


@pytest.mark.parametrize("path", ["/look-back/{}/1/", "/tournaments/{}/desk/"])
def test_a_code_that_exists_answers_strangers_like_one_that_does_not(path: str):
    session, _ = dealt(2)
    tournament, _, _ = event(3)
    stranger = browser_of(person("Stranger"))
    for code in (session.code, tournament.code):
        known, unknown = stranger.get(path.format(code)), stranger.get(path.format("NOPE9"))
        assert known.status_code == unknown.status_code == 404
        assert bare(known, code) == bare(unknown, "NOPE9")
        cache.clear()


def test_a_closed_code_counts_as_a_miss_like_an_unknown_one():
    session, _ = dealt(2, spectators=False)
    tournament, _, _ = event(3)
    Tournament.objects.update(status="draft")
    for path in (f"/t/{session.code}/", f"/replay/{session.code}/1/", f"/tournaments/{tournament.code}/"):
        cache.clear()
        stranger = browser_of(guest_named("Guesser"))
        assert [stranger.get(path).status_code for _ in range(4)] == [404, 404, 404, 429]


def bare(answer: HttpResponse, code: str) -> str:
    """A page without its form's token and without the code that was asked for."""
    return re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', "", answer.content.decode()).replace(code, "")


def test_known_codes_are_never_counted(client: Client):
    session, _ = gather(2)
    for _ in range(10):
        assert client.get(f"/t/{session.code}/").status_code == 200
        assert client.get("/join/").status_code == 200


def test_a_form_posted_to_an_unknown_table_counts_too(client: Client):
    assert [client.post("/t/NOPE9/sit/").status_code for _ in range(4)] == [404, 404, 404, 429]


# Guests


@pytest.mark.parametrize(
    "wish", [{"sheet": "Z"}, {"sheet": "A", "game": "splito"}, {"bots": "99"}, {"game": "x"}]
)
def test_a_wish_that_cannot_be_makes_nobody_a_guest(client: Client, wish: dict[str, str]):
    client.post("/play/now/", {"game": "splitter", "bots": "0"} | wish)
    assert not User.objects.exists()
    client.post("/play/now/", {"game": "splitter", "bots": "0", "sheet": "B"})
    assert User.objects.get().is_guest


def long_ago(*guests: User) -> None:
    day = timezone.localdate() - timedelta(days=31)
    User.objects.filter(pk__in=[guest.pk for guest in guests]).update(last_seen=day)


def test_guests_who_never_came_back_are_forgotten():
    idle, fresh, waiting = guest_named("Idle"), guest_named("Fresh"), guest_named("Waiting")
    session = services.open_table(
        waiting, "splitter", options={}, seats_wanted=2, rounds_planned=1, pace="none", name="Empty"
    )
    long_ago(idle, waiting)
    at_tables.forget_guests()
    assert set(User.objects.values_list("pk", flat=True)) == {fresh.pk}
    session.refresh_from_db()
    assert session.status == "closed"


def test_guests_who_finished_a_round_and_accounts_stay():
    guest, ana = guest_named("Ben"), person("Ana")
    session = services.open_table(
        guest, "splitter", options={}, seats_wanted=1, rounds_planned=1, pace="none"
    )
    services.start(session.pk, guest)
    play_round(session, [guest])
    long_ago(guest, ana)
    at_tables.forget_guests()
    assert User.objects.filter(name__in=["Ben", "Ana"]).count() == 2


def test_a_guest_who_left_in_mid_round_is_forgotten_and_the_table_still_read():
    guest, ana = guest_named("Ben"), person("Ana")
    session = services.open_table(ana, "splitter", options={}, seats_wanted=2, rounds_planned=1, pace="none")
    services.sit(session.pk, guest)
    services.start(session.pk, ana)
    services.close_table(session.pk)
    long_ago(guest)
    at_tables.forget_guests()
    guest.refresh_from_db()
    assert guest.deleted_at is not None
    assert len(now(session).places) == 2


# A host who goes away


def seen(session: GameSession, user: User, ago: float) -> None:
    Seat.objects.filter(session=session, person=user).update(seen_at=timezone.now() - timedelta(seconds=ago))


def test_a_table_passes_on_when_its_host_went_away_before_the_deal():
    session, (host, second, third) = gather(3)
    seen(session, host, 106)
    seen(session, third, 1)
    seats.hand_on()
    assert now(session).host == third.pk
    services.start(session.pk, third)
    assert now(session).status == "playing"
    assert second.pk != now(session).host


@pytest.mark.parametrize("ago", [0, 50, 100])
def test_a_host_who_is_here_or_was_a_moment_ago_stays_host(ago: float):
    session, (host, second) = gather(2)
    seen(session, host, ago)
    seen(session, second, 1)
    seats.hand_on()
    assert now(session).host == host.pk


def test_nobody_is_made_host_of_a_table_where_nobody_is_or_that_plays():
    empty, (host, _) = gather(2)
    seen(empty, host, 500)
    seats.hand_on()
    assert now(empty).host == host.pk
    User.objects.all().delete()
    playing, (host, second) = dealt(2)
    seen(playing, host, 500)
    seen(playing, second, 1)
    seats.hand_on()
    assert now(playing).host == host.pk


def test_who_waits_is_told_that_the_host_is_away():
    session, (host, second) = gather(2)
    page = browser_of(second).get(f"/t/{session.code}/").content.decode()
    assert "The host is away." in page
    seen(session, host, 1)
    assert "The host is away." not in browser_of(second).get(f"/t/{session.code}/").content.decode()


@pytest.mark.django_db(transaction=True)  # the database's own time stands still in a transaction
def test_it_is_known_since_when_somebody_is_gone():
    session, (host, _) = gather(2)
    seat = Seat.objects.get(session=session, person=host)
    services.arrive(session.pk, host)
    services.gone(seat.pk, session.pk)
    seat.refresh_from_db()
    assert seat.seen_at is not None
    assert not now(session).places[0].here


# Sessions


def test_a_session_counts_until_sign_out_suspension_or_a_new_password():
    mia = User.objects.create_user("Mia", "violet pencil 7")
    client = browser_of(mia)
    key = client.session.session_key
    assert permissions.still_signed_in({key, "", "nonsense"}) == {key}
    mia.set_password("green pencil 8")
    mia.save()
    assert permissions.still_signed_in({key}) == set()
    key = browser_of(mia).session.session_key
    User.objects.update(is_active=False)
    assert permissions.still_signed_in({key}) == set()


# Small things


@pytest.mark.parametrize("language", ["ja", "xx", "", "\0", "en-gb"])
def test_only_the_sites_own_languages_are_kept(language: str):
    mia = person("Mia")
    answer = browser_of(mia).post("/language/setlang/", {"language": language, "next": "/tables/"})
    assert answer["Location"] == "/tables/"
    assert "django_language" not in answer.cookies
    mia.refresh_from_db()
    assert mia.language == ""
    browser_of(mia).post("/language/setlang/", {"language": "de"})
    mia.refresh_from_db()
    assert mia.language == "de"


def test_browsers_and_robots_find_what_they_look_for(client: Client):
    assert client.get("/favicon.ico")["Location"].endswith("favicon.svg")
    robots = client.get("/robots.txt")
    assert robots["Content-Type"].startswith("text/plain")
    assert "Disallow: /t/" in robots.content.decode()


@pytest.mark.parametrize("password", ["12345678", "short"])
def test_a_weak_password_makes_no_staff_account(monkeypatch, password: str):
    monkeypatch.setenv("DJANGO_SUPERUSER_NAME", "Chief Boss")
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", password)
    with pytest.raises(CommandError):
        call_command("createsuperuser", interactive=False)
    assert not User.objects.exists()
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "violet pencil 7")
    call_command("createsuperuser", interactive=False, verbosity=0)
    assert User.objects.get().is_superuser
