"""A round of Splitter: dice, rolling order, what may be written, ties and the record."""

import hmac
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import splitter
from games.engine.contract import Refused
from games.splitter.rules import State, roller
from games.splitter.sheets import SHEETS, Placement

SEED = bytes(range(32))
A = SHEETS["A"]


def drawn(*drawings: str, dice: tuple[int, int] = (4, 1), sheet: str = "A") -> State:
    """A round with these sheets and these dice on the table."""
    cells = tuple(SHEETS[sheet].cells(tuple(drawing.split())) for drawing in drawings)
    turn = (44 - cells[0].count(0)) // 2
    return State(sheet=sheet, first_roller=0, dice=(dice,) * 22, turn=turn, cells=cells, last=())


EMPTY = "..____.. .______. ________ ________ ________ .______. ..____.."


def test_the_seed_draws_the_first_roller_and_then_two_dice_a_turn():
    """As a reader of the public page would compute it. (No word of this seed has to be skipped.)"""
    stream = b"".join(hmac.digest(SEED, b"dice:%d" % i, "sha256") for i in range(6))
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, 4 * 45, 4)]
    numbers = [word % 6 + 1 for word in words[1:]]
    state = splitter.start({"sheet": "B"}, 4, SEED)
    assert state.first_roller == words[0] % 4
    assert state.dice == tuple(zip(numbers[::2], numbers[1::2], strict=True))


def test_the_dice_of_a_known_seed_never_change():
    state = splitter.start({}, 4, SEED)
    assert (state.first_roller, state.dice[:4]) == (1, ((1, 1), (6, 1), (4, 5), (1, 2)))


def test_rolling_passes_on_clockwise():
    state = splitter.start({}, 3, SEED)
    seen = []
    while not splitter.over(state):
        seen.append(roller(state))
        assert splitter.view(state, frozenset()).roller == seen[-1]
        state = splitter.play(state, [splitter.legal(state, seat)[0] for seat in range(3)])
    assert seen == [(state.first_roller + turn) % 3 for turn in range(22)]


def test_any_seat_may_roll_first():
    assert {splitter.start({}, 3, bytes([n]) * 32).first_roller for n in range(40)} == {0, 1, 2}


def test_both_orders_of_every_free_pair_are_offered():
    moves = splitter.legal(drawn(EMPTY), 0)
    assert len(moves) == 44
    assert moves[:4] == ("r1c3 41", "r1c3 14", "r1c4 41", "r1c4 14")


def test_equal_dice_have_only_one_order():
    moves = splitter.legal(drawn(EMPTY, dice=(5, 5)), 0)
    assert len(moves) == 22
    assert moves[0] == "r1c3 55"


def test_a_taken_pair_is_not_offered():
    state = drawn(EMPTY, dice=(4, 1))
    state = splitter.play(state, ["r2c2 41"])
    assert not [move for move in splitter.legal(state, 0) if move.startswith("r2c2")]
    assert len(splitter.legal(state, 0)) == 42


def test_two_turns_written_as_in_the_rulebook():
    """A 4 and a 1 in the second row, then a 5 and a 4 in the middle row, each pair mirrored."""
    state = replace(drawn(EMPTY), dice=((4, 1), (5, 4)) + ((1, 1),) * 20)
    state = splitter.play(state, ["r2c2 41"])
    assert A.grid(state.cells[0])[1] == ".4____1."
    state = splitter.play(state, ["r4c1 54"])
    assert A.grid(state.cells[0])[3] == "5______4"
    assert state.last == (Placement(4, 1, 5, 4),)


def test_the_left_number_may_be_either_die():
    state = splitter.play(drawn(EMPTY, EMPTY), ["r3c4 14", "r3c4 41"])
    assert [A.grid(cells)[2] for cells in state.cells] == ["___14___", "___41___"]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("r2c2 42", "other-dice"),
        ("r2c2 44", "other-dice"),
        ("r2c2 11", "other-dice"),
        ("r3c1 41", "space-taken"),
        ("r1c1 41", "bad-move"),  # nothing is printed there
        ("r2c7 41", "bad-move"),  # right of the centre line
        ("r8c4 41", "bad-move"),
        ("r2c2 07", "bad-move"),
        ("r2c2 4 1", "bad-move"),
        ("r2c2  41", "bad-move"),
        ("R2C2 41", "bad-move"),
        ("", "bad-move"),
        ("red-3 L", "bad-move"),
    ],
)
def test_a_move_against_the_rules_is_refused(move, code):
    state = drawn("..____.. .______. 6______6 ________ ________ .______. ..____..", EMPTY)
    with pytest.raises(Refused) as refusal:
        splitter.play(state, [move, "r2c2 41"])
    assert refusal.value.code == code
    assert refusal.value.facts["seat"] == 0


def test_the_refusal_names_the_seat():
    with pytest.raises(Refused, match="seat 1"):
        splitter.play(drawn(EMPTY, EMPTY), ["r2c2 41", "r2c2 66"])


def test_an_unknown_sheet_is_refused():
    with pytest.raises(Refused):
        splitter.start({"sheet": "C"}, 2, SEED)


BEST = "..2255.. .215355. 12353456 63353466 66552466 .663246. ..6331.."
EXAMPLE = "..4416.. .446614. 16665444 55521642 45521333 .125321. ..5332.."


