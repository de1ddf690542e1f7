"""Whatever goals a club puts into its deck, every part of the game handles them: tried on random decks."""

import re
from collections import Counter
from random import Random

import numpy as np
import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from games import splito
from games.engine import record
from games.engine.contract import DeckText
from games.splito.bots import BOTS, master
from games.splito.bots.encoding import catalogue
from games.splito.bots.simulator import Heap
from games.splito.cards import PILE
from games.splito.deck import from_text
from games.splito.explanation import GoalCount
from games.splito.goals import KINDS, parse
from games.splito.preview import changes
from games.splito.scoring import weigh
from games.splito.state import ZONES, State, Table
from games.templatetags.pieces import draw
from splitsite import fragments
from tests.support.decks import EVERY_GOAL, decks, slowly

some = settings(max_examples=25, deadline=None)
seeds = st.binary(min_size=32, max_size=32)
LANGUAGES = ["en", "de", "fr", "it", "ru"]


def played(text: str, seats: int, seed: bytes) -> list[tuple[State, tuple[str, ...]]]:
    """Every state of a random round with the moves made in it; last the finished one."""
    luck = Random(seed)
    state = splito.start({"deck": DeckText("club", text), "promo42": True}, seats, seed)
    found = []
    while not splito.over(state):
        moves = tuple(luck.choice(splito.legal(state, seat)) for seat in range(seats))
        found.append((state, moves))
        state = splito.play(state, moves)
    return [*found, (state, ())]


def test_the_goals_tried_here_are_of_every_kind():
    assert {parse(name, 1).kind for name in EVERY_GOAL} == set(KINDS)


@some
@given(decks(), st.integers(2, 8), seeds)
def test_a_round_with_any_deck_ends_and_is_worth_what_a_slow_reader_finds(text, seats, seed):
    states = played(text, seats, seed)
    deck = states[0][0].table.deck
    for state, _ in states:
        lying = [card for zone in state.table.zones for card in zone]
        held = [card for hand in state.hands for card in hand]
        assert Counter([*lying, *held, *state.rest, *state.table.public]) == Counter(PILE + deck.cards)
        assert [(zone.value, zone.cards) for zone in weigh(state.table)] == slowly(state.table)


@some
@given(decks(), st.integers(2, 8), seeds)
def test_the_explanation_agrees_with_the_scores_of_any_deck(text, seats, seed):
    states = played(text, seats, seed)
    end = splito.explain(states[-1][0])
    before = None
    for state, _ in states:
        told = splito.explain(state)
        for zone, final in zip(told.zones, end.zones, strict=True):
            earned = sum(line.earns for line in zone.goals) + sum(goal.points for goal in zone.public)
            assert earned == zone.value
            for line, later in zip(zone.goals, final.goals, strict=False):
                assert line.goal == later.goal
                assert not line.settled or line.met is later.met
        for line, score in zip(told.seats, splito.scores(state), strict=True):
            assert (line.left * line.right, line.rank) == (score.points, score.rank)
        if before is not None:
            for zone, was in zip(told.zones, before.zones, strict=True):
                own = sum(line.gain for line in zone.goals)
                public = sum(goal.points for goal in zone.public) - sum(goal.points for goal in was.public)
                assert own + public == zone.value - was.value == zone.gain
        before = told


@settings(max_examples=10, deadline=None)
@given(decks(), st.integers(2, 8), seeds)
def test_a_preview_tells_what_any_card_would_do(text, seats, seed):
    for state, _ in played(text, seats, seed)[1:-1:5]:
        table = state.table
        for preview in splito.previews(splito.view(state, frozenset({0}))):
            zone = ZONES[seats][0][preview.side]
            zones = [(*lying, preview.card) if at == zone else lying for at, lying in enumerate(table.zones)]
            promo, promo_zone = table.promo, table.promo_zone
            if promo == "open":
                promo, promo_zone = splito.rules.award_promo(zones)
            after = Table(seats, table.deck, table.public, tuple(zones), promo=promo, promo_zone=promo_zone)
            told = [one for one in (preview.here, *preview.elsewhere) if one.gained or one.lost]
            assert sorted(told, key=lambda one: one.zone) == list(changes(table, after))
            assert preview.here.after == slowly(after)[zone][0]


