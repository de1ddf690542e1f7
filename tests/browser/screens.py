"""Every state on every screen in every language: `make screens`, which takes some minutes.

`make test` measures the brief form of it (test_screens.py).
"""

import os
from collections.abc import Iterator

import pytest

from scripts.screen_states import SCREENS, Screen
from tests.support.browser import Visit
from tests.support.browser_measures import Fault, report
from tests.support.browser_screens import LANGUAGES, PICTURES, measure_screen

WANTED = os.environ.get("LANGUAGES", ",".join(LANGUAGES)).split(",")


@pytest.fixture(scope="module")
def everything() -> Iterator[list[Fault]]:
    """All faults found in this run; in the end they are written down beside the pictures."""
    faults: list[Fault] = []
    yield faults
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / "report.txt").write_text(report(faults) + "\n")
    print(f"\nThe report on all screens is {PICTURES / 'report.txt'}.")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_every_screen(visit: Visit, screen: Screen, everything: list[Fault]):
    place = screen.build()
    faults = [fault for language in WANTED for fault in measure_screen(visit, screen, place, language)]
    everything += faults
    assert not faults, f"pictures in {PICTURES}\n{report(faults)}"
