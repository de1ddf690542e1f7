"""The report of `make soak`: whatever was lost, made up, late, logged or has grown, and nothing else."""

import tempfile
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from benchmarks.soak import players
from benchmarks.soak.__main__ import PARTS, report, sizes
from benchmarks.soak.players import Place, Promises

HERE: Place = ("7", "1.0", 0)
STRUCK = {"clock killed": 2}
WARM = {"web, MB of memory": 100.0, "clock, open files": 10.0}


def broken(promises: Promises, stored: dict[Place, str]) -> tuple[list[Place], list[Place]]:
    return promises.broken("7", stored)


def test_what_is_stored_as_promised_is_right():
    promises = Promises(sealed={HERE: "red-1 L", ("8", "1.0", 0): "red-2 L"})
    assert broken(promises, {HERE: "red-1 L"}) == ([], [])


def test_a_change_of_mind_that_was_not_answered_may_count_or_not():
    promises = Promises(sealed={HERE: "red-1 L"}, open={HERE: ["red-2 L"]})
    for kept in ("red-1 L", "red-2 L"):
        assert broken(promises, {HERE: kept}) == ([], [])


def test_a_promised_choice_that_is_not_there_is_lost():
    assert broken(Promises(sealed={HERE: "red-1 L"}), {}) == ([HERE], [])


def test_another_choice_in_its_place_is_lost_and_made_up():
    assert broken(Promises(sealed={HERE: "red-1 L"}), {HERE: "red-2 L"}) == ([HERE], [HERE])


def test_a_choice_nobody_made_is_made_up():
    assert broken(Promises(), {HERE: "red-1 L"}) == ([], [HERE])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({}, []),
        ({"lost": [HERE]}, ["lost"]),
        ({"made_up": [HERE]}, ["nobody made"]),
        ({"stuck": [7]}, ["did not end"]),
        ({"back": [1.0, 5.1]}, ["1 of 2 times nothing was sealed"]),
        ({"back": [1.0]}, ["1 of 2 times nothing was sealed"]),
        ({"calm": WARM | {"web, MB of memory": 200.0}}, ["This grew: web, MB of memory"]),
        ({"calm": WARM | {"clock, open files": 16.0}}, ["This grew: clock, open files"]),
        ({"logged": "WARNING all is well\nERROR oh\n"}, ["Errors were logged", "ERROR oh"]),
        ({"logged": "Traceback (most recent call last):\n"}, ["Errors were logged", "Traceback"]),
    ],
)
def test_a_soak_with_anything_wrong_does_not_end_well(wrong, said):
    right = {
        "lost": [],
        "made_up": [],
        "stuck": [],
        "back": [1.0, 4.9],
        "calm": WARM,
        "logged": "WARNING well\n",
    }
    facts = right | wrong
    evening = SimpleNamespace(
        promises=Promises(back={"clock killed": facts["back"]}),
        rounds=1,
        lost=facts["lost"],
        made_up=facts["made_up"],
        stuck=facts["stuck"],
    )
    with tempfile.TemporaryFile("w+") as log:
        log.write(facts["logged"])
        trouble = report(evening, STRUCK, warm=WARM, calm=facts["calm"], calm_errors=[], log=log)
    assert len(trouble) == len(said)
    assert all(word in line for word, line in zip(said, trouble, strict=True))


def test_play_goes_on_when_a_choice_sent_after_the_fault_is_sealed(monkeypatch: pytest.MonkeyPatch):
    now = 100.0
    monkeypatch.setattr(players, "monotonic", lambda: now)
    promises = Promises()
    promises.strike("clock killed")
    now = 103.0
    promises.answered(sent_at=99.0)
    assert promises.back == {}
    now = 104.0
    promises.answered(sent_at=102.0)
    promises.answered(sent_at=102.0)
    assert promises.back == {"clock killed": [4.0]}


def test_every_process_is_watched_for_growth(tmp_path: Path):
    """A site's processes are found by a word of their command; here any process will do."""
    site = SimpleNamespace(part=lambda word: psutil.Process())
    before = sizes(site)
    with (tmp_path / "one more").open("w"):
        after = sizes(site)
    assert [after[f"{name}, open files"] - before[f"{name}, open files"] for name in PARTS] == [1, 1, 1]
    assert all(after[f"{name}, MB of memory"] > 1 for name in PARTS)
