"""Looking back at a Splito round: one other move of mine, everybody else's unchanged."""

import json
from random import Random

import pytest

from games import splito
from games.splito.lookback import alternatives, instead, look_back
from games.splito.state import SEATS, length
from tests.support.splito import hold, rounds

SEED = bytes(range(32))


def whole(state, log, seat=0):
    """The last and complete findings."""
    *_, (share, findings) = alternatives(state, log, seat)
    assert share == 1.0
    return findings


def points_of(turn):
    return {option["move"]: option["points"] for option in turn["options"]}


@pytest.fixture
def short_round():
    """Two turns of three players. Seat 0 holds goals; its left neighbour gets what it keeps.

    Zone 0 has a red and a blue card and lies between seats 0 and 1, zone 2 between seats 2 and 0.
    """
    state = hold(
        "trio-red-blue-yellow none-4",
        "green-1 yellow-2",
        "green-3 green-4",
        zones=("red-1 blue-1 none-5", "", "red-2 none-6"),
    )
    log = [["none-4 L", "yellow-2 R", "green-3 L"], ["green-4 R", "trio-red-blue-yellow R", "green-1 R"]]
    return state, log


def test_the_round_as_it_was_is_among_the_options(short_round):
    findings = whole(*short_round)
    # Left 1 + 1 + 1 (none-5, none-4, the trio), right 1 (none-6).
    assert findings["points"] == 3
    assert all(points_of(turn)[turn["mine"]] == 3 for turn in findings["turns"])


def test_the_same_card_to_the_other_side_changes_nothing_later(short_round):
    _, log = short_round
    assert instead(log, 0, "none-4 R", seats=3) == ([["none-4 R", *log[0][1:]], log[1]], None)


def test_another_card_changes_places_with_mine(short_round):
    """The neighbour who played the trio later plays the card I kept, to the same side."""
    _, log = short_round
    changed, swap = instead(log, 0, "trio-red-blue-yellow R", seats=3)
    assert changed == [
        ["trio-red-blue-yellow R", "yellow-2 R", "green-3 L"],
        ["green-4 R", "none-4 R", "green-1 R"],
    ]
    assert swap == (1, 1)


def test_every_option_is_scored_at_the_end_of_the_round(short_round):
    first = whole(*short_round)["turns"][0]
    assert points_of(first) == {
        "none-4 L": 3 * 1,
        # A four comes to the right zone with the last turn.
        "none-4 R": 2 * 1,
        "trio-red-blue-yellow L": 3 * 1,
        "trio-red-blue-yellow R": 2 * 1,
    }
    assert [option["move"] for option in first["options"]][:2] == ["none-4 L", "trio-red-blue-yellow L"]


def test_the_last_turn_has_only_two_sides(short_round):
    last = whole(*short_round)["turns"][1]
    assert points_of(last) == {"green-4 R": 3 * 1, "green-4 L": 2 * 1}


def test_the_turn_with_the_greatest_gain_is_the_costliest():
    state = hold("none-4 red-1", "blue-4 blue-1", "green-4 green-1", zones=("none-5", "", "none-6 none-2"))
    log = [["none-4 L", "blue-4 R", "green-4 R"], ["green-1 R", "red-1 R", "blue-1 L"]]
    findings = whole(state, log)
    assert findings["points"] == 2
    first, last = findings["turns"]
    assert (first["best"], first["gain"]) == ("none-4 R", 1 * 3 - 1 * 2)
    assert (last["best"], last["gain"]) == ("green-1 R", 0)
    assert findings["costliest"] == 0


def test_a_round_without_a_mistake_has_no_costliest_turn(short_round):
    findings = whole(*short_round)
    assert [turn["gain"] for turn in findings["turns"]] == [0, 0]
    assert [turn["best"] for turn in findings["turns"]] == [turn["mine"] for turn in findings["turns"]]
    assert findings["costliest"] is None


def test_a_move_that_would_have_won_is_named():
    """My red card would have taken the others' majority; my own points are the same."""
    state = hold(
        "green-3 red-2",
        "green-1 yellow-1",
        "yellow-3 black-3",
        zones=("none-6", "red-1 majority-red", "none-5"),
    )
    log = [["green-3 L", "green-1 L", "yellow-3 L"], ["black-3 R", "red-2 L", "yellow-1 L"]]
    findings = whole(state, log)
    assert (findings["points"], findings["rank"]) == (1, 3)
    first, last = findings["turns"]
    assert (first["wins"], first["best"]) == ("red-2 L", "red-2 L")
    assert (first["gain"], first["places"]) == (0, 2)
    assert last["wins"] is None
    assert findings["costliest"] == 0


