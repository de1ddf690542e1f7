"""Score entry on paper knows the game: products, ties, and impossible numbers."""

from random import Random

import pytest

from games.engine import catalogue, defaults, paper
from games.engine.contract import Refused
from games.splito.deck import load
from games.splito.paper import most_of_a_zone
from games.splitter.paper import room_dice

SPLITO = {"deck": "classic", "promo42": False}


def zones(*values, **more):
    return {f"zone-{zone}": value for zone, value in enumerate(values)} | more


def count(game, options, seats, typed):
    return paper.pad(game).count(options, seats, typed)


def asked(game, options, seats, typed):
    return [field.name for field in paper.pad(game).fields(options, seats, typed)]


def numbers(seat, *points, hearts=None):
    typed = {f"number-{seat}-{number}": value for number, value in enumerate(points, start=1)}
    return typed if hearts is None else typed | {f"hearts-{seat}": hearts}


def test_each_zone_is_typed_once_and_multiplied_for_both_neighbours():
    """The rules' example: AB 8, BC 4, AC 6."""
    # Seat 0 is A; the next clockwise is the left neighbour: zone 0 lies between A and B.
    counted = count("splito", SPLITO, 3, zones(8, 4, 6))
    assert [score.points for score in counted.scores] == [48, 32, 24]
    assert [score.rank for score in counted.scores] == [1, 2, 3]
    assert counted.scores[0].parts == {"left": 8, "right": 6}
    assert counted.doubts == ()


def test_a_zone_belongs_to_both_neighbours_and_with_two_players_to_one():
    assert [field.seats for field in paper.pad("splito").fields(SPLITO, 3, {})] == [(1, 0), (0, 2), (2, 1)]
    assert [field.seats for field in paper.pad("splito").fields(SPLITO, 2, {})] == [(0,), (0,), (1,), (1,)]


def test_every_game_asks_in_the_order_of_paper():
    """From left to right as on the pad, where each next name sits on the right of the one before."""
    assert [field.about for field in paper.pad("splito").fields(SPLITO, 5, {})] == [0, 4, 3, 2, 1]
    splitter = paper.pad("splitter").fields({"sheet": "A"}, 4, {})
    assert list(dict.fromkeys(field.seats for field in splitter)) == [(0,), (3,), (2,), (1,)]


def test_card_counts_are_asked_only_when_a_tie_needs_them():
    assert asked("splito", SPLITO, 4, zones(8, 4, 6, 5)) == ["zone-0", "zone-3", "zone-2", "zone-1"]
    # 6 × 2, 6 × 3, 3 × 4, 2 × 4: the first and the third have 12 each, and all four zones touch one of them.
    typed = zones(6, 3, 4, 2)
    assert [score.rank for score in count("splito", SPLITO, 4, typed).scores] == [2, 1, 2, 4]
    more = asked("splito", SPLITO, 4, typed)[4:]
    assert more == ["cards-0", "cards-3", "cards-2", "cards-1"]
    typed |= {"cards-0": 12, "cards-3": 13, "cards-1": 14, "cards-2": 14}
    assert [score.rank for score in count("splito", SPLITO, 4, typed).scores] == [2, 1, 3, 4]


def test_a_tie_stays_a_tie_while_only_one_of_them_has_counted_cards():
    typed = zones(6, 3, 4, 2) | {"cards-0": 12, "cards-3": 13}
    assert [score.rank for score in count("splito", SPLITO, 4, typed).scores] == [2, 1, 2, 4]


def test_impossible_and_unlikely_zone_values_are_doubted_yet_counted():
    most = most_of_a_zone(load("classic"))
    counted = count("splito", SPLITO, 3, zones(most + 1, 4, 6))
    assert next((doubt.code, doubt.fields) for doubt in counted.doubts) == ("impossible", ("zone-0",))
    assert counted.scores[0].points == (most + 1) * 6
    assert [doubt.code for doubt in count("splito", SPLITO, 3, zones(48, 4, 6)).doubts] == ["unlikely"]


def test_cards_that_are_not_all_dealt_cards_are_doubted():
    typed = zones(4, 4, 4) | {"cards-0": 12, "cards-1": 13, "cards-2": 12}
    assert [doubt.reason for doubt in count("splito", SPLITO, 3, typed).doubts] == ["cards-do-not-add-up"]
    typed["cards-2"] = 14
    assert not count("splito", SPLITO, 3, typed).doubts


