"""A deck being corrected: what was pressed, what the page says, and two people at once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.splito.deck import load, read
from games.splito.deck_editor import FAMILIES, compare, edit, merge
from games.splito.goals import KINDS
from tests.support.decks import decks

CLASSIC = load("classic").text


def line_of(text: str, goal: str) -> int:
    return next(at for at, line in enumerate(text.split("\n"), start=1) if line.split()[:1] == [goal])


def picked(goal: str, text: str = CLASSIC):
    return edit(text, CLASSIC, {"pick": [str(line_of(text, goal))]})


def answered(draft, **other: str | list[str]):
    """What a form sends about the chosen goal, with some answers changed."""
    pane = draft.pane
    said = {
        "line": str(pane.line),
        "was": pane.was,
        "kind": pane.kind,
        "one": pane.one,
        "many": list(pane.many),
        "count": str(pane.count),
        "points": str(pane.points),
    } | other
    return edit(
        draft.text, CLASSIC, {name: [word] if isinstance(word, str) else word for name, word in said.items()}
    )


def test_the_classic_deck_is_complete_and_has_three_cards_left_after_eight_hands():
    draft = edit(CLASSIC, CLASSIC, {})
    assert (draft.moons, draft.stars, draft.goals, draft.cards, draft.left_over) == (6, 6, 37, 107, 3)
    assert (draft.problems, draft.copies, draft.never, draft.changes) == ((), (), (), ())


def test_other_points_change_one_line_and_say_what_they_were():
    draft = answered(picked("colours-5"), points="3")
    assert draft.text == CLASSIC.replace("colours-5 2", "colours-5 3")
    (change,) = draft.changes
    assert (change.before.points, change.after.points, change.points_only) == (2, 3, True)
    assert draft.pane.before.points == 2
    assert [card.goal.id for family in draft.families for card in family.cards if card.changed] == [
        "colours-5"
    ]


def test_another_kind_keeps_the_points_and_gets_a_first_answer():
    draft = answered(picked("colours-5"), kind="none-colour")
    assert draft.pane.was == "none-red 2"
    assert answered(draft, one="green").pane.was == "none-green 2"


def test_a_trio_can_lose_one_colour_before_it_gains_another():
    draft = answered(picked("trio-red-blue-yellow"), many=["red", "blue"])
    assert not draft.pane.fits
    assert draft.text == CLASSIC
    draft = answered(draft, many=["red", "blue", "green"])
    assert draft.pane.fits
    assert draft.pane.was == "trio-red-blue-green 1"


def test_copies_of_a_goal_change_their_points_together():
    text = CLASSIC.replace("none-1 1", "none-1 1\nnone-1 1")
    draft = answered(picked("none-1", text), points="4")
    assert draft.text.count("none-1 4") == 2
    assert [goal.id for goal in draft.copies] == ["none-1"]


def test_goals_are_added_to_their_family_and_taken_out():
    for family in [name for name in FAMILIES if name != "promo"]:
        draft = edit(CLASSIC, CLASSIC, {"add": [family]})
        assert draft.goals == 38
        assert not draft.problems
        assert draft.pane.goal.kind in FAMILIES[family]
    draft = answered(picked("none-1"), remove="1")
    assert "none-1" not in draft.text
    assert draft.goals == 36


def test_answers_about_a_line_that_was_typed_over_are_not_taken():
    draft = picked("none-1")
    typed = draft.text.replace("none-1 1", "none-red 2")
    pane = draft.pane
    said = {"line": [str(pane.line)], "was": [pane.was], "kind": ["none"], "one": ["1"], "points": ["5"]}
    assert edit(typed, CLASSIC, said).text == typed


def test_every_problem_is_named_with_its_line():
    text = CLASSIC.replace("none-1 1", "none-9 1").replace("none-2 1", "none-2 8")
    problems = [(no.facts["line"], no.facts["why"]) for no in edit(text, CLASSIC, {}).problems]
    assert problems == [
        (line_of(CLASSIC, "none-1"), "unknown-goal"),
        (line_of(CLASSIC, "none-2"), "bad-points"),
    ]
    short = "\n".join(CLASSIC.splitlines()[:20])
    assert [no.facts["why"] for no in edit(short, CLASSIC, {}).problems] == ["too-few-goals"]


def test_a_pile_that_no_zone_can_hold_is_pointed_out():
    draft = edit(CLASSIC.replace("at-least-15", "at-least-30"), CLASSIC, {})
    assert [goal.id for goal in draft.never] == ["at-least-30"]


@settings(deadline=None, max_examples=25)
@given(decks())
def test_every_goal_of_the_grammar_can_be_picked_and_answered_unchanged(text):
    draft = edit(text, text, {})
    for family in draft.families:
        for card in family.cards:
            shown = edit(text, text, {"pick": [str(card.line)]})
            assert shown.pane.goal == card.goal
            assert shown.pane.kind in (*KINDS, "promo")
            assert answered(shown).text == text
    read(text, "deck.txt")


FIELDS = st.sampled_from(["line", "was", "kind", "one", "many", "count", "points", "add", "pick", "remove"])
WORDS = st.text(max_size=8) | st.sampled_from(["1", "27", "trio", "each", "red", "promo", "moons"])


@settings(deadline=None)
@given(st.dictionaries(FIELDS, st.lists(WORDS, max_size=3)), st.text(max_size=60) | st.just(CLASSIC))
def test_no_form_breaks_the_editor(said, text):
    draft = edit(text, CLASSIC, said)
    assert draft.goals >= 0


def test_two_people_at_once_both_have_their_say():
    mine = CLASSIC.replace("none-1 1", "none-1 2").replace("colours-5 2", "colours-5 3")
    theirs = CLASSIC.replace("at-most-11 2", "at-most-10 2").replace("colours-5 2", "colours-5 4")
    text, lost = merge(CLASSIC, mine, theirs)
    assert text == theirs.replace("none-1 1", "none-1 2")
    assert [change.after.points for change in lost] == [3]
    assert [(change.before.id, change.after.id) for change in compare(CLASSIC, theirs)] == [
        ("colours-5", "colours-5"),
        ("at-most-11", "at-most-10"),
    ]


@pytest.mark.parametrize("mine", [CLASSIC + "none-red 2\n", CLASSIC.replace("none-1 1\n", "")])
def test_a_goal_more_or_less_is_merged_too(mine):
    text, lost = merge(CLASSIC, mine, CLASSIC)
    assert not lost
    assert sorted(text.splitlines()) == sorted(mine.splitlines())