def test_a_winner_is_told_of_no_other_way_to_win(short_round):
    findings = whole(*short_round)
    assert findings["rank"] == 1
    assert {turn["wins"] for turn in findings["turns"]} == {None}


def test_when_the_hand_comes_back_i_play_the_card_i_kept_myself():
    log = [["red-1 L", "blue-1 L", "green-1 L"]] * 3 + [["red-2 R", "blue-2 L", "green-2 L"]]
    changed, swap = instead(log, 0, "red-2 L", seats=3)
    assert (changed[0][0], changed[3][0], swap) == ("red-2 L", "red-1 R", (3, 0))


def test_a_card_like_mine_in_another_hand_is_left_alone():
    """Seat 2 plays a red 2 too, but not out of the hand I passed on."""
    log = [
        ["red-1 L", "blue-1 L", "green-1 L"],
        ["red-3 L", "blue-2 L", "red-2 L"],
        ["red-4 L", "x L", "red-2 R"],
    ]
    changed, swap = instead(log, 0, "red-2 L", seats=3)
    assert changed[1] == log[1]
    assert (changed[2], swap) == (["red-4 L", "x L", "red-1 R"], (2, 2))


def test_of_two_copies_the_one_played_first_is_changed():
    log = [["red-1 L", "x L", "y L"], ["z L", "red-2 L", "x L"], ["y L", "z L", "red-2 R"]]
    changed, swap = instead(log, 0, "red-2 R", seats=3)
    assert (changed[1][1], changed[2][2], swap) == ("red-1 L", "red-2 R", (1, 1))


def test_with_two_players_the_hand_lies_between_them_every_other_turn():
    log = [["red-1 L", "x L"], ["red-2 L", "red-2 L"], ["y L", "red-2 R"]]
    changed, swap = instead(log, 0, "red-2 L", seats=2)
    assert (changed[1], changed[2], swap) == (["red-2 L", "red-2 L"], ["y L", "red-1 R"], (2, 1))


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("promo42", [False, True])
def test_every_option_of_every_turn_is_a_round_by_the_rules(seats, promo42):
    """Every other card can be swapped in, and the rules accept all moves: nothing else has to change."""
    played = list(rounds(seats, SEED, 7, promo42=promo42))
    log = [moves for _, moves in played[:-1]]
    seat = seats - 1
    (mine, *_) = [score for score in splito.scores(played[-1][0]) if score.seat == seat]
    findings = whole(played[0][0], log, seat)
    assert (findings["points"], findings["rank"]) == (mine.points, mine.rank)
    for turn, looked in enumerate(findings["turns"]):
        assert (looked["turn"], looked["mine"]) == (turn, log[turn][seat])
        moves = [option["move"] for option in looked["options"]]
        assert sorted(moves) == sorted(splito.legal(played[turn][0], seat))
        same = [option["move"].split()[0] == looked["mine"].split()[0] for option in looked["options"]]
        assert [option["swap"] is None for option in looked["options"]] == same
        assert points_of(looked)[looked["mine"]] == mine.points
        assert looked["gain"] == max(points_of(looked).values()) - mine.points >= 0


def test_findings_grow_turn_by_turn_and_can_be_kept_as_json():
    log = [moves for _, moves in rounds(4, SEED, 1)][:-1]
    steps = list(look_back({}, 4, SEED, log=log, seat=2, luck=Random(1)))
    assert [share for share, _ in steps] == [(turn + 1) / 13 for turn in range(13)]
    for number, (_, findings) in enumerate(steps, start=1):
        assert [turn["turn"] for turn in findings["turns"]] == list(range(number))
        assert json.loads(json.dumps(findings)) == findings
    assert length(4) == len(steps)


def test_a_round_without_turns_is_looked_through_at_once():
    findings = {"turns": [], "costliest": None, "points": 0, "rank": 1}
    assert list(look_back({}, 3, SEED, log=[], seat=0, luck=Random(1))) == [(1.0, findings)]
