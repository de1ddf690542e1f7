"""The deck in a record: its name alone in format 1, all of it, sealed with the seed, in format 2."""

from hashlib import sha256

import pytest

from games import splito
from games.engine import catalogue, record
from games.engine.contract import DeckText
from tests.support.records import NAMES, bot_round, changed, problem, written

# Format 1 had only the name of the deck, and the seal of the seed alone.


def first(**options):
    rules = catalogue.find("splito")
    log, _ = bot_round(rules, options, 3, bytes(range(32)), 1)
    return record.make("splito", options, bytes(range(32)), players=NAMES[:3], log=log, format=1)


def test_a_record_of_the_first_format_is_still_read_and_checked():
    made = first()
    assert made["format"] == "split-record/1"
    assert made["options"] == {"deck": "classic", "promo42": False}
    assert "deck" not in made
    assert made["commitment"] == sha256(bytes(range(32))).hexdigest()
    record.check(record.read(record.text(made).encode()))
    made["options"] = {"deck": "../classic", "promo42": False}
    assert problem(made).startswith("options.deck: bad-option")
    made["options"] = {"promo42": False}
    assert problem(made).startswith("options.deck: missing")


def test_the_site_checks_a_record_of_the_first_format_with_the_deck_the_round_keeps(tmp_path, monkeypatch):
    """In other folders, and after a change to the file, it cannot be checked: the deck is not in it."""
    monkeypatch.setenv("SPLITSITE_DECKS", str(tmp_path))
    lines = splito.deck.load("classic").text
    (tmp_path / "club.txt").write_text(lines)
    made = first(deck="club")
    record.check(made)
    (tmp_path / "club.txt").unlink()
    assert problem(made).startswith("options.deck: bad-option")
    record.check(made, DeckText("club", lines))


# Format 2: worked out by hand, with `printf` and `sha256sum`, from the sentences of the public page.

GOALS = ["majority-red 3", "majority-1 3", *["none-2 1"] * 32]
DECK = "8a6cca107886be9156e63d52277db3c9cb06b277e11c17e918a4203be5a6cae6"
SEAL = "8a2f30e5d58ab5a3f49df0b9b4024dbdd4cec7c9c73c42e739347af0f6f879af"


def by_hand():
    club = DeckText("our-club", "\n".join([*GOALS, "promo-42 5"]) + "\n")
    return written(seed=bytes(range(32)), deck=club)


def test_the_deck_travels_with_the_record_and_is_sealed_with_the_seed():
    made = by_hand()
    assert made["deck"] == {"name": "our-club", "goals": GOALS, "promo": 5}
    assert splito.deck.read_record(made["deck"]).hash == DECK
    assert made["commitment"] == SEAL
    assert made["public_goals"] == ["majority-red", "majority-1"]
    record.check(record.read(record.text(made).encode()))


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        (
            ("goals", 5),
            "none-2 2",
            "deck.goals[5]: bad-deck: file 'our-club.txt', line 6, why 'copies-differ'",
        ),
        (("goals", 0), "majority-red 4", "commitment: is not the SHA-256 of the seed and the deck"),
        (
            ("goals", 2),
            "none-9 1",
            "deck.goals[2]: bad-deck: file 'our-club.txt', line 3, why 'unknown-goal'",
        ),
        (("goals", 2), "none-2  1", "deck.goals[2]: must be a goal and its points"),
        (("goals", 2), "promo-42 4", "deck.goals[2]: the promo goal stands apart"),
        (("goals", 2), 7, "deck.goals[2]: must be a goal and its points"),
        (("goals",), GOALS[:20], "deck.goals: bad-deck: file 'our-club.txt', line 21, why 'too-few-goals'"),
        (("goals",), "none", "deck.goals: must be a list"),
        (("promo",), 4, "commitment: is not the SHA-256 of the seed and the deck"),
        (("promo",), 6, "deck.promo: must be from 1 to 5"),
        (("promo",), True, "deck.promo: must be from 1 to 5"),
        (("name",), "", "deck.name: must be a name of up to 40 letters"),
    ],
)
def test_a_deck_that_was_touched_is_named(path, value, line):
    assert problem(changed(by_hand(), ("deck", *path), value)).startswith(line)


def test_a_record_needs_no_deck_file(tmp_path, monkeypatch):
    monkeypatch.setenv("SPLITSITE_DECKS", str(tmp_path / "nowhere"))
    record.check(by_hand())
