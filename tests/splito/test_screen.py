"""What the Splito table says and shows: reasons at their limits, the same public part for everyone."""

import re
from html import unescape
from random import Random

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from games import splito
from games.splito.explanation import explain
from games.splito.state import Played, State
from games.table import rendering
from tests.support import tables
from tests.support.splito import lay, verdict


def said(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(strip_tags(re.sub("</(p|div|li)>", " ", html)))).strip()


def reason(*zones: str, **more) -> str:
    return said(render_to_string("splito/_reason.jinja", {"line": verdict(*zones, **{"left": 5} | more)}))


def short(*zones: str, **more) -> str:
    return said(render_to_string("splito/_short.jinja", {"line": verdict(*zones, **{"left": 5} | more)}))


@pytest.mark.parametrize(
    ("zone", "goal", "sentence"),
    [
        ("", "exactly-two-3", "two 3s needed"),
        ("red-3", "exactly-two-3", "one more 3 needed"),
        ("red-3 blue-3", "exactly-two-3", "two 3s no third, please"),
        ("red-3 blue-3 red-3", "exactly-two-3", "one 3 too many"),
        ("red-3 blue-3 red-3 blue-3", "exactly-two-3", "two 3s too many"),
        ("red-3", "none-2", "no 2 so far"),
        ("red-2", "none-2", "a 2 lies here"),
        ("red-2 blue-2", "none-2", "two 2s lie here"),
        ("red-1 blue-1", "colours-3", "1 more colour needed"),
        ("red-1", "colours-3", "2 more colours needed"),
        ("red-1 blue-1 black-1", "colours-3", "3 colours no other, please"),
        ("red-1 blue-1 black-1 green-1", "colours-3", "one colour too many"),
        ("red-1 blue-2 black-3 green-4", "numbers-4", "4 numbers no other, please"),
        ("red-1 blue-2 black-3 green-4 red-5", "numbers-4", "one number too many"),
        ("red-1 blue-2 black-3 green-4", "numbers-6", "5, 6 missing"),
        ("red-1 blue-2", "numbers-4", "2 more numbers needed"),
        ("red-1 black-1", "trio-red-black-green", "green missing"),
        ("red-1", "trio-red-black-green", "black, green missing"),
        ("red-1 black-1 green-6", "trio-red-black-green", "all three"),
        ("red-1", "at-most-11", "room for 9 more cards"),
        ("red-1 " * 9, "at-most-11", "room for one more card"),
        ("red-1 " * 10, "at-most-11", "11 cards"),
        ("red-1 " * 11, "at-most-11", "one card too many"),
        ("red-1 " * 13, "at-least-15", "one more card needed"),
        ("red-1 " * 14, "at-least-15", "15 cards"),
    ],
)
def test_every_goal_says_why(zone, goal, sentence):
    assert reason(zone, goal) == sentence


def test_a_majority_says_what_leads():
    assert reason("red-1 red-2", "majority-red", "red-1", "") == "leads 2 to 1"
    assert reason("red-1", "majority-red", "red-1", "") == "1 more red leads"
    assert reason("", "majority-red", "red-1 red-2", "") == "3 more red lead"
    assert reason("", "majority-4", "red-4", "") == "two more 4s lead"
    assert reason("red-4", "majority-4", "red-4", "") == "one more 4 leads"


def test_what_can_no_longer_come_is_too_late():
    assert reason("", "exactly-two-3", "", "", "", seats=2, left=1) == "too late for two more 3s"
    assert reason("red-1", "trio-red-black-green", "", "", "", seats=2, left=1) == (
        "too late: black, green missing"
    )
    assert reason("red-1 " * 11, "at-least-15", left=0) == "too late for 3 more cards"


def test_when_the_round_is_over_nothing_is_asked_for():
    assert reason("red-3 blue-3", "exactly-two-3", left=0) == "two 3s"
    assert reason("red-3", "none-2", left=0) == "no 2"


def test_on_a_phone_the_need_stands_in_the_goals_foot():
    assert short("red-3", "exactly-two-3") == "+1"
    assert short("red-2", "none-2") == "a 2"
    assert short("red-3 blue-3 red-3", "exactly-two-3") == "1 over"
    assert short("red-1 black-1", "trio-red-black-green") == "+"
    html = render_to_string(
        "splito/_short.jinja", {"line": verdict("red-1 black-1", "trio-red-black-green", left=5)}
    )
    assert "#s-green" in html


# The public goals


NAMES = ("Ana", "Ben", "Cleo")


def standing(*zones: str, hints: bool = True) -> str:
    line = explain(lay(*zones, public="majority-green majority-5", left=5)).public[0]
    facts = {"line": line, "names": NAMES, "hints": hints, "name": "most green cards"}
    return said(render_to_string("splito/_standing.jinja", facts))


