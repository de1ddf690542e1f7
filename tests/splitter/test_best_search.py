"""The best possible sheet for given dice: the search, its ceiling, and the fast masks it counts with."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import splitter
from games.splitter import best_search as search
from games.splitter.bitmasks import field
from games.splitter.scoring import sheet_score
from games.splitter.sheets import SHEETS

A, B = SHEETS["A"], SHEETS["B"]
BEST = "..2255.. .215355. 12353456 63353466 66552466 .663246. ..6331.."
BEST_ON_B = "255..312 25561332 .156666. .24..16. .244133. 66646636 666..666"


def rolls(seed: int):
    luck = Random(seed)
    return tuple((luck.randint(1, 6), luck.randint(1, 6)) for _ in range(22))


def rolls_of(sheet, drawing: str):
    """The dice that were written on a full sheet."""
    cells = sheet.cells(tuple(drawing.split()))
    return tuple((cells[left], cells[right]) for left, right in sheet.pairs.values())


def written(sheet, found: search.Best):
    """The sheet after these placements, each checked by the real rules."""
    cells = sheet.empty
    for turn, placement in enumerate(found.placements):
        assert not any(cells[space] for space in sheet.pairs[placement.row, placement.column]), turn
        cells = sheet.write(cells, placement)
    return cells


@given(cells=st.lists(st.integers(0, 6), min_size=44, max_size=44), name=st.sampled_from("AB"))
def test_masks_score_like_the_rules_on_any_sheet(cells, name):
    area = field(name)
    masks = area.masks(bytes(cells))
    assert area.score(masks) == sheet_score(SHEETS[name], bytes(cells))
    assert area.cells(masks) == bytes(cells)


@given(seed=st.integers(0, 10**6), crowd=st.integers(1, 6), name=st.sampled_from("AB"))
def test_masks_score_like_the_rules_on_full_sheets_with_big_groups(seed, crowd, name):
    """Few different numbers make many groups of the right size and many that are too big."""
    luck = Random(seed)
    cells = bytes(luck.randint(7 - crowd, 6) for _ in range(44))
    assert field(name).score(field(name).masks(cells)) == sheet_score(SHEETS[name], cells)


@pytest.mark.parametrize("sheet", [A, B], ids="AB")
def test_the_result_can_be_played_and_scores_what_it_says(sheet):
    dice = rolls(5)
    found = search.best(dice, sheet.name, budget=20_000, luck=Random(1))
    for roll, placement in zip(dice, found.placements, strict=True):
        assert sorted(roll) == sorted((placement.left, placement.right))
    cells = written(sheet, found)
    assert 0 not in cells
    assert sheet_score(sheet, cells) == found.score


def test_the_result_is_accepted_turn_by_turn_in_a_round():
    state = splitter.start({"sheet": "B"}, 1, bytes(32))
    found = search.best(state.dice, "B", budget=10_000, luck=Random(1))
    for placement in found.placements:
        state = splitter.play(state, [placement.move])
    assert splitter.scores(state)[0].points == found.score


def test_the_score_never_falls_and_the_steps_are_counted():
    reports = list(search.search(rolls(5), "A", budget=40_000, luck=Random(2)))
    scores = [report.best.score for report in reports]
    steps = [report.steps for report in reports]
    assert scores == sorted(scores)
    assert steps == sorted(steps)
    assert steps[-1] == 40_000 or scores[-1] == search.ceiling(rolls(5), "A")


@pytest.mark.parametrize("budget", [0, 12_000, 150_000])
def test_the_share_done_grows_and_ends_whole_at_the_budget_or_the_ceiling(budget):
    shares = [report.share for report in search.search(rolls(0), "A", budget=budget, luck=Random(1))]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert all(share < 1 for share in shares[:-1])


def test_the_same_luck_finds_the_same_sheet():
    one, other = (search.best(rolls(3), "A", budget=8_000, luck=Random(7)) for _ in range(2))
    assert one == other


def test_progress_can_stop_the_search():
    told = []

    def progress(report):
        told.append(report)
        return len(told) < 3

    found = search.best(rolls(5), "A", budget=10**9, luck=Random(1), progress=progress)
    assert len(told) == 3
    assert found == told[-1].best


def test_no_budget_is_still_a_playable_sheet():
    found = search.best(rolls(4), "A", budget=0, luck=Random(1))
    assert sheet_score(A, written(A, found)) == found.score


@pytest.mark.parametrize(("sheet", "drawing", "points"), [(A, BEST, 56), (B, BEST_ON_B, 61)])
def test_the_ceiling_of_the_perfect_dice_is_the_most_possible(sheet, drawing, points):
    assert search.ceiling(rolls_of(sheet, drawing), sheet.name) == points


@given(seed=st.integers(0, 10**6), name=st.sampled_from("AB"))
def test_no_sheet_scores_above_the_ceiling(seed, name):
    sheet, luck = SHEETS[name], Random(seed)
    high = luck.randint(1, 6)
    numbers = [luck.randint(1, high) for _ in range(44)]
    cells = bytes(numbers)
    dice = tuple((cells[left], cells[right]) for left, right in sheet.pairs.values())
    assert sheet_score(sheet, cells) <= search.ceiling(dice, name)


@pytest.mark.parametrize("seed", [0, 2, 4])
def test_a_short_search_comes_within_a_point_of_what_is_possible(seed):
    """The long comparison, with ten times the steps, is benchmarks/best.py."""
    dice = rolls(seed)
    assert search.best(dice, "A", budget=150_000, luck=Random(1)).score >= search.ceiling(dice, "A") - 1
