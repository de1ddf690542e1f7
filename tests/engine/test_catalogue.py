"""Promises every game keeps, tested once over the whole catalogue."""

import copy
import dataclasses
import inspect
import json
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest

from games.engine import catalogue, record
from games.engine.contract import Game, Refused, deck_of, options_of, replay
from tests.playthroughs import files, random_round, redraw
from tests.support.unseen import redraw_of, swapped

ROOT = Path(__file__).parent.parent.parent
SEED = bytes(range(32))

NONSENSE = [
    "",
    " ",
    "pass",
    "r1c1",
    "r0c0 00",
    "r9c9 99",
    "red-7 L",
    "red-1 X",
    "none L",
    "R",
    "é",
    "1" * 1000,
]


@pytest.fixture(params=catalogue.names())
def game(request) -> Game:
    return catalogue.find(request.param)


def choices_of_options(game: Game) -> list[dict]:
    names = [option.name for option in game.OPTIONS]
    return [dict(zip(names, values, strict=True)) for values in product(*(o.values() for o in game.OPTIONS))]


def some_seats(game: Game) -> list[int]:
    """The fewest seats, one more, and the most: where rules change."""
    return sorted({game.SEATS[0], game.SEATS[1], game.SEATS[-1]})


def some_eyes(seats: int) -> list[frozenset[int]]:
    """A player, the last player, a spectator, a replay."""
    return [frozenset({0}), frozenset({seats - 1}), frozenset(), frozenset(range(seats))]


def test_a_game_has_decks_if_one_can_be_chosen(game):
    chosen = options_of(game, {}).get("deck")
    assert (game.deck is not None) == (chosen is not None)
    kept = deck_of(game, {})
    assert (kept.name if kept else None) == chosen
    if kept:
        assert game.deck.read_record(game.deck.record(kept)) == kept
        assert game.deck.from_text(kept.name, kept.text) == kept
        assert game.start({"deck": kept}, game.SEATS[0], SEED) == game.start({}, game.SEATS[0], SEED)


def every_kind_of_round(game: Game):
    """Whole random rounds: all options, several seat counts."""
    for options, seats in product(choices_of_options(game), some_seats(game)):
        yield options, seats, list(random_round(game, options, seats, seed=SEED))


def test_a_game_offers_every_name_of_the_contract(game):
    wanted = {*Game.__annotations__, *(name for name in vars(Game) if not name.startswith("_"))}
    assert {name for name in wanted if not hasattr(game, name)} == set()
    assert catalogue.find(game.NAME) is game


def test_an_unknown_game_is_refused():
    for name in ("chess", "", "..", "contract"):
        with pytest.raises(Refused):
            catalogue.find(name)


def test_random_rounds_end_after_their_length_at_every_seat_count(game):
    for seats in game.SEATS:
        rounds = list(random_round(game, options_of(game, {}), seats, seed=SEED))
        assert len(rounds) - 1 == game.length(seats)
        assert [game.turn(state) for state, _ in rounds] == list(range(game.length(seats) + 1))


def test_too_few_and_too_many_seats_are_refused(game):
    for seats in (0, -1, game.SEATS[0] - 1, game.SEATS[-1] + 1):
        with pytest.raises(Refused):
            game.start(options_of(game, {}), seats, SEED)


def test_every_offered_move_is_offered_once_and_accepted(game):
    for options in choices_of_options(game):
        for state, moves in random_round(game, options, game.SEATS[1], seed=SEED):
            for seat, mine in enumerate(moves):
                offer = game.legal(state, seat)
                assert mine in offer
                assert len(set(offer)) == len(offer)
                for move in offer:
                    game.play(state, [*moves[:seat], move, *moves[seat + 1 :]])


def test_a_move_not_offered_is_refused(game):
    for _, seats, rounds in every_kind_of_round(game):
        states = rounds[:-1:4]
        elsewhere = {game.legal(state, seat)[-1] for state, _ in rounds[:-1] for seat in range(seats)}
        for state, moves in states:
            for move in {*NONSENSE, *elsewhere} - set(game.legal(state, seats - 1)):
                with pytest.raises(Refused):
                    game.play(state, [*moves[:-1], move])


