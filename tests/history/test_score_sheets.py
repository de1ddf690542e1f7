"""The score pad: circles on the lines between names, the outer two for the same zone, sums by person."""

import re
from random import Random
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.engine import catalogue
from games.engine.contract import Score
from games.engine.score_pad import against_the_clock
from games.models import ScoreLine
from games.splito.score_pad import pad
from games.splitter.score_pad import pad as splitter_pad
from games.table import services
from tests.support.tables import dealt, play_round

# The rulebook's example and the pad on the style page: zone values in seat order, zone i left of seat i.


def round_of(*zones: int) -> tuple[Score, ...]:
    """Scores of a round with these zone values."""
    lines = [(zones[seat], zones[seat - 1]) for seat in range(len(zones))]
    points = [left * right for left, right in lines]
    return tuple(
        Score(
            seat,
            left * right,
            1 + sum(other > left * right for other in points),
            {"left": left, "right": right},
        )
        for seat, (left, right) in enumerate(lines)
    )


def test_names_run_against_the_clock_so_that_left_is_left():
    assert against_the_clock(5) == [0, 4, 3, 2, 1]


def test_the_rulebooks_example_stands_on_the_pad():
    # A, B, C sit clockwise; AB 8, BC 4, AC 6. A's left neighbour is B, so A's left zone is AB.
    drawn = pad({}, [round_of(8, 4, 6)], [(0, 1, 2)])
    (block,) = drawn.blocks
    assert [circle.value for circle in block.circles] == [8, 6, 4, 8]
    assert [(column.player, column.points) for column in block.columns] == [(0, 48), (2, 24), (1, 32)]
    assert [column.best for column in block.columns] == [True, False, False]
    assert drawn.sums == ()


