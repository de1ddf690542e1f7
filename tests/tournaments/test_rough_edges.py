"""What an organiser and her players read on an evening is true at every moment, in the words of the game."""

import re

import pytest

from games.tournaments import queries, sentences, services
from games.tournaments.models import Correction
from games.tournaments.queries import hall
from games.tournaments.templatetags.tournaments import old_and_new
from tests.support.clients import browser_of
from tests.support.hall import come_in, page
from tests.support.organisers import at, do, words
from tests.support.tournaments import event, link_all, next_round, online_round, published, seats, zones

pytestmark = pytest.mark.django_db


def test_after_a_swap_the_seating_says_that_the_table_cannot_play_online():
    tournament, by, _ = event(8)
    link_all(tournament, by)
    running = services.propose(tournament.pk, by)
    online, on_paper = running.tables.order_by("number")
    services.set_medium(tournament.pk, by, online.pk, "online")
    without = seats(on_paper)[0]
    services.link(tournament.pk, by, without.pk, None)
    desk = browser_of(by)
    said = words(desk.get(at(tournament, "desk/")))
    assert "People without a phone sit at paper tables" in said
    said = do(desk, tournament, "swap", round=1, draw=running.draw, who=[without.pk, seats(online)[0].pk])
    assert "People without a phone sit at paper tables" not in said
    assert f"Table 1 cannot play online {without.name} has no phone or account." in said


def test_every_list_of_a_table_runs_as_the_pad_does():
    tournament, by, running = published(5)
    table = running.tables.get()
    sitting = [entry.name for entry in seats(table)]
    order = [sitting[0], *reversed(sitting[1:])]
    desk = browser_of(by)
    wall = page(desk, "wall", tournament.code).content.decode()
    slips = page(desk, "print", tournament.code, "slips").content.decode()
    phone = page(desk, "sheet", table.token).content.decode()
    assert re.findall(r'data-fit="\w+"><bdi>(\w+)</bdi></span></li>', wall)[-5:] == order
    assert re.findall(r"<li><bdi>(\w+)</bdi></li>", slips) == order
    assert re.findall(r'class="ring-seat" data-seat="\d"><bdi>(\w+)', phone) == order
    assert (
        re.findall(r"<li><span><bdi>(\w+)</bdi>", desk.get(at(tournament, "desk/")).content.decode()) == order
    )


def test_a_phone_types_the_pad_s_circles_in_their_order():
    """6 Ada 8 Pia 4 Teun 7 Mia 5 Otto 6: what stands left of a name is typed before that name."""
    tournament, by, running = published(5)
    table = running.tables.get()
    form = page(browser_of(by), "sheet", table.token).context["entry"]
    raw = {line.before.name: str(value) for line, value in zip(form.lines, [6, 8, 4, 7, 5], strict=True)}
    services.enter_scores(tournament.pk, by, table.pk, raw)
    counted = queries.sheet(tournament, table.pk).table.around
    assert [place.points for place in counted] == [48, 32, 28, 35, 30]


def test_a_phone_tells_no_place_while_tables_still_play():
    tournament, by, _ = event(8)
    link_all(tournament, by)
    running = next_round(tournament, by)
    first, second = running.tables.order_by("number")
    services.enter_scores(tournament.pk, by, first.pk, zones(3, 4, 5, 6))
    playing, done = seats(second)[0].person, seats(first)[0].person
    mine = hall.my_page(tournament, playing)
    assert (mine.standing, mine.played) == (None, False)
    assert "My results" not in words(page(come_in(playing), "me", tournament.code))
    assert "Your place appears here" in words(page(come_in(done), "me", tournament.code))
    services.enter_scores(tournament.pk, by, second.pk, zones(3, 4, 5, 6))
    assert hall.my_page(tournament, playing).standing.total == "18"
    services.close_round(tournament.pk, by, 1)
    next_round(tournament, by, luck=2)
    mine = hall.my_page(tournament, playing)
    assert (mine.event.after, mine.standing.total) == (1, "18")
    assert "Place after round 1" in words(page(come_in(playing), "me", tournament.code))


def test_a_closed_event_offers_no_entry():
    tournament, by, _ = event(3)
    services.close(tournament.pk, by)
    said = browser_of(by).get(at(tournament, "desk/people/")).content.decode()
    assert 'id="names"' not in said
    assert at(tournament, "desk/people/list/") not in said
    assert "nobody can be added any more" in said


def test_a_correction_tells_only_what_it_changed():
    tournament, by, running = published(4)
    table = running.tables.get()
    services.enter_scores(tournament.pk, by, table.pk, zones(3, 4, 5, 6))
    services.correct(tournament.pk, by, table.pk, zones(3, 4, 5, 7), reason="It says 7", seen=0)
    one = Correction.objects.get()
    assert [(old["points"], new["points"]) for old, new in old_and_new(one)] == [
        (18, 21),
        (20, 20),
        (30, 35),
    ]
    html = page(browser_of(by), "results", tournament.code).content.decode()
    assert "18 → 21" in html
    assert "place 2 → 3" in html
    assert not re.search(r"(12|20) → (12|20)", html)
    assert '<time datetime="' in html
    assert "site/js/times" in html


def test_a_correction_of_places_alone_names_the_places():
    tournament, by, running = published(3)
    table = running.tables.get()
    services.enter_scores(tournament.pk, by, table.pk, zones(4, 4, 4))
    cards = {"cards-0": "12", "cards-1": "13", "cards-2": "14"}
    services.correct(tournament.pk, by, table.pk, zones(4, 4, 4) | cards, reason="Cards counted", seen=0)
    said = words(page(browser_of(by), "results", tournament.code))
    assert "place 1 → 2" in said
    assert "16 → 16" not in said


def test_the_trail_says_yes_no_and_names_instead_of_values():
    facts = {
        "by_standing": ["True", "False"],
        "tie_breaks": ["['wins', 'best']", "[]"],
        "round_minutes": ["None", "25"],
        "options": ["{'deck': 'classic', 'promo42': False}", "{'deck': 'classic', 'promo42': True}"],
        "date": ["2026-11-14", "2026-11-15"],
    }
    told = "; ".join(sentences.details("configure", facts, "splito"))
    assert "later rounds by standing: yes → no" in told
    assert "rounds won, best single round → –" in told
    assert "minutes a round: – → 25" in told
    assert "Nov. 14, 2026 → Nov. 15, 2026" in told
    assert not re.search(r"True|False|\[|\{", told)


def test_a_splitter_event_never_speaks_of_cards():
    tournament, by, table = online_round(3, game="splitter")
    desk = browser_of(by)
    pages = [at(tournament, "desk/"), at(tournament, f"desk/tables/{table.pk}/")]
    said = " ".join(words(desk.get(one)) for one in pages)
    services.undo_publish(tournament.pk, by, 1)
    said += words(desk.get(at(tournament, "desk/")))
    services.publish(tournament.pk, by, 1, draw=table.round.draw)
    said += do(desk, tournament, "start-all", round=1)
    services_said = do(desk, tournament, "undo", round=1)
    assert "has already started, so the seating stays" in services_said
    assert not re.search(r"\b(cards?|dealt|deal)\b", said + services_said, re.IGNORECASE)
