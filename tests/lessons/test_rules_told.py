"""The rules pages say what the rules do: each number on them is one that a real round has."""

import re
from pathlib import Path

import pytest
from django.test import Client

from games.engine import catalogue
from games.engine.contract import Refused
from games.splito.deck import CLASSIC, load
from games.splito.guide import guide as splito_guide
from games.splito.state import ZONES
from games.splitter.paper import MOST_POINTS
from games.splitter.scoring import VERDICTS, verdict
from games.splitter.sheets import SHEETS
from games.tournaments.models.event import usual_tie_breaks
from scripts.messages import in_template
from splitsite.settings import BASE_DIR
from tests.support.rules_pages import number, page_of, words

SPLITO, SPLITTER = catalogue.find("splito"), catalogue.find("splitter")
SEEDS = [bytes([number]) * 32 for number in range(200)]
TEMPLATES = Path(BASE_DIR, "templates")
EXAMPLES = {"Promo goal 42", "Two even zones beat one full and one empty: 4 × 4 is 16, but 8 × 0 is nothing."}
"""Sentences with a number that is a card's name, or simple arithmetic."""


def marked(page: str) -> list[str]:
    """What the page marks as our own decision."""
    return [words(part) for part in re.findall(r'<p class="ours">(.*?)</p>', page, re.DOTALL)]


def may_play(game, seats: int) -> bool:
    try:
        return bool(game.start({}, seats, SEEDS[0]))
    except Refused:
        return False


def test_splito_is_for_two_to_eight_players(client: Client):
    assert [seats for seats in range(20) if may_play(SPLITO, seats)] == [2, 3, 4, 5, 6, 7, 8]
    assert number(page_of(client, "splito"), "Players") == "2–8 two play by rules of their own"


def test_splitter_is_for_one_to_twelve_players(client: Client):
    assert [seats for seats in range(20) if may_play(SPLITTER, seats)] == list(range(1, 13))
    assert number(page_of(client, "splitter"), "Players") == "1–12 each on a sheet of their own"


def test_everyone_gets_thirteen_cards_of_a_hundred_and_seven_and_plays_them_in_as_many_turns(client: Client):
    page = page_of(client, "splito")
    dealt = SPLITO.start({}, 5, SEEDS[0])
    assert {len(hand) for hand in dealt.hands} == {13}
    assert sum(map(len, dealt.hands)) + len(dealt.rest) == 107
    assert SPLITO.length(5) == 13
    assert number(page, "Cards in a hand") == "13"
    assert "The other 107 cards are shuffled, and everyone gets 13." in words(page)
    assert "After 13 turns all cards are played" in words(page)


def test_two_players_need_twice_as_many_turns(client: Client):
    page = page_of(client, "splito")
    assert SPLITO.length(2) == 26
    assert number(page, "Turns") == "13 with two players 26"
    assert "A round of two has 26 turns." in words(page)


def test_there_are_seventy_two_splito_cards_and_thirty_seven_goals(client: Client):
    page = page_of(client, "splito")
    dealt = SPLITO.start({}, 8, SEEDS[0])
    cards = [card for hand in (*dealt.hands, dealt.rest, dealt.table.public) for card in hand]
    goals = [card for card in cards if card in load(CLASSIC).goals]
    assert (len(cards) - len(goals), len(goals)) == (72, 37)
    assert (number(page, "Splito cards"), number(page, "Goals")) == ("72", "37")


def test_the_two_public_goals_are_drawn_at_random(client: Client):
    drawn = {SPLITO.start({}, 3, seed).table.public for seed in SEEDS}
    deck = load(CLASSIC)
    assert {moon for moon, _ in drawn} == set(deck.moons)
    assert {star for _, star in drawn} == set(deck.stars)
    assert "Two goals are drawn at random, one with a moon and one with a star." in words(
        page_of(client, "splito")
    )


def test_the_score_sheet_has_names_in_seating_order_and_the_outer_zone_twice():
    shown = splito_guide()
    assert shown.pad is not None
    (block,) = shown.pad.blocks
    order = [column.player for column in block.columns]
    seats = len(order)
    assert all(order[at + 1] == (order[at] - 1) % seats for at in range(seats - 1))  # the right neighbour
    values = [circle.value for circle in block.circles]
    assert values[0] == values[-1] == shown.count.zones[ZONES[seats][order[0]]["L"]].value
    for at, seat in enumerate(order):
        line = shown.count.seats[seat]
        assert values[at : at + 2] == [line.left, line.right]
        assert block.columns[at].points == line.left * line.right


