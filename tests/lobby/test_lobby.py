"""Pages before and after a round: finding a table, making one, gathering, the count. No browser needed."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import GameSession
from games.table import services
from tests.support.clients import TABLE, act, browser_of
from tests.support.tables import dealt, gather, now, person, play_round

pytestmark = pytest.mark.django_db


def test_a_visitor_types_a_name_makes_a_table_and_sits_at_it(client: Client):
    client.post("/tables/new/", TABLE | {"name": "Mia", "table_name": "Kitchen table"})
    session = GameSession.objects.get()
    assert (session.name, session.seats_wanted, session.pace, session.rounds_planned) == (
        "Kitchen table",
        5,
        "club",
        3,
    )
    assert [seat.name for seat in session.seats.all()] == ["Mia"]
    assert User.objects.get().is_guest


def test_each_game_has_its_own_options(client: Client):
    client.post(
        "/tables/new/",
        TABLE | {"name": "Mia", "game": "splitter", "splitter_seats": "12", "splitter_sheet": "B"},
    )
    session = GameSession.objects.get()
    assert (session.game, session.options, session.seats_wanted) == ("splitter", {"sheet": "B"}, 12)


def test_seats_are_redrawn_only_when_the_host_wants_it(client: Client):
    client.post("/tables/new/", TABLE | {"name": "Mia"})
    client.post("/tables/new/", {name: TABLE[name] for name in TABLE if name != "same_seats"})
    assert list(GameSession.objects.order_by("pk").values_list("redraw", flat=True)) == [False, True]


def test_what_is_rarely_changed_is_folded_until_it_matters(client: Client):
    assert '<details class="more-settings">' in client.get("/tables/new/").text
    wrong = client.post("/tables/new/", TABLE | {"name": "Mia", "table_name": "x" * 41})
    assert '<details class="more-settings" open>' in wrong.text
    session, (host, _) = gather(2, seats_wanted=3)
    page = browser_of(host).get(f"/t/{session.code}/settings/").text
    assert '<details class="more-settings" open>' in page


def test_a_name_typed_on_the_first_page_goes_along_to_a_new_table(client: Client):
    answer = client.post("/tables/new/", {"ask": "1", "name": "Mia & Ada"}, follow=True)
    assert answer.redirect_chain == [("/tables/new/?name=Mia+%26+Ada", 302)]
    assert 'value="Mia &amp; Ada"' in answer.text
    assert "errorlist" not in answer.text
    assert not User.objects.exists()


def test_without_a_name_the_question_is_empty(client: Client):
    answer = client.post("/tables/new/", {"ask": "1", "name": ""}, follow=True)
    assert answer.status_code == 200
    assert "errorlist" not in answer.text


def test_level_and_number_of_bots_are_one_tap(client: Client):
    client.post("/play/now/", {"name": "Mia", "bots": "5 apprentice"})
    session = GameSession.objects.get()
    assert session.status == "playing"
    assert [seat.bot for seat in session.seats.order_by("number")] == ["", *["apprentice"] * 5]


@pytest.mark.parametrize("bots", ["2 wizard", "9 regular", "many", "-1"])
def test_bots_that_cannot_be_are_answered_with_a_sentence(client: Client, bots: str):
    answer = client.post("/play/now/", {"name": "Mia", "bots": bots}, follow=True)
    assert not GameSession.objects.exists()
    assert not User.objects.exists()
    assert "messages" in answer.text


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "Please type a name."),
        ({"name": "<b>"}, "A name cannot contain the signs"),
        ({"splito_seats": "9"}, "This game is for 2 to 8 players."),
        ({"splito_seats": "many"}, "This game is for 2 to 8 players."),
        ({"game": "chess"}, "Select a valid choice. chess is not one of the available choices."),
        ({"splito_rounds": "99"}, "Select a valid choice. 99 is not one of the available choices."),
        ({"pace": "warp"}, "Select a valid choice. warp is not one of the available choices."),
        ({"splito_deck": "marked"}, "Select a valid choice. marked is not one of the available choices."),
        ({"table_name": "x" * 41}, "at most 40 characters"),
        ({"table_name": "\u202eelbat"}, "Please use letters, digits and ordinary signs only."),
    ],
)
def test_nonsense_in_the_form_is_answered_next_to_its_field(client: Client, wrong: dict, sentence: str):
    answer = client.post("/tables/new/", TABLE | {"name": "Mia"} | wrong)
    assert sentence in answer.content.decode()
    assert not GameSession.objects.exists()
    assert not User.objects.exists()


def test_nonsense_about_a_game_that_is_not_chosen_does_not_matter(client: Client):
    client.post("/tables/new/", TABLE | {"name": "Mia", "splitter_seats": "99", "splitter_sheet": "Z"})
    assert GameSession.objects.get().game == "splito"


def test_the_lobby_lists_public_tables_with_free_seats(client: Client):
    gather(2, seats_wanted=3, name="Open to all")
    hidden = services.open_table(
        person("Shy"), "splito", options={}, seats_wanted=3, public=False, name="Secret"
    )
    page = client.get("/tables/").content.decode()
    assert "Open to all" in page
    assert "Player 0" in page
    assert "1 seat free" in page
    assert "Secret" not in page
    assert hidden.code not in page


def test_a_full_table_is_not_listed(client: Client):
    gather(3, name="Full house")
    assert "Full house" not in client.get("/tables/").content.decode()


def test_one_host_does_not_fill_the_lobby(client: Client):
    gather(2, seats_wanted=4, name="Honest", public=True)
    greedy = person("Greedy")
    for number in range(70):
        services.open_table(
            greedy,
            "splito",
            options={},
            seats_wanted=2,
            rounds_planned=1,
            pace="none",
            name=f"Mine {number}",
            public=True,
        )
    page = client.get("/tables/").text
    assert "Honest" in page
    assert page.count("Mine ") >= 1
    assert len([number for number in range(70) if f"Mine {number}<" in page]) == 3


def test_an_empty_lobby_invites(client: Client):
    page = client.get("/tables/").content.decode()
    assert "No table is waiting for players right now." in page
    assert 'href="/tables/new/"' in page
    assert 'action="/play/now/"' in page


def test_my_running_tables_come_first():
    _session, (ana, *_) = dealt(3, name="Our evening")
    page = browser_of(ana).get("/tables/").content.decode()
    assert page.index("Our evening") < page.index("Open tables</h2>")


def test_the_lobby_asks_again_for_its_list_alone(client: Client):
    part = client.get("/tables/", headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    assert "HX-Request" in part["Vary"]


@pytest.mark.parametrize("typed", ["{code}", " {lower} ", "http://somewhere.example/t/{code}/", "{dashed}"])
def test_a_code_is_found_however_it_is_typed_or_pasted(client: Client, typed: str):
    session, _ = gather(2)
    code = session.code
    text = typed.format(code=code, lower=code.lower(), dashed=f"{code[:3]}-{code[3:]}")
    assert client.get("/join/", {"code": text})["Location"] == f"/t/{code}/"


@pytest.mark.parametrize("typed", ["XXXXX", "%00", "<script>", "🂡🂡🂡A", "x" * 5000])
def test_an_unknown_code_is_answered_with_a_sentence(client: Client, typed: str):
    answer = client.get("/join/", {"code": typed})
    assert answer.status_code == 404
    assert "the code is mistyped, or the cards are already dealt" in answer.content.decode()


def test_who_comes_late_and_who_guesses_read_the_same(client: Client):
    """A table that is dealt and has no spectators looks like none at all."""
    session, _ = dealt(3, spectators=False)
    pages = []
    for code in (session.code, "QQQQQ"):
        answer = client.get("/join/", {"code": code})
        assert answer.status_code == 404
        token = answer.context["csrf_token"]
        pages.append(answer.content.decode().replace(code, "").replace(str(token), ""))
    assert "or the cards are already dealt" in pages[0]
    assert pages[0] == pages[1]


def test_the_qr_code_is_a_picture_that_may_be_kept(client: Client):
    answer = client.get("/t/KRT47/qr.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert "xmlns" in answer.content.decode()
    assert "max-age" in answer["Cache-Control"]
    assert client.get("/t/krt47/qr.svg").status_code == 404


def test_a_visitor_sits_down_with_a_name():
    session, _ = gather(2, seats_wanted=3)
    visitor = Client()
    assert 'name="name"' in visitor.get(f"/t/{session.code}/").content.decode()
    act(visitor, session, "sit", name="Ada")
    assert [seat.name for seat in session.seats.all()] == ["Player 0", "Player 1", "Ada"]


def test_at_a_full_table_nobody_else_sits_down():
    session, _ = gather(2)
    page = act(Client(), session, "sit", name="Ada").content.decode()
    assert "All seats at this table are taken." in page
    assert session.seats.count() == 2


def test_the_host_sees_what_only_a_host_can_do():
    session, (host, guest) = gather(2, seats_wanted=4)
    page = browser_of(host).get(f"/t/{session.code}/").content.decode()
    other = browser_of(guest).get(f"/t/{session.code}/").content.decode()
    for address in ("start", "bot", "move", "remove"):
        assert f"/t/{session.code}/{address}/" in page
        assert f"/t/{session.code}/{address}/" not in other


def test_the_host_moves_adds_and_sends_away():
    session, (host, ana, ben) = gather(3, seats_wanted=4)
    client = browser_of(host)
    seats = {seat.person_id: seat for seat in session.seats.all()}
    act(client, session, "move", place=f"{seats[ben.pk].pk} 0")
    assert [place.name for place in now(session).places] == ["Player 2", "Player 0", "Player 1"]
    act(client, session, "remove", seat=seats[ana.pk].pk)
    act(client, session, "bot")
    names = [place.name for place in now(session).places]
    assert names[:2] == ["Player 2", "Player 0"]
    assert now(session).places[2].bot


@pytest.mark.parametrize("place", ["", "x y", "-1 0", "1 99999999999999999999", "1", "² 0"])
def test_nonsense_about_places_changes_nothing(place: str):
    session, (host, _) = gather(2, seats_wanted=3)
    answer = act(browser_of(host), session, "move", place=place)
    assert answer.status_code == 200
    assert [one.name for one in now(session).places] == ["Player 0", "Player 1"]


def test_a_guest_may_not_act_as_the_host():
    session, (_, guest) = gather(2, seats_wanted=3)
    page = act(browser_of(guest), session, "bot").content.decode()
    assert "Only the host of the table can do that." in page


def test_too_few_people_is_said_before_anybody_tries():
    session, (host,) = gather(1, seats_wanted=4)
    page = browser_of(host).get(f"/t/{session.code}/").content.decode()
    assert "it takes at least 2 players" in page
    assert f"/t/{session.code}/start/" not in page


def test_who_leaves_last_closes_the_table():
    session, (host, guest) = gather(2, seats_wanted=3)
    act(browser_of(host), session, "leave")
    assert now(session).status == "open"
    act(browser_of(guest), session, "leave")
    assert now(session).status == "closed"
    page = Client().get(f"/t/{session.code}/").content.decode()
    assert "Everybody has left this table." in page
    assert "Sit down" not in page


def test_only_the_host_changes_the_table_and_only_before_the_deal():
    session, (host, guest) = gather(2, seats_wanted=4)
    address = reverse("table:settings", args=[session.code])
    assert browser_of(guest).get(address).status_code == 404
    assert Client().get(address).status_code == 404
    client = browser_of(host)
    assert client.get(address).status_code == 200
    client.post(address, TABLE | {"splito_seats": "3", "table_name": "Smaller"})
    assert (now(session).seats_wanted, now(session).name, now(session).pace) == (3, "Smaller", "club")
    services.start(session.pk, host)
    assert client.get(address)["Location"] == f"/t/{session.code}/"


def test_a_table_never_has_fewer_seats_than_people():
    session, (host, *_) = gather(3, seats_wanted=4)
    answer = browser_of(host).post(
        reverse("table:settings", args=[session.code]), TABLE | {"splito_seats": "2"}
    )
    assert "Send someone away first" in answer.content.decode()
    assert now(session).seats_wanted == 4


def test_the_count_of_splito_tells_everything_in_rulebook_order(client: Client):
    session, users = dealt(3, rounds_planned=3)
    play_round(session, users, Random(5))
    page = client.get(f"/t/{session.code}/").content.decode()
    order = [
        "In the middle",
        "this zone is worth",
        "Left × right",
        "Winner of this round",
        "The match so far",
    ]
    places = [page.rindex(words) if words == "Left × right" else page.index(words) for words in order]
    assert places == sorted(places)
    assert page.count("this zone is worth") == 3


def test_the_count_of_splitter_shows_every_sheet_and_place(client: Client):
    session, users = dealt(2, "splitter", options={"sheet": "B"})
    play_round(session, users, Random(5))
    page = client.get(f"/t/{session.code}/").content.decode()
    assert page.count('class="counted-sheet"') == 2
    assert page.count('class="count-line"') == 2


def test_a_lone_player_gets_a_verdict():
    session, users = dealt(1, "splitter")
    play_round(session, users, Random(5))
    assert "of 12" in browser_of(users[0]).get(f"/t/{session.code}/").content.decode()


def test_when_cards_break_a_tie_the_count_says_so(client: Client):
    session, users = dealt(3)
    play_round(session, users)  # everyone always plays left, so some zones are worth nothing
    table = now(session)
    assert table.deal is not None
    scores = table.rules.explain(table.deal.state).seats
    tied = any(a.score == b.score and a.rank != b.rank for a in scores for b in scores)
    page = client.get(f"/t/{session.code}/").content.decode()
    assert ("fewer cards in both zones win" in page) == tied


def test_turns_played_by_a_deputy_are_marked_in_the_count(client: Client):
    session, users = dealt(2)
    play_round(session, users, Random(5))
    line = session.rounds.get().sheet.lines.get(seat=1)
    line.deputised = 3
    line.save()
    assert "3 turns by a deputy" in client.get(f"/t/{session.code}/").content.decode()


def test_one_tap_fills_all_seats_with_bots_of_a_level():
    session, (host, _) = gather(2, seats_wanted=5)
    act(browser_of(host), session, "fill", level="apprentice")
    assert [seat.bot for seat in session.seats.order_by("number")] == ["", "", *["apprentice"] * 3]


def test_only_the_host_fills_the_seats():
    session, (_, guest) = gather(2, seats_wanted=5)
    page = act(browser_of(guest), session, "fill").text
    assert session.seats.count() == 2
    assert "messages" in page


def test_a_level_that_is_not_there_seats_nobody():
    session, (host, _) = gather(2, seats_wanted=5)
    assert "There is no such bot." in act(browser_of(host), session, "fill", level="wizard").text
    assert session.seats.count() == 2


def test_when_all_are_ready_the_next_round_is_dealt():
    session, users = dealt(2, rounds_planned=2)
    play_round(session, users, Random(5))
    page = act(browser_of(users[0]), session, "ready").content.decode()
    assert "You are ready" in page
    assert now(session).status == "counted"
    act(browser_of(users[1]), session, "ready")
    assert now(session).status == "playing"
    assert session.rounds.count() == 2


def test_the_host_may_deal_without_waiting_and_nobody_else():
    session, users = dealt(3, rounds_planned=2)
    play_round(session, users, Random(5))
    act(browser_of(users[1]), session, "next")
    assert now(session).status == "counted"
    act(browser_of(users[0]), session, "next")
    assert now(session).status == "playing"


def test_again_seats_the_same_people_at_one_new_table():
    session, users = dealt(2)
    play_round(session, users, Random(5))
    first = act(browser_of(users[0]), session, "rematch")
    code = first.redirect_chain[-1][0].strip("/").rpartition("/")[2]
    page = browser_of(users[1]).get(f"/t/{session.code}/").content.decode()
    assert "Again!" in page
    assert "Player 0 says yes" in page
    second = act(browser_of(users[1]), session, "rematch")
    assert second.redirect_chain[-1][0] == f"/t/{code}/"
    assert GameSession.objects.get(code=code).seats.count() == 2


def test_again_works_again_after_everybody_left_the_new_table():
    session, users = dealt(2, "splitter")
    play_round(session, users)
    first = services.rematch(session.pk, users[0])
    services.leave(first.pk, users[0])
    second = services.rematch(session.pk, users[1])
    assert second.pk != first.pk
    assert services.rematch(session.pk, users[0]).pk == second.pk


def test_when_the_host_has_gone_whoever_is_ready_may_deal():
    session, (host, ana, ben) = dealt(3, "splitter", rounds_planned=2)
    play_round(session, [host, ana, ben])
    for user in (ana, ben):
        services.arrive(session.pk, user)
    services.ready(session.pk, ana)
    services.next_round(session.pk, ana)
    assert now(session).status == "playing"


def test_a_table_closed_in_mid_round_has_nothing_to_count(client: Client):
    session, _ = dealt(2)
    GameSession.objects.filter(pk=session.pk).update(status="closed")
    assert "nothing to count" in client.get(f"/t/{session.code}/").content.decode()


def test_splitter_offers_one_round_and_splito_three(client: Client):
    for game in ("splito", "splitter"):
        client.post("/tables/new/", {"game": game, "pace": "none", "name": "Mia"})
    assert dict(GameSession.objects.values_list("game", "rounds_planned")) == {"splito": 3, "splitter": 1}


def test_both_sheets_of_splitter_are_offered_as_pictures(client: Client):
    page = client.get("/tables/new/?game=splitter").text
    offered = page.partition('id="field-splitter_sheet"')[2].partition("</fieldset>")[0]
    assert offered.count('type="radio"') == offered.count('<svg class="sheet"') == 2
