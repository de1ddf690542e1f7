"""Charts: every mark stands where its number belongs."""

from itertools import pairwise

import pytest

from games.history import charts
from games.splitter import STEPS


def test_results_fall_into_the_classes_of_the_game():
    drawn = charts.bars({0: 1, 27: 1, 28: 2, 51: 1, 60: 1}, ends=STEPS)
    assert [bar.count for bar in drawn.bars] == [2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]
    assert [bar.label for bar in drawn.bars[:2]] == ["≤27", "28–30"]
    assert drawn.bars[-1].label == "51+"
    assert [bar.best for bar in drawn.bars].index(True) == 11


@pytest.mark.parametrize("best", [0, 1, 9, 10, 47, 1000])
def test_without_classes_the_whole_span_is_cut_into_equal_ones(best: int):
    drawn = charts.bars({0: 3, best: 1})
    assert sum(bar.count for bar in drawn.bars) == (4 if best else 1)
    assert drawn.bars[-1].best
    assert len(drawn.bars) <= 10


def test_a_few_rounds_are_blocks_and_many_are_a_bar():
    assert len(charts.bars({5: 12}).bars[5].blocks) == 12
    assert len(charts.bars({5: 13}).bars[5].blocks) == 1


def test_nothing_played_draws_nothing():
    assert charts.bars({}).bars == ()
    assert charts.run([]).dots == ()
    assert charts.band([], []).band == ""


@pytest.mark.parametrize("most", [0, 1, 7, 12, 59, 73, 420, 12345])
def test_an_axis_has_a_few_round_numbers_up_to_the_most(most: int):
    ticks = charts.nice(most)
    assert 2 <= len(ticks) <= 8
    assert ticks[0] == 0
    assert ticks[-1] >= most
    assert len({round(b - a, 6) for a, b in pairwise(ticks)}) == 1


def test_the_line_is_the_mean_of_the_last_five():
    drawn = charts.run([10, 20, 30, 40, 50, 60])
    top = charts.nice(60)[-1]
    heights = [float(spot.split(" ")[1]) for spot in drawn.path[1:].split("L")]
    assert heights[0] == charts.run([10, 60]).dots[0].y  # the first is its own mean
    assert heights[-1] == pytest.approx(charts._up(40, top))


def test_dots_stay_on_the_sheet():
    for drawn in (charts.run([0, 400, 17]).dots, charts.cross({(0, 31): 2, (31, 0): 50}).dots):
        assert all(0 <= dot.x <= charts.WIDTH and 0 <= dot.y <= charts.WIDTH for dot in drawn)


def test_the_curves_are_equal_products():
    drawn = charts.cross({(3, 4): 1})
    assert [curve[1].label for curve in drawn.curves] == ["12", "24", "48", "72"]
