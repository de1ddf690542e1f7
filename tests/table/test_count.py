"""What the count says: which goals were met or turned over and why, ties in words, groups and hearts."""

import re
from html import unescape

from django.template.loader import render_to_string

from games.history.queries.finished_rounds import Sat
from games.history.views.replays import Counted
from games.splito.explanation import explain
from games.splitter import explain as splitter_explain
from games.splitter.rules import State
from games.splitter.sheets import SHEETS
from games.splitter.view import view
from tests.support.splito import lay

NAMES = ("Ana", "Ben", "Cleo")


def said(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def seats(*points: int) -> tuple[Sat, ...]:
    names = NAMES[: len(points)]
    return tuple(
        Sat(
            at,
            name,
            name[0],
            bot="",
            points=worth,
            rank=1 + sum(other > worth for other in points),
            deputised=0,
        )
        for at, (name, worth) in enumerate(zip(names, points, strict=True))
    )


def splito_count(*zones: str, public: str = "majority-green majority-5") -> str:
    state = lay(*zones, public=public, left=0)
    explained = explain(state)
    shown = Counted(
        "AAAAA",
        "splito",
        1,
        seats=seats(*(line.score for line in explained.seats)),
        view=None,
        count=explained,
    )
    return render_to_string("splito/_count.jinja", {"screen": shown})


def test_the_count_of_splito_goes_in_rulebook_order():
    html = splito_count("green-5 none-4", "red-4 none-4", "blue-1")
    places = [html.index(f'data-part="{part}"') for part in ("public", "zones", "result")]
    assert places == sorted(places)


def test_a_public_goal_tells_the_counts_of_every_zone():
    html = splito_count("green-1 green-2", "green-3", "")
    goal = html[html.index('class="count-public"') :]
    assert re.findall(r'data-count="(\d+)"', goal)[:3] == ["2", "1", "0"]
    assert "most green cards: 2, next best 1" in said(goal)


def test_a_public_goal_in_a_tie_is_set_aside():
    assert "Set aside most green cards: tie at 1" in said(splito_count("green-1", "green-3", ""))


def test_each_goal_is_met_or_turned_over_with_the_reason():
    words = said(splito_count("red-3 none-4", "red-4 none-4", ""))
    assert "no 4 met: none lies here" in words
    assert "no 4 turned over: one 4 too many" in words


def test_a_zone_tells_what_its_cards_are():
    words = said(splito_count("red-3 blue-3 none-4", "green-1", ""))
    assert "3 cards: 2 Splito cards, 1 goal" in words
    assert "1 public goal" in words


def test_a_tie_is_broken_in_words():
    # Both neighbours of the empty third zone have 0 points, but a different number of cards.
    words = said(splito_count("red-1", "red-2 red-3", ""))
    assert "If points are equal, fewer cards in both zones win." in words
    assert "1 card in both zones" in words


def test_an_unbroken_tie_for_the_first_place_is_told_as_shared():
    words = said(splito_count("red-1", "red-2", "red-3"))
    assert "Equal points and equal numbers of cards: they share the victory." in words


def splitter_count(*grids: str, sheet: str = "B") -> str:
    drawn = SHEETS[sheet]
    cells = tuple(drawn.cells(tuple(grid.split())) for grid in grids)
    state = State(sheet, 0, dice=((1, 1),) * 22, turn=22, cells=cells, last=())
    explained = splitter_explain(state)
    points = [one.points for one in explained.seats]
    shown = Counted(
        "AAAAA", "splitter", 1, seats=seats(*points), view=view(state, frozenset()), count=explained
    )
    return render_to_string("splitter/_count.jinja", {"screen": shown})


BEST = "255..312 25561332 .156666. .24..16. .244133. 66646636 666..666"


def test_each_number_tells_its_points_groups_and_stars():
    words = said(splitter_count("..4416.. .446614. 16665444 55521642 45521333 .125321. ..5332..", sheet="A"))
    assert "1s 5 from 5 groups" in words
    assert "5s 10 from 1 group ★ × 2 one counted double on a star" in words
    assert "6s 0 from 0 groups" in words


def test_hearts_say_why():
    same, other = BEST, BEST.replace("255..312", "255..352")
    grid = SHEETS["B"].cells(tuple(same.split()))
    numbers = [grid[space] for space in SHEETS["B"].hearts]
    assert len(set(numbers)) == 1
    assert f"A {numbers[0]} in all three hearts: 5 points." in said(splitter_count(same))
    assert "They are not the same, so 0 points." in said(splitter_count(other))


def test_hearts_are_told_after_the_numbers_and_before_the_total():
    html = splitter_count(BEST, BEST)
    last = {word: html.rindex(f'data-tell="{word}"') for word in ("n1", "n6", "hearts", "total")}
    assert last["n1"] < last["n6"] < last["hearts"] < last["total"]


def test_a_lone_player_gets_the_verdict():
    assert "Superhuman" in splitter_count(BEST)
    assert "Superhuman" not in splitter_count(BEST, BEST)
