"""A finished round turn by turn: every turn for each viewer, who chose, and nothing that viewer never saw."""

import json
import re
from random import Random

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.html import strip_tags

from accounts.models import User
from games.engine import catalogue, record
from games.history.queries import finished_rounds
from games.models import Choice, GameSession
from games.splito.replay_turns import offered
from games.splito.rules import legal, start, view
from tests.support.clients import browser_of
from tests.support.tables import dealt, play_round, the_round

pytestmark = pytest.mark.django_db

ROUNDS = [
    ("splito", 2, {}),
    ("splito", 4, {"promo42": True}),
    ("splitter", 1, {"sheet": "A"}),
    ("splitter", 3, {"sheet": "B"}),
]


def finished(game: str, people: int, **more) -> tuple[GameSession, list[User]]:
    session, users = dealt(people, game, **more)
    play_round(session, users, Random(people))
    return session, users


def text(html: str) -> str:
    return re.sub(r"\s+", " ", strip_tags(html))


@pytest.mark.parametrize(("game", "people", "options"), ROUNDS)
def test_every_turn_is_shown_to_all_eyes(game, people, options):
    session, _ = finished(game, people, options=options)
    rules = catalogue.find(game)
    turns = rules.length(people)
    client = Client(headers={"HX-Request": "true"})
    for turn in range(1, turns + 1):
        for eyes in ("all", 0) if turn % 5 else ("all", *range(people)):
            answer = client.get(f"/replay/{session.code}/1/", {"turn": turn, "eyes": eyes})
            assert answer.status_code == 200
            assert f"Turn {turn} of {turns}" in answer.content.decode()
    assert client.get(f"/replay/{session.code}/1/", {"turn": turns + 1}).status_code == 404
    assert client.get(f"/replay/{session.code}/1/", {"eyes": people}).status_code == 404


def test_the_page_works_as_plain_links_and_a_form():
    session, _ = finished("splitter", 2)
    page = Client().get(f"/replay/{session.code}/1/", {"turn": 7}).content.decode()
    assert f'href="/replay/{session.code}/1/?turn=8&amp;eyes=all" rel="next"' in page
    assert f'href="/replay/{session.code}/1/?turn=6&amp;eyes=all" rel="prev"' in page
    assert '<input type="range" id="slider" name="turn" min="1" max="22" value="7"' in page
    assert re.search(r'aria-current="step"><span class="for-ears">Turn </span>7<', page)


def test_a_script_gets_the_turn_without_the_page_around_it():
    session, _ = finished("splitter", 2)
    answer = Client(headers={"HX-Request": "true"}).get(f"/replay/{session.code}/1/")
    assert "<html" not in answer.content.decode()
    assert "HX-Request" in answer["Vary"]


def test_through_one_seats_eyes_no_other_hand_is_seen():
    session, _ = finished("splito", 3)
    round = finished_rounds.find(session.code, 1)
    assert round
    turns = finished_rounds.choices(round)
    states = finished_rounds.states(round, turns)
    client = Client(headers={"HX-Request": "true"})
    for turn in (1, 6, 12):
        page = client.get(f"/replay/{session.code}/1/", {"turn": turn, "eyes": 1}).content.decode()
        words = set(re.findall(r"[a-z0-9-]+", page))
        shown = {made.move.rpartition(" ")[0] for made in turns[turn - 1]}
        hidden = catalogue.find("splito").secrets(states[turn - 1], frozenset({1})) - shown
        assert hidden
        assert not {f"s-{card}" for card in hidden} & words


def test_all_open_shows_every_hand_with_the_chosen_card_once():
    session, _ = finished("splito", 3)
    page = (
        Client(headers={"HX-Request": "true"}).get(f"/replay/{session.code}/1/", {"turn": 2}).content.decode()
    )
    assert page.count('class="offered"') == 3
    assert page.count("<li data-chosen>") == 3
    assert page.count('class="card"') + page.count('data-size="hand"') == 3 * 12
    assert "face down" not in page


def test_two_equal_cards_in_a_hand_and_one_of_them_is_marked():
    deals = (start({}, 3, bytes([seed]) * 32) for seed in range(100))
    state = next(deal for deal in deals if any(len(set(hand)) < len(hand) for hand in deal.hands))
    seat = next(at for at, hand in enumerate(state.hands) if len(set(hand)) < len(hand))
    twice = next(card for card in state.hands[seat] if state.hands[seat].count(card) == 2)
    moves = [legal(state, at)[0] for at in range(3)]
    moves[seat] = f"{twice} R"
    offer = offered(view(state, frozenset(range(3))), moves)[seat]
    assert [played for _, _, played in offer.cards].count(True) == 1
    assert [card for card, _, played in offer.cards if played] == [twice]
    hidden = offered(view(state, frozenset({(seat + 1) % 3})), moves)[seat]
    assert (hidden.cards, hidden.hidden, hidden.card) == ((), len(state.hands[seat]), twice)