def test_too_few_or_too_many_moves_are_refused(game):
    for _, _, rounds in every_kind_of_round(game):
        state, moves = rounds[0]
        for wrong in ([], moves[:-1], [*moves, moves[-1]]):
            with pytest.raises(Refused):
                game.play(state, wrong)


def test_nothing_can_be_played_when_the_round_is_over(game):
    for _, seats, rounds in every_kind_of_round(game):
        (_, last_moves), (end, _) = rounds[-2:]
        assert all(game.legal(end, seat) == () for seat in range(seats))
        with pytest.raises(Refused):
            game.play(end, last_moves)


def test_replay_equals_state(game):
    for options, seats, rounds in every_kind_of_round(game):
        log = [moves for _, moves in rounds[:-1]]
        for turn, (state, _) in enumerate(rounds):
            assert replay(game, options, seats, SEED, log=log[:turn]) == state


def test_another_seed_is_another_round(game):
    for seats in some_seats(game):
        assert len({game.start(options_of(game, {}), seats, bytes([n]) * 32) for n in range(20)}) == 20


def test_options_are_checked_and_completed(game):
    usual = options_of(game, {})
    assert usual == {option.name: option.usual for option in game.OPTIONS}
    assert game.start(usual, game.SEATS[0], SEED) == game.start({}, game.SEATS[0], SEED)
    with pytest.raises(Refused):
        options_of(game, {"no such option": 1})
    for option in game.OPTIONS:
        for value in ("no such value", None, 7, ["A"], {"A": 1}):
            with pytest.raises(Refused):
                options_of(game, {option.name: value})


def test_states_views_and_explanations_are_frozen_and_hashable(game):
    for _, seats, rounds in every_kind_of_round(game):
        for state, _ in rounds[::3]:
            views = [game.view(state, eyes) for eyes in some_eyes(seats)]
            for value in (state, game.explain(state), *views):
                assert hash(value) == hash(dataclasses.replace(value))
                with pytest.raises(dataclasses.FrozenInstanceError):
                    setattr(value, dataclasses.fields(value)[0].name, None)


def test_the_view_is_equal_when_only_unseen_things_differ(game):
    redraw_unseen = redraw_of(game)
    luck = Random(7)
    for _, seats, rounds in every_kind_of_round(game):
        for state, _ in rounds:
            for eyes in some_eyes(seats):
                other = redraw_unseen(state, eyes, luck)
                assert game.view(other, eyes) == game.view(state, eyes)
                assert game.explain(other) == game.explain(state)
                assert game.scores(other) == game.scores(state)


def test_drawing_the_unseen_anew_changes_the_state(game):
    """Otherwise the test above would prove nothing."""
    redraw_unseen = redraw_of(game)
    for seats in some_seats(game):
        state = game.start(options_of(game, {}), seats, SEED)
        for eyes in some_eyes(seats):
            assert redraw_unseen(state, eyes, Random(7)) != state


def test_a_game_that_redraws_nothing_itself_is_redrawn_as_far_as_its_view_allows(game):
    state = game.start(options_of(game, {}), game.SEATS[1], SEED)
    for eyes in some_eyes(game.SEATS[1]):
        other = swapped(game, state, eyes, Random(7))
        assert other != state
        assert game.view(other, eyes) == game.view(state, eyes)


def test_no_view_or_explanation_holds_a_secret_word(game):
    for _, seats, rounds in every_kind_of_round(game):
        for state, _ in rounds:
            explained = repr(game.explain(state))
            for eyes in some_eyes(seats):
                shown = f"{game.view(state, eyes)!r} {explained}"
                for secret in game.secrets(state, eyes):
                    found = secret in shown and re.search(rf"(?<![\w-]){re.escape(secret)}(?![\w-])", shown)
                    assert not found, secret