@settings(max_examples=8, deadline=None)
@given(decks(), st.integers(2, 8), seeds)
def test_every_bot_chooses_a_legal_move_with_any_deck(text, seats, seed):
    work, master.WORK = master.WORK, 1_000
    try:
        for turn, (state, _) in enumerate(played(text, seats, seed)[:-1:6]):
            seat = turn % seats
            view = splito.view(state, frozenset({seat}))
            for bot in BOTS.values():
                assert bot.choose(view, Random(turn)) in splito.legal(state, seat)
    finally:
        master.WORK = work


@settings(max_examples=10, deadline=None)
@given(decks(), st.integers(2, 8), seeds)
def test_the_fast_simulator_scores_any_deck_like_the_rules(text, seats, seed):
    states = played(text, seats, seed)
    first = states[0][0]
    cat = catalogue(first.table.deck)
    hands = np.array([[[cat.ids[card] for card in hand] for hand in first.hands]])
    heap = Heap(first.table, hands[:, ::2], hands[:, 1::2]) if seats == 2 else Heap(first.table, hands)
    for state, moves in states:
        values, sizes = heap.scores()
        worths = weigh(state.table)
        assert (list(values[0]), list(sizes[0])) == ([w.value for w in worths], [w.cards for w in worths])
        if moves:
            parts = [move.split() for move in moves]
            cards = np.array([[cat.ids[card] for card, _ in parts]])
            zones = np.array([[ZONES[seats][seat][side] for seat, (_, side) in enumerate(parts)]])
            chosen = np.array([[list(heap.hands[0, seat]).index(card) for seat, card in enumerate(cards[0])]])
            heap.play(cards, zones)
            heap.pass_on(chosen)