def test_nothing_is_counted_before_every_zone_is_there():
    counted = count("splito", SPLITO, 3, {"zone-1": 4})
    assert (counted.scores, counted.missing) == ((), ("zone-0", "zone-2"))


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_no_played_round_of_splito_is_called_impossible(seats):
    rules = catalogue.find("splito")
    luck = Random(seats)
    state = rules.start(SPLITO, seats, bytes(31) + bytes([seats]))
    while not rules.over(state):
        state = rules.play(state, [luck.choice(rules.legal(state, seat)) for seat in range(seats)])
    scores = rules.scores(state)
    typed = {}
    for field in paper.pad("splito").fields(SPLITO, seats, {}):
        seat = field.seats[0]
        side = "left" if seat == field.about or (seats == 2 and field.about % 2 == 0) else "right"
        typed[field.name] = scores[seat].parts[side]
    counted = count("splito", SPLITO, seats, typed)
    assert [score.points for score in counted.scores] == [score.points for score in scores]
    assert not [doubt for doubt in counted.doubts if doubt.code == "impossible"]


def test_splitter_adds_the_points_of_each_number():
    """The 29 points of the rules' example, and a better neighbour."""
    typed = numbers(0, 5, 4, 6, 4, 10, 0) | numbers(1, 3, 6, 9, 4, 10, 6)
    counted = count("splitter", {"sheet": "A"}, 2, typed)
    assert [(score.points, score.rank) for score in counted.scores] == [(29, 2), (38, 1)]
    assert counted.doubts == ()


@pytest.mark.parametrize(
    ("sheet", "points", "hearts", "reason"),
    [
        ("A", (1, 3, 0, 0, 0, 0), None, "not-a-multiple"),
        ("B", (1, 2, 0, 0, 0, 0), 3, "hearts-all-or-nothing"),
        ("A", (6, 12, 12, 12, 10, 6), None, "sheet-too-much"),
        ("A", (14, 12, 9, 4, 5, 6), None, "too-many-spaces"),
    ],
)
def test_points_that_no_sheet_can_have_are_doubted(sheet, points, hearts, reason):
    typed = numbers(0, *points, hearts=hearts)
    assert [doubt.reason for doubt in count("splitter", {"sheet": sheet}, 1, typed).doubts] == [reason]


def test_the_best_sheets_of_the_rules_are_possible():
    """56 on A and 61 on B, as the rules draw them."""
    from games.splitter.scoring import hearts_points, number_points
    from games.splitter.sheets import SHEETS

    drawn = {
        "A": "..2255.. .215355. 12353456 63353466 66552466 .663246. ..6331..",
        "B": "255..312 25561332 .156666. .24..16. .244133. 66646636 666..666",
    }
    for name, rows in drawn.items():
        sheet = SHEETS[name]
        cells = sheet.cells(tuple(rows.split()))
        hearts = hearts_points(sheet, cells) if sheet.hearts else None
        counted = count(
            "splitter", {"sheet": name}, 1, numbers(0, *number_points(sheet, cells), hearts=hearts)
        )
        assert counted.scores[0].points == {"A": 56, "B": 61}[name]
        assert counted.doubts == ()


def test_hearts_are_asked_only_where_the_sheet_has_them():
    assert "hearts-0" not in asked("splitter", {"sheet": "A"}, 1, {})
    assert "hearts-0" in asked("splitter", {"sheet": "B"}, 1, {})


def test_words_become_numbers_and_only_what_is_asked_is_read():
    raw = {"zone-0": " 6", "zone-1": "3", "zone-2": "4", "zone-3": "2", "cards-0": "12", "nonsense": "9"}
    assert paper.read("splito", SPLITO, 4, raw=raw) == zones(6, 3, 4, 2) | {"cards-0": 12}
    raw["zone-1"] = "9"  # no tie any more: cards are not asked for, so not kept
    assert "cards-0" not in paper.read("splito", SPLITO, 4, raw=raw)


@pytest.mark.parametrize("word", ["-1", "4.5", "four", "٣", "1000", "9" * 5000, "1\0"])
def test_what_is_no_number_is_refused_by_name(word):
    with pytest.raises(Refused, match="bad-number") as refused:
        paper.read("splito", SPLITO, 3, raw={"zone-1": word})
    assert refused.value.facts["field"] == "zone-1"


def test_a_room_rolls_one_stream_that_never_changes():
    seed = bytes(range(32))
    assert room_dice(seed, 22)[:5] == room_dice(seed, 5)
    assert len(room_dice(seed, 99)) == 22
    assert {face for roll in room_dice(seed, 22) for face in roll} <= set(range(1, 7))


def test_a_game_without_a_pad_asks_for_points():
    counted = defaults.PointsOnly().count({}, 3, {"points-0": 4, "points-1": 9, "points-2": 4})
    assert [score.rank for score in counted.scores] == [2, 1, 2]
