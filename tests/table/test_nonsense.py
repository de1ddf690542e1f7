"""What hostile or broken programs send to tables: one clear sentence, nothing changed, never a 500."""

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client, override_settings

from games.models import GameSession
from games.table import services
from games.table.services.seats import BOT_NAMES
from tests.support.clients import TABLE, act, browser_of
from tests.support.tables import dealt, gather, person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("nudge", ["", "wait", "wait x", "wait ²", "wait " + "9" * 5000, "wait 1 \0"])
def test_a_nonsense_nudge_is_answered_with_a_sentence(nudge: str):
    session, (host, _) = dealt(2)
    page = act(browser_of(host), session, "nudge", nudge=nudge).content.decode()
    assert "That did not work." in page or "That cannot be said right now." in page


def test_a_script_is_answered_with_data_and_a_form_with_a_page():
    session, (host, _) = dealt(2)
    wish = {"aim": "1.0", "move": "nonsense"}
    browser, choose = browser_of(host), f"/t/{session.code}/choose/"
    answer = browser.post(choose, wish, headers={"accept": "application/json"})
    assert answer.json() == {"message": "You cannot choose that in this turn.", "code": "illegal"}
    form = browser.post(choose, wish, headers={"accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert form["Location"] == f"/t/{session.code}/"


def test_a_full_table_of_bots_says_so_even_when_their_names_are_used_up():
    host = person(BOT_NAMES[0])
    session = services.open_table(
        host, "splitter", options={}, seats_wanted=12, rounds_planned=1, pace="none"
    )
    for _ in range(11):
        services.add_bot(session.pk, host, "random")
    assert "All seats at this table are taken." in act(browser_of(host), session, "bot").content.decode()


@pytest.mark.parametrize("level", ["genius", "Master", "ran\0dom", "x" * 5000])
@pytest.mark.parametrize("game", ["splito", "splitter"])
def test_a_level_that_no_bot_has_is_answered_with_a_sentence(game: str, level: str):
    session, (host,) = gather(1, game, seats_wanted=3)
    assert "There is no such bot." in act(browser_of(host), session, "bot", level=level).content.decode()
    assert session.seats.count() == 1


@pytest.mark.parametrize("code", ["%00", "A%00", "²²²²²", "A%20B", "x" * 500])
def test_a_code_that_cannot_be_one_is_not_found(client: Client, code: str):
    for page in ("", "now/", "look/", "nudges/", "settings/"):
        assert client.get(f"/t/{code}/{page}").status_code == 404
    assert client.post(f"/t/{code}/sit/").status_code == 404


@pytest.mark.parametrize("path", ["/tables/new/", "/join/", "/tables/", "/play/now/"])
def test_a_method_nobody_uses_is_refused(client: Client, path: str):
    assert client.put(path).status_code == 405


def test_the_address_of_a_form_only_opened_changes_nothing_and_leads_on(client: Client):
    assert client.get("/play/now/")["Location"] == "/"
    for form in ("choose", "sit", "start", "leave"):
        assert client.get(f"/t/KRT47/{form}/")["Location"] == "/t/KRT47/"
    assert not GameSession.objects.exists()


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded; charset=utf-16", "multipart/form-data"])
def test_a_body_that_cannot_be_read_is_a_bad_request(kind: str):
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get("/tables/")
    answer = client.generic("POST", "/tables/new/", b"\xff\xfe", content_type=kind)
    assert answer.status_code == 400
    assert "We could not read that" in answer.content.decode()


@override_settings(ACCOUNT_RATE_LIMITS=settings.ACCOUNT_RATE_LIMITS | {"open_table": "2/m/ip"})
def test_a_program_that_opens_tables_without_end_is_stopped(client: Client):
    cache.clear()
    for name in ("Mia", "Tom", "Eva"):
        page = client.post("/tables/new/", TABLE | {"name": name}).content.decode()
    assert "Too many new tables at once." in page
    client.post("/play/now/", {"game": "splito", "bots": "3"})
    assert GameSession.objects.count() == 2