def test_the_first_state_has_secrets_and_the_words_stand_in_the_state(game):
    """So what the secrecy tests look for really is in the state."""
    if inspect.ismethod(game.secrets):
        pytest.skip("this game names no secrets, so the two worlds alone prove it")
    state = game.start(options_of(game, {}), game.SEATS[1], SEED)
    for eyes in some_eyes(game.SEATS[1]):
        assert any(secret in repr(state) for secret in game.secrets(state, eyes))


def test_bots_choose_offered_moves_from_what_their_seat_sees(game):
    luck = Random(3)
    for options, seats in product(choices_of_options(game), some_seats(game)):
        rounds = list(random_round(game, options, seats, seed=SEED))
        for bot in game.BOTS.values():
            for state, _ in (rounds[0], rounds[len(rounds) // 2], rounds[-2]):
                assert bot.choose(game.view(state, frozenset({seats - 1})), luck) in game.legal(
                    state, seats - 1
                )


def test_a_bot_with_the_same_luck_makes_the_same_choice(game):
    state = game.start(options_of(game, {}), game.SEATS[1], SEED)
    view = game.view(state, frozenset({0}))
    for bot in game.BOTS.values():
        assert bot.choose(view, Random(5)) == bot.choose(view, Random(5))


def test_ranks_follow_points_and_ties_share_a_place(game):
    for _, seats, rounds in every_kind_of_round(game):
        for state, _ in rounds:
            scores = game.scores(state)
            assert [score.seat for score in scores] == list(range(seats))
            for score in scores:
                assert score.rank == 1 + sum(other.rank < score.rank for other in scores)
                assert all(other.points <= score.points for other in scores if other.rank > score.rank)


def test_a_turn_reads_back_from_its_record(game):
    for _, seats, rounds in every_kind_of_round(game):
        makers = tuple(("player", "bot", "clock")[seat % 3] for seat in range(seats))
        for state, moves in rounds[:-1]:
            entry = json.loads(json.dumps(game.record_turn(state, moves, makers)))
            assert game.read_turn(entry, seats) == (moves, makers)


def record_of(game: Game, options: dict, seats: int) -> dict:
    log = [moves for _, moves in random_round(game, options, seats, seed=SEED)][:-1]
    by = [
        [("player", "bot", "clock")[(seat + turn) % 3] for seat in range(seats)] for turn in range(len(log))
    ]
    names = [f"Player {seat}" for seat in range(seats)]
    return record.make(game.NAME, options, SEED, players=names, log=log, by=by)


def test_a_record_survives_its_file_and_proves_itself(game):
    for options, seats in product(choices_of_options(game), some_seats(game)):
        made = record_of(game, options, seats)
        read = record.read(record.text(made).encode())
        assert read == made
        record.check(read)


def places_in(value, path=()):
    """The path to every single word and number in a record."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places_in(part, (*path, key))
    else:
        yield path


def test_a_record_with_any_one_thing_changed_is_refused(game):
    """Except names, and options: the same round may be valid with another option that made no difference."""
    free = ("players", "options")
    made = record_of(game, options_of(game, {}), game.SEATS[1])
    places = [path for path in places_in(made) if path[0] not in free and path != ("deck", "name")]
    for path in Random(1).sample(places, min(150, len(places))):
        forged = copy.deepcopy(made)
        *parents, last = path
        part = forged
        for key in parents:
            part = part[key]
        old = part[last]
        part[last] = not old if isinstance(old, bool) else old + (1 if isinstance(old, int) else "x")
        with pytest.raises(record.RecordError):
            record.check(forged)


def test_a_golden_playthrough_exists(game):
    assert files(game.NAME)


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_a_golden_playthrough_is_what_the_rules_play_today(file):
    text = file.read_text(encoding="utf-8")
    assert redraw(text) == text, "read the difference, then: python -m tests.playthroughs"


def test_importing_a_game_imports_no_django(game):
    code = (
        "import sys; from games.engine import catalogue; catalogue.find(sys.argv[1]);"
        "print({name.split('.')[0] for name in sys.modules} & {'django', 'channels', 'asgiref'} or 'pure')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, game.NAME], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "pure"
