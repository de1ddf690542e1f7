"""The rules pages: every picture on them agrees with the real rules."""

from collections import Counter

import pytest
from django.test import Client
from django.utils import translation

from games.engine import catalogue
from games.splito.cards import COPIES, FACES
from games.splito.deck import CLASSIC, load
from games.splito.goals import PROMO
from games.splito.guide import COUNTED
from games.splito.guide import guide as splito_guide
from games.splitter.guide import guide as splitter_guide
from games.splitter.scoring import sheet_score
from games.splitter.sheets import SHEETS

KINDS = sorted({goal.kind for goal in load(CLASSIC).goals.values()})


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_goal_is_shown_met_and_not_met(kind):
    steps = splito_guide().examples[kind.replace("-", "_")].steps
    if kind == PROMO.kind:
        states = {step.promo.zone is not None for step in steps}
    else:
        states = {step.line.met for step in steps}
    assert states == {True, False}


@pytest.mark.parametrize("kind", KINDS)
def test_a_zone_of_an_example_grows_by_the_card_that_comes(kind):
    for before, after in zip(
        splito_guide().examples[kind.replace("-", "_")].steps,
        splito_guide().examples[kind.replace("-", "_")].steps[1:],
        strict=False,
    ):
        came = Counter(after.zone.cards) - Counter(before.zone.cards)
        assert came[after.card] == after.here


def test_no_example_uses_more_cards_than_there_are():
    tables = [step.zone.cards for example in splito_guide().examples.values() for step in example.steps]
    for cards in [*tables, tuple(card for zone in COUNTED.zones for card in zone)]:
        for card, copies in Counter(cards).items():
            assert copies <= (COPIES if card in FACES else 1)


def test_a_tie_for_most_is_shown_as_not_met():
    tied = [step for step in splito_guide().examples["moon"].steps if step.counts[0] == max(step.counts[1:])]
    assert [step.line.met for step in tied] == [False]


def test_the_counted_example_has_a_goal_that_fails_and_one_winner():
    count = splito_guide().count
    assert {line.met for zone in count.zones for line in zone.goals} == {True, False}
    assert all(line.score == line.left * line.right for line in count.seats)
    assert sorted(line.rank for line in count.seats) == [1, 2, 3]


def test_the_deck_on_the_page_is_the_whole_deck():
    shown = [goal.id for lot in splito_guide().deck for goal in lot.goals]
    assert sorted(shown) == sorted(load(CLASSIC).cards)


@pytest.mark.parametrize(("example", "number"), [("groups", 3), ("centre", 2), ("star", 4)])
def test_a_group_is_shown_scoring_and_not_scoring(example, number):
    steps = splitter_guide().examples[example]
    assert {step.explained.numbers[number - 1] > 0 for step in steps} == {True, False}


def test_three_numbers_that_meet_only_at_a_corner_are_not_yet_one_group():
    before, after = splitter_guide().examples["corner"]
    assert [group.size for group in before.explained.groups if group.number == 2] == [1, 1]
    assert [group.size for group in after.explained.groups if group.number == 2] == [3]


def test_the_hearts_are_shown_with_one_number_and_with_two():
    assert {step.explained.hearts.points for step in splitter_guide().examples["hearts"]} == {0, 5}


def test_the_counted_sheet_is_full_and_worth_what_the_rules_say():
    picture = splitter_guide().count
    cells = SHEETS[picture.sheet].cells(picture.rows)
    assert 0 not in cells
    assert picture.explained.points == sheet_score(SHEETS[picture.sheet], cells) == 29


@pytest.mark.parametrize("game", catalogue.names())
def test_every_game_has_its_rules_page_and_all_its_anchors_lead_somewhere(client: Client, game):
    page = client.get(f"/rules/{game}/").content.decode()
    anchors = {part.split('"')[0] for part in page.split('href="#')[1:]} - {"main"}
    targets = {part.split('"')[0] for part in page.split(' id="')[1:]}
    assert len([anchor for anchor in anchors if anchor.startswith("rule-")]) >= 8 * bool(
        catalogue.find(game).guide
    )
    assert {anchor for anchor in anchors if anchor.startswith("rule-")} <= targets


@pytest.mark.parametrize("game", catalogue.names())
def test_a_table_gets_the_inside_of_the_rules_alone(client: Client, game):
    inside = client.get(f"/rules/{game}/", headers={"HX-Request": "true"})
    assert "<html" not in inside.content.decode()
    assert 'id="rules-title"' in inside.content.decode()
    assert "HX-Request" in inside.headers["Vary"]


def test_the_page_of_all_rules_leads_to_every_game(client: Client):
    page = client.get("/rules/").content.decode()
    assert all(f'href="/rules/{game}/"' in page for game in catalogue.names())


def test_there_are_no_rules_of_an_unknown_game(client: Client):
    assert client.get("/rules/chess/").status_code == 404
    assert client.post("/rules/splito/").status_code == 405


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "ru"])
@pytest.mark.parametrize("game", catalogue.names())
def test_the_rules_can_be_read_in_every_language(client: Client, game, language):
    with translation.override("en"):  # the language of the visitor's browser ends with the page
        page = client.get(f"/rules/{game}/", headers={"Accept-Language": language})
    assert f'<html lang="{language}"' in page.content.decode()
