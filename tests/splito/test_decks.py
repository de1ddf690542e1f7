"""Decks of goals are text files, and a bad line is named."""

from hashlib import sha256

import pytest

from games import splito
from games.engine.contract import DeckText, Refused, options_of
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
    ("line", "why", "facts"),
    [
        ("none-7 1", "unknown-goal", {"goal": "none-7"}),
        ("minority-red 1", "unknown-goal", {"goal": "minority-red"}),
        ("none-1", "goal-and-points", {}),
        ("none-1 1 1", "goal-and-points", {}),
        ("none-1 6", "bad-points", {"points": "6", "fewest": 1, "most": 5}),
        ("none-1 0", "bad-points", {"points": "0", "fewest": 1, "most": 5}),
        ("none-1 one", "bad-points", {"points": "one", "fewest": 1, "most": 5}),
        ("none-1 ٣", "bad-points", {"points": "٣", "fewest": 1, "most": 5}),
        ("none-٣ 1", "unknown-goal", {"goal": "none-٣"}),
        ("trio-red-red-blue 1", "goal-order", {"order": "red blue yellow black green orange"}),
        ("trio-blue-red-yellow 1", "goal-order", {"goal": "trio-blue-red-yellow"}),
        ("each-3-2 1", "goal-order", {"order": "1 2 3 4 5 6"}),
        ("each-red 1", "unknown-goal", {}),
        ("each-red-2 1", "unknown-goal", {}),
        ("each-1-2-3-4-5 1", "unknown-goal", {}),
        ("exactly-four-2 1", "unknown-goal", {}),
        ("at-most-0 2", "unknown-goal", {}),
        ("at-most-11-up 2", "unknown-goal", {}),
        ("colours-7 2", "unknown-goal", {}),
        ("red-1 1", "unknown-goal", {}),
        ("majority-red 4", "copies-differ", {"goal": "majority-red", "points": 3}),
        ("promo-42 6", "bad-points", {"points": "6"}),
    ],
)
def test_a_bad_line_is_named_with_its_number_and_the_reason(line, why, facts):
    found = refusal(deck("# two lines of", "# comment", *LINES[:20], line, *LINES[21:]))
    assert (found["file"], found["line"], found["why"]) == ("club.txt", 23, why)
    assert facts.items() <= found.items()


def test_a_deck_needs_enough_cards_for_eight_hands():
    """104 cards are dealt to eight, and the two public goals are not among them: 72 + 34 - 2."""
    few = refusal(deck(*LINES[:33]))
    assert (few["line"], few["why"], few["found"], few["needed"]) == (33, "too-few-goals", 33, 34)
    assert len(read(deck(*LINES[:34]), "club.txt").cards) == 34
    assert len(read(deck(*LINES, "at-most-9 2"), "club.txt").cards) == 38
    assert refusal("")["why"] == "no-moon"


def test_a_deck_needs_a_moon_and_a_star():
    plain = ["at-most-9 2"] * 40
    assert refusal(deck("majority-1 3", *plain))["why"] == "no-moon"
    assert refusal(deck("majority-red 3", *plain))["why"] == "no-star"
    assert read(deck("majority-red 3", "majority-1 3", *plain), "club.txt").moons == ("majority-red",)


def test_a_goal_on_several_lines_is_as_many_cards():
    copied = read(deck(*LINES, "majority-red 3", "none-1 1"), "club.txt")
    assert (copied.cards.count("majority-red"), copied.cards.count("none-1")) == (2, 2)
    assert len(copied.moons) == 7
    assert len(copied.goals) == 37 + 1


def test_of_two_copies_only_the_drawn_line_leaves_the_pile():
    text = deck("majority-red 3", "majority-1 3", *["none-1 1"] * 32, "majority-red 3")
    state = splito.start({"deck": DeckText("club", text)}, 8, bytes(32))
    everything = [*state.table.public, *state.rest, *(card for hand in state.hands for card in hand)]
    assert everything.count("majority-red") == 2
    assert len(everything) == 72 + 35


def test_the_promo_goal_has_the_points_of_its_line_and_usually_four():
    assert read(deck(*LINES), "club.txt").promo.points == 4
    assert read(deck("promo-42 5", *LINES), "club.txt").promo.points == 5
    assert refusal(deck("promo-42 5", *LINES, "promo-42 5"))["why"] == "promo-twice"


def test_the_canonical_text_has_the_goals_in_order_and_the_promo_goal_last():
    """Worked out by hand from the public page: SHA-256 of exactly these bytes."""
    text = "promo-42 5\n# ours\n  majority-red   3 # most\nmajority-1 3\r\n" + "none-2 1\n" * 32
    found = read(text, "club.txt")
    assert found.text == "majority-red 3\nmajority-1 3\n" + "none-2 1\n" * 32 + "promo-42 5\n"
    assert found.hash == sha256(found.text.encode()).hexdigest()
    assert found.hash == "8a6cca107886be9156e63d52277db3c9cb06b277e11c17e918a4203be5a6cae6"
    assert read(found.text, "club.txt") == found


def test_decks_are_equal_if_their_name_and_their_lines_are():
    one, same = read(deck(*LINES), "club.txt"), read(deck("# ours", *LINES), "club.txt")
    assert one == same
    assert hash(one) == hash(same)
    assert one != read(deck(*LINES), "other.txt")
    assert one != read(deck(*LINES[1:], LINES[0]), "club.txt")


@pytest.fixture
def club(tmp_path, monkeypatch):
    monkeypatch.setenv("SPLITSITE_DECKS", str(tmp_path))
    return tmp_path


def test_a_club_deck_is_found_by_name_and_played_with_its_own_points(club):
    (club / "our-club.txt").write_text(deck(*[line.replace("none-1 1", "none-1 4") for line in LINES]))
    assert names() == ("classic", "our-club")
    options = options_of(splito, {"deck": "our-club"})
    state = splito.start(options, 3, bytes(32))
    assert state.table.deck.name == "our-club"
    assert load("our-club").goals["none-1"].points == 4
    assert load("classic").goals["none-1"].points == 1


def test_an_edit_is_seen_at_once(club):
    (club / "our-club.txt").write_text(deck(*LINES))
    before = load("our-club")
    (club / "our-club.txt").write_text(deck(*[line.replace("none-1 1", "none-1 4") for line in LINES]))
    assert load("our-club").goals["none-1"].points == 4
    assert before.goals["none-1"].points == 1


def test_a_bad_club_deck_is_refused_when_it_is_dealt(club):
    (club / "broken.txt").write_text("none-1 one\n")
    with pytest.raises(Refused, match=r"bad-deck: file 'broken.txt', line 1, why 'bad-points'"):
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