def test_a_public_goal_says_who_leads_or_what_takes_it():
    assert standing("", "", "") == "Nobody yet. 1 green takes it"
    assert standing("green-1 green-2", "green-1 green-2", "") == "Tie at 2. 1 more green takes it"
    assert re.sub("you", "", standing("green-1", "", "")) == "Ana and Ben ahead 1 to 0"
    assert standing("green-1", "", "", hints=False) == "most green cards"


# The whole table


def round_of(seats: int, turns: int, *, seed: int = 1, **options) -> State:
    luck = Random(seed)
    state = splito.start(options, seats, bytes([seed]) * 32)
    for _ in range(turns):
        state = splito.play(state, [luck.choice(splito.legal(state, seat)) for seat in range(seats)])
    return state


@pytest.fixture
def table(db):
    session, users = tables.dealt(3)
    for _ in range(4):
        tables.play_turn(session, users, Random(7))
    return session, users


def state_of(session) -> State:
    deal = tables.now(session).deal
    assert deal
    return deal.state


def html_of(session, user=None) -> tuple[str, str]:
    found = tables.now(session)
    shown, own = rendering.screen(found), rendering.mine(found, user.pk if user else None)
    return rendering.public_html(shown, "en"), rendering.private_html(shown, own, "en")


def test_the_public_part_is_the_same_for_every_seat(table):
    session, users = table
    parts = {html_of(session, user)[0] for user in (*users, None)}
    assert len(parts) == 1
    hands = {html_of(session, user)[1] for user in users}
    assert len(hands) == 3


def test_no_hand_stands_in_the_public_part_or_before_a_spectator(table):
    session, _ = table
    public, private = html_of(session)
    state = state_of(session)
    words = set(re.findall(r"[a-z0-9-]+", public + private))
    assert not words & splito.secrets(state, frozenset())
    assert "in-hand" not in private


def test_the_hand_is_a_form_that_needs_no_script(table):
    session, users = table
    _, private = html_of(session, users[0])
    assert private.count('type="radio"') == 9
    assert 'name="move" value="L" form="choice"' in private
    assert 'name="take-back"' in private


def test_a_sealed_card_leaves_one_slot(table):
    session, users = table
    wish = tables.wish(session, users[0])
    tables.seal(wish)
    _, private = html_of(session, users[0])
    assert private.count("data-out") == 1
    card = wish.move.split()[0]
    assert re.search(rf'data-out>\s*<input type="radio" name="move" value="{card}"', private)
    assert "data-out" not in html_of(session, users[1])[1]


def test_without_hints_no_state_and_no_value_is_shown(db):
    session, users = tables.dealt(3, hints=False)
    for _ in range(6):
        tables.play_turn(session, users, Random(3))
    public, private = html_of(session, users[0])
    assert 'class="value"' not in public
    assert "data-leads" not in public
    assert not re.search(r'data-size="zone" data-state', public)
    assert "left × right" not in private


def test_the_reveal_is_told_in_words(table):
    session, users = table
    public, _ = html_of(session)
    played = state_of(session).table.last
    assert public.count('class="said for-ears"') == 3
    assert f"{users[0].name} played" in public
    assert len(re.findall("to the left|to the right", public)) == len(played)


def test_new_cards_wear_a_ring_and_changed_values_tell_by_how_much():
    last = (Played("red-2", 0, "L"), Played("none-5", 1, "L"), Played("blue-2", 2, "L"))
    zones = explain(lay("none-2 red-2", "none-5", "blue-2", last=last, left=5)).zones
    html = [
        render_to_string(
            "splito/_zone.jinja", {"zone": zone, "names": ("Ada", "Ben", "Cleo", "Dora"), "hints": True}
        )
        for zone in zones
    ]
    assert [one.count("data-new") for one in html] == [1, 1, 1]
    assert "−1" in said(html[0])
    assert "+1" in said(html[1])


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_zone_and_every_seat_stands_on_the_table_once(seats):
    count = explain(round_of(seats, 5, promo42=True))
    lefts = [zone.left_of for zone in count.zones if zone.left_of is not None]
    rights = [zone.right_of for zone in count.zones if zone.right_of is not None]
    assert sorted(lefts) == sorted(rights) == list(range(seats))


def test_a_preview_says_what_the_card_would_do():
    state = State(
        lay("green-1 none-4", "green-2", "", public="majority-green majority-6", left=1),
        (("green-4",), (), ()),
        (),
    )
    view = splito.view(state, frozenset({0}))
    html = render_to_string("splito/_look.jinja", {"previews": splito.previews(view)})
    left, right = html.split('data-side="R"')
    assert "1 → 3 +3 most green −1 no 4" in said(left)
    assert "your 4 breaks it" in left
    assert "0 → 0 no goal changes" in said(right)