def test_the_page_draws_that_score_sheet_and_has_the_newcomers_tip(client: Client):
    page = page_of(client, "splito")
    assert page.count('<circle class="outer"') == 2
    assert "stands there twice, at both ends" in words(page)
    assert "Seat a newcomer between two experienced players" in words(page)


def test_who_rolls_first_in_splitter_is_drawn_and_marked_as_ours(client: Client):
    assert {SPLITTER.start({}, 4, seed).first_roller for seed in SEEDS} == {0, 1, 2, 3}
    (line,) = [line for line in marked(page_of(client, "splitter")) if "rolls first" in line]
    assert "the youngest player begins" in line


def test_a_sheet_has_forty_four_spaces_and_two_stars_and_is_full_after_twenty_two_turns(client: Client):
    page = page_of(client, "splitter")
    assert {(len(sheet.places), len(sheet.pairs), len(sheet.stars)) for sheet in SHEETS.values()} == {
        (44, 22, 2)
    }
    assert SPLITTER.length(3) == 22
    assert (number(page, "Spaces on a sheet"), number(page, "Turns")) == ("44", "22")
    assert "After 22 turns every sheet is full." in words(page)
    assert "Sheet B has 3 hearts. The same number in all of them is worth 5 extra points" in words(page)
    assert "The most that is possible is 56 on sheet A and 61 on sheet B." in words(page)


def test_every_verdict_has_its_points_and_its_own_name(client: Client):
    (steps,) = re.findall(r'<ol class="verdict-steps">(.*?)</ol>', page_of(client, "splitter"), re.DOTALL)
    told = [words(step) for step in re.findall(r"<li>(.*?)</li>", steps, re.DOTALL)]
    names = [re.sub(r"^(up to \d+|\d+–\d+|from \d+) ", "", step) for step in told]
    assert len(set(names)) == 12 == verdict(max(MOST_POINTS.values()))
    assert told[0].startswith(f"up to {VERDICTS[0]} ")
    assert told[-2] == "49–50 Breathtaking."
    assert told[-1].startswith("from 51 ")


def test_no_verdict_calls_a_sheet_perfect_or_thanks_luck(client: Client):
    assert VERDICTS[-1] + 1 < MOST_POINTS["A"]  # the last step begins well below the best
    verdicts = Path(TEMPLATES, "splitter/_verdict_words.html").read_text()
    assert "perfect" not in verdicts
    assert "working for you" not in verdicts


def test_what_we_decided_about_splito_is_marked_as_ours(client: Client):
    decided = " ".join(marked(page_of(client, "splito")))
    for what in ("nothing is shown before the reveal", "every goal counts once", "Equal totals share"):
        assert what in decided
    assert "It is worth 4 points." in decided


@pytest.mark.parametrize("game", ["splito", "splitter"])
def test_the_usual_tie_breaks_of_tournaments_are_told_and_marked_as_ours(client: Client, game):
    assert usual_tie_breaks() == ["wins", "best", "direct"]
    (line,) = [line for line in marked(page_of(client, game)) if "tie-breaks" in line]
    assert "usually rounds won, then the best single round, then who was ahead at shared tables" in line


def test_the_page_tells_what_is_certain_about_the_classic_deck_and_what_is_reconstructed(client: Client):
    page = words(page_of(client, "splito"))
    certain, _, made_up = page.partition(" Certain ")[2].partition(" Reconstructed ")
    goals = load(CLASSIC).goals
    examples = ("none-2", "colours-3", "colours-6", "numbers-6", "at-most-11", "at-least-15")
    assert goals.keys() >= set(examples)
    assert "“no 2”, exactly 3 or 6 colours, exactly 6 numbers" in certain
    assert "at most 11 and at least 15 cards" in certain
    assert "the majorities (3), of “no 2” (1), of “exactly 6 numbers” (4) and of three colours (1)" in certain
    assert {goal.points for goal in goals.values() if goal.kind in ("moon", "star")} == {3}
    assert {goal.points for goal in goals.values() if goal.kind == "trio"} == {1}
    middle = {goal.count for goal in goals.values() if goal.kind in ("colours", "numbers")} - {3, 6}
    assert middle == {4, 5}
    assert "the goals that ask for 4 or 5 colours or numbers" in made_up
    assert "how many goals there are of each kind" in made_up


@pytest.mark.parametrize(
    "template",
    ["splito/_guide.html", "splitter/_guide.html", "splito/_short_rules.html", "splitter/_short_rules.html"],
)
def test_no_number_of_the_rules_is_written_into_a_sentence(template):
    sentences = {said.sentence for said in in_template(Path(TEMPLATES, template).read_text())}
    assert {sentence for sentence in sentences if re.search(r"\d\d", sentence)} <= EXAMPLES
