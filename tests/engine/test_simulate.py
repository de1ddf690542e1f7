"""The commands that play and check rounds without a database."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine import catalogue, record

ROOT = Path(__file__).parent.parent.parent


def run(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


def simulate(out=None, **more) -> str:
    shown = StringIO()
    given = {"game": "splito", "players": 3, "rounds": 2, "seed": 5} | more
    call_command("simulate", out=None if out is None else str(out), stdout=shown, **given)
    return shown.getvalue()


def verify(*files) -> tuple[int, list[str]]:
    shown = StringIO()
    try:
        call_command("verify", *map(str, files), stdout=shown)
    except SystemExit as end:
        return end.code, shown.getvalue().splitlines()
    return 0, shown.getvalue().splitlines()


def texts(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.iterdir())}


@pytest.mark.parametrize("game", catalogue.names())
def test_simulated_rounds_are_records_that_verify(tmp_path, game):
    simulate(tmp_path, game=game, rounds=3, players=4)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"{game}-{n}.json" for n in (1, 2, 3)]
    assert verify(*files) == (0, [f"{file}: ok" for file in files])


def test_the_same_seed_plays_the_same_rounds_and_another_seed_others(tmp_path):
    simulate(tmp_path / "a", seed=5)
    simulate(tmp_path / "b", seed=5)
    simulate(tmp_path / "c", seed=6)
    assert texts(tmp_path / "a") == texts(tmp_path / "b")
    assert not set(texts(tmp_path / "a").values()) & set(texts(tmp_path / "c").values())


def test_every_round_has_a_deal_of_its_own_and_every_choice_is_a_bots(tmp_path):
    simulate(tmp_path, rounds=3)
    rounds = [json.loads(text) for text in texts(tmp_path).values()]
    assert len({one["seed"] for one in rounds}) == 3
    assert {choice["by"] for one in rounds for turn in one["turns"] for choice in turn} == {"bot"}


def test_options_are_given_as_words(tmp_path):
    simulate(tmp_path, option=["promo42=true", "deck=classic"], rounds=1)
    simulate(tmp_path, game="splitter", option=["sheet=B"], rounds=1)
    assert [json.loads(text)["options"] for text in texts(tmp_path).values()] == [
        {"promo42": True},
        {"sheet": "B"},
    ]


def test_the_summary_tells_of_every_goal_how_often_it_was_played_met_and_what_it_earned(tmp_path):
    lines = simulate(tmp_path, rounds=20, players=5, summary=True, option=["promo42=true"]).splitlines()
    rounds = [json.loads(text) for text in texts(tmp_path).values()]
    zones = [zone for one in rounds for zone in one["result"]["zones"]]
    for goal, points in (("none-3", 1), ("colours-6", 4), ("majority-red", 3)):
        played = sum(zone["cards"].count(goal) - zone["public"].count(goal) for zone in zones)
        met = sum(goal in zone["met"] for zone in zones)
        words = next(line.split() for line in lines if line.startswith(goal))
        assert [int(words[at]) for at in (1, 2, 4, 5)] == [played, met, points, met * points]
    shown = sum(one["public_goals"][0] == "majority-red" for one in rounds)
    won = sum("majority-red" in zone["public"] for zone in zones)
    assert [line.split()[1:3] for line in lines if line.startswith("majority-red")][-1] == [
        str(shown),
        str(won),
    ]
    assert any(line.startswith("promo-42") and line.split()[1] == "20" for line in lines)
    assert "20 rounds of splito, 100 scores" in lines


def test_the_bars_of_the_summary_count_every_score():
    for game in catalogue.names():
        lines = simulate(rounds=10, players=4, game=game, summary=True).splitlines()
        bars = [line.split() for line in lines[2 : (*lines, "").index("")]]
        assert sum(int(bar[1]) for bar in bars) == 40


def test_without_a_seed_one_is_drawn_and_shown(tmp_path):
    assert simulate(tmp_path, seed=None).startswith("seed ")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess'; there are splito"),
        ({"players": 9}, "--players must be a whole number from 2 to 8, not '9'."),
        ({"players": "x"}, "--players must be a whole number from 2 to 8, not 'x'."),
        ({"rounds": 0}, "--rounds must be a whole number from 1 to 1000000, not '0'."),
        ({"seed": -1}, "--seed must be a whole number"),
        ({"seed": "1.5"}, "--seed must be a whole number"),
        ({"bots": "genius"}, "splito has no bot 'genius'; it has random, apprentice, regular, master."),
        ({"bots": "random,random"}, "--bots names 2 bots for 3 players; give one, or one a seat."),
        ({"option": ["promo42"]}, "--option 'promo42' must be NAME=VALUE"),
        ({"option": ["sheet=B"]}, "--option 'sheet=B' must be NAME=VALUE with NAME one of deck, promo42."),
        ({"option": ["promo42=yes"]}, "--option promo42 can be false, true, not 'yes'."),
    ],
)
def test_a_bad_argument_gets_one_clear_sentence(tmp_path, wrong, sentence):
    with pytest.raises(CommandError) as refused:
        simulate(tmp_path, **wrong)
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


def test_nothing_to_do_and_nowhere_to_write_are_said(tmp_path):
    with pytest.raises(CommandError, match="Nothing to do"):
        simulate()
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(CommandError, match="cannot be used"):
            simulate(place)


def test_a_deck_can_be_given_as_a_file_and_travels_with_the_records(tmp_path):
    lines = catalogue.find("splito").deck.load("classic").text.replace("none-1 1", "none-1 5")
    (tmp_path / "ours.txt").write_text(f"# our deck\n{lines}")
    simulate(tmp_path / "out", deck=str(tmp_path / "ours.txt"), rounds=1)
    (file,) = (tmp_path / "out").iterdir()
    (tmp_path / "ours.txt").unlink()
    kept = json.loads(file.read_text(encoding="utf-8"))["deck"]
    assert (kept["name"], kept["promo"], "none-1 5" in kept["goals"]) == ("ours", 4, True)
    assert verify(file) == (0, [f"{file}: ok"])


@pytest.mark.parametrize(
    ("content", "more", "line"),
    [
        (b"none-1 9\n", {}, r"bad-deck: file 'ours.txt', line 1, why 'bad-points'"),
        (b"\xff", {}, r"--deck '.*ours.txt' is not UTF-8 text"),
        (None, {}, r"--deck '.*ours.txt' cannot be read: No such file"),
        (b"", {"game": "splitter"}, "splitter has no decks"),
    ],
)
def test_a_deck_file_that_cannot_be_used_is_named(tmp_path, content, more, line):
    if content is not None:
        (tmp_path / "ours.txt").write_bytes(content)
    with pytest.raises(CommandError, match=line):
        simulate(tmp_path / "out", deck=str(tmp_path / "ours.txt"), **more)


def test_a_broken_deck_is_named_by_simulate(tmp_path, monkeypatch):
    (tmp_path / "broken.txt").write_text("none-1 nine\n")
    monkeypatch.setenv("SPLITSITE_DECKS", str(tmp_path))
    with pytest.raises(CommandError, match=r"bad-deck: file 'broken.txt', line 1"):
        simulate(tmp_path / "out", option=["deck=broken"])


def test_each_bad_file_gets_one_line_and_the_good_ones_are_still_checked(tmp_path):
    simulate(tmp_path, rounds=1)
    good = tmp_path / "splito-1.json"
    made = json.loads(good.read_text())
    made["result"]["seats"][0]["cards"] += 1
    touched = tmp_path / "touched.json"
    touched.write_text(json.dumps(made))
    cut = tmp_path / "cut.json"
    cut.write_text(good.read_text()[:-20])
    code, lines = verify(touched, good, cut, tmp_path / "none.json", tmp_path)
    right = made["result"]["seats"][0]["cards"] - 1
    assert code == 1
    assert lines[0] == f"{touched}: result.seats[0].cards: must be {right}, is {right + 1}"
    assert lines[1] == f"{good}: ok"
    assert lines[2].startswith(f"{cut}: line ")
    assert lines[3] == f"{tmp_path / 'none.json'}: file: no such file or directory"
    assert lines[4] == f"{tmp_path}: file: is a directory"
    assert len(lines) == 5


def test_fifty_megabytes_are_refused_without_reading_them(tmp_path):
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(50_000_000)
    assert verify(huge) == (1, [f"{huge}: file: longer than 1 MB"])
    assert record.MOST_BYTES < 5_000_000


def test_a_file_name_on_two_lines_is_shown_on_one(tmp_path):
    odd = tmp_path / "two\nlines.json"
    odd.write_text("{")
    assert len(verify(odd)[1]) == 1


def test_verify_exits_with_1_on_the_command_line_and_prints_no_traceback(tmp_path):
    simulate(tmp_path, rounds=1)
    done = run("verify", str(tmp_path / "splito-1.json"))
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'splito-1.json'}: ok\n")
    bad = tmp_path / "bad.json"
    bad.write_bytes(b"[" * 100_000)
    done = run("verify", str(bad))
    assert (done.returncode, done.stdout, done.stderr) == (1, f"{bad}: file: nested too deeply\n", "")


def test_a_bad_argument_on_the_command_line_is_one_line(tmp_path):
    done = run("simulate", "--game", "splito", "--players", "99", "--out", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr == "CommandError: --players must be a whole number from 2 to 8, not '99'.\n"
