"""The bots of Splitter: legal, repeatable, from the view alone, each level stronger than the one below."""

from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import splitter
from games.splitter import evaluation
from games.splitter.bitmasks import field
from games.splitter.bots import BOTS
from games.splitter.evaluation import Promise, write
from games.splitter.scoring import groups
from games.splitter.sheets import SHEETS

LEVELS = ("random", "apprentice", "regular", "master")


def play_round(level: str, sheet: str, seed: int, seats: int = 1):
    """Plays a round of one level; the rules check every move."""
    choose = BOTS[level].choose
    lucks = [Random(f"{seed} {seat}") for seat in range(seats)]
    state = splitter.start({"sheet": sheet}, seats, bytes([seed] * 32))
    log = []
    while not splitter.over(state):
        log.append([choose(splitter.view(state, frozenset({seat})), lucks[seat]) for seat in range(seats)])
        state = splitter.play(state, log[-1])
    return log, state


def points(level: str, sheet: str, rounds: int) -> float:
    return fmean(splitter.scores(play_round(level, sheet, seed)[1])[0].points for seed in range(rounds))


def middle_view(sheet: str, seed: int, turns: int):
    """A view in the middle of a Regular's round."""
    state = splitter.start({"sheet": sheet}, 1, bytes([seed] * 32))
    luck = Random(seed)
    for _ in range(turns):
        view = splitter.view(state, frozenset({0}))
        state = splitter.play(state, [BOTS["regular"].choose(view, luck)])
    return splitter.view(state, frozenset({0}))


def test_levels_are_told_from_weak_to_strong():
    assert tuple(BOTS) == LEVELS


@pytest.mark.parametrize("sheet", ["A", "B"])
@pytest.mark.parametrize("level", LEVELS[:3])
def test_a_level_plays_whole_rounds_at_a_full_table(level, sheet):
    _, state = play_round(level, sheet, seed=3, seats=4)
    assert all(0 not in cells for cells in state.cells)


@pytest.mark.parametrize("sheet", ["A", "B"])
def test_a_master_writes_legally_from_the_first_turn_to_the_last(sheet):
    for turns in (0, 6, 12, 17, 20, 21):
        view = middle_view(sheet, seed=turns, turns=turns)
        assert BOTS["master"].choose(view, Random(1)) in splitter.moves(view)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_luck_make_the_same_move(level):
    view = middle_view("A", seed=5, turns=14)
    assert BOTS[level].choose(view, Random(9)) == BOTS[level].choose(view, Random(9))


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_asked_with_a_full_sheet_says_so(level):
    view = middle_view("A", seed=5, turns=22)
    with pytest.raises(ValueError, match="full sheet: seat 0 has no pair left"):
        BOTS[level].choose(view, Random(9))


def test_each_level_is_clearly_stronger_than_the_one_below():
    """Few rounds and wide margins; `manage.py arena` measures properly."""
    scores = {level: points(level, "A", rounds=20) for level in LEVELS[:3]}
    assert scores["random"] + 5 < scores["apprentice"]
    assert scores["apprentice"] + 4 < scores["regular"]


@pytest.mark.parametrize(("sheet", "rounds", "bound"), [("A", 12, 33), ("B", 6, 36)])
def test_a_master_alone_gets_far(sheet, rounds, bound):
    assert points("master", sheet, rounds) > bound
    assert points("random", sheet, rounds) < bound / 2


def test_in_the_last_turn_a_master_takes_the_most_points():
    view = middle_view("A", seed=7, turns=21)
    sheet = SHEETS["A"]
    previews = {move: splitter.preview(view, move).after for move in splitter.moves(view)}
    assert previews[BOTS["master"].choose(view, Random(1))] == max(previews.values())
    assert sheet.name == view.sheet


# The estimate behind the choices.


def checks(sheet: str):
    file = evaluation.VALUES / f"{sheet}.txt"
    lines = [line.split() for line in file.read_text().splitlines() if line.startswith("check")]
    return [(bytes(map(int, cells)), float(worth)) for _, cells, worth in lines]


@pytest.mark.parametrize("sheet", ["A", "B"])
def test_the_worth_of_a_sheet_is_what_the_learner_said(sheet):
    """The features are written twice, here and in the C of the learner: both must count the same."""
    told = checks(sheet)
    assert len(told) == 40
    for cells, worth in told:
        promise = Promise(sheet)
        assert promise.worth(promise.area.masks(cells)) == pytest.approx(worth, abs=0.05)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), name=st.sampled_from("AB"), turns=st.integers(0, 21))
def test_a_writing_put_together_from_parts_is_worth_its_sheet(seed, name, turns):
    luck = Random(seed)
    promise = Promise(name)
    masks = promise.area.empty
    for pair in luck.sample(promise.area.pairs, turns):
        masks = write(masks, *pair, a=luck.randint(1, 6), b=luck.randint(1, 6))
    for offer in promise.offers(masks)[:4]:
        a, b = luck.randint(1, 6), luck.randint(1, 6)
        after = write(masks, offer.left, offer.right, a=a, b=b)
        assert offer.worth(a, b) == pytest.approx(promise.worth(after))


@given(cells=st.lists(st.integers(0, 3), min_size=44, max_size=44), name=st.sampled_from("AB"))
def test_masks_find_the_groups_of_the_rules(cells, name):
    from games.splitter import bitmasks

    area, sheet = field(name), SHEETS[name]
    masks = area.masks(bytes(cells))
    found = {group for number in range(1, 7) for group in bitmasks.groups(masks[number])}
    assert found == {sum(area.bits[space] for space in group) for group in groups(sheet, bytes(cells))}


@given(masks=st.lists(st.integers(0, 255), min_size=6, max_size=6), within=st.integers(0, 255))
def test_bits_are_counted_in_columns(masks, within):
    by_count = evaluation.by_count(within, masks)
    for bit in range(8):
        many = sum(mask >> bit & 1 for mask in masks)
        held = [counted >> bit & 1 for counted in by_count]
        assert held == [within >> bit & (1 if i == min(many, 4) else 0) for i in range(5)]


def test_the_rolls_to_expect_are_all_of_them():
    assert len(evaluation.ROLLS) == 21
    assert sum(chance for _, chance in evaluation.ROLLS) == pytest.approx(1)
