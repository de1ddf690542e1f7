"""The bots of Splito: legal, honest, repeatable, and each level better than random play."""

from itertools import product
from random import Random

import numpy as np
import pytest

from games.engine.catalogue import find
from games.engine.contract import replay
from games.management.commands.arena import play_round
from games.splito import BOTS, legal, play, scores, start, view
from games.splito.bots import judgement, master
from games.splito.bots.chances import CERTAIN, WIDTH, load_chances, text
from games.splito.bots.encoding import catalogue
from games.splito.bots.simulator import Heap
from games.splito.deck import load
from games.splito.scoring import weigh
from games.splito.state import SEATS, State, Table, View, length, place

SPLITO = find("splito")

WIDE = """
majority-red majority-blue majority-yellow majority-black majority-green majority-orange
majority-1 majority-2 majority-3 majority-4 majority-5 majority-6
colours-1 colours-2 colours-3 colours-4 colours-5 colours-6
numbers-1 numbers-2 numbers-3 numbers-4 numbers-5 numbers-6
at-most-1 at-most-8 at-most-20 at-most-99 at-least-1 at-least-10 at-least-20 at-least-99
exactly-two-1 none-1 none-6 exactly-two-6 trio-red-blue-yellow
"""


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """A Master who thinks less, to save time."""
    monkeypatch.setattr(master, "WORK", 4_000)


def states(seats: int, *, seed: int, **options) -> list[State]:
    """All states of a random round, from the deal to the end."""
    luck = Random(seed)
    found = [start(options, seats, luck.randbytes(32))]
    while not found[-1].table.over:
        moves = [luck.choice(legal(found[-1], seat)) for seat in range(seats)]
        found.append(play(found[-1], moves))
    return found


def seen_by(state: State, seat: int) -> View:
    return view(state, frozenset({seat}))


def heap_of(state: State) -> Heap:
    """The hands of the state, as a heap of one round."""
    ids = catalogue(state.table.deck).ids
    places = [[[ids[card] for card in hand] for hand in state.hands]]
    if state.table.seats > 2:
        return Heap(state.table, np.array(places))
    return Heap(state.table, np.array([places[0][::2]]), np.array([places[0][1::2]]))


