"""What a round says about strength: places among people, and the model that updates the estimates."""

from random import Random

import pytest

from games.engine.ratings import Line, Result, Strength, rate, results

TURNS = 22


def here(rank: int, points: int = 30) -> Line:
    return Line(rank, points, deputised=0)


def places(*lines: Line) -> list[int]:
    return [result.place for result in results(lines, turns=TURNS)]


def test_one_person_alone_gets_no_result():
    assert results([here(1)], turns=TURNS) == ()


def test_people_are_placed_among_themselves_whatever_bots_came_between():
    assert places(here(5), here(2), here(4)) == [3, 1, 2]


def test_equal_ranks_share_the_place_and_the_win():
    assert results([here(2), here(3), here(2)], turns=TURNS) == (
        Result(1, 30, won=True, played=True),
        Result(3, 30, won=False, played=True),
        Result(1, 30, won=True, played=True),
    )


@pytest.mark.parametrize(("deputised", "played"), [(0, True), (5, True), (6, False), (22, False)])
def test_more_than_a_quarter_of_the_turns_away_is_not_played(deputised, played):
    winner, other = results([Line(1, 48, deputised), here(2)], turns=TURNS)
    assert winner.played is winner.won is played
    assert winner.points == (48 if played else 0)
    assert other.place == (2 if played else 1)


def test_all_who_were_away_share_the_last_place():
    assert places(Line(1, 9, TURNS), here(2), Line(3, 5, TURNS), here(4)) == [3, 1, 3, 2]


def test_nobody_wins_a_round_that_nobody_played():
    assert [one.won for one in results([Line(1, 9, TURNS), Line(2, 5, TURNS)], turns=TURNS)] == [False, False]


def test_the_better_place_gains_and_everybody_is_known_better():
    first, second, third = rate([Strength()] * 3, [1, 2, 3])
    assert first.mu > second.mu > third.mu
    assert all(one.sigma < Strength().sigma for one in (first, second, third))


def test_a_surprise_moves_more_than_what_was_expected():
    strong, weak = Strength(32, 4), Strength(20, 4)
    expected, _ = rate([strong, weak], [1, 2])
    _, surprising = rate([strong, weak], [2, 1])
    assert surprising.mu - weak.mu > expected.mu - strong.mu


def test_the_order_in_which_people_are_named_does_not_matter():
    strengths, ranks = [Strength(20 + n, 8 - n) for n in range(4)], [3, 1, 1, 4]
    forth = rate(strengths, ranks)
    back = rate(strengths[::-1], ranks[::-1])[::-1]
    for one, other in zip(forth, back, strict=True):
        assert one.mu == pytest.approx(other.mu)
        assert one.sigma == pytest.approx(other.sigma)


def test_the_true_place_lies_in_the_range_about_nine_times_in_ten():
    """Simulated people whose strength is known; luck weighs twice as much as the spread between them."""
    luck = Random(5)
    true = [luck.gauss(0, 1) for _ in range(40)]
    guesses = [Strength()] * len(true)
    for _ in range(20 * len(true) // 4):
        table = luck.sample(range(len(true)), 4)
        order = sorted(table, key=lambda who: -(true[who] + luck.gauss(0, 2)))
        for who, after in zip(order, rate([guesses[who] for who in order], [1, 2, 3, 4]), strict=True):
            guesses[who] = after
    within = 0
    for who, guess in enumerate(guesses):
        place = 1 + sum(other > true[who] for other in true)
        others = [other.mu for number, other in enumerate(guesses) if number != who]
        best, worst = (1 + sum(other > edge for other in others) for edge in (guess.high, guess.low))
        within += best <= place <= worst
    assert 0.8 <= within / len(true) <= 1
