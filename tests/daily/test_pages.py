"""The pages of the day's Splitter: forms sent at the wrong moment, nonsense, and no leaks."""

from datetime import timedelta

import pytest
from django.contrib import admin
from django.test import Client

from games.daily import best_sheet, days, queries, services
from games.daily.models import Attempt, Day
from games.daily.share_text import shared
from games.models import GameSession
from games.table.services.locking import database_now
from games.templatetags.pieces import spoken
from tests.support.daily import DAY, NOON, played_day
from tests.support.tables import now, person, play_round, play_turn

pytestmark = pytest.mark.django_db


def today():
    return days.day_of(database_now())


def browser_of(who) -> Client:
    client = Client()
    client.force_login(who)
    return client


def test_a_visitor_begins_the_day_in_one_tap_and_comes_back_to_it(client: Client):
    page = client.get("/today/")
    assert not Day.objects.exists(), "looking draws no dice"
    assert "Same dice for everyone, one try" in page.text
    table = client.post("/today/start/", {"day": today().isoformat(), "name": "Ana"})
    session = GameSession.objects.get()
    assert table.url == f"/t/{session.code}/"
    again = client.post("/today/start/", {"day": today().isoformat()})
    assert again.url == table.url
    assert f'href="{table.url}"' in client.get("/today/").text
    assert f'href="{table.url}"' in client.get("/").text


def test_a_form_of_yesterday_sent_after_midnight_begins_nothing(client: Client):
    yesterday = today() - days.ONE_DAY
    answer = client.post("/today/start/", {"day": yesterday.isoformat()}, follow=True)
    assert "That day is over" in answer.text
    assert not Attempt.objects.exists()


@pytest.mark.parametrize(
    "day",
    [
        "",
        "today",
        "2026-1-1",
        "2026-02-30",
        "0000-00-00",
        "9999-99-99",
        "２０２６-11-16",
        "1\x00",
        "9" * 5000,
    ],
)
def test_a_forged_day_is_refused_in_one_sentence(client: Client, day):
    answer = client.post("/today/start/", {"day": day}, follow=True)
    assert answer.status_code == 200
    assert "There are no dice for that day" in answer.text
    assert not Day.objects.exists()


def test_a_forged_day_to_come_is_refused(client: Client):
    for day in ("9999-12-31", (today() + days.ONE_DAY).isoformat()):
        answer = client.post("/today/start/", {"day": day}, follow=True)
        assert "That day has not come yet" in answer.text
    assert not Day.objects.exists()


@pytest.mark.parametrize(
    "address",
    [
        *["/days/0001-01-01/", "/days/9999-12-31/", "/days/2026-13-01/", "/days/x/", "/days/2026-11-16x/"],
        *["/days/%00/", "/days/2020-01-01/best/", "/days/9999-12-31/best/", "/days/?month=2026-13"],
        *["/days/?month=0001-01", "/days/?month=9999-12", "/days/?month=%00", "/days/?month=2026-1"],
    ],
)
def test_days_that_never_were_are_not_found(client: Client, address):
    services.draw(DAY)
    assert client.get(address).status_code == 404


def test_tomorrow_is_not_shown_though_its_dice_are_drawn(client: Client):
    services.draw_ahead()
    tomorrow = Day.objects.get(pk=today() + days.ONE_DAY)
    answer = client.get(f"/days/{tomorrow.pk}/")
    assert answer.status_code == 404
    assert "That day has not come yet" in answer.text
    assert tomorrow.commitment in client.get("/today/").text


def test_practice_before_the_attempt_is_refused_and_a_forged_day_too(client: Client):
    client.force_login(person("Ana"))
    answer = client.post(f"/days/{today()}/practise/", follow=True)
    assert "You can practise after the attempt that counts" in answer.text
    answer = client.post("/days/2020-01-01/practise/", follow=True)
    assert "There are no dice for that day" in answer.text
    assert client.post("/days/nonsense/practise/").status_code == 404
    assert client.get(f"/days/{today()}/practise/").url == f"/days/{today()}/"
    assert not GameSession.objects.exists()


def pages(day) -> list[str]:
    return ["/", "/today/", f"/days/{day}/", f"/days/{day}/best/", "/days/", "/solo/", "/tables/", "/me/"]


def of_table(session) -> list[str]:
    """Every page about a table and its round, running or past."""
    replay, sheet = f"/replay/{session.code}/1/", f"/sheet/{session.code}/"
    return [
        *[f"/t/{session.code}/", f"/t/{session.code}/now/"],
        *[replay, f"{replay}?turn=22", f"{replay}count/", f"{replay}check/", f"{replay}record.json"],
        *[sheet, f"{sheet}sheet.svg", f"/look-back/{session.code}/1/"],
    ]


