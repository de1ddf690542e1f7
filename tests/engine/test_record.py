"""Records of finished rounds: written, read again, and refused when anything in them is wrong."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import splito
from games.engine import catalogue, record
from games.engine.contract import replay
from games.engine.record import RecordError
from tests.support.records import NAMES, bot_round, changed, problem, written

few = settings(max_examples=20, deadline=None)


@pytest.fixture
def good():
    return written()


@few
@given(st.integers(2, 8), st.binary(min_size=32, max_size=32), st.integers(0, 10**6), st.booleans())
def test_the_replay_of_a_record_equals_its_result(seats, seed, luck, promo42):
    made = written(seats, seed, luck, promo42=promo42)
    again = record.read(record.text(made).encode())
    assert again == made
    record.check(again)
    log = [splito.read_turn(entry, seats)[0] for entry in again["turns"]]
    options = again["options"] | {"deck": splito.deck.read_record(again["deck"])}
    state = replay(splito, options, seats, bytes.fromhex(again["seed"]), log=log)
    assert splito.record_result(state) == again["result"]
    for line, score in zip(again["result"]["seats"], splito.scores(state), strict=True):
        assert (line["left"] * line["right"], line["score"]) == (score.points, score.points)


def test_fields_stand_in_the_order_of_the_public_page(good):
    assert list(good) == [
        "format",
        "game",
        "options",
        "deck",
        "seed",
        "commitment",
        "players",
        "public_goals",
        "hands",
        "turns",
        "result",
    ]
    assert list(good["options"]) == ["promo42"]
    assert list(good["deck"]) == ["name", "goals", "promo"]
    assert list(good["result"]) == ["zones", "seats"]
    assert list(good["result"]["zones"][0]) == ["cards", "met", "public", "value"]
    assert list(good["result"]["seats"][0]) == ["left", "right", "score", "cards", "rank"]
    assert good["format"] == "split-record/2"


def test_who_chose_is_said_only_of_machines(good):
    player, bot, clock = good["turns"][0]
    assert list(player) == ["card", "side"]
    assert (bot["by"], clock["by"]) == ("bot", "clock")


def test_a_file_ends_with_one_line_end_and_keeps_letters_readable(good):
    text = record.text(good)
    assert text.endswith("}\n")
    assert not text.endswith("\n\n")
    assert "Бен" in text
    assert json.loads(text) == good
    assert len(text) < 20_000


def test_public_goals_won_stand_last_in_their_zone():
    for luck in range(20):
        for zone in written(luck=luck, promo42=True)["result"]["zones"]:
            if zone["public"]:
                assert zone["cards"][-len(zone["public"]) :] == zone["public"]
            assert not set(zone["met"]) & set(zone["public"])


def test_two_players_have_four_hands_and_four_zones():
    made = written(2)
    assert (len(made["hands"]), len(made["turns"]), len(made["result"]["zones"])) == (4, 26, 4)
    assert len(made["result"]["seats"]) == 2


@pytest.mark.parametrize("game", catalogue.names())
def test_every_game_can_be_recorded_and_checked(game):
    rules = catalogue.find(game)
    for seats in {rules.SEATS[0], min(4, rules.SEATS[-1]), min(8, rules.SEATS[-1])}:
        record.check(record.read(record.text(written(seats, game=game)).encode()))


def test_an_unfinished_round_has_no_record():
    log, _ = bot_round(splito, {}, 3, bytes(32), 1)
    with pytest.raises(RecordError, match="turns: 13 turns needed, 12 found"):
        record.make("splito", {}, bytes(32), players=NAMES[:3], log=log[:-1])


@pytest.mark.parametrize("field", list(written()))
def test_a_missing_field_is_named(good, field):
    del good[field]
    assert problem(good) == f"{field}: missing"


@pytest.mark.parametrize("field", list(written()))
@pytest.mark.parametrize(
    "wrong", [None, True, 7, "x", [], {}, [[]], {"a": 1}, 1.5, float("nan"), 10**400, "\ud800"]
)
def test_a_field_of_a_wrong_type_is_named(good, field, wrong):
    good[field] = wrong
    assert problem(good).startswith(field)


def every_place(value, path=()):
    """The path of every part of a record."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from every_place(part, (*path, key))


STRANGE = [
    ...,
    None,
    True,
    False,
    0,
    1,
    -1,
    10**30,
    1.0,
    float("nan"),
    float("inf"),
    "",
    "left",
    "\udcff",
    [],
    {},
    [0],
]


@pytest.mark.parametrize("game", catalogue.names())
def test_no_change_anywhere_gives_a_wrong_ok_or_a_crash(game):
    """Only names, of players and of the deck, and the makers of choices are not decided by seed and deck."""
    good = written(3, game=game)
    random = Random(5)
    places = list(every_place(good))
    for path in random.sample(places, min(250, len(places))):
        for value in random.sample(STRANGE, 4):
            bad = changed(good, path, value)
            free = path[0] == "players" and isinstance(value, str) and value.isprintable()
            free |= path[-1] == "by" and value is ...
            free |= path == ("deck", "name") and value == "left"
            if json.dumps(bad) == json.dumps(good) or free:
                continue
            try:
                record.check(bad)
            except RecordError:
                continue
            pytest.fail(f"{path} may not be {value!r}")


def test_a_boolean_is_not_a_number(good):
    seat = next(line for line in good["result"]["seats"] if line["rank"] == 1)
    seat["rank"] = True
    assert ".rank: must be 1, is true" in problem(good)


def test_an_unknown_game_is_named(good):
    good["game"] = "chess"
    assert problem(good) == "game: unknown-game: game 'chess'"


def test_another_format_is_refused(good):
    good["format"] = "split-record/3"
    assert problem(good) == "format: must be 'split-record/2', is 'split-record/3'"


