"""Looking back at a Splitter round: what a Master would have written, and what my choice cost."""

import json
from random import Random

import pytest

from games import splitter
from games.engine.contract import Refused
from games.splitter.lookback import CLOSE, findings, look, look_back
from games.splitter.rules import TURNS
from games.splitter.scoring import sheet_score
from games.splitter.sheets import SHEETS

SEED = bytes(range(32))


def played(levels, sheet="A", seed=SEED):
    """A round between these levels: its moves and all its states."""
    lucks = [Random(seat) for seat in range(len(levels))]
    states = [splitter.start({"sheet": sheet}, len(levels), seed)]
    log = []
    while not splitter.over(states[-1]):
        views = [splitter.view(states[-1], frozenset({seat})) for seat in range(len(levels))]
        log.append(
            [
                splitter.BOTS[level].choose(view, luck)
                for level, view, luck in zip(levels, views, lucks, strict=True)
            ]
        )
        states.append(splitter.play(states[-1], log[-1]))
    return log, states


def looked(log, seat, sheet="A"):
    return list(look_back({"sheet": sheet}, len(log[0]), SEED, log=log, seat=seat, luck=Random(1)))


@pytest.mark.parametrize("sheet", ["A", "B"])
def test_every_turn_is_told_with_growing_progress_and_can_be_kept(sheet):
    log, _ = played(["random", "regular"], sheet)
    told = looked(log, 1, sheet)
    assert [share for share, _ in told] == [(turn + 1) / TURNS for turn in range(TURNS)]
    assert [len(found["turns"]) for _, found in told] == list(range(1, TURNS + 1))
    last = told[-1][1]
    assert [found["mine"] for found in last["turns"]] == [moves[1] for moves in log]
    assert json.loads(json.dumps(last)) == last


def test_random_play_loses_many_points_and_a_regulars_less():
    log, _ = played(["random", "regular"])
    random, regular = (looked(log, seat)[-1][1] for seat in (0, 1))
    assert random["lost"] > 2 * regular["lost"]
    assert random["lost"] > 10
    costs = [found["cost"] for found in random["turns"]]
    assert random["lost"] == pytest.approx(sum(costs))
    assert costs[random["costliest"]] == max(costs)
    for found in random["turns"]:
        assert found["verdict"] == (
            "same" if found["mine"] == found["best"] else "close" if found["cost"] < CLOSE else "worse"
        )


def test_a_masters_choice_costs_nothing():
    _, states = played(["regular"])
    for turn in (2, 13, 20, 21):
        view = splitter.view(states[turn], frozenset({0}))
        move = splitter.BOTS["master"].choose(view, Random(3))
        found = look(states[turn], splitter.play(states[turn], [move]), 0, mine=move)
        assert found == {"turn": turn, "mine": move, "best": move, "cost": 0, "verdict": "same"}


def test_the_mirror_image_of_a_masters_first_choice_is_as_good():
    state = splitter.start({"sheet": "A"}, 1, SEED)
    move = splitter.BOTS["master"].choose(splitter.view(state, frozenset({0})), Random(3))
    turned = move[:-2] + move[:-3:-1]
    assert look(state, splitter.play(state, [turned]), 0, mine=turned)["verdict"] == "same"


def test_in_the_last_turn_the_cost_is_exactly_the_points_given_away():
    _, states = played(["random"])
    state, sheet = states[-2], SHEETS["A"]

    def points(move):
        return sheet_score(sheet, splitter.play(state, [move]).cells[0])

    moves = splitter.legal(state, 0)
    best = max(map(points, moves))
    for move in moves:
        assert look(state, splitter.play(state, [move]), 0, mine=move)["cost"] == best - points(move)


def test_what_came_later_does_not_change_the_verdict():
    log, _ = played(["random"])
    whole, half = looked(log, 0)[-1][1], looked(log[:11], 0)[-1][1]
    assert half["turns"] == whole["turns"][:11]


def test_a_round_without_turns_is_looked_through_at_once():
    assert list(look_back({}, 2, SEED, log=[], seat=0, luck=Random(1))) == [
        (1.0, {"turns": [], "costliest": None, "lost": 0})
    ]


def test_where_nothing_was_lost_no_turn_is_the_costliest():
    assert findings([{"turn": 0, "cost": 0.0}, {"turn": 1, "cost": 0.0}])["costliest"] is None
    assert findings([{"turn": 0, "cost": 0.2}, {"turn": 1, "cost": 0.2}])["costliest"] == 0


def test_moves_of_another_round_are_refused():
    log, _ = played(["random"])
    with pytest.raises(Refused):
        list(look_back({}, 1, bytes(32), log=log, seat=0, luck=Random(1)))
