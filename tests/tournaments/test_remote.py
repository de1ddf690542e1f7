"""The remote of the projector and the prize-giving; and the seat that the home page tells."""

import pytest
from django.test import Client

from accounts.models import User
from games.tournaments import queries, services, wall_slides
from games.tournaments.models import Tournament
from games.tournaments.wall_slides import LONG, LONGEST, USUAL, Name, one_size
from tests.support.clients import browser_of
from tests.support.organisers import around, at, words
from tests.support.tournaments import event, link_all, published, refused, score_all, seats

pytestmark = pytest.mark.django_db


def shown(tournament: Tournament) -> str:
    """The slide that a projector opened now shows first."""
    return Client().get(at(tournament, "wall/")).context["current"]


def press(client: Client, tournament: Tournament, act: str, **fields: object) -> str:
    return words(client.post(at(tournament, "desk/remote/"), {"do": act, **fields}, follow=True))


def test_the_remote_chooses_the_slide_of_every_projector():
    tournament, by, _ = published(9)
    client, before = browser_of(by), queries.pulse(tournament.pk)
    press(client, tournament, "show", slide="clock")
    assert shown(tournament) == "clock"
    assert queries.pulse(tournament.pk) != before  # so an open projector follows
    wall = Client().get(at(tournament, "wall/")).context["wall"]
    assert wall.hold == "clock"
    press(client, tournament, "auto")
    assert Client().get(at(tournament, "wall/")).context["wall"].hold == ""


def test_next_and_back_turn_once_even_if_pressed_twice():
    tournament, by, _ = published(9)
    client = browser_of(by)
    keys = [slide.key for slide in Client().get(at(tournament, "wall/")).context["wall"].slides]
    for _ in range(2):
        press(client, tournament, "next", seen=keys[0])
    assert shown(tournament) == keys[1]
    press(client, tournament, "previous", seen=keys[0])
    assert shown(tournament) == keys[-1]


def test_a_helper_rolls_the_room_dice_with_the_remote():
    tournament, by, _ = published(5, game="splitter")
    helper = around(tournament, by)["scores"]
    page = press(helper, tournament, "seal", round=1)
    assert "roll 0 of" in page
    for _ in range(2):  # a double-click rolls once
        page = press(helper, tournament, "roll", round=1, shown=0)
    assert "roll 1 of" in page
    assert shown(tournament) == "dice"
    assert "roll 0 of" in press(helper, tournament, "roll-back", round=1, shown=1)


def test_the_prize_giving_reveals_third_second_and_first():
    tournament, by, running = published(9)
    score_all(tournament, by, running)
    best = {line.place: line.name for line in reversed(queries.standings(tournament))}
    client = browser_of(by)
    press(client, tournament, "prizes")
    slide = Client().get(at(tournament, "wall/?slide=prizes")).content.decode()
    part = slide.partition('id="slide-prizes"')[2]
    assert best[1] not in part.partition("</section>")[0]
    for seen in (0, 0, 1, 2, 3):  # the second press is a double-click
        press(client, tournament, "reveal", seen=seen)
    tournament.refresh_from_db()
    assert tournament.wall_revealed == 3
    things = wall_slides.prize_slide(queries.standings(tournament), 2).things
    assert [(prize.place, prize.open) for prize in things][-1] == (1, False)
    assert [prize.place for prize in things] == sorted((prize.place for prize in things), reverse=True)


def test_whoever_shares_a_place_is_revealed_together():
    tournament, by, running = published(8)
    score_all(tournament, by, running)  # two tables with the same points
    lines = queries.standings(tournament)
    firsts = [line.name for line in lines if line.place == 1]
    things = wall_slides.prize_slide(lines, 3).things
    assert {name.text for name in things[-1].names} == set(firsts)
    assert all(prize.open for prize in things)


def test_nobody_else_has_the_remote_and_nonsense_is_one_sentence():
    tournament, by, _ = published(9)
    people = around(tournament, by)
    for role in ("stranger", "entrant", "member", "guest"):
        assert people[role].get(at(tournament, "desk/remote/")).status_code == 404
        assert people[role].post(at(tournament, "desk/remote/"), {"do": "show"}).status_code == 404
    assert refused(services.show, tournament.pk, by, "../etc") == "try-again"
    assert "Please try again" in press(people["organiser"], tournament, "dance")
    press(people["scores"], tournament, "show", slide="nothing-9")
    assert shown(tournament) != "nothing-9"  # a slide that is gone holds nothing


def test_long_names_on_a_slide_share_one_size():
    names = [Name("Ada", USUAL), Name("A rather long name", LONG), Name("A very long name indeed", LONGEST)]
    assert [name.fit for name in one_size(names)] == [USUAL, LONGEST, LONGEST]
    assert [name.fit for name in one_size(names[:2])] == [USUAL, LONG]


def test_the_home_page_tells_whoever_is_seated_where():
    tournament, by, _ = event(4)
    link_all(tournament, by)
    person = User.objects.get(name="Ana Account")
    assert "Table 1" not in words(browser_of(person).get("/"))
    running = services.propose(tournament.pk, by)
    assert "Table 1" not in words(browser_of(person).get("/"))  # a proposal is nobody's business yet
    services.publish(tournament.pk, by, 1, draw=running.draw)
    around_ = [entry.name for entry in seats(running.tables.get())]
    mine = around_.index("Ana")
    left, right = around_[(mine + 1) % 4], around_[mine - 1]
    assert f"Table 1, between {left} and {right}" in words(browser_of(person).get("/"))
    assert "Table 1" not in words(Client().get("/"))
    assert "Table 1" not in words(browser_of(by).get("/"))