@pytest.mark.usefixtures("many_misses")
def test_no_page_shows_the_seed_of_a_running_day_or_its_dice_to_who_has_not_finished(client: Client):
    ana, ben, cleo = person("Ana"), person("Ben"), person("Cleo")
    done = services.start(ana, today(), now=database_now())
    play_round(done, [ana])
    going_on = services.start(ben, today(), now=database_now())
    play_turn(going_on, [ben])
    day = Day.objects.get()
    seed = bytes(day.seed).hex()
    state = now(done).deal.state
    dice_words = now(going_on).rules.secrets(now(going_on).deal.state, frozenset({0}))
    rows = now(done).rules.view(state, frozenset()).sheets[0]
    for who in (ana, ben, cleo):
        browser = browser_of(who)
        for address in [*pages(day), *of_table(done), *of_table(going_on), f"/people/{ana.pk}/", "/history/"]:
            text = browser.get(address, follow=True).text
            assert seed not in text, address
            if who != ana:
                assert not any(words in text for words in dice_words), address
                assert not any(words in text for words in (rows[2], spoken(rows[2]))), address
                assert "The dice, turn by turn" not in text, address
    assert "The dice, turn by turn" in browser_of(ana).get("/today/").text
    assert browser_of(ben).get(f"/days/{day}/best/").status_code == 404
    assert browser_of(ana).get(f"/days/{day}/best/").status_code == 404
    assert browser_of(ben).get(f"/t/{done.code}/").status_code == 404
    assert browser_of(ana).get(f"/replay/{done.code}/1/").status_code == 200
    assert {browser_of(ben).get(address).status_code for address in of_table(done)} == {404}


def test_a_finished_sheet_is_named_by_its_rows_on_its_own_page(client: Client):
    """What the test above looks for elsewhere does appear where it may."""
    ana = person("Ana")
    done = services.start(ana, today(), now=database_now())
    play_round(done, [ana])
    state = now(done).deal.state
    rows = now(done).rules.view(state, frozenset()).sheets[0]
    assert spoken(rows[2]) in browser_of(ana).get("/today/").text


def test_the_count_of_a_days_round_offers_nothing_that_is_still_closed():
    ana = person("Ana")
    own = played_day(ana).round.session
    page = browser_of(ana).get(f"/t/{own.code}/").text
    assert f"/replay/{own.code}/1/" in page
    assert "share-match" not in page
    assert "record.json" not in page
    assert "/check/" not in page


def test_a_past_day_shows_seed_dice_and_board_to_everybody(client: Client):
    attempt = played_day(person("Ana"), today() - days.ONE_DAY)
    day = attempt.day
    page = client.get(f"/days/{day}/").text
    assert bytes(day.seed).hex() in page
    assert "The dice, turn by turn" in page
    assert "Ana" in page
    assert client.get(f"/days/{day}/best/").status_code == 200


def test_a_search_that_is_done_stops_the_asking(client: Client):
    from games.analysis.models import Study

    day = played_day(person("Ana"), today() - days.ONE_DAY).day
    Study.objects.update(state="done", done_at=database_now(), progress=1.0)
    assert client.get(f"/days/{day}/best/").status_code == 286
    assert best_sheet.found(day).done


def test_what_is_shared_tells_points_step_and_streak_and_no_dice():
    ana = person("Ana")
    played_day(ana, DAY - days.ONE_DAY)
    attempt = played_day(ana)
    Attempt.objects.filter(pk=attempt.pk).update(points=41)
    shown = queries.day(DAY, ana.pk, NOON)
    text = shared(shown, queries.streak(ana.pk, DAY), "https://example.org/days/2026-11-16/")
    assert text.splitlines() == [
        f"The day’s Splitter, Nov. 16, 2026, sheet {attempt.day.sheet}",
        "41 points, step 7 of 12",
        "■■■■■■■□□□□□",
        "2 days in a row",
        "https://example.org/days/2026-11-16/",
    ]
    services.start(person("Ben"), DAY, now=NOON)
    assert shared(queries.day(DAY, None, NOON), days.Streak(0, 0), "") == ""


def test_the_staff_sees_no_seed_of_a_day():
    for model, shown in admin.site._registry.items():
        if model._meta.app_label in ("daily", "games"):
            fields = [*shown.list_display, *(shown.fields or ()), *shown.readonly_fields]
            assert "seed" not in fields
            if any(field.name == "seed" for field in model._meta.get_fields()):
                assert shown.fields or "seed" in (shown.exclude or ())


def test_the_first_page_tells_what_was_in_yesterdays_dice(client: Client):
    from games.analysis.models import Study

    attempt = played_day(person("Ana"), today() - days.ONE_DAY)
    moves = [choice.move for choice in attempt.round.choices.order_by("turn")]
    Study.objects.update(state="done", done_at=database_now(), progress=1.0, result=moves)
    found = f"Yesterday {attempt.points} was in the dice; the best found {attempt.points}."
    assert found in client.get("/").text


def test_the_day_after_the_last_moment_is_the_next_one():
    assert days.day_of(days.end(DAY) - timedelta(microseconds=1)) == DAY
    assert days.day_of(days.end(DAY)) == DAY + days.ONE_DAY
