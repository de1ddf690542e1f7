"""What the Splitter table shows: the same to everyone, small, and only what the table wants told."""

import re
from dataclasses import replace
from random import Random

import pytest

from games import splitter
from games.splitter.drawing import draw, draw_plain, lines, outline
from games.splitter.explanation import explain_sheet
from games.splitter.preview import Preview
from games.splitter.rules import State
from games.splitter.sheets import SHEETS, Cells
from games.table import rendering
from games.table.snapshots import Deal, Sealed, Table
from tests.support import tables

A = SHEETS["A"]


def on_a(drawing: str) -> Cells:
    return A.cells(tuple(drawing.split()))


def preview_of(drawing: str, *, dice: tuple[int, int], move: str, sheet: str = "A") -> Preview:
    cells = SHEETS[sheet].cells(tuple(drawing.split()))
    state = State(sheet, 0, (dice,) * 22, (44 - cells.count(0)) // 2, (cells,), ())
    return splitter.preview(splitter.view(state, frozenset({0})), move)


def told(*args, **kwargs) -> list[tuple[str, int, int]]:
    changes = preview_of(*args, **kwargs).changes
    return [(change.kind, change.number, change.points) for change in changes]


# Lines and digits.


def test_the_line_around_a_group_is_closed_and_as_short_as_can_be():
    assert outline(((4, 1),)) == "M1 4h1v1h-1z"
    assert outline(((4, 1), (4, 2), (4, 3), (5, 2), (5, 3))) == "M1 4h3v2h-2v-1h-1z"


def test_a_hole_in_a_group_has_a_line_of_its_own():
    around = tuple((row, column) for row in (1, 2, 3) for column in (1, 2, 3) if (row, column) != (2, 2))
    assert outline(around) == "M1 1h3v3h-3zM2 2v1h1v-1z"


def test_lines_between_spaces_are_drawn_once():
    assert lines([(1, 1), (1, 2)]) == "M1 1h2M1 2h2M1 1v1M2 1v1M3 1v1"


def test_a_drawing_tells_scoring_growing_and_dead_groups_apart():
    cells = on_a("..22__.. .______. ________ 5_____3_ ________ .4_____. ..111_..")
    drawing = draw(explain_sheet(A, cells).groups)
    assert drawing.scoring == "M3 1h2v1h-2z"
    assert [(digits.kind, digits.text) for digits in drawing.digits] == [
        ("scores", "22"),
        ("growing", "534"),
        ("dead", "111"),
    ]
    assert (drawing.points.text, drawing.points.x, drawing.points.y) == ("2", "3", "1")


def test_points_of_two_digits_stand_around_the_middle_of_their_disc():
    cells = on_a("..____.. .______. ________ 555_____ _55_____ .______. ..____..")
    points = draw(explain_sheet(A, cells).groups).points
    assert (points.text, points.x, points.y) == ("10", "0.945 1.055", "4 4")


def test_a_plain_drawing_says_nothing_about_groups():
    cells = on_a("..22__.. .______. ________ 5_____3_ ________ .4_____. ..111_..")
    drawing = draw_plain(explain_sheet(A, cells).groups)
    assert (drawing.scoring, drawing.dead, drawing.discs, drawing.points) == ("", "", "", None)
    assert [digits.text for digits in drawing.digits] == ["22534111"]


def test_a_sheet_is_explained_once():
    cells = bytes([1] * 44)
    assert explain_sheet(A, cells) is explain_sheet(A, bytes([1] * 44))


def test_a_view_tells_how_often_each_number_was_rolled():
    state = replace(splitter.start({}, 2, bytes(32)), dice=((1, 6), (6, 6), (2, 3)) + ((4, 4),) * 19)
    assert splitter.view(state, frozenset()).tally == (1, 0, 0, 0, 0, 1)
    assert splitter.view(replace(state, turn=2), frozenset()).tally == (1, 1, 1, 0, 0, 3)


def test_a_sheet_is_read_aloud_row_by_row():
    state = splitter.start({}, 1, bytes(32))
    state = splitter.play(state, [move for move in splitter.legal(state, 0) if move.startswith("r1c3")][:1])
    left, right = state.dice[0]
    assert splitter.view(state, frozenset()).spoken[0].startswith(f"{left} - - {right}; - - - - - -; ")


# What is said about a pair.


def test_a_number_that_finds_its_partner_and_one_that_begins():
    assert told(
        "..____.. .______. __2_____ ________ ________ .______. ..____..", dice=(2, 5), move="r4c3 25"
    ) == [("partner", 2, 2), ("started", 5, 0)]


def test_a_lone_one_scores_and_a_second_beside_it_breaks_it():
    empty = "..____.. .______. ________ ________ ________ .______. ..____.."
    assert told(empty, dice=(1, 6), move="r4c3 16") == [("alone", 1, 1), ("started", 6, 0)]
    beside = "..____.. .______. __1_____ ________ ________ .______. ..____.."
    assert told(beside, dice=(1, 6), move="r4c3 16") == [("broken", 1, -1), ("started", 6, 0)]


def test_a_group_on_a_star_counts_double():
    drawing = "..____.. .______. ________ _55_____ _55_____ .______. ..____.."
    assert told(drawing, dice=(5, 6), move="r4c1 56")[0] == ("doubled", 5, 10)


def test_a_number_that_makes_its_group_too_big():
    drawing = "..____.. .______. __222___ ________ ________ .______. ..____.."
    assert told(drawing, dice=(2, 6), move="r4c3 26") == [("too-big", 2, 0), ("started", 6, 0)]


def test_groups_walled_in_are_told_in_one_sentence():
    drawing = "..51__.. .2_____. _______6 ________ ________ .______. ..____.."
    changes = preview_of(drawing, dice=(1, 6), move="r2c3 16").changes
    assert [change.others for change in changes if change.kind == "lost"] == [(5,)]


def test_the_third_equal_heart_and_the_first_that_differs():
    drawing = "_1_..42_ ________ .2____4. .__..__. .______. ________ ___..___"
    assert ("hearts", 2, 5) in told(drawing, dice=(2, 3), move="r5c4 32", sheet="B")
    assert ("hearts-lost", 3, 0) in told(drawing, dice=(2, 3), move="r5c4 23", sheet="B")
    assert not [
        kind for kind, _, _ in told(drawing, dice=(2, 3), move="r6c1 23", sheet="B") if "heart" in kind
    ]


# The screen.


@pytest.fixture
def twelve(transactional_db: None) -> Table:
    """Twelve people in the middle of a round."""
    session, people = tables.dealt(12, "splitter")
    for _ in range(11):
        tables.play_turn(session, people, Random(7))
    return tables.now(session)


def deal(table: Table) -> Deal:
    assert table.deal is not None
    return table.deal


def sealed(table: Table, seat: int, move: str) -> Table:
    return table._replace(deal=deal(table)._replace(moves=(Sealed(seat, move, "player", table.read_at),)))


def public(table: Table, language: str = "en") -> str:
    return rendering.public_html(rendering.screen(table), language)


def test_twelve_sheets_are_drawn_once_each_and_stay_small(twelve: Table):
    html = public(twelve)
    assert [html.count(f'id="s{seat}"') for seat in range(12)] == [1] * 12
    assert [html.count(f'href="#s{seat}"') for seat in range(12)] == [1] * 12
    assert len(html.encode()) < 30_000


def test_no_id_stands_twice(twelve: Table):
    own = rendering.mine(twelve, twelve.places[3].person)
    html = public(twelve) + rendering.private_html(rendering.screen(twelve), own, "en")
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_the_public_part_does_not_depend_on_open_choices_but_for_the_marks(twelve: Table):
    one, other = (sealed(twelve, 0, move) for move in twelve.rules.legal(deal(twelve).state, 0)[:2])
    assert public(one) == public(other)


def test_the_own_part_offers_every_free_pair_and_both_orders(twelve: Table):
    own = rendering.mine(twelve, twelve.places[3].person)
    html = rendering.private_html(rendering.screen(twelve), own, "en")
    pairs = re.findall(r'<input type="radio" name="move" value="(r\dc\d)"', html)
    orders = re.findall(r'<button [^>]*name="move" value="(\d\d)"', html)
    assert {f"{pair} {order}" for pair in pairs for order in orders} == set(twelve.rules.moves(own.view))


def test_a_sealed_pair_is_checked_and_shows_its_numbers(twelve: Table):
    move = twelve.rules.legal(deal(twelve).state, 3)[-1]
    shown = sealed(twelve, 3, move)
    own = rendering.mine(shown, twelve.places[3].person)
    html = rendering.private_html(rendering.screen(shown), own, "en")
    (pair,) = re.findall(r'<div class="pair"[^>]* data-sealed>.*?</div>', html)
    assert f'value="{move[:4]}"' in pair
    assert re.findall(r'data-digit="(\d)"', pair) == list(move[5:])
    assert html.count(" checked") == 1


def test_without_hints_nobody_is_told_points_or_groups(twelve: Table):
    strict = twelve._replace(hints=False)
    html = public(strict)
    assert 'class="around"' not in html
    assert 'class="per"' not in html
    assert "points now" not in html
    own = rendering.mine(strict, twelve.places[3].person)
    assert "with this pair" not in rendering.private_html(rendering.screen(strict), own, "en")


def test_what_was_written_last_is_ringed_on_every_sheet(twelve: Table):
    assert public(twelve).count('class="ring"') == 12


def test_the_preview_speaks_about_both_orders(twelve: Table):
    person = twelve.places[3].person
    pair = twelve.rules.legal(deal(twelve).state, 3)[0][:4]
    html = rendering.preview_html(twelve, person, pair, "en")
    orders = re.findall(r'data-order="(\d\d)"', html)
    left, right = deal(twelve).state.dice[11]
    assert set(orders) == {f"{left}{right}", f"{right}{left}"}
    assert "<p data-kind=" in html
