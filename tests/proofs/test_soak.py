"""The books of `make soak`: what was lost, made up, logged or has grown is reported, and nothing else."""

import tempfile
from types import SimpleNamespace

import pytest

from benchmarks.soak.__main__ import report
from benchmarks.soak.players import Place, Promises

HERE: Place = ("7", "1.0", 0)
STRUCK = {"clock killed": 1}


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
        ({"calm": 200.0}, ["Memory grew"]),
        ({"logged": "WARNING all is well\nERROR oh\n"}, ["Errors were logged", "ERROR oh"]),
        ({"logged": "Traceback (most recent call last):\n"}, ["Errors were logged", "Traceback"]),
    ],
)
def test_a_soak_with_anything_wrong_does_not_end_well(wrong, said):
    facts = {"lost": [], "made_up": [], "stuck": [], "calm": 110.0, "logged": "WARNING all is well\n"} | wrong
    evening = SimpleNamespace(
        promises=Promises(),
        rounds=1,
        lost=facts["lost"],
        made_up=facts["made_up"],
        stuck=facts["stuck"],
    )
    with tempfile.TemporaryFile("w+") as log:
        log.write(facts["logged"])
        trouble = report(evening, STRUCK, warm=100.0, calm=facts["calm"], calm_errors=[], log=log)
    assert len(trouble) == len(said)
    assert all(word in line for word, line in zip(said, trouble, strict=True))
