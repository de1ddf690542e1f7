"""Which Python the site is installed into."""

import os
import sys
from pathlib import Path

import pytest

from scripts import install


@pytest.fixture
def pythons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Puts fake Pythons on the PATH that answer the race; the first one is ours."""

    def pythons(**answers: str) -> None:
        for folder, answer in answers.items():
            python = tmp_path / folder / "python3.11"
            python.parent.mkdir()
            python.write_text(f"#!/bin/sh\n{answer}\n")
            python.chmod(0o755)
        folders = [tmp_path / folder for folder in answers]
        monkeypatch.setattr(sys, "executable", str(folders[0] / "python3.11"))
        monkeypatch.setenv("PATH", ":".join(map(str, folders)))
        monkeypatch.delenv("PYTHON", raising=False)

    return pythons


def chosen() -> str:
    return Path(install.quickest()).parent.name


def test_a_much_quicker_python_is_taken(pythons):
    pythons(ours="echo 0.012", system="echo 0.008", other="echo 0.009")
    assert chosen() == "system"


def test_a_little_quicker_is_no_reason(pythons):
    pythons(ours="echo 0.010", system="echo 0.009")
    assert chosen() == "ours"


def test_one_that_cannot_be_used_is_left_out(pythons):
    pythons(ours="echo 0.010", old="exit 1", strange="echo quick", broken="kill $$")
    assert chosen() == "ours"


def test_a_folder_that_cannot_be_read_is_passed_over(pythons, monkeypatch):
    """Root may read everything, so a name that is too long stands for a folder of somebody else."""
    pythons(ours="echo 0.010", system="echo 0.001")
    monkeypatch.setenv("PATH", f"/{'x' * 300}/bin:{os.environ['PATH']}")
    assert chosen() == "system"


def test_where_ours_cannot_make_an_environment_another_does(pythons):
    pythons(ours="exit 1", system="echo 0.010")
    assert chosen() == "system"


def test_whoever_names_a_python_gets_it(pythons, monkeypatch):
    pythons(ours="echo 0.012", system="echo 0.001")
    monkeypatch.setenv("PYTHON", "python3.11")
    assert chosen() == "ours"


def test_this_very_python_can_be_raced():
    assert 0 < install.race(sys.executable) < 5
