"""A copy of the project with one more game in it: the one that docs/adding-a-game.md builds."""

import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
PROJECT = ("accounts", "benchmarks", "docs", "games", "scripts", "splitsite", "templates", "tests")
BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def shown_files() -> dict[str, str]:
    """The files on the page by their path; the blocks of one file follow each other, two lines apart."""
    files: defaultdict[str, list[str]] = defaultdict(list)
    for path, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        files[path].append(text)
    return {path: "\n\n".join(blocks) for path, blocks in files.items()}


def plant(copy: Path) -> Path:
    """Copies the project and does what the page says: the folder, its files, the playthrough."""
    for name in PROJECT:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / name, copy)
    for path, text in {"games/magpie/__init__.py": "", **shown_files()}.items():
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        (copy / path).write_text(text, encoding="utf-8")
    done = run(copy, "-m", "tests.playthroughs")
    assert done.stdout == "redrawn: three.txt\n", done.stdout
    return copy


def run(copy: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    """Runs Python in the copy, with nothing that this test run has set up for itself."""
    ours = ("PYTEST_", "SPLITSITE_", "DATABASE_", "DJANGO_", "COV_")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return subprocess.run(
        [sys.executable, *command],
        cwd=copy,
        env=clean | {"PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
