"""Who may open a finished or running round: visitor, player, stranger, staff; public or not."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.history import permissions
from games.models import GameSession, Round
from tests.support.clients import browser_of
from tests.support.tables import dealt, person, play_round, play_turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("many_misses")]

PAGES = [
    "/replay/{}/1/",
    "/replay/{}/1/count/",
    "/replay/{}/1/check/",
    "/replay/{}/1/record.json",
    "/sheet/{}/",
]
PAGES += ["/sheet/{}/sheet.svg"]


@pytest.fixture
def boss(db) -> User:
    staff = person("Boss")
    staff.is_staff = staff.is_superuser = True
    staff.save()
    return staff


def finished(people: int = 2, game: str = "splitter", **settings) -> tuple[GameSession, list[User]]:
    session, users = dealt(people, game, **settings)
    play_round(session, users, Random(1))
    return session, users


def answers(client: Client, session: GameSession, query: str = "") -> set[int]:
    return {client.get(page.format(session.code) + query).status_code for page in PAGES}


def visitors(users: list[User], boss: User) -> dict[str, Client]:
    return {
        "visitor": Client(),
        "seated": browser_of(users[1]),
        "stranger": browser_of(person("Stranger")),
        "staff": browser_of(boss),
    }


def test_a_finished_round_of_a_public_table_opens_for_everyone(boss):
    session, users = finished()
    for who, client in visitors(users, boss).items():
        assert answers(client, session) == {200}, who
        assert answers(client, session, "?key=forged") == {200}, who


def test_an_unlisted_one_opens_for_who_sat_there_for_staff_and_by_its_key(boss):
    session, users = finished(public=False)
    key = permissions.key_of(session.code)
    for who, client in visitors(users, boss).items():
        assert answers(client, session) == ({200} if who in ("seated", "staff") else {404}), who
        assert answers(client, session, f"?key={key}") == {200}, who


def test_a_forged_key_opens_nothing():
    session, _ = finished(public=False)
    key, other = permissions.key_of(session.code), "ZZZZZ"
    for forged in (key[:-1], key + "A", key.swapcase(), permissions.key_of(other), "\0", "é", "x" * 9000):
        assert answers(Client(), session, f"?key={forged}") == {404}, forged
    assert answers(Client(), session, f"?key={key}") == {200}


def test_an_unlisted_table_answers_like_one_that_does_not_exist():
    session, _ = finished(public=False)
    for page in PAGES:
        here, nowhere = (Client().get(page.format(code)) for code in (session.code, "ZZZZZ"))
        assert here.status_code == nowhere.status_code == 404
        told = [re.sub(r'(?<=value=")\w{64}', "", one.content.decode()) for one in (here, nowhere)]
        assert told[0].replace(session.code, "ZZZZZ") == told[1]


def test_a_running_round_opens_for_nobody(boss):
    session, users = dealt(2, "splitter")
    play_turn(session, users)
    key = permissions.key_of(session.code)
    for who, client in visitors(users, boss).items():
        assert answers(client, session) == {404}, who
        assert answers(client, session, f"?key={key}") == {404}, who


def test_the_second_round_stays_closed_while_the_first_is_open():
    session, users = dealt(2, "splitter", rounds_planned=2)
    play_round(session, users)
    from games.table import services

    services.next_round(session.pk, users[0])
    play_turn(session, users)
    client = browser_of(users[0])
    assert client.get(f"/replay/{session.code}/1/").status_code == 200
    for page in PAGES[:4]:
        assert client.get(page.format(session.code).replace("/1/", "/2/")).status_code == 404
    running = session.rounds.get(number=2)
    sheet = client.get(f"/sheet/{session.code}/").content.decode()
    assert "Round 1" in sheet
    assert "Round 2" not in sheet
    assert bytes(running.seed).hex() not in sheet


def test_a_round_whose_table_was_closed_in_the_middle_has_no_replay():
    session, users = dealt(2, "splitter")
    play_turn(session, users)
    GameSession.objects.filter(pk=session.pk).update(status="closed")
    assert answers(browser_of(users[0]), session) == {404}


def test_a_sealed_deal_opens_only_for_who_played_it_and_never_with_its_seed(boss):
    session, users = finished()
    Round.objects.filter(session=session).update(sealed_until=timezone.now() + timedelta(hours=3))
    seed = bytes(session.rounds.get().seed).hex()
    for who, client in visitors(users, boss).items():
        for page in PAGES:
            answer = client.get(page.format(session.code) + f"?key={permissions.key_of(session.code)}")
            secret = page.endswith(("check/", "record.json"))
            allowed = 403 if secret else 200
            assert answer.status_code == (allowed if who == "seated" else 404), (who, page)
            assert seed not in answer.content.decode(), (who, page)
    Round.objects.update(sealed_until=timezone.now() - timedelta(minutes=1))
    assert answers(Client(), session) == {200}


def test_links_on_a_page_opened_by_key_carry_the_key_on():
    session, _ = finished(public=False)
    key = permissions.key_of(session.code)
    page = Client().get(f"/replay/{session.code}/1/?key={key}&turn=3").content.decode()
    assert f"turn=4&amp;eyes=all&amp;key={key}" in page
    assert f"/sheet/{session.code}/?key={key}" in page


def test_only_who_may_share_is_offered_the_key(boss):
    session, users = finished(public=False)
    key = permissions.key_of(session.code)
    assert key in browser_of(users[0]).get(f"/sheet/{session.code}/").content.decode()
    assert key not in browser_of(boss).get(f"/sheet/{session.code}/").content.decode()


def test_the_counted_table_gives_the_key_to_who_sits_there_and_to_nobody_else():
    session, users = finished(public=False, spectators=True)
    key = permissions.key_of(session.code)
    assert key in browser_of(users[0]).get(f"/t/{session.code}/").content.decode()
    watching = Client().get(f"/t/{session.code}/").content.decode()
    assert key not in watching
    assert "/replay/" not in watching


def test_a_deleted_players_name_is_gone_from_every_page():
    from accounts.services.users import farewells

    session, users = finished()
    users[0].name = "Nevermore"
    session.seats.filter(person=users[0]).update(name="Nevermore")
    session.rounds.get().sheet.lines.filter(seat=0).update(name="Nevermore")
    assert "Nevermore" in Client().get(f"/sheet/{session.code}/").content.decode()
    for farewell in farewells:
        farewell(users[0])
    for page in PAGES:
        assert "Nevermore" not in Client().get(page.format(session.code)).content.decode(), page


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    turn=st.one_of(st.text(max_size=12), st.integers().map(str)),
    eyes=st.one_of(st.text(max_size=12), st.integers().map(str), st.just("all")),
    key=st.text(max_size=60),
    number=st.integers(min_value=0, max_value=10**30),
)
def test_whatever_is_asked_for_is_a_turn_or_nothing(turn, eyes, key, number):
    session = GameSession.objects.first() or finished(1)[0]
    client = Client()
    query = {"turn": turn, "eyes": eyes, "key": key}
    right = turn.isascii() and turn.isdigit() and 1 <= int(turn) <= 22 and eyes in ("all", "0")
    expected = {200} if right and len(turn) < 4 and len(eyes) < 4 else {200, 404} if right else {404}
    assert client.get(f"/replay/{session.code}/1/", query).status_code in expected
    if number != 1:
        assert client.get(f"/replay/{session.code}/{number}/", query).status_code == 404


def test_being_staff_without_a_right_opens_nothing_private():
    session, _ = finished(public=False)
    aide = person("Aide")
    aide.is_staff = True
    aide.save()
    assert answers(browser_of(aide), session) == {404}
