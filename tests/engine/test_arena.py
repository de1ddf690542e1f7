"""manage.py arena: fair seats, the same deals for everybody, honest intervals."""

import json
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine.contract import Score
from games.management.commands.arena import Result, around, gather, report, rotations, wilson


def arena(**given) -> str:
    shown = StringIO()
    call_command("arena", stdout=shown, **{"game": "splito", "rounds": 4, "seed": 3} | given)
    return shown.getvalue()


def without_times(text: str) -> list[str]:
    """The rows without the last two columns, which are decision times."""
    return [re.sub(r"\s+[\d.]+\s+[\d.]+$", "", line) for line in text.splitlines()]


def result(levels: str, *ranks: int) -> Result:
    scores = tuple(Score(seat, points=10 - rank, rank=rank) for seat, rank in enumerate(ranks))
    return Result(tuple(levels), scores, seconds=((0.001, 0.003),) * len(ranks))


def test_every_level_sits_everywhere_once():
    assert rotations("abb") == (("a", "b", "b"), ("b", "b", "a"), ("b", "a", "b"))
    assert rotations("abab") == (("a", "b", "a", "b"), ("b", "a", "b", "a"))
    assert rotations("aaa") == (("a", "a", "a"),)


def test_a_shared_victory_counts_as_a_share():
    lines = gather([result("abb", 1, 1, 3), result("bba", 2, 1, 2), result("bab", 1, 1, 1)])
    assert lines["a"].wins == [1 / 2, 0, 1 / 3]
    assert lines["b"].wins == pytest.approx([1 / 2, 1, 2 / 3])
    assert lines["a"].points == [9, 8, 9]


def test_the_interval_of_a_share_is_wilsons():
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(1, 10) == pytest.approx((0.7225, 1), abs=1e-4)


def test_the_interval_of_a_mean_shrinks_with_more_scores():
    assert around([7]) == (7, 7)
    low, high = around([4, 6] * 50)
    assert (low + high) / 2 == 5
    assert high - low == pytest.approx(2 * 1.96 * 0.1005, abs=1e-3)


def test_the_report_has_a_line_a_level():
    head, first, second = report([result("abb", 1, 2, 3), result("bab", 2, 1, 3)])
    assert " ".join(head.split()) == "level seats wins chance 95 % interval points 95 % interval ms slowest"
    assert first.split()[:4] == ["a", "1", "100.0%", "33.3%"]
    assert second.split()[:4] == ["b", "2", "0.0%", "66.7%"]
    assert first.split()[-2:] == ["2.00", "3.0"]


def test_rounds_are_rounded_up_to_whole_deals():
    shown = arena(level="random", against="apprentice", players=3, rounds=4)
    assert shown.startswith("splito, 3 players, 2 deals × 3 seatings, seed 3\n")
    assert [line.split()[0] for line in shown.splitlines()[2:]] == ["random", "apprentice"]


def test_the_same_seed_gives_the_same_results_with_any_number_of_processes():
    given = {"levels": "apprentice,random,random", "rounds": 6}
    one = without_times(arena(**given))
    assert one == without_times(arena(**given, processes=2))
    assert one != without_times(arena(**given, seed=4))


def test_all_seatings_of_a_deal_get_the_same_cards_and_every_record_verifies(tmp_path):
    shown = arena(levels="apprentice,random,random", rounds=6, out=str(tmp_path))
    assert shown.endswith(f"6 records in {tmp_path}\n")
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [
        f"splito-{deal}-{turn}.json" for deal in (1, 2) for turn in (1, 2, 3)
    ]
    seeds = [json.loads(file.read_text())["seed"] for file in files]
    assert seeds[0] == seeds[1] == seeds[2] != seeds[3] == seeds[4] == seeds[5]
    call_command("verify", *map(str, files), stdout=StringIO())


def test_a_level_alone_shows_how_its_points_are_spread():
    shown = arena(game="splitter", level="random", players=1, rounds=5).splitlines()
    assert shown[0] == "splitter, 1 player, 5 deals, seed 3"
    assert " ".join(shown[1].split()) == "level seats points 95 % interval ms slowest"
    assert sum(int(line.split()[1]) for line in shown[3:]) == 5


def test_a_games_options_are_taken(tmp_path):
    arena(level="random", players=2, rounds=1, option=["promo42=true"], out=str(tmp_path))
    (file,) = tmp_path.iterdir()
    assert json.loads(file.read_text())["options"]["promo42"] is True


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"game": "chess", "level": "random", "players": 2}, "There is no game 'chess'; there are "),
        ({}, "Say who plays: --levels A,B,… or --level A --against B --players N."),
        ({"level": "random"}, "Give --players with --level."),
        ({"level": "random", "players": 9}, "--players must be a whole number from 2 to 8, not '9'."),
        ({"level": "genius", "players": 4}, "splito has no bot 'genius'; it has random, "),
        ({"level": "random", "against": "genius", "players": 4}, "splito has no bot 'genius'"),
        ({"levels": "random"}, "splito seats 2 to 8, and --levels names 1."),
        (
            {"levels": "random,random", "players": 3},
            "--levels names 2 bots for 3 players; give one, or one a seat.",
        ),
        (
            {"levels": "random,random", "level": "random"},
            "Give --levels, or --level with --against, not both.",
        ),
        ({"levels": "random,random", "rounds": 0}, "--rounds must be a whole number from 1 to "),
        ({"levels": "random,random", "seed": -1}, "--seed must be a whole number from 0 to "),
        (
            {"levels": "random,random", "processes": "many"},
            "--processes must be a whole number from 1 to 256",
        ),
        ({"levels": "random,random", "option": ["sheet=A"]}, "--option 'sheet=A' must be NAME=VALUE"),
        (
            {"game": "splitter", "level": "random", "against": "random", "players": 1},
            "Alone at the table there is nobody to play --against.",
        ),
    ],
)
def test_a_wrong_argument_is_answered_with_one_sentence(given, sentence):
    with pytest.raises(CommandError) as error:
        arena(**given)
    assert str(error.value).startswith(sentence)
    assert "\n" not in str(error.value)