def test_most_points_win_and_ties_share_the_place():
    scores = splitter.scores(drawn(EXAMPLE, BEST, EXAMPLE, BEST, EMPTY))
    assert [score.points for score in scores] == [29, 56, 29, 56, 0]
    assert [score.rank for score in scores] == [3, 1, 3, 1, 5]
    assert scores[0].parts == {"numbers": (5, 4, 6, 4, 10, 0), "hearts": 0}


def test_the_record_of_a_result_matches_the_public_page():
    (seat,) = splitter.record_result(drawn(EXAMPLE))["seats"]
    assert seat == {
        "grid": ["..4416..", ".446614.", "16665444", "55521642", "45521333", ".125321.", "..5332.."],
        "numbers": [5, 4, 6, 4, 10, 0],
        "hearts": 0,
        "score": 29,
        "rank": 1,
    }


def test_the_record_of_a_turn_matches_the_public_page():
    entry = splitter.record_turn(drawn(EMPTY, EMPTY), ["r2c2 41", "r7c3 14"], ["player", "clock"])
    assert entry == {
        "dice": [4, 1],
        "placements": [
            {"row": 2, "column": 2, "left": 4, "right": 1},
            {"row": 7, "column": 3, "left": 1, "right": 4, "by": "clock"},
        ],
    }
    assert splitter.read_turn(entry, 2) == (("r2c2 41", "r7c3 14"), ("player", "clock"))


GOOD = {"row": 2, "column": 2, "left": 4, "right": 1}


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        (None, ""),
        ([], ""),
        ({"dice": [4, 1]}, ""),
        ({"dice": [4, 1], "placements": [GOOD], "more": 1}, ""),
        ({"dice": [4], "placements": [GOOD]}, "dice"),
        ({"dice": "41", "placements": [GOOD]}, "dice"),
        ({"dice": [4, 7], "placements": [GOOD]}, "dice[1]"),
        ({"dice": [4, 1], "placements": []}, "placements"),
        ({"dice": [4, 1], "placements": [GOOD, GOOD]}, "placements"),
        ({"dice": [4, 1], "placements": ["r2c2 41"]}, "placements[0]"),
        ({"dice": [4, 1], "placements": [{"row": 2, "column": 2, "left": 4}]}, "placements[0]"),
        ({"dice": [4, 1], "placements": [GOOD | {"colour": "red"}]}, "placements[0]"),
        ({"dice": [4, 1], "placements": [GOOD | {"row": 8}]}, "placements[0].row"),
        ({"dice": [4, 1], "placements": [GOOD | {"row": True}]}, "placements[0].row"),
        ({"dice": [4, 1], "placements": [GOOD | {"row": "2"}]}, "placements[0].row"),
        ({"dice": [4, 1], "placements": [GOOD | {"column": 5}]}, "placements[0].column"),
        ({"dice": [4, 1], "placements": [GOOD | {"left": 0}]}, "placements[0].left"),
        ({"dice": [4, 1], "placements": [GOOD | {"right": 1.0}]}, "placements[0].right"),
        ({"dice": [4, 1], "placements": [GOOD | {"by": "player"}]}, "placements[0].by"),
        ({"dice": [4, 1], "placements": [GOOD | {"by": ["bot"]}]}, "placements[0].by"),
    ],
)
def test_a_bad_record_entry_is_refused_and_names_the_place(entry, place):
    with pytest.raises(Refused) as refusal:
        splitter.read_turn(entry, 1)
    assert refusal.value.facts["place"] == place


def test_the_view_shows_the_open_dice_and_none_after_them():
    state = splitter.start({}, 2, SEED)
    seen = splitter.view(state, frozenset({0}))
    assert (seen.dice, seen.rolled) == (state.dice[0], state.dice[:1])
    assert seen.sheets[0] == ("..____..", ".______.", *("________",) * 3, ".______.", "..____..")
    state = splitter.play(state, [splitter.legal(state, seat)[0] for seat in (0, 1)])
    seen = splitter.view(state, frozenset({0}))
    assert (seen.turn, seen.dice, seen.rolled) == (1, state.dice[1], state.dice[:2])
    assert [len(free) for free in seen.free] == [21, 21]
    assert seen.last == state.last


def test_the_view_of_a_finished_round_has_no_open_dice():
    state = drawn(EXAMPLE)
    seen = splitter.view(state, frozenset())
    assert (seen.dice, seen.roller, seen.rolled, seen.free) == (None, None, state.dice, ((),))


def test_the_dice_to_come_are_named_as_secrets_in_all_our_spellings():
    state = splitter.start({}, 2, SEED)
    for word in splitter.secrets(state, frozenset({0})):
        digits = "".join(filter(str.isdigit, word))
        assert digits == "".join(f"{left}{right}" for left, right in state.dice[1:6])
    assert repr(state.dice[1:6])[1:-1] in splitter.secrets(state, frozenset())
    assert str([list(pair) for pair in state.dice[1:6]])[1:-1] in splitter.secrets(state, frozenset())


@settings(max_examples=25, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.sampled_from(["A", "B"]), st.integers(1, 12), st.randoms())
def test_a_full_sheet_has_44_numbers_and_they_are_the_dice(seed, sheet, seats, luck):
    state = splitter.start({"sheet": sheet}, seats, seed)
    while not splitter.over(state):
        state = splitter.play(state, [luck.choice(splitter.legal(state, seat)) for seat in range(seats)])
    for cells in state.cells:
        assert len(cells) == 44
        assert sorted(cells) == sorted(number for pair in state.dice for number in pair)