def test_an_unknown_field_is_named(good):
    good["comment"] = "hello"
    assert problem(good) == "comment: unknown field"
    del good["comment"]
    good["result"]["zones"][1]["colour"] = "red"
    assert problem(good) == "result.zones[1].colour: unknown field"


def test_a_wrong_number_of_turns_is_named(good):
    good["turns"].append(good["turns"][0])
    assert problem(good) == "turns: 13 turns needed, 14 found"


def test_a_card_played_twice_is_named(good):
    """The second seat repeats its card of the turn before, though it has a new hand by then."""
    good["turns"][12][1]["card"] = good["turns"][11][0]["card"]
    assert problem(good).startswith("turns[12]: not-in-hand: seat 1, card")


def test_a_wrong_side_is_named(good):
    good["turns"][4][2]["side"] = "L"
    assert problem(good) == "turns[4][2].side: must be left or right"


def test_a_choice_by_somebody_else_is_named(good):
    good["turns"][4][2]["by"] = "player"
    assert problem(good) == "turns[4][2].by: must be clock or bot"


def test_one_choice_too_many_is_named(good):
    good["turns"][4].append(good["turns"][4][0])
    assert problem(good) == "turns[4]: 3 choices needed, 4 found"


def test_a_seed_that_was_not_committed_to_is_named(good):
    good["seed"] = "00" * 32
    assert problem(good) == "commitment: is not the SHA-256 of the seed and the deck"
    dice = written(game="splitter")
    dice["seed"] = "00" * 32
    assert problem(dice) == "commitment: is not the SHA-256 of the seed"


@pytest.mark.parametrize("seed", ["", "00" * 31, "0" * 63, "zz" * 32, "AB" * 32, " " * 64, "٣" * 64])
def test_a_seed_is_sixty_four_hex_digits(good, seed):
    good["seed"] = seed
    assert problem(good) == "seed: must be 64 hex digits in lower case"


def test_a_dealt_card_that_the_seed_does_not_deal_is_named(good):
    right = good["hands"][1][3]
    good["hands"][1][3] = "red-1" if right != "red-1" else "red-2"
    assert problem(good) == f"hands[1][3]: must be {right!r}, is {good['hands'][1][3]!r}"


def test_a_score_that_was_touched_is_named(good):
    right = good["result"]["seats"][2]["score"]
    good["result"]["seats"][2]["score"] = right + 1
    assert problem(good) == f"result.seats[2].score: must be {right}, is {right + 1}"


def test_options_are_complete_and_known(good):
    del good["options"]["promo42"]
    assert problem(good) == "options.promo42: missing (usually false)"
    good["options"] = {"promo42": 0}
    assert problem(good).startswith("options.promo42: bad-option")
    good["options"] = {"promo42": False, "jokers": 2}
    assert problem(good).startswith("options.jokers: unknown-option")
    good["options"] = {"deck": "classic", "promo42": False}
    assert problem(good) == "options.deck: unknown field"


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_too_few_or_too_many_players_are_refused(good, seats):
    good["players"] = ["Ana"] * seats
    assert problem(good) == f"players: 2 to 8 play splito, not {seats}"


def deep(depth):
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", "line 1, column 1: not JSON: expecting value"),
        (b'{"format": ', "line 1, column 12: not JSON: expecting value"),
        (b"\xff\xfe", "byte 0: not UTF-8 text"),
        (b'{"a": 1, "a": 2}', "a: stands twice in one object"),
        (b'{"x": {"a": 1, "a": 1}}', "a: stands twice in one object"),
        (b"[]", "file: must be an object"),
        (b"null", "file: null is nothing a record can hold"),
        (b"7", "file: must be an object"),
        (b"NaN", "file: nan is nothing a record can hold"),
        (b'{"format": -Infinity}', "format: -inf is nothing a record can hold"),
        (b'{"format": ' + b"9" * 5000 + b"}", "format: inf is nothing a record can hold"),
        (b'{"format": 1e999}', "format: inf is nothing a record can hold"),
        (b'{"format": "\\ud800"}', "format: text with half a character in it"),
        (b'{"\\ud800": 1}', "\\ud800: text with half a character in it"),
        (deep(100_000).encode(), "file: nested too deeply"),
        (deep(500).encode(), "[0][0][0][0][0][0][0][0][0]: nested too deeply"),
        (b" " * (record.MOST_BYTES + 1), "file: longer than 1 MB"),
        (b"\xef\xbb\xbf{}", "line 1, column 1: not JSON"),
    ],
)
def test_what_is_no_record_at_all_gets_one_clear_line(data, line):
    with pytest.raises(RecordError) as refused:
        record.check(record.read(data))
    assert str(refused.value).startswith(line)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_bytes_crash_the_reader(data):
    with pytest.raises(RecordError):
        record.check(record.read(data))


def test_a_long_wrong_text_is_cut(good):
    good["players"] = ["Ana", "Ben", "Cleo"]
    good["result"]["seats"][0]["score"] = "x" * 500_000
    assert len(problem(good)) < 300
    good["game"] = "y" * 500_000
    assert len(problem(good)) < 300


def test_options_are_completed_when_a_record_is_made():
    log, _ = bot_round(splito, {}, 3, bytes(32), 1)
    made = record.make("splito", {}, bytes(32), players=NAMES[:3], log=log)
    assert made["options"] == {"promo42": False}
    assert made["deck"]["name"] == "classic"
    assert all("by" not in choice for turn in made["turns"] for choice in turn)
    with pytest.raises(RecordError, match=r"turns\[0\]: each choice is made by"):
        record.make("splito", {}, bytes(32), players=NAMES[:3], log=log, by=[["deputy"] * 3] * 13)
