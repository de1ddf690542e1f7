"""What a page is told when somebody taps a goal: the arithmetic, only the rule, or nothing."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.models import GameSession
from games.splito.cards import FACES
from tests.support import tables

ARITHMETIC = ("explained-sum", "explained-sides", "explained-zones", "explained-changers", "<data")


def asked(session: GameSession, of: str, user=None) -> str:
    client = Client()
    if user:
        client.force_login(user, backend="accounts.backends.NameBackend")
    answer = client.get(f"/t/{session.code}/details/", {"of": of})
    assert answer.status_code == 200
    assert answer["Cache-Control"].startswith("max-age=0")
    return answer.content.decode()


def words(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(strip_tags(re.sub("</(p|h2|li|span)>", " ", html)))).strip()


def lay_goals(session: GameSession, users) -> list[tuple[str, int]]:
    """Everybody plays a goal if they have one; returns the goals that lie open, with their zones."""
    table = tables.now(session)
    wishes = []
    for user in users:
        moves = table.rules.legal(table.deal.state, table.seat_of(user.pk))
        move = next((move for move in moves if move.split()[0] not in FACES), moves[0])
        wishes.append(tables.services.Wish(table.id, table.deal.ref, move, person=user.pk))
    tables.seal(*wishes)
    zones = tables.now(session).deal.state.table.zones
    return [(card, zone) for zone, cards in enumerate(zones) for card in cards if card not in FACES]


def goal_in_hand(session: GameSession, user) -> str:
    table = tables.now(session)
    hand = table.rules.view(table.deal.state, frozenset({table.seat_of(user.pk)})).own
    return next(card for card in hand if card not in FACES)


@pytest.fixture
def table(db):
    session, users = tables.dealt(3)
    return session, users, lay_goals(session, users)


def test_a_goal_in_a_zone_tells_its_arithmetic_to_whoever_sees_the_table(table):
    session, users, [(goal, zone), *_] = table
    for user in (*users, None):
        html = asked(session, f"{goal} {zone}", user)
        assert f'data-goal="{goal}"' in html
        assert "explained-sum" in html
        assert "can still change it, with 12 cards" in html


def test_people_read_you_where_it_is_their_zone(table):
    """Zone 0 is the left one of the first seat and the right one of the second."""
    session, users, lying = table
    goal, zone = next((goal, zone) for goal, zone in lying if not goal.startswith("majority"))
    sharing = (zone, (zone + 1) % 3)
    said = [words(asked(session, f"{goal} {zone}", user)) for user in users]
    assert [" and you can" in one for one in said] == [seat in sharing for seat in range(3)]
    assert " and you can" not in words(asked(session, f"{goal} {zone}"))


def test_a_public_goal_tells_the_count_of_every_zone(table):
    session, users, _ = table
    public = tables.now(session).deal.state.table.public[0]
    html = asked(session, f"{public} middle", users[0])
    assert html.count('class="pair"') >= 3
    assert "Everyone can still change it, with 12 cards each." in words(html)


def test_a_goal_in_my_hand_tells_both_sides_and_is_told_to_nobody_else(table):
    session, users, _ = table
    goal = goal_in_hand(session, users[0])
    html = asked(session, f"{goal} hand", users[0])
    assert html.count('class="side"') == 2
    assert asked(session, f"{goal} hand") == ""
    table_now = tables.now(session)
    others = [
        user
        for seat, user in enumerate(users)
        if goal not in table_now.rules.view(table_now.deal.state, frozenset({seat})).own
    ]
    assert others
    assert {asked(session, f"{goal} hand", user) for user in others} == {""}


def test_without_hints_a_goal_tells_its_rule_and_no_standing(db):
    session, users = tables.dealt(3, hints=False)
    [(goal, zone), *_] = lay_goals(session, users)
    public = tables.now(session).deal.state.table.public[0]
    for of in (f"{goal} {zone}", f"{public} middle", f"{goal_in_hand(session, users[0])} hand"):
        html = asked(session, of, users[0])
        assert "explained-rule" in html
        assert "data-state" not in html
        assert not [part for part in ARITHMETIC if part in html]


def test_the_count_explains_itself_even_without_hints(db):
    session, users = tables.dealt(3, hints=False)
    [(goal, zone), *_] = lay_goals(session, users)
    tables.play_round(session, users)
    html = asked(session, f"{goal} {zone}", users[0])
    assert "explained-sum" in html
    assert "can still change" not in html


@pytest.mark.parametrize(
    "of", ["", "red-1 0", "none-9 0", "none-1 hand", "x" * 5000, "none-1 \x00", "promo-42 middle"]
)
def test_nonsense_is_answered_with_nothing(db, of):
    session, _ = tables.dealt(3)
    assert asked(session, of) == ""


def test_before_the_deal_there_is_nothing_to_explain(db):
    session, users = tables.gather(3)
    assert asked(session, "none-1 0", users[0]) == ""


def test_another_game_has_nothing_to_explain(db):
    session, users = tables.dealt(2, "splitter")
    assert asked(session, "none-1 0", users[0]) == ""


def test_in_a_lesson_a_goal_tells_the_same(db):
    played = ["green-5 L", "exactly-two-3 R", "blue-3 R"]
    answer = Client().get("/learn/splito/details/", {"played": played, "of": "exactly-two-3 3"})
    said = words(answer.content.decode())
    assert "exactly two 3s two 3s lie here. one more 3 breaks it." in said
    assert "Only Rowan and you can still change it, with 1 card each. In your hand:" in said
    assert Client().get("/learn/splito/details/", {"played": ["red-9 L"]}).status_code == 404
