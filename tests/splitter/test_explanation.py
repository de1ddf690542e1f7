"""Splitter explained: the state of every group, hearts, verdict, and what a move would change."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import splitter
from games.engine.contract import Refused
from games.splitter.explanation import Group, explain_sheet
from games.splitter.rules import State
from games.splitter.scoring import groups
from games.splitter.sheets import SHEETS, Cells, Sheet

A, B = SHEETS["A"], SHEETS["B"]
SEED = bytes(range(32))
BEST = "..2255.. .215355. 12353456 63353466 66552466 .663246. ..6331.."
BEST_ON_B = "255..312 25561332 .156666. .24..16. .244133. 66646636 666..666"


def on_a(drawing: str) -> Cells:
    return A.cells(tuple(drawing.split()))


def group_at(cells: Cells, row: int, column: int, sheet: Sheet = A) -> Group:
    return next(group for group in explain_sheet(sheet, cells).groups if (row, column) in group.places)


def state_of(cells: Cells, *, dice: tuple[int, int], sheet: Sheet = A) -> State:
    return State(sheet.name, 0, (dice,) * 22, (44 - cells.count(0)) // 2, (cells,), ())


def test_a_group_is_told_with_places_size_star_and_points():
    cells = on_a("..____.. .______. ________ 555_____ _55_____ .______. ..____..")
    (group,) = explain_sheet(A, cells).groups
    assert group.places == ((4, 1), (4, 2), (4, 3), (5, 2), (5, 3))
    assert (group.number, group.size, group.missing) == (5, 5, 0)
    assert (group.star, group.points, group.status, group.final) == (True, 10, "scores", False)


def test_a_small_group_with_room_is_growing():
    assert (
        group_at(on_a("..____.. .______. __4_____ ________ ________ .______. ..____.."), 3, 3).status
        == "growing"
    )


def test_a_group_too_big_is_dead():
    assert (
        group_at(on_a("..____.. .______. __222___ ________ ________ .______. ..____.."), 3, 3).status
        == "dead"
    )


def test_a_walled_in_group_is_dead_and_final():
    group = group_at(on_a("..31__.. .414___. ________ ________ ________ .______. ..____.."), 1, 3)
    assert (group.status, group.final, group.missing) == ("dead", True, 2)


def test_a_scoring_group_is_final_only_when_no_free_space_touches_it():
    open_to_growth = on_a("..221_.. .5____1. ________ ________ ________ .______. ..____..")
    assert (group_at(open_to_growth, 1, 3).status, group_at(open_to_growth, 1, 3).final) == ("scores", False)
    closed = on_a("..221_.. .511___. ________ ________ ________ .______. ..____..")
    assert (group_at(closed, 1, 3).status, group_at(closed, 1, 3).final) == ("scores", True)


def test_too_little_room_is_dead():
    """Two free spaces in the corner: a 3 can be made whole, a 4 not."""
    three = on_a("..3_1_.. .1_1___. __1_____ ________ ________ .______. ..____..")
    assert group_at(three, 1, 3).status == "growing"
    four = on_a("..4_1_.. .1_1___. __1_____ ________ ________ .______. ..____..")
    assert group_at(four, 1, 3).status == "dead"


def test_joining_that_overshoots_does_not_save_a_group():
    """The only free space beside the 3 touches a pair of 3s on the far side: together they are four."""
    cells = on_a("..3_33.. .111___. ________ ________ ________ .______. ..____..")
    assert group_at(cells, 1, 3).status == "dead"
    assert group_at(cells, 1, 5).status == "growing"


def test_joining_that_fits_saves_a_group():
    cells = on_a("..3_3_.. .111___. ________ ________ ________ .______. ..____..")
    assert group_at(cells, 1, 3).status == "growing"


def test_hearts_tell_their_numbers_and_whether_they_can_still_agree():
    def hearts(drawing: str):
        return explain_sheet(B, B.cells(tuple(drawing.split()))).hearts

    none = hearts("___..___ ________ .______. .__..__. .______. ________ ___..___")
    assert (none.numbers, none.points, none.possible) == ((0, 0, 0), 0, True)
    two = hearts("_1_..32_ ________ .3_____. .__..__. .______. ________ ___..___")
    assert (two.numbers, two.points, two.possible) == ((2, 3, 0), 0, False)
    same = hearts("___..12_ ________ .2_____. .__..__. .______. ________ ___..___")
    assert (same.numbers, same.points, same.possible) == ((2, 2, 0), 0, True)
    met = hearts("___..12_ ________ .2_____. .__..__. .__12__. ________ ___..___")
    assert (met.numbers, met.points, met.possible) == ((2, 2, 2), 5, True)
    assert met.places == ((1, 7), (3, 2), (5, 5))


def test_sheet_a_has_no_hearts_to_explain():
    assert explain_sheet(A, A.empty).hearts is None


def test_a_lone_player_gets_a_verdict_and_a_table_does_not():
    best = state_of(on_a(BEST), dice=(1, 1))
    assert splitter.explain(best).verdict == 12
    assert splitter.explain(splitter.start({}, 2, SEED)).verdict is None


def test_a_full_sheet_has_only_final_groups_and_nothing_growing():
    for group in explain_sheet(A, on_a(BEST)).groups:
        assert group.final
        assert group.status != "growing"


# What a move would change.

BEFORE = "..____.. .______. 12______ 22_____1 ________ .______. ..____.."


def change(drawing: str, *, dice: tuple[int, int], move: str):
    view = splitter.view(state_of(on_a(drawing), dice=dice), frozenset({0}))
    return splitter.preview(view, move)


def test_a_preview_tells_completed_and_started_groups():
    told = change(
        "..____.. .______. __33____ __66____ ________ .______. ..____..", dice=(3, 4), move="r2c3 34"
    )
    assert (told.before, told.after) == (0, 3)
    assert [group.size for group in told.completed] == [3]
    assert [group.places for group in told.started] == [((2, 6),)]
    assert (told.broken, told.lost, told.grown) == ((), (), ())


def test_a_preview_tells_broken_and_grown_groups():
    told = change(
        "..____.. .______. 5_3344_6 5_3__2_6 ________ .______. ..____..", dice=(3, 6), move="r3c2 36"
    )
    assert (told.before, told.after) == (3, 0)
    assert [(group.number, group.size) for group in told.broken] == [(3, 3)]
    assert [(group.number, group.size) for group in told.grown] == [(6, 3)]
    assert told.completed == ()


def test_a_preview_tells_what_is_walled_in():
    told = change(
        "..5___.. .2_____. ________ ________ ________ .______. ..____..", dice=(1, 2), move="r1c4 12"
    )
    assert told.lost == ()
    told = change(
        "..51__.. .2_____. _______6 ________ ________ .______. ..____..", dice=(1, 6), move="r2c3 16"
    )
    assert [(group.number, group.places) for group in told.lost] == [(5, ((1, 3),))]


def test_a_preview_of_a_joined_pair_names_the_group_once():
    told = change(
        "..____.. .______. ________ ________ ________ .______. ..____..", dice=(2, 2), move="r1c4 22"
    )
    assert len(told.completed) == 1
    assert (told.before, told.after) == (0, 2)


def test_a_preview_of_an_illegal_move_is_refused():
    with pytest.raises(Refused):
        change(BEFORE, dice=(3, 4), move="r2c3 35")
    with pytest.raises(Refused):
        change(BEFORE, dice=(1, 4), move="r3c1 14")
    with pytest.raises(Refused, match="round-over"):
        change(BEST, dice=(1, 4), move="r3c1 14")


# Promises about every sheet.

sheets = st.sampled_from([A, B])
known = st.sampled_from([(A, on_a(BEST)), (B, B.cells(tuple(BEST_ON_B.split())))])
anything = st.tuples(sheets, st.lists(st.integers(1, 6), min_size=44, max_size=44).map(bytes))
few_numbers = st.tuples(sheets, st.lists(st.sampled_from([3, 4, 6]), min_size=44, max_size=44).map(bytes))
finished = known | anything | few_numbers


def partly(sheet: Sheet, cells: Cells, pairs) -> Cells:
    """The sheet when only these pairs have been written."""
    written = {space for place in pairs for space in sheet.pairs[place]}
    return bytes(number if space in written else 0 for space, number in enumerate(cells))


@settings(max_examples=60, deadline=None)
@given(finished, st.randoms())
def test_a_group_called_dead_never_scores_and_a_final_one_never_changes(sheet_and_cells, luck):
    sheet, cells = sheet_and_cells
    order = list(sheet.pairs)
    luck.shuffle(order)
    end = {place: group for group in explain_sheet(sheet, cells).groups for place in group.places}
    for turn in range(1, 22):
        for group in explain_sheet(sheet, partly(sheet, cells, order[:turn])).groups:
            became = end[group.places[0]]
            assert not (group.status == "dead" and became.status == "scores"), (group, became)
            if group.final:
                assert became == group


@settings(max_examples=60, deadline=None)
@given(finished, st.integers(1, 4), st.randoms())
def test_a_small_group_is_growing_exactly_if_some_filling_completes_it(sheet_and_cells, left, luck):
    """Against brute force: every set of the free spaces may get the group's number."""
    sheet, cells = sheet_and_cells
    order = list(sheet.pairs)
    luck.shuffle(order)
    cells = partly(sheet, cells, order[left:])
    free = [space for space, number in enumerate(cells) if not number]
    unclear = [group for group in explain_sheet(sheet, cells).groups if not group.final and group.missing > 0]
    for group in luck.sample(unclear, min(2, len(unclear))):
        assert (group.status == "growing") == any(
            completes(sheet, cells, group, spaces)
            for size in range(1, group.missing + 1)
            for spaces in combinations(free, size)
        )


def completes(sheet: Sheet, cells: Cells, group: Group, spaces: tuple[int, ...]) -> bool:
    written = bytearray(cells)
    for space in spaces:
        written[space] = group.number
    first = sheet.places.index(group.places[0])
    return any(first in found and len(found) == group.number for found in groups(sheet, bytes(written)))


@settings(max_examples=25, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.sampled_from(["A", "B"]), st.randoms())
def test_explanations_and_previews_agree_with_the_scores(seed, sheet, luck):
    state = splitter.start({"sheet": sheet}, 2, seed)
    while not splitter.over(state):
        moves = [luck.choice(splitter.legal(state, seat)) for seat in (0, 1)]
        view = splitter.view(state, frozenset())
        told = [splitter.preview(view, moves[seat], seat=seat) for seat in (0, 1)]
        assert [change.before for change in told] == [score.points for score in splitter.scores(state)]
        state = splitter.play(state, moves)
        scores = splitter.scores(state)
        assert [change.after for change in told] == [score.points for score in scores]
        for score, seat in zip(scores, splitter.explain(state).seats, strict=True):
            assert seat.points == score.points
            assert seat.numbers == score.parts["numbers"]
            assert (seat.hearts.points if seat.hearts else 0) == score.parts["hearts"]