@pytest.mark.parametrize("by", ["deputy", "clock"])
def test_a_choice_that_was_not_the_players_own_says_whose_it_was(by):
    session, _ = finished("splitter", 2)
    Choice.objects.filter(round=the_round(session), turn=4, seat=1).update(by=by)
    words = {"deputy": "a deputy chose", "clock": "the clock chose"}[by]
    client = Client(headers={"HX-Request": "true"})
    assert words in text(client.get(f"/replay/{session.code}/1/", {"turn": 5}).content.decode())
    assert words not in text(client.get(f"/replay/{session.code}/1/", {"turn": 6}).content.decode())


def test_a_game_without_a_drawing_of_its_own_lists_its_moves():
    from django.template.loader import render_to_string

    from games.history.links import Links
    from games.history.views.replays import turn_of

    session, _ = finished("splitter", 2)
    round = finished_rounds.find(session.code, 1)
    assert round
    to = Links(session.code, 1, key="", key_to_share="", root="")
    shown = turn_of(round, "3", "all", to)
    page = text(render_to_string("game/_replay.html", {"turn": shown}))
    assert shown.choices[0].move in page
    assert "Player 1" in page


def test_my_history_leads_to_replay_and_score_sheet():
    session, users = finished("splitter", 2, public=False)
    client = browser_of(users[1])
    history = client.get("/history/").content.decode()
    for page in (f"/replay/{session.code}/1/", f"/sheet/{session.code}/"):
        assert f'href="{page}"' in history
        assert client.get(page).status_code == 200


def test_nudges_of_the_turn_are_told():
    session, users = dealt(3)
    round = the_round(session)
    round.nudges.create(turn=0, seat=0, to=1, kind="zone")
    play_round(session, users)
    client = Client(headers={"HX-Request": "true"})
    first = client.get(f"/replay/{session.code}/1/", {"turn": 1}).content.decode()
    assert "Player 1, please look after our zone!" in text(first)
    assert "look after" not in client.get(f"/replay/{session.code}/1/", {"turn": 2}).content.decode()


def test_titles_say_who_won():
    session, _ = finished("splitter", 2)
    lines = the_round(session).sheet.lines
    lines.filter(seat=0).update(points=40, rank=1, name="Mia")
    lines.filter(seat=1).update(points=30, rank=2, name="Ada")
    for page in (f"/replay/{session.code}/1/", f"/replay/{session.code}/1/count/", f"/sheet/{session.code}/"):
        html = Client().get(page).content.decode()
        assert "<title>Mia won with 40 points" in html
        assert '<meta property="og:title" content="Mia won with 40 points · Splitter' in html
    lines.filter(seat=1).update(points=40, rank=1)
    html = Client().get(f"/replay/{session.code}/1/").content.decode()
    assert "<title>Shared victory with 40 points: Mia, Ada" in html


@pytest.mark.parametrize(("game", "people", "options"), ROUNDS)
def test_the_count_of_any_round_can_be_read_again(game, people, options):
    session, _ = finished(game, people, options=options)
    page = Client().get(f"/replay/{session.code}/1/count/").content.decode()
    for line in the_round(session).sheet.lines.all():
        assert f">{line.points}<" in page


@pytest.mark.parametrize(("game", "people", "options"), ROUNDS)
def test_the_record_is_right_and_passes_verify(game, people, options, tmp_path, capsys):
    session, _ = finished(game, people, options=options)
    Choice.objects.filter(round=the_round(session), turn=1, seat=0).update(by="deputy")
    Choice.objects.filter(round=the_round(session), turn=2, seat=0).update(by="clock")
    answer = Client().get(f"/replay/{session.code}/1/record.json")
    assert answer["Content-Disposition"] == f'attachment; filename="{game}-{session.code}-1.json"'
    file = tmp_path / "record.json"
    file.write_bytes(answer.content)
    call_command("verify", str(file))
    found = json.loads(answer.content)
    assert answer.content.decode() == record.text(found)
    turns = [turn["placements"] if game == "splitter" else turn for turn in found["turns"]]
    assert [turns[at][0].get("by") for at in (0, 1, 2)] == [None, "bot", "clock"]
    found["result"]["seats"][0]["score"] += 1
    file.write_text(json.dumps(found))
    with pytest.raises(SystemExit):
        call_command("verify", str(file))


def test_pages_of_the_past_ask_the_database_little(django_assert_max_num_queries):
    session, _ = finished("splito", 4)
    for page in ("/replay/{}/1/?turn=9", "/replay/{}/1/count/", "/replay/{}/1/check/", "/sheet/{}/"):
        with django_assert_max_num_queries(8):
            assert Client().get(page.format(session.code)).status_code == 200


@pytest.mark.parametrize("path", ["/replay/{}/1/", "/sheet/{}/", "/replay/{}/1/record.json"])
def test_the_past_cannot_be_written_to(path):
    session, _ = finished("splitter", 1)
    assert Client().post(path.format(session.code)).status_code == 405
