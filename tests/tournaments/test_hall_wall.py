"""The projector: its slides, what fits on them, the clock, and dice that are never taken back."""

import pytest
from django.test import Client

from accounts.models import User
from games.engine import chance
from games.splitter.paper import room_dice
from games.table.services.locking import database_now
from games.tournaments import queries, services, wall_slides
from games.tournaments.models import RoomDice
from tests.support.hall import come_in, page, path
from tests.support.tournaments import event, next_round, published, score_all

pytestmark = pytest.mark.django_db


def shown(tournament):
    tournament.refresh_from_db()
    return wall_slides.wall(tournament, database_now())


def keys(tournament):
    return [slide.key for slide in shown(tournament).slides]


def test_the_wall_goes_along_with_the_evening():
    tournament, by, _ = event(9)
    assert keys(tournament) == ["join"]
    running = next_round(tournament, by)
    assert keys(tournament) == ["join", "names-1", "tables-1", "clock"]
    score_all(tournament, by, running)
    services.close_round(tournament.pk, by, 1)
    assert keys(tournament) == ["join", "best", "standings-1"]
    next_round(tournament, by)
    assert keys(tournament) == ["names-1", "tables-1", "clock", "best", "standings-1"]
    score_all(tournament, by, tournament.rounds.get(number=2))
    services.close_round(tournament.pk, by, 2)
    services.close(tournament.pk, by)
    assert keys(tournament) == ["best", "standings-1"]
    assert "Final standings" in page(Client(), "wall", tournament.code).content.decode()


@pytest.mark.parametrize(
    ("people", "pages", "columns"), [(1, 1, 1), (6, 1, 3), (17, 1, 3), (40, 1, 4), (41, 2, 4), (200, 5, 4)]
)
def test_names_are_dealt_out_evenly_in_order(people, pages, columns):
    names = [f"Name {number:03}" for number in range(people)]
    chunks = wall_slides.even_pages(names, wall_slides.MANY_NAMES)
    assert len(chunks) == pages
    assert [name for chunk in chunks for name in chunk] == names
    assert max(map(len, chunks)) - min(map(len, chunks)) < pages + 1
    dealt = wall_slides.in_columns(chunks[0], 3 if people <= wall_slides.FEW_NAMES else 4)
    assert len(dealt) == columns
    assert [name for column in dealt for name in column] == list(chunks[0])


def test_a_long_name_is_written_smaller_and_a_wide_one_counts_double():
    assert wall_slides.fit("Ana", 11) == "usual"
    assert wall_slides.fit("Maximiliane M.", 11) == "long"
    assert wall_slides.fit("W" * 40, 11) == "longest"
    assert wall_slides.fit("山田太郎山田", 11) == "long"


def test_names_are_found_where_a_reader_looks_for_them():
    tournament, by, _ = event(3)
    services.enter(tournament.pk, by, "Émile")
    services.enter(tournament.pk, by, "zora")
    next_round(tournament, by)
    listed = [name for name, _ in wall_slides.by_name(queries.current(tournament))]
    assert listed == ["Ana", "Ben", "Cleo", "Émile", "zora"]


def test_the_longest_bar_fills_the_width_and_rounds_stand_side_by_side():
    tournament, by, running = published(4)
    score_all(tournament, by, running)
    best = next(slide for slide in shown(tournament).slides if slide.key == "best")
    first, *others = best.things
    assert first.parts[0].x == 0
    assert first.parts[0].width == wall_slides.BAR_WIDTH - 6
    assert all(row.parts[0].width < first.parts[0].width for row in others)


def test_the_clock_is_the_organisers_and_tells_the_servers_time():
    tournament, by, _ = published(4, round_minutes=25)
    helper, wall_clock = User.objects.create_user("Helper"), path("wall-clock", tournament.code)
    services.add_helper(tournament.pk, by, helper, rights="scores")
    for who in (Client(), come_in(helper), come_in(User.objects.create_user("Nobody"))):
        assert who.post(wall_clock, {"round": 1, "minutes": 25}).status_code == 403
    assert shown(tournament).clock is None
    laptop = come_in(by)
    laptop.post(wall_clock, {"round": 1, "minutes": 25})
    assert shown(tournament).clock.shown in ("25:00", "24:59")
    laptop.post(wall_clock, {"round": 1})
    stopped = shown(tournament).clock
    assert stopped.ends_at is None
    assert "The clock is paused" in page(laptop, "wall", tournament.code).content.decode()
    laptop.post(wall_clock, {"round": 1})
    assert shown(tournament).clock.ends_at is not None
    for nonsense in ("0", "601", "\0", "x", "9" * 30):
        laptop.post(wall_clock, {"round": 1, "minutes": nonsense})
    assert shown(tournament).clock.shown <= "25:00"


