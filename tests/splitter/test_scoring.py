"""Splitter's points: groups, stars, hearts and verdicts, on drawn sheets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.splitter.scoring import groups, hearts_points, number_points, sheet_score, verdict
from games.splitter.sheets import SHEETS, Cells

A, B = SHEETS["A"], SHEETS["B"]

EXAMPLE_29 = "..4416.. .446614. 16665444 55521642 45521333 .125321. ..5332.."
MOST_ON_A = "..2255.. .215355. 12353456 63353466 66552466 .663246. ..6331.."
MOST_ON_B = "255..312 25561332 .156666. .24..16. .244133. 66646636 666..666"

full_sheets = st.binary(min_size=44, max_size=44).map(lambda luck: bytes(1 + byte % 6 for byte in luck))


def on_a(drawing: str) -> Cells:
    return A.cells(tuple(drawing.split()))


def on_b(drawing: str) -> Cells:
    return B.cells(tuple(drawing.split()))


def test_both_sheets_have_44_spaces_two_stars_and_b_has_three_hearts():
    for sheet in (A, B):
        assert len(sheet.places) == 44
        assert len(sheet.pairs) == 22
        assert len(sheet.stars) == 2
    assert len(A.hearts) == 0
    assert [B.places[space] for space in B.hearts] == [(1, 7), (3, 2), (5, 5)]
    assert sorted(A.places[space] for space in A.stars) == [(4, 1), (4, 8)]
    assert sorted(B.places[space] for space in B.stars) == [(7, 2), (7, 7)]


@pytest.mark.parametrize("sheet", [A, B], ids=["A", "B"])
def test_every_space_has_its_mirror_in_the_same_row(sheet):
    for (row, column), (left, right) in sheet.pairs.items():
        assert sheet.places[left] == (row, column)
        assert sheet.places[right] == (row, 9 - column)
    assert sorted(space for pair in sheet.pairs.values() for space in pair) == list(range(44))


@pytest.mark.parametrize("sheet", [A, B], ids=["A", "B"])
def test_neighbours_are_one_step_away_and_mutual(sheet):
    for space, (row, column) in enumerate(sheet.places):
        expected = {other for other, (r, c) in enumerate(sheet.places) if abs(r - row) + abs(c - column) == 1}
        assert set(sheet.near[space]) == expected


def test_the_rulebook_sheet_scores_29():
    assert number_points(A, on_a(EXAMPLE_29)) == (5, 4, 6, 4, 10, 0)
    assert sheet_score(A, on_a(EXAMPLE_29)) == 29


def test_the_best_sheet_a_scores_56():
    assert number_points(A, on_a(MOST_ON_A)) == (3, 6, 9, 4, 10, 24)
    assert sheet_score(A, on_a(MOST_ON_A)) == 56


def test_the_best_sheet_b_scores_61():
    assert number_points(B, on_b(MOST_ON_B)) == (5, 6, 6, 4, 5, 30)
    assert hearts_points(B, on_b(MOST_ON_B)) == 5
    assert sheet_score(B, on_b(MOST_ON_B)) == 61


def test_the_best_sheets_star_their_sixes():
    """The 24 and 30 points of 6s above are not multiples of groups alone: some 6s stand on a star."""
    for sheet, cells in ((A, on_a(MOST_ON_A)), (B, on_b(MOST_ON_B))):
        sizes = [len(group) for group in groups(sheet, cells) if cells[group[0]] == 6]
        assert all(size == 6 for size in sizes)
        assert number_points(sheet, cells)[5] > 6 * len(sizes)


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("size", range(1, 9))
def test_only_exactly_k_numbers_k_score_k(number, size):
    row = str(number) * size + "_" * (8 - size)
    cells = on_a(f"..____.. .______. {row} ________ ________ .______. ..____..")
    assert sheet_score(A, cells) == (number if size == number else 0)


def test_every_exact_group_scores():
    cells = on_a("..33__.. .__3___. ________ ______33 _______3 .333___. ..____..")
    assert number_points(A, cells) == (0, 0, 12, 0, 0, 0)  # the one on the right covers a star


def test_diagonal_numbers_do_not_connect():
    assert sheet_score(A, on_a("..1___.. .1_____. ________ ________ ________ .______. ..____..")) == 2
    assert sheet_score(A, on_a("..2___.. .2_____. ________ ________ ________ .______. ..____..")) == 0


def test_the_centre_line_does_not_separate():
    assert sheet_score(A, on_a("..____.. .______. ___22___ ________ ________ .______. ..____..")) == 2
    assert sheet_score(A, on_a("..____.. .______. ___11___ ________ ________ .______. ..____..")) == 0


def test_a_gap_of_sheet_b_separates():
    assert sheet_score(B, on_b("__2..2__ ________ .______. .__..__. .______. ________ ___..___")) == 0


def test_the_end_of_a_row_does_not_touch_the_next_row():
    assert sheet_score(A, on_a("..____.. .______. _______2 2_______ ________ .______. ..____..")) == 0


def test_a_group_on_a_star_counts_double():
    assert sheet_score(A, on_a("..____.. .______. ________ 55555___ ________ .______. ..____..")) == 10
    assert sheet_score(A, on_a("..____.. .______. ________ _______1 ________ .______. ..____..")) == 2
    assert sheet_score(B, on_b("___..___ ________ .______. .__..__. .______. ________ 333..___")) == 6


def test_a_star_does_not_help_a_group_of_another_size():
    assert sheet_score(A, on_a("..____.. .______. ________ 5555____ ________ .______. ..____..")) == 0
    assert sheet_score(A, on_a("..____.. .______. ________ 55______ 5555____ .______. ..____..")) == 0


def test_equal_hearts_score_5_extra_without_a_group():
    assert sheet_score(B, on_b("___..33_ ________ .3_____. .__..__. .___3__. ________ ___..___")) == 5


def test_equal_hearts_score_5_on_top_of_their_groups():
    assert sheet_score(B, on_b("___..22_ ________ .22____. .__..__. .__22__. ________ ___..___")) == 5 + 6


def test_hearts_with_another_or_no_number_score_nothing():
    assert hearts_points(B, on_b("___..33_ ________ .3_____. .__..__. .___4__. ________ ___..___")) == 0
    assert hearts_points(B, on_b("___..33_ ________ .3_____. .__..__. .______. ________ ___..___")) == 0
    assert hearts_points(B, B.empty) == 0


def test_sheet_a_has_no_hearts_to_score():
    assert hearts_points(A, bytes([6] * 44)) == 0


@pytest.mark.parametrize(
    ("step", "least", "most"),
    [
        (1, 0, 27),
        (2, 28, 30),
        (3, 31, 33),
        (4, 34, 36),
        (5, 37, 38),
        (6, 39, 40),
        (7, 41, 42),
        (8, 43, 44),
        (9, 45, 46),
        (10, 47, 48),
        (11, 49, 50),
        (12, 51, 61),
    ],
)
def test_the_verdict_rises_in_twelve_steps(step, least, most):
    assert [verdict(points) for points in range(least, most + 1)] == [step] * (most + 1 - least)


@settings(deadline=None)
@given(full_sheets)
def test_groups_share_out_the_whole_sheet(cells):
    for sheet in (A, B):
        assert sorted(space for group in groups(sheet, cells) for space in group) == list(range(44))


@settings(deadline=None)
@given(full_sheets)
def test_a_mirrored_sheet_a_scores_the_same(cells):
    mirrored = A.cells(tuple(row[::-1] for row in A.grid(cells)))
    assert number_points(A, mirrored) == number_points(A, cells)


@settings(deadline=None)
@given(full_sheets)
def test_a_sheet_a_upside_down_scores_the_same(cells):
    assert number_points(A, A.cells(A.grid(cells)[::-1])) == number_points(A, cells)


@settings(deadline=None)
@given(full_sheets, st.sampled_from([A, B]))
def test_no_sheet_beats_the_best_possible(cells, sheet):
    assert 0 <= sheet_score(sheet, cells) <= (56 if sheet is A else 61)


@settings(deadline=None)
@given(full_sheets, st.sampled_from([A, B]))
def test_a_grid_reads_back_as_its_numbers(cells, sheet):
    assert sheet.cells(sheet.grid(cells)) == cells
