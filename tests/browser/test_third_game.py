"""A game is one folder: the one that docs/adding-a-game.md builds is planted, found, played and proved."""

import subprocess
from pathlib import Path

import polib
import pytest

from tests.support.planting import ROOT, plant, run, shown_files

PROOFS = ("tests/engine/test_catalogue.py", "tests/engine/test_record.py", "tests/splitsite/test_imports.py")


SPOKEN = """
import django, os
os.environ["DJANGO_SETTINGS_MODULE"] = "splitsite.settings"
django.setup()
from django.template.loader import render_to_string
from django.utils import translation
from games import words
with translation.override("de"):
    print(words.all_titles(), words.said("Last card", "magpie"), render_to_string("magpie/_begin.html"))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("planted"))


def of_magpie(copy: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """Runs these tests in the copy, as far as they are about the planted game."""
    return run(copy, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-k", "magpie", *tests)


def passes(copy: Path, *tests: str) -> None:
    done = of_magpie(copy, *tests)
    assert done.returncode == 0, done.stdout[-6000:]


def test_the_game_on_the_page_is_small_and_lies_in_one_folder():
    files = shown_files()
    assert {path.split("/")[:2] == ["games", "magpie"] for path in files} == {True}
    assert sum(len(text.splitlines()) for text in files.values()) <= 150


def test_nothing_but_its_folder_is_new(copy: Path):
    def tree(root: Path) -> dict[str, bytes]:
        found = (root / "games").rglob("*")
        return {str(path.relative_to(root)): path.read_bytes() for path in found if path.is_file()}

    planted, ours = tree(copy), {path: data for path, data in tree(ROOT).items() if "__pycache__" not in path}
    new = {path for path in planted if planted[path] != ours.get(path)}
    assert {path.split("/")[1] for path in new} == {"magpie"}


def test_the_code_on_the_page_is_in_shape(copy: Path):
    for check in (["format", "--check"], ["check"]):
        done = run(copy, "-m", "ruff", *check, "games/magpie")
        assert done.returncode == 0, done.stdout


@pytest.mark.timeout(600)
def test_the_planted_game_passes_the_proofs_of_every_game(copy: Path):
    passes(copy, *PROOFS)


def test_a_view_of_the_planted_game_that_shows_too_much_is_found(copy: Path):
    rules = copy / "games" / "magpie" / "rules.py"
    right = rules.read_text()
    rules.write_text(right.replace("state.hands[seat] if seat in eyes else None", "state.hands[seat]"))
    try:
        done = of_magpie(copy, "tests/engine/test_catalogue.py")
    finally:
        rules.write_text(right)
    assert done.returncode == 1
    assert "test_the_view_is_equal_when_only_unseen_things_differ[magpie]" in done.stdout


def test_what_the_game_brings_itself_takes_the_place_of_the_default(tmp_path: Path):
    copy = plant(tmp_path)
    folder = copy / "games" / "magpie"
    (folder / "templates" / "magpie").mkdir(parents=True)
    own = '{% load i18n %}{% translate "Turn over the first trinket" %}'
    (folder / "templates" / "magpie" / "_begin.html").write_text(own)
    (folder / "locale").mkdir()
    before = (copy / "splitsite/locale/de/LC_MESSAGES/django.po").read_bytes()
    assert run(copy, "-m", "scripts.messages").returncode == 0
    assert (copy / "splitsite/locale/de/LC_MESSAGES/django.po").read_bytes() == before
    german = folder / "locale/de/LC_MESSAGES/django.po"
    gathered = polib.pofile(str(german))
    said = {"Magpie": "Elster", "Last card": "Letzte Karte", "Turn over the first trinket": "Aufdecken"}
    assert said.keys() < {entry.msgid for entry in gathered}
    for entry in gathered:
        entry.msgstr = said.get(entry.msgid, "")
    gathered.save()
    assert run(copy, "-m", "scripts.messages").returncode == 0
    done = run(copy, "-c", SPOKEN)
    assert done.stdout.split() == ["Splito,", "Splitter", "und", "Elster", "Letzte", "Karte", "Aufdecken"]


@pytest.mark.timeout(900)
def test_the_planted_game_keeps_its_secrets_in_two_worlds(copy: Path):
    passes(copy, "tests/secrecy")


@pytest.mark.timeout(900)
def test_three_people_play_the_planted_game_in_real_browsers(copy: Path):
    passes(copy, "tests/browser/magpie.py")
