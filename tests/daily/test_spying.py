"""Nobody leads the board of a day by playing its dice as somebody else first."""

import pytest
from django.test import Client

from accounts.models import User
from games.analysis.models import Study
from games.daily import days, queries, services
from games.daily.models import Attempt
from games.daily.origins import Origin
from games.models import GameSession
from games.table.services.locking import database_now
from tests.support.daily import DAY, NOON, played_day
from tests.support.tables import person, play_round, play_turn

pytestmark = pytest.mark.django_db

HOME, OFFICE = "192.0.2.1", "192.0.2.2"


def today():
    return days.day_of(database_now())


def at(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def begin(client: Client, name: str = "") -> tuple[GameSession, User]:
    """Begins the day of today, as a guest with this name or as who is signed in."""
    answer = client.post("/today/start/", {"day": today().isoformat(), "name": name})
    session = GameSession.objects.get(code=answer.url.split("/")[2])
    return session, session.seats.get().person


def play(client: Client, name: str = "") -> Attempt:
    session, player = begin(client, name)
    play_round(session, [player])
    return Attempt.objects.get(round__session=session)


def become(client: Client, who: User) -> Client:
    """Another person in the same browser: its cookies stay, except the session."""
    client.post("/accounts/logout/")
    client.force_login(who)
    return client


def board():
    return queries.board(today(), None)


def test_the_best_sheet_is_shown_only_when_the_day_is_over():
    client = at(HOME)
    attempt = play(client, "Spy")
    moves = [choice.move for choice in attempt.round.choices.order_by("turn")]
    Study.objects.update(state="done", done_at=database_now(), progress=1.0, result=moves)
    page = client.get("/today/").text
    assert "Shown when the day is over" in page
    assert "best-points" not in page
    assert client.get(f"/days/{today()}/best/").status_code == 404
    day = attempt.day
    day.date -= days.ONE_DAY
    day.save()
    Attempt.objects.update(day=day)
    Study.objects.update(key=day.date.isoformat())
    assert 'id="best-points"' in client.get(f"/days/{day.date}/").text
    assert client.get(f"/days/{day.date}/best/").status_code == 286


def test_a_second_person_in_the_same_browser_stands_apart():
    client, ana = at(HOME), person("Ana")
    play(client, "Spy")
    become(client, ana)
    assert "in this browser" in client.get("/today/").text
    attempt = play(client)
    assert attempt.person == ana
    assert attempt.seen == "browser"
    assert [line.person.name for line in board().lines] == ["Spy"]
    assert [(line.person.name, line.place) for line in board().apart] == [("Ana", None)]
    page = client.get("/today/").text
    assert "same browser" in page
    assert "stands apart without a place" in page


def test_another_browser_at_the_same_address_is_marked_and_ranked():
    play(at(HOME), "Spy")
    client = at(HOME)
    client.force_login(person("Ana"))
    assert "Somebody at your address" in client.get("/today/").text
    assert play(client).seen == "address"
    assert {line.person.name: line.seen for line in board().lines} == {"Spy": "", "Ana": "address"}
    assert "same address" in client.get("/today/").text


def test_who_begins_elsewhere_has_no_mark():
    play(at(HOME), "Spy")
    client = at(OFFICE)
    assert 'id="seen"' not in client.get("/today/").text
    assert play(client, "Ana").seen == ""
    assert "same address" not in client.get("/today/").text


def test_a_hall_that_begins_together_has_no_marks():
    begun = [begin(at(HOME), f"Player {number}") for number in range(4)]
    slowest = queries.AHEAD - 1
    for turn in range(22 + slowest):
        for behind, (session, player) in zip((slowest, 0, 1, 2), begun, strict=True):
            if 0 <= turn - behind < 22:
                play_turn(session, [player])
    assert {attempt.points is not None for attempt in Attempt.objects.all()} == {True}
    assert {attempt.seen for attempt in Attempt.objects.all()} == {""}


def test_half_a_round_is_enough_to_know_the_dice():
    session, spy = begin(at(HOME), "Spy")
    assert begin(at(HOME), "Early")[0]
    for _ in range(queries.HALF):
        play_turn(session, [spy])
    begin(at(HOME), "Late")
    assert {one.person.name: one.seen for one in Attempt.objects.all()} == {
        "Spy": "",
        "Early": "",
        "Late": "address",
    }


def test_an_attempt_begun_first_and_finished_after_a_spy_stands_apart_too():
    client, ana = at(HOME), person("Ana")
    client.force_login(ana)
    begun, _ = begin(client)
    become(client, User.objects.create_user("Spy"))
    play(client)
    play_round(begun, [ana])
    assert Attempt.objects.get(round__session=begun).seen == "browser"


def test_an_attempt_begun_first_and_finished_after_a_spy_at_the_same_address_is_marked():
    client, ana = at(HOME), person("Ana")
    client.force_login(ana)
    begun, _ = begin(client)
    for _ in range(queries.HALF):
        play_turn(begun, [ana])
    play(at(HOME), "Spy")
    play_round(begun, [ana])
    assert Attempt.objects.get(round__session=begun).seen == "address"


def test_a_few_dice_seen_in_the_same_browser_are_enough():
    client, ana = at(HOME), person("Ana")
    session, spy = begin(client, "Spy")
    play_turn(session, [spy])
    play_turn(session, [spy])
    become(client, ana)
    assert "in this browser" in client.get("/today/").text
    assert play(client).seen == "browser"


def test_a_guest_who_has_played_and_then_signs_in_to_an_attempt_going_on_stands_apart():
    ana = User.objects.create_user("Ana", "violet pencil 7")
    phone = at(OFFICE)
    phone.force_login(ana)
    begun, _ = begin(phone)
    client = at(HOME)
    play(client, "Spy")
    client.post("/accounts/login/", {"login": "Ana", "password": "violet pencil 7"})
    play_round(begun, [ana])
    assert Attempt.objects.get(round__session=begun).seen == "browser"


def test_practice_after_ones_own_attempt_marks_nobody():
    client = at(HOME)
    attempt = play(client, "Ana")
    client.post(f"/days/{today()}/practise/")
    attempt.refresh_from_db()
    assert attempt.seen == ""
    assert board().lines[0].place == 1


def test_whoever_begins_from_the_first_page_is_told_at_the_table():
    play(at(HOME), "Spy")
    client = at(HOME)
    answer = client.post("/today/start/", {"day": today().isoformat(), "name": "Ana"}, follow=True)
    assert "Somebody at your address has already played" in answer.text


def test_neither_browser_nor_address_is_kept_as_it_is_and_nothing_after_the_day():
    client = at(HOME)
    attempt = play(client, "Ana")
    device = client.cookies["device"].value
    assert len(attempt.browser) == len(attempt.address) == 32
    assert HOME not in attempt.address
    assert device not in attempt.browser
    services.draw_ahead()
    attempt.refresh_from_db()
    assert attempt.browser
    past = played_day(person("Ben"))
    Attempt.objects.filter(pk=past.pk).update(browser="b" * 32, address="a" * 32, day=past.day)
    services.draw_ahead()
    past.refresh_from_db()
    assert (past.browser, past.address) == ("", "")


def test_those_who_stand_apart_are_not_the_best_of_a_day():
    spy, ana = person("Spy"), person("Ana")
    here = Origin("b" * 32, "a" * 32)
    first = services.start(spy, DAY, now=NOON, origin=here)
    play_round(first, [spy])
    second = services.start(ana, DAY, now=NOON, origin=here)
    play_round(second, [ana])
    Attempt.objects.filter(person=ana).update(points=60)
    Attempt.objects.filter(person=spy).update(points=20)
    month = queries.month(DAY.replace(day=1), ana.pk, NOON)
    (square,) = [one for week in month.weeks for one in week if one.date == DAY]
    assert (square.most, square.points) == (20, 60)
    assert queries.day(DAY, ana.pk, NOON).board.mine.place is None