def test_room_dice_are_sealed_then_rolled_at_the_organisers_pace():
    tournament, by, _ = published(5, game="splitter")
    laptop, dice = come_in(by), path("wall-dice", tournament.code)
    laptop.post(dice, {"round": 1, "act": "seal", "shown": 0})
    kept = RoomDice.objects.get()
    html = page(Client(), "wall", tournament.code, slide="dice").content.decode()
    assert kept.commitment in html
    assert bytes(kept.seed).hex() not in html
    for _ in range(2):  # a double click rolls once
        laptop.post(dice, {"round": 1, "act": "roll", "shown": 0})
    laptop.post(dice, {"round": 1, "act": "roll", "shown": 1})
    rolls = room_dice(bytes(kept.seed), 3)
    assert shown(tournament).dice.shown == rolls[:2]
    assert shown(tournament).hold == "dice"
    laptop.post(dice, {"round": 1, "act": "back", "shown": 2})
    assert shown(tournament).dice.shown == rolls[:1]
    assert "Show the roll again" in page(laptop, "wall", tournament.code).content.decode()
    laptop.post(dice, {"round": 1, "act": "roll", "shown": 1})
    assert shown(tournament).dice.shown == rolls[:2]
    assert RoomDice.objects.get().commitment == chance.commitment(bytes(kept.seed))


def test_only_helpers_roll_and_only_in_the_round_being_played():
    tournament, by, running = published(2, game="splitter")
    helper, dice = User.objects.create_user("Helper"), path("wall-dice", tournament.code)
    services.add_helper(tournament.pk, by, helper, rights="scores")
    for who in (Client(), come_in(User.objects.create_user("Nobody"))):
        for act in ("seal", "roll", "back"):
            assert who.post(dice, {"round": 1, "act": act, "shown": 0}).status_code == 403
    for number in ("2", "0", "", "\0", "9" * 30):
        come_in(by).post(dice, {"round": number, "act": "roll", "shown": 0})
    assert not RoomDice.objects.exists()
    assert "Seal the room dice" not in page(Client(), "wall", tournament.code).content.decode()
    come_in(helper).post(dice, {"round": 1, "act": "roll", "shown": 0})
    assert RoomDice.objects.get().shown == 1
    table = running.tables.get()
    raw = {f"number-{seat}-{number}": "0" for seat in (0, 1) for number in range(1, 7)}
    services.enter_scores(tournament.pk, by, table.pk, raw)
    services.close_round(tournament.pk, by, 1)
    html = page(Client(), "wall", tournament.code, slide="dice").content.decode()
    assert bytes(RoomDice.objects.get().seed).hex() in html


def test_a_game_without_dice_has_no_dice_slide():
    tournament, by, _ = published(4)
    assert "dice" not in keys(tournament)
    come_in(by).post(path("wall-dice", tournament.code), {"round": 1, "act": "roll", "shown": 0})
    assert not RoomDice.objects.exists()


@pytest.mark.parametrize("slide", ["nothing", "\0", "names-99", "x" * 3000])
def test_a_slide_that_is_not_there_shows_the_first(slide):
    tournament, _, _ = published(4)
    answer = page(Client(), "wall", tournament.code, slide=slide)
    assert answer.status_code == 200
    assert 'data-kind="join">' in answer.content.decode()


@pytest.mark.parametrize(
    ("address", "warned"), [("http://localhost:8000", True), ("http://192.168.1.7:8000", False)]
)
def test_the_laptop_is_told_when_phones_cannot_open_its_address(settings, address, warned):
    settings.SITE_URL = address
    tournament, by, _ = published(4)
    for name, *more in (("wall",), ("print", "slips")):
        answer = come_in(by).get(path(name, tournament.code, *more), headers={"host": "127.0.0.1:8000"})
        assert ("Start the site with HOST=0.0.0.0" in answer.content.decode()) is warned


def test_the_pulse_changes_with_every_write():
    tournament, by, _ = published(4)
    before = page(Client(), "pulse", tournament.code).content
    assert page(Client(), "pulse", tournament.code).content == before
    services.set_clock(tournament.pk, by, 1, minutes=10)
    assert page(Client(), "pulse", tournament.code).content != before