def test_the_levels_go_from_weak_to_strong():
    assert list(BOTS) == ["random", "apprentice", "regular", "master"]
    assert all(bot.level == level for level, bot in BOTS.items())


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("level", BOTS)
def test_every_level_offers_legal_moves_at_every_table(level, seats):
    found = states(seats, seed=seats, promo42=True)
    turns = (0, length(seats) // 2, length(seats) - 1) if level == "master" else range(length(seats))
    for turn in turns:
        seat = turn % seats
        assert BOTS[level].choose(seen_by(found[turn], seat), Random(turn)) in legal(found[turn], seat)


@pytest.mark.parametrize("level", BOTS)
def test_every_level_plays_an_organisers_deck(level, tmp_path, monkeypatch):
    (tmp_path / "wide.txt").write_text("\n".join(f"{goal} 2" for goal in WIDE.split()))
    monkeypatch.setenv("SPLITSITE_DECKS", str(tmp_path))
    found = states(3, seed=1, deck="wide")
    for turn in (0, 6, 12):
        assert BOTS[level].choose(seen_by(found[turn], 1), Random(turn)) in legal(found[turn], 1)


@pytest.mark.parametrize("level", BOTS)
def test_a_choice_depends_on_the_view_and_on_luck_only(level):
    """The choice stays when cards that the seat cannot see change places, and when others are asked first."""
    state = states(4, seed=3)[8]
    hidden = [card for hand in state.hands[1:] for card in hand] + list(state.rest)
    Random(9).shuffle(hidden)
    size = len(state.hands[0])
    hands = (state.hands[0], *(tuple(hidden[at * size : at * size + size]) for at in range(3)))
    other = State(state.table, hands=hands, rest=tuple(hidden[3 * size :]))
    choose = BOTS[level].choose
    first = choose(seen_by(state, 0), Random(5))
    choose(seen_by(other, 2), Random(6))
    assert choose(seen_by(other, 0), Random(5)) == first


@pytest.mark.parametrize("level", BOTS)
def test_an_empty_hand_is_a_clear_error(level):
    over = states(3, seed=1)[-1]
    with pytest.raises(ValueError, match="empty hand: seat 2 has no card left"):
        BOTS[level].choose(seen_by(over, 2), Random(1))


@pytest.mark.parametrize(("seats", "promo42"), [*product(SEATS, (False, True))])
def test_the_fast_simulator_agrees_with_the_rules(seats, promo42):
    """Turn by turn the same zones, hands, values and winners, whatever is played."""
    luck = np.random.default_rng(seats)
    for seed in range(3):
        state = start({"promo42": promo42}, seats, bytes([seed]) * 32)
        heap = heap_of(state)
        names = heap.cat.names
        while not state.table.over:
            worths = luck.random((1, seats, 2, heap.hands.shape[2]), np.float32)
            side, chosen = np.divmod(worths.reshape(seats, -1).argmax(axis=1), heap.hands.shape[2])
            cards = heap.hands[0, range(seats), chosen]
            moves = [f"{names[card]} {'LR'[at]}" for card, at in zip(cards, side, strict=True)]
            judgement.play_best(heap, worths)
            state = play(state, moves)
            worth = weigh(state.table)
            values, sizes = heap.scores()
            assert [zone.value for zone in worth] == values[0].tolist()
            assert [zone.cards for zone in worth] == sizes[0].tolist()
            points, victory = heap.standings()
            lines = scores(state)
            assert [line.points for line in lines] == points[0].tolist()
            winners = [line.rank == 1 for line in lines]
            assert victory[0].tolist() == pytest.approx([won / sum(winners) for won in winners])
            again = heap_of(state)
            for name in ("counts", "sizes", "promo"):
                assert (getattr(again, name) == getattr(heap, name)).all(), name
            assert (again.lying[..., :-1] == heap.lying[..., :-1]).all()
            for name in ("hands", "extra") if seats == 2 else ("hands",):
                assert (np.sort(getattr(again, name)) == np.sort(getattr(heap, name))).all(), name


@pytest.mark.parametrize("seats", SEATS)
def test_the_master_deals_what_can_be_there(seats):
    state = states(seats, seed=4)[5]
    for seat in range(seats):
        seen = seen_by(state, seat)
        heap = master.deal(seen, 3, np.random.default_rng(1))
        names = heap.cat.names
        everything = sorted(card for hand in (*state.hands, state.rest) for card in hand)
        for dealt in range(3):
            hands = [[names[card] for card in hand] for hand in heap.hands[dealt]]
            if heap.extra is not None:
                extra = [[names[card] for card in hand] for hand in heap.extra[dealt]]
                hands = [hand for pair in zip(hands, extra, strict=True) for hand in pair]
            assert tuple(map(len, hands)) == seen.sizes
            assert sorted(hands[place(seat, seats)]) == sorted(seen.own)
            left = list(everything)
            for hand in hands:
                for card in hand:
                    left.remove(card)


def test_the_chances_are_known_for_every_table_and_turn():
    known = load_chances()
    assert set(known) == {(seats, left) for seats in SEATS for left in range(length(seats))}
    for chances in known.values():
        assert ((chances.table >= 0) & (chances.table <= 1)).all()
    line = text({(4, 0): CERTAIN}).split()
    assert line[:2] == ["4", "0"]
    assert len(line) == 4 + WIDTH


@pytest.mark.parametrize("level", ["regular", "master"])
def test_with_the_last_card_a_good_player_takes_the_points(level):
    """On the left nothing can be won any more; on the right "no 2" is met."""
    zones = (("red-2", "majority-red"), ("blue-3", "exactly-two-5"), ("green-1", "trio-red-black-green"))
    table = Table(
        seats=3, deck=load("classic"), public=("majority-orange", "majority-6"), zones=zones, turn=12
    )
    seen = View(table, frozenset({0}), sizes=(1, 1, 1), hands=(("none-2",), None, None))
    assert BOTS[level].choose(seen, Random(1)) == "none-2 R"


def share_of_wins(level: str, against: str, deals: int) -> float:
    """How often one bot of the level wins against three others, in each seat of each deal."""
    wins = 0.0
    for deal, seat in product(range(deals), range(4)):
        levels = tuple(level if seat == at else against for at in range(4))
        options = {"deck": "classic", "promo42": False}
        result, _ = play_round(SPLITO, options, levels, seed=bytes([deal]) * 32, luck=f"{deal} {seat}")
        ranks = [score.rank for score in result.scores]
        wins += (ranks[seat] == 1) / ranks.count(1)
    return wins / (4 * deals)


# Small samples with fixed deals; docs/bots.md says what each level reaches, and how that is measured.
@pytest.mark.parametrize(
    ("level", "deals", "least"), [("apprentice", 10, 0.4), ("regular", 10, 0.7), ("master", 2, 0.65)]
)
def test_a_level_beats_three_random_players_and_a_fourth_does_not(level, deals, least):
    assert share_of_wins(level, "random", deals) >= least
    assert share_of_wins("random", "random", deals) < least


def test_a_master_among_regulars_plays_a_round_to_its_end():
    options = {"deck": "classic", "promo42": False}
    levels = ("master", "regular", "apprentice")
    result, log = play_round(SPLITO, options, levels, seed=bytes(32), luck="1")
    assert scores(replay(SPLITO, options, 3, bytes(32), log=log)) == result.scores
