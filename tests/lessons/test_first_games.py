"""First games that teach: real rules, chosen deals, and an answer to anything the learner does."""

from collections import Counter
from random import Random
from urllib.parse import urlencode

import pytest

from games import splito, splitter
from games.engine import catalogue
from games.engine.contract import Refused
from games.lessons import first_game
from games.splito.cards import COPIES, FACES
from games.splitter.sheets import SHEETS

GAMES = [catalogue.find(name) for name in first_game.games()]


def advised(rules, *, turns=99):
    """The states of a lesson in which the learner follows the advice."""
    states = [rules.lesson.begin()]
    while not rules.over(states[-1]) and len(states) <= turns:
        state = states[-1]
        states.append(rules.play(state, (rules.lesson.advice(state).move, *rules.lesson.answers(state))))
    return states


def test_both_games_have_a_lesson():
    assert set(first_game.games()) == {"splito", "splitter"}


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.NAME)
def test_a_lesson_ends_after_its_turns_and_who_follows_it_wins(rules):
    states = advised(rules)
    assert len(states) == rules.lesson.TURNS + 1
    first, *others = rules.scores(states[-1])
    assert first.rank == 1
    assert all(other.rank > 1 for other in others)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.NAME)
def test_whatever_the_learner_does_the_lesson_goes_on(rules):
    luck = Random(8)
    for _ in range(60):
        state = rules.lesson.begin()
        while not rules.over(state):
            assert rules.lesson.advice(state).move in rules.legal(state, 0)
            after = rules.play(state, (luck.choice(rules.legal(state, 0)), *rules.lesson.answers(state)))
            rules.lesson.told(state, after)
            state = after


def test_the_first_game_of_splito_teaches_one_thing_a_turn():
    states = advised(splito)
    assert [splito.lesson.advice(state).why for state in states[:-1]] == [
        "public",
        "goal",
        "complete",
        "careful",
    ]
    mine = splito.explain(states[-1]).seats[0]
    assert (mine.left, mine.right, mine.score) == (7, 2, 14)


def test_a_neighbour_helps_in_the_second_turn_and_the_lesson_says_so():
    before, after = advised(splito, turns=2)[1:3]
    told = splito.lesson.told(before, after)
    assert [(line.goal.id, line.side, line.gained, line.mine) for line in told] == [
        ("none-2", "L", True, False)
    ]


def test_the_third_three_spoils_the_goal_and_the_lesson_says_so():
    before = advised(splito, turns=3)[3]
    after = splito.play(before, ("black-3 R", *splito.lesson.answers(before)))
    told = splito.lesson.told(before, after)
    assert [(line.goal.id, line.side, line.gained) for line in told] == [("exactly-two-3", "R", False)]


def test_the_hands_of_the_lesson_could_be_dealt():
    state = splito.lesson.begin()
    cards = Counter(card for hand in state.hands for card in hand)
    assert all(copies <= (COPIES if card in FACES else 1) for card, copies in cards.items())
    assert not set(state.table.public) & set(cards)


def test_the_first_game_of_splitter_teaches_pair_star_and_care():
    states = advised(splitter)
    assert [splitter.lesson.advice(state).why for state in states[:-1]] == ["pair", "star", "careful"]
    assert next(score.points for score in splitter.scores(states[-1])) == 15


def test_all_sheets_of_the_lesson_hold_the_same_dice():
    state = splitter.lesson.begin()
    assert len({tuple(sorted(cells)) for cells in state.cells}) == 1
    rolled = sorted(number for dice in splitter.lesson.ROLLED for number in dice)
    assert [number for number in sorted(state.cells[0]) if number] == rolled
    assert sorted(SHEETS["A"].free(state.cells[0]))


def at(game: str, *played: str, sealed: str = "") -> str:
    asked = [("played", move) for move in played] + ([("sealed", sealed)] if sealed else [])
    return f"/learn/{game}/?{urlencode(asked)}"


def test_a_card_is_sealed_first_then_taken_back_or_played(client):
    sealed = client.post("/learn/splito/", {"move": ["green-5", "L"]})
    assert sealed.url == at("splito", sealed="green-5 L")
    page = client.get(sealed.url).content.decode()
    assert 'data-sealed="green-5 L"' in page
    assert 'id="go-on"' in page
    assert client.post(sealed.url, {"take-back": "1"}).url == "/learn/splito/"
    assert client.post(sealed.url, {"go-on": "1"}).url == at("splito", "green-5 L")


def test_from_the_second_turn_on_a_choice_is_revealed_at_once(client):
    onward = client.post(at("splito", "green-5 L"), {"move": ["exactly-two-3", "R"]})
    assert onward.url == at("splito", "green-5 L", "exactly-two-3 R")


@pytest.mark.django_db
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.NAME)
def test_a_whole_lesson_can_be_played_by_plain_forms(client, rules):
    here = f"/learn/{rules.NAME}/"
    for turn, state in enumerate(advised(rules)[:-1]):
        advice = rules.lesson.advice(state)
        assert client.get(here).content.decode().count("data-advised") == len(advice.marks)
        here = client.post(here, {"move": advice.move.split(" ")}).url
        here = here if turn else client.post(here, {"go-on": "1"}).url
    page = client.get(here).content.decode()
    assert 'id="play-for-real"' in page
    assert 'data-status="over"' in page


def test_a_choice_that_is_not_possible_is_told_why(client):
    page = client.post("/learn/splito/", {"move": ["red-6", "L"]})
    assert page.status_code == 200
    assert "You cannot choose that in this turn." in page.content.decode()
    assert 'data-sealed=""' in page.content.decode()


@pytest.mark.parametrize(
    "address",
    [
        at("splito", "red-6 L"),
        at("splito", *["green-5 L"] * 9),
        at("splito", sealed="\0"),
        at("splitter", "x"),
    ],
)
def test_an_address_that_cannot_be_begins_the_lesson_anew(client, address):
    assert client.get(address).url == address.split("?")[0]
    assert client.post(address, {"go-on": "1"}).status_code in {200, 302}


def test_no_lesson_of_an_unknown_game_and_no_look_at_nonsense(client):
    assert client.get("/learn/chess/").status_code == 404
    assert client.get("/learn/splito/look/?played=x&move=y").status_code == 404
    assert "look-worth" in client.get("/learn/splito/look/?move=green-5").content.decode()


def test_a_page_of_the_lesson_asks_for_its_parts_alone(client):
    parts = client.get(at("splitter", "r2c4 26"), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in parts
    assert all(f'id="{part}"' in parts for part in ("facts", "public", "private", "coach"))


def test_more_moves_than_turns_are_refused():
    with pytest.raises(Refused):
        first_game.step("splitter", ("r2c4 26",) * 4, sealed="", name="")


@pytest.mark.django_db
def test_newcomers_find_the_lesson_from_home_and_the_rules(client):
    assert 'href="/learn/splito/"' in client.get("/").content.decode()
    for game in first_game.games():
        assert f'href="/learn/{game}/"' in client.get(f"/rules/{game}/").content.decode()
