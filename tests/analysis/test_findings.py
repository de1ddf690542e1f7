"""How the games describe what an analysis found."""

from random import Random

import pytest

from games import splito, splitter
from games.engine import catalogue
from games.engine.contract import Options
from games.splito import findings as splito_findings
from games.splito.lookback import look_back
from games.splitter import findings as splitter_findings

SEED = bytes(range(32))


def played(game: str, options: Options, seats: int) -> tuple[list, list]:
    """A random round: what was chosen in each turn, and the views of seat 0 before it."""
    rules, luck = catalogue.find(game), Random(7)
    state, log, views = rules.start(options, seats, SEED), [], []
    while not rules.over(state):
        views.append(rules.view(state, frozenset({0})))
        log.append([luck.choice(rules.legal(state, seat)) for seat in range(seats)])
        state = rules.play(state, log[-1])
    return log, views


@pytest.fixture(scope="module", params=[2, 4])
def splito_told(request):
    log, views = played("splito", {}, request.param)
    *_, (_, findings) = look_back({}, request.param, SEED, log=log, seat=0, luck=Random(1))
    return findings, splito_findings.tell(findings, views), views


def test_each_turn_offers_every_card_of_the_hand_to_both_sides(splito_told):
    _, told, views = splito_told
    assert len(told.turns) == len(views)
    for turn, view in zip(told.turns, views, strict=True):
        for offers in (turn.left, turn.right):
            assert [offer.card for offer in offers] == list(dict.fromkeys(view.own))


def test_exactly_one_offer_is_mine_and_it_gains_nothing(splito_told):
    _, told, _ = splito_told
    for turn in told.turns:
        assert [offer.gain for offer in (*turn.left, *turn.right) if offer.mine] == [0]


def test_the_best_is_the_offer_that_gains_most_and_nothing_when_none_does(splito_told):
    _, told, _ = splito_told
    for turn in told.turns:
        most = max(offer.gain for offer in (*turn.left, *turn.right))
        assert (turn.best.gain if turn.best else 0) == most


def test_the_costliest_turn_is_the_one_found(splito_told):
    findings, told, _ = splito_told
    assert told.costliest.turn == findings["costliest"]
    assert told.costliest.best.gain == max(turn["gain"] for turn in findings["turns"])


def test_neighbours_are_named_where_zones_are_shared():
    for seats, shared in ((2, (None, None)), (3, (1, 2)), (5, (1, 4))):
        view = splito.view(splito.start({}, seats, SEED), frozenset({0}))
        told = splito_findings.tell({"turns": [], "costliest": None, "rank": 1}, [view])
        assert (told.left, told.right) == shared


def splitter_found(costs: dict[int, float]) -> splitter_findings.Told:
    """A round in which these turns cost this much and all others were as good as a Master's."""
    log, views = played("splitter", {"sheet": "B"}, 2)
    turns = []
    for turn, (moves, view) in enumerate(zip(log, views, strict=True)):
        mine = moves[0]
        best = next((move for move in splitter.moves(view) if move != mine), mine) if turn in costs else mine
        verdict = "worse" if turn in costs else "same"
        turns.append(
            {"turn": turn, "mine": mine, "best": best, "cost": costs.get(turn, 0.0), "verdict": verdict}
        )
    costliest = max(costs, key=lambda turn: costs[turn]) if costs else None
    lost = sum(costs.values())
    return splitter_findings.tell({"turns": turns, "costliest": costliest, "lost": lost}, views)


def test_the_costliest_turn_stands_alone_and_the_others_follow_by_cost():
    told = splitter_found({3: 0.5, 7: 2.5, 12: 1.0})
    assert told.costliest is not None
    assert told.costliest.number == 8
    assert [turn.number for turn in told.others] == [13, 4]
    assert len(told.same) == 19
    assert told.lost == 4.0


def test_bars_grow_with_the_cost_and_the_costliest_reaches_the_top():
    bars = splitter_found({3: 0.5, 7: 2.5}).bars
    assert len(bars) == 22
    assert (bars[7].y, bars[7].height, bars[7].costliest) == (0, 100, True)
    assert bars[3].height == 20
    assert {bar.height for bar in bars if bar.number not in (4, 8)} == {0}


def test_small_costs_are_not_blown_up():
    assert max(bar.height for bar in splitter_found({3: 0.2}).bars) == 10


def test_a_perfect_round_has_no_costliest_turn():
    told = splitter_found({})
    assert told.costliest is None
    assert not told.others
    assert len(told.same) == 22


def test_a_pair_stands_in_two_spaces_at_the_same_distance_from_the_centre_line():
    for turn in splitter_found({}).same:
        (row, left), (same_row, right) = turn.mine.places
        assert row == same_row
        assert left + right == 9
        assert turn.mine.from_centre == 5 - left