def test_circles_stand_on_the_lines_and_products_between_them():
    drawn = pad({}, [round_of(8, 4, 7, 5, 6)], [range(5)])
    (block,) = drawn.blocks
    assert tuple(circle.x for circle in block.circles) == drawn.folds
    middles = [(left + right) // 2 for left, right in zip(drawn.folds, drawn.folds[1:], strict=False)]
    assert [column.x for column in block.columns] == middles
    assert block.circles[0].value == block.circles[-1].value == 8


def test_with_two_players_every_zone_has_one_owner():
    scores = (Score(0, 12, 1, {"left": 4, "right": 3}), Score(1, 8, 2, {"left": 2, "right": 4}))
    drawn = pad({}, [scores], [(0, 1)])
    assert [circle.value for circle in drawn.blocks[0].circles] == [4, 3, 2, 4]
    assert not drawn.shared
    assert len(drawn.folds) == 1


def test_a_match_adds_up_and_rings_the_best():
    rounds = [round_of(8, 4, 7, 5, 6), round_of(5, 6, 3, 7, 9), round_of(11, 7, 6, 8, 4)]
    drawn = pad({}, rounds, [range(5)] * 3)
    assert [(sum_.player, sum_.points) for sum_ in drawn.sums] == [
        (0, 137),
        (4, 125),
        (3, 104),
        (2, 88),
        (1, 139),
    ]
    assert [sum_.player for sum_ in drawn.sums if sum_.best] == [1]


def test_where_seats_were_drawn_anew_every_round_has_its_own_names():
    rounds = [round_of(8, 4, 6), round_of(2, 5, 3)]
    drawn = pad({}, rounds, [(0, 1, 2), (2, 0, 1)])
    assert drawn.head == ()
    assert [column.player for column in drawn.blocks[0].columns] == [0, 2, 1]
    assert [column.player for column in drawn.blocks[1].columns] == [2, 1, 0]
    # Round 1: A 48, B 32, C 24. Round 2: C sits first, 2 × 3; A 5 × 2; B 3 × 5.
    assert {sum_.player: sum_.points for sum_ in drawn.sums} == {0: 48 + 10, 1: 32 + 15, 2: 24 + 6}


def test_shared_sums_are_both_ringed():
    drawn = pad({}, [round_of(3, 3, 3), round_of(3, 3, 3)], [(0, 1, 2)] * 2)
    assert all(sum_.best for sum_ in drawn.sums)


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("rounds", [1, 4, 9])
def test_numbers_fit_their_columns(seats, rounds):
    scores = tuple(Score(seat, 1225, 1, {"left": 35, "right": 35}) for seat in range(seats))
    drawn = pad({}, [scores] * rounds, [range(seats)] * rounds, longest=40)
    width = (740 - 80) // seats
    assert 2 * drawn.radius < width
    assert drawn.points_size * 0.64 * 4 <= width
    assert rounds == 1 or drawn.sum_size * 0.64 * len(str(1225 * rounds)) <= width
    if rounds == 9:  # then products stand between the circles
        assert drawn.points_size * 0.64 * 4 <= width - 2 * drawn.radius
    assert drawn.name_size * 0.56 * drawn.letters <= width


def splitter_score(seat: int, *numbers: int, hearts: int = 0, rank: int = 1) -> Score:
    return Score(seat, sum(numbers) + hearts, rank, {"numbers": list(numbers), "hearts": hearts})


def test_a_splitter_sheet_has_rows_one_to_six_hearts_and_total():
    scores = (splitter_score(0, 5, 4, 6, 4, 10, 0, hearts=5), splitter_score(1, 1, 0, 0, 0, 0, 0, rank=2))
    (block,) = splitter_pad({"sheet": "B"}, [scores], [(0, 1)]).blocks
    assert [row.label for row in block.rows] == ["1", "2", "3", "4", "5", "6", "hearts", "total"]
    assert [row.values[0][1] for row in block.rows] == [5, 4, 6, 4, 10, 0, 5, 34]
    assert [best for _, _, best in block.rows[-1].values] == [True, False]
    plain = splitter_pad({"sheet": "A"}, [scores], [(0, 1)]).blocks[0]
    assert "hearts" not in [row.label for row in plain.rows]


def test_splitter_sums_stay_with_their_people_when_seats_change():
    one = (splitter_score(0, 5, 0, 0, 0, 0, 0), splitter_score(1, 1, 0, 0, 0, 0, 0))
    two = (splitter_score(0, 3, 0, 0, 0, 0, 0), splitter_score(1, 2, 0, 0, 0, 0, 0))
    drawn = splitter_pad({"sheet": "A"}, [one, two], [(0, 1), (1, 0)])
    assert [points for _, points, _ in drawn.blocks[-1].rows[0].values] == [5 + 2, 1 + 3]


def test_where_only_points_are_known_there_is_no_pad_but_a_table():
    assert pad({}, [(Score(0, 12, 1), Score(1, 8, 2))], [(0, 1)]) is None
    assert splitter_pad({"sheet": "A"}, [(Score(0, 12, 1),)], [(0,)]) is None


@pytest.mark.django_db
def test_a_paper_tables_sheet_shows_at_least_the_points():
    session, users = dealt(2, "splitter")
    play_round(session, users)
    ScoreLine.objects.update(parts={})
    page = Client().get(f"/sheet/{session.code}/").content.decode()
    assert "Score sheet" in page
    assert '<svg class="pad"' not in page
    assert Client().get(f"/sheet/{session.code}/sheet.svg").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "people"), [("splito", 3), ("splitter", 2)])
def test_the_picture_is_whole_and_needs_nothing_else(game, people):
    session, users = dealt(people, game, rounds_planned=2, redraw=True, name="A <b>&amp; “quotes”")
    play_round(session, users, Random(3))
    services.next_round(session.pk, users[0])
    play_round(session, users, Random(4))
    answer = Client().get(f"/sheet/{session.code}/sheet.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert "script-src 'none'" in answer["Content-Security-Policy"]
    text = answer.content.decode()
    ElementTree.fromstring(text)
    assert not re.search(r'(href|src)="(?!data:)', text)
    sums = {
        user.pk: sum(ScoreLine.objects.filter(person=user).values_list("points", flat=True)) for user in users
    }
    for points in sums.values():
        assert f">{points}</text>" in text
    page = Client().get(f"/sheet/{session.code}/").content.decode()
    assert "<style" not in page
    assert catalogue.find(game).NAME.title() in page
