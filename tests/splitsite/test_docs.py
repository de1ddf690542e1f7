"""The documents name files that exist: a moved file must not leave a wrong name behind."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("deploy/*.md"))]
FOLDERS = ("accounts", "benchmarks", "deploy", "docs", "games", "scripts", "splitsite", "templates", "tests")

NAMED = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w./@-]*)`")
MADE = re.compile(r"(?m)^    mkdir (\S+)$")
LINKED = re.compile(r"\]\((?!https?:)([^)#]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_document_names_is_there(page):
    text = page.read_text()
    made = tuple(MADE.findall(text))  # a page that builds something says so
    missing = [
        name for name in NAMED.findall(text) if not (ROOT / name).exists() and not name.startswith(made)
    ]
    missing += [name for name in LINKED.findall(text) if not (page.parent / name).exists()]
    assert not missing


def test_the_ten_questions_of_a_newcomer_are_answered():
    """Each answer in the table of architecture.md names at least one file or folder."""
    table = (ROOT / "docs" / "architecture.md").read_text().partition("## Where is the code that …")[2]
    rows = re.findall(r"(?m)^\| (?!…)(.+?) \| (.+) \|$", table.partition("\n## ")[0])
    assert len(rows) == 10
    assert all(NAMED.search(answer) for _, answer in rows), rows