@settings(max_examples=10, deadline=None)
@given(decks(), st.integers(2, 8), seeds)
def test_a_record_with_any_deck_is_checked_from_itself_alone(text, seats, seed):
    log = [moves for _, moves in played(text, seats, seed)[:-1]]
    club = from_text("club", text)
    made = record.make("splito", {"deck": club}, seed, players=["Ana"] * seats, log=log)
    record.check(record.read(record.text(made).encode()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_goal_has_a_picture_and_a_sentence(language):
    with translation.override(language):
        drawn = set(re.findall(r'id="(s-[\w-]+)"', render_to_string("splito/_sprite.html")))
        names = {}
        for goal in EVERY_GOAL:
            html = draw("splito/_goal.html", goal=goal, points=5, size="zone", state="met")
            assert set(re.findall(r'href="#([\w-]+)"', html)) <= drawn, goal
            names[goal] = draw("splito/_goal_name.html", goal=goal)
            assert names[goal].strip()
            assert goal not in names[goal]
            assert draw("splito/_goal_short.html", goal=goal).strip()
        alike = {goal: name for goal, name in names.items() if not goal.startswith("trio")}
        assert len(set(alike.values())) == len(alike)
        for kind in KINDS:
            html = draw("splito/_kind.html", kind=kind)
            assert set(re.findall(r'href="#([\w-]+)"', html)) <= drawn
            assert f">{kind}<" not in re.sub(r"\s", "", html)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_goal_is_named_in_the_readers_language(language):
    def names() -> dict[str, str]:
        return {goal: draw("splito/_goal_name.html", goal=goal).strip() for goal in EVERY_GOAL}

    with translation.override("en"):
        english = names()
    with translation.override(language):
        assert not [goal for goal, name in names().items() if name == english[goal]]


def line_of(goal: str, *, lying: list[str], turn: int) -> GoalCount:
    """The count of this goal in a zone with these cards."""
    others = [f"{name} 2" for name in ("majority-red", "majority-1", *["none-1"] * 40)]
    deck = from_text("club", "\n".join([f"{goal} 2", *others]))
    table = Table(
        3,
        splito.deck.of({"deck": deck}),
        ("majority-red", "majority-1"),
        zones=((*lying, goal), (), ("red-2",)),
        turn=turn,
    )
    (line,) = splito.explain(table).zones[0].goals
    return line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_goal_says_why_it_is_met_or_not(language):
    """In every count, with turns to come and at the end."""
    cards = [*["red-1"] * 2, "red-2", "blue-2", "blue-3", "green-3", "black-4", "yellow-5", "orange-6"]
    cards += ["red-1"] * 3
    with translation.override(language):
        for goal in EVERY_GOAL:
            for lying in range(0, len(cards) + 1, 2):
                for turn in (3, 12, 13):
                    line = line_of(goal, lying=cards[:lying], turn=turn)
                    for name in ("_reason", "_count_reason"):
                        said = fragments.render(f"splito/{name}.jinja", language, {"line": line})
                        assert re.sub(r"<[^>]+>|\s", "", said), (goal, name, line)
                    fragments.render("splito/_short.jinja", language, {"line": line})


@pytest.mark.parametrize(
    ("language", "colour", "number"),
    [
        ("en", "1 colour", "1 number"),
        ("de", "1 Farbe", "1 Zahl"),
        ("fr", "1 couleur", "1 valeur"),
        ("it", "1 colore", "1 numero"),
        ("ru", "1 цвет", "1 номинал"),
    ],
)
def test_a_single_colour_or_number_is_not_said_in_the_plural(language, colour, number):
    with translation.override(language):
        for goal, words in (("colours-1", colour), ("numbers-1", number)):
            for kind in (goal, f"{goal}-up"):
                for turn in (3, 13):
                    line = line_of(kind, lying=["red-1"], turn=turn)
                    said = fragments.render("splito/_reason.jinja", language, {"line": line})
                    assert f"<b>{words}</b>" in said


@settings(max_examples=10, deadline=None)
@given(decks(), st.integers(2, 8), seeds, st.sampled_from(LANGUAGES))
def test_the_hints_of_a_hand_speak_of_any_goal_in_every_language(text, seats, seed, language):
    with translation.override(language):
        for state, _ in played(text, seats, seed)[1:-1:4]:
            previews = splito.previews(splito.view(state, frozenset({0})))
            told = fragments.render("splito/_look.jinja", language, {"previews": previews})
            notes = re.findall(r'<p class="look-note"[^>]*>(.*?)</p>', told, re.DOTALL)
            assert len(notes) == sum(len(one.here.gained) + len(one.here.lost) for one in previews)
            assert all(note.strip() for note in notes)
            assert not re.search(r"<span>[+−]\d\s*</span>", told)


@settings(max_examples=4, deadline=None)
@given(decks(), st.integers(2, 5), seeds)
def test_what_is_told_after_a_round_knows_any_goal(text, seats, seed):
    states = played(text, seats, seed)
    end, log = states[-1][0], [moves for _, moves in states[:-1]]
    lying = sum(len(zone.goals) for zone in splito.explain(end).zones)
    counted = [count for kept in splito.keepsakes(end) for count in kept["goals"].values()]
    assert sum(there for _, there in counted) == (lying if seats == 2 else 2 * lying)
    told = "\n".join(splito.summary([end]))
    assert all(line.goal.id in told for zone in splito.explain(end).zones for line in zone.goals)
    options = {"deck": DeckText("club", text), "promo42": True}
    *_, (_, found) = splito.look_back(options, seats, seed, log=log, seat=0, luck=Random(1))
    assert found["points"] == splito.scores(end)[0].points
    for turn, (state, _) in zip(found["turns"], states, strict=False):
        assert {option["move"] for option in turn["options"]} == set(splito.legal(state, 0))
