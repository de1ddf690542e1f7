"""Decks of goals are text files, and a bad line is named."""

import pytest

from games import splito
from games.engine.contract import Refused, options_of
from games.splito.deck import load, names, read

LINES = [f"{name} {goal.points}" for name, goal in load("classic").goals.items() if name != "promo-42"]


def deck(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def refusal(text: str) -> dict:
    with pytest.raises(Refused) as no:
        read(text, "club.txt")
    assert no.value.code == "bad-deck"
    assert str(no.value).count("\n") == 0
    return no.value.facts


def test_the_classic_deck_has_thirty_seven_goals_six_moons_and_six_stars():
    classic = load("classic")
    assert (len(classic.cards), len(classic.moons), len(classic.stars)) == (37, 6, 6)
    assert classic.moons[:2] == ("majority-red", "majority-blue")
    assert classic.stars[0] == "majority-1"


def test_comments_and_empty_lines_are_no_goals():
    assert len(read(deck("# our deck", "", *LINES, "  # end"), "club.txt").cards) == 37
    assert read(deck(LINES[0] + "  # three points", *LINES[1:]), "club.txt").goals["majority-red"].points == 3


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("none-7 1", "no kind of goal is called 'none-7'"),
        ("minority-red 1", "no kind of goal is called 'minority-red'"),
        ("none-1", "a line is a goal and its points"),
        ("none-1 1 1", "a line is a goal and its points"),
        ("none-1 5", "points are 1 to 4, not '5'"),
        ("none-1 0", "points are 1 to 4, not '0'"),
        ("none-1 one", "points are 1 to 4, not 'one'"),
        ("none-1 ٣", "points are 1 to 4, not '٣'"),
        ("none-٣ 1", "no kind of goal is called 'none-٣'"),
        ("trio-red-red-blue 1", "must name three colours in the order"),
        ("trio-blue-red-yellow 1", "must name three colours in the order"),
        ("at-most-0 2", "no kind of goal is called 'at-most-0'"),
        ("colours-7 2", "no kind of goal is called 'colours-7'"),
        ("promo-42 4", "no kind of goal is called 'promo-42'"),
        ("red-1 1", "no kind of goal is called 'red-1'"),
        ("majority-red 3", "'majority-red' is there already"),
    ],
)
def test_a_bad_line_is_named_with_its_number_and_the_reason(line, reason):
    facts = refusal(deck("# two lines of", "# comment", *LINES[:20], line, *LINES[21:]))
    assert (facts["file"], facts["line"]) == ("club.txt", 23)
    assert reason in facts["reason"]


def test_one_goal_too_few_or_too_many_is_refused():
    assert refusal(deck(*LINES[:-1]))["reason"] == "37 goals needed, 36 found"
    assert refusal(deck(*LINES, "at-most-9 2")) == {
        "file": "club.txt",
        "line": 38,
        "reason": "37 goals needed, 38 found",
    }
    assert refusal("")["reason"] == "37 goals needed, 0 found"


def test_a_deck_needs_all_moons_and_all_stars():
    assert refusal(deck("at-most-9 2", *LINES[1:]))["reason"] == "6 moons needed, 5 found"
    assert refusal(deck("at-most-9 2", *LINES[:11], *LINES[12:]))["reason"] == "6 stars needed, 5 found"


@pytest.fixture
def club(tmp_path, monkeypatch):
    monkeypatch.setenv("SPLITSITE_DECKS", str(tmp_path))
    return tmp_path


def test_a_club_deck_is_found_by_name_and_played_with_its_own_points(club):
    (club / "our-club.txt").write_text(deck(*[line.replace("none-1 1", "none-1 4") for line in LINES]))
    assert names() == ("classic", "our-club")
    options = options_of(splito, {"deck": "our-club"})
    state = splito.start(options, 3, bytes(32))
    assert state.table.deck == "our-club"
    assert load("our-club").goals["none-1"].points == 4
    assert load("classic").goals["none-1"].points == 1


def test_a_bad_club_deck_is_refused_when_it_is_dealt(club):
    (club / "broken.txt").write_text("none-1 one\n")
    with pytest.raises(Refused, match=r"bad-deck: file 'broken.txt', line 1, reason"):
        splito.start({"deck": "broken"}, 3, bytes(32))


def test_a_deck_that_is_not_text_is_refused(club):
    (club / "photo.txt").write_bytes(b"\xff\xd8\xff")
    (club / "folder.txt").mkdir()
    for name in ("photo", "folder"):
        with pytest.raises(Refused, match="bad-deck"):
            load(name)


def test_the_classic_deck_cannot_be_replaced_from_outside(club):
    (club / "classic.txt").write_text("none-1 4\n")
    assert names() == ("classic",)
    assert len(load("classic").cards) == 37


@pytest.mark.parametrize(
    "name", ["../secret", "/etc/passwd", "a/b", "", ".", "Club", "a\0b", "x" * 41, None, 7, []]
)
def test_a_name_that_is_a_path_is_no_deck(club, name):
    (club.parent / "secret.txt").write_text(deck(*LINES))
    with pytest.raises(Refused, match="unknown-deck"):
        load(name)


def test_without_a_folder_there_is_only_the_classic_deck(monkeypatch, tmp_path):
    monkeypatch.delenv("SPLITSITE_DECKS", raising=False)
    assert names() == ("classic",)
    with pytest.raises(Refused, match="unknown-deck"):
        load("our-club")
    monkeypatch.setenv("SPLITSITE_DECKS", str(tmp_path / "not there"))
    assert names() == ("classic",)
