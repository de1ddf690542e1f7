"""Who may do what at a table: over the socket and by form."""

import pytest
from websockets.exceptions import InvalidStatus

from games.models import Choice, Seat
from games.table import services
from tests.support.tables import dealt, gather, person, the_round, wish


def test_a_choice_over_the_socket_and_one_by_form_come_to_the_same(player):
    session, (ana, ben) = dealt(2)
    one, other = player(ana).sit_at(session.code), player(ben)
    one.choose(wish(session, ana).move)
    one.next("sealed")
    sent = wish(session, ben)
    other.post(f"/t/{session.code}/choose/", aim=sent.aim, move=sent.move)
    one.until(ref="1.1")
    assert the_round(session).turn == 1


def test_a_spectator_has_no_choice(player):
    session, (ana, *_) = dealt(3)
    watching = player(person("Watcher")).sit_at(session.code)
    watching.choose(wish(session, ana).move)
    assert watching.next("refused")["code"] == "not-seated"
    assert not Choice.objects.exists()


def test_a_visitor_may_watch_where_spectators_are_welcome(player):
    session, (ana, *_) = dealt(3)
    visitor = player(None).sit_at(session.code)
    visitor.choose(wish(session, ana).move)
    assert visitor.next("refused")["code"] == "not-seated"


def test_where_spectators_are_not_welcome_nobody_else_gets_in(player):
    session, _ = dealt(3, spectators=False)
    stranger = player(person("Stranger"))
    assert stranger.get(f"/t/{session.code}/").status_code == 404
    assert stranger.get(f"/t/{session.code}/now/").status_code == 404
    assert stranger.post(f"/t/{session.code}/choose/", aim="1.0", move="red-1 L").status_code == 404
    with pytest.raises(InvalidStatus):
        stranger.open(session.code)


def test_someone_sent_away_has_no_say_any_more(player):
    session, (ana, ben, cleo) = gather(3)
    sent_away = player(cleo).sit_at(session.code)
    services.remove(session.pk, ana, Seat.objects.get(person=cleo).pk)
    services.start(session.pk, ana)
    sent_away.until(status="playing")
    sent_away.choose(wish(session, ben).move)
    assert sent_away.next("refused")["code"] == "not-seated"


def test_another_tables_people_have_no_say_here(player):
    session, (ana, _) = dealt(2)
    elsewhere = services.open_table(
        person("Dora"), "splito", options={}, seats_wanted=2, rounds_planned=1, pace="none"
    )
    dora = player(elsewhere.host).sit_at(session.code)
    dora.choose(wish(session, ana).move)
    assert dora.next("refused")["code"] == "not-seated"


def test_a_page_of_another_site_cannot_open_the_socket(player):
    session, (ana, *_) = dealt(2)
    mine = player(ana)
    with pytest.raises(InvalidStatus):
        mine.open(session.code, origin="https://evil.example")


def test_a_form_without_its_token_is_refused(player):
    session, (ana, *_) = dealt(2)
    sent = wish(session, ana)
    answer = player(ana).http.post(f"/t/{session.code}/choose/", data={"aim": sent.aim, "move": sent.move})
    assert answer.status_code == 403
    assert not Choice.objects.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[" * 4000,
        "null",
        "[]",
        '{"move": 7}',
        '{"move": null, "aim": "1.0"}',
        '{"move": {"a": "b"}}',
        '{"aim": "1.0", "move": "\\u0000"}',
        '{"aim": "1.0", "move": "\\ud800"}',
        '{"look": "\\u0000"}',
        '{"other": "thing"}',
    ],
)
def test_nonsense_on_the_socket_is_answered_and_changes_nothing(player, text):
    session, (ana, *_) = dealt(2)
    mine = player(ana).sit_at(session.code)
    mine.socket.send(text)
    mine.choose(wish(session, ana).move)
    assert mine.next("sealed")["move"]
    assert Choice.objects.count() == 1


def test_a_frame_that_is_too_large_ends_the_socket(player):
    session, (ana, *_) = dealt(2)
    mine = player(ana).sit_at(session.code)
    mine.socket.send("x" * 10_000)
    assert mine.closed_with() == 1009


def test_a_late_choice_never_lands_on_the_next_hand(player):
    session, (ana, ben) = dealt(2)
    one, other = player(ana).sit_at(session.code), player(ben).sit_at(session.code)
    first = wish(session, ana)
    one.choose(first.move)
    other.choose(wish(session, ben).move)
    one.until(ref="1.1")
    one.choose(first.move, aim="1.0")
    refused = one.next("refused")
    assert refused["code"] == "stale"
    assert refused["message"]
    assert not Choice.objects.filter(turn=1).exists()


def test_two_tabs_and_a_double_click_count_once(player):
    session, (ana, _) = dealt(2)
    left, right = player(ana).sit_at(session.code), player(ana).sit_at(session.code)
    move = wish(session, ana).move
    for tab in (left, right, right):
        tab.choose(move)
    changed = move[:-1] + "R"
    right.choose(changed)
    while left.next("sealed")["move"] != changed:
        pass
    assert list(Choice.objects.values_list("move", flat=True)) == [changed]


def test_a_logged_out_person_can_no_longer_choose_by_form(player):
    session, (ana, *_) = dealt(2)
    mine = player(ana)
    sent = wish(session, ana)
    mine.post("/accounts/logout/")
    mine.post(f"/t/{session.code}/choose/", aim=sent.aim, move=sent.move)
    assert not Choice.objects.exists()


def test_screens_close_at_once_when_their_person_signs_out(player):
    session, (ana, ben) = dealt(2)
    mine, theirs = player(ana).sit_at(session.code), player(ben).sit_at(session.code)
    mine.post("/accounts/logout/")
    assert mine.closed_with() == 4401
    theirs.choose(wish(session, ben).move)
    theirs.next("sealed")


def test_an_unknown_act_or_table_is_not_found(player):
    session, (ana, *_) = dealt(2)
    mine = player(ana)
    assert mine.post(f"/t/{session.code}/explode/").status_code == 404
    assert mine.get("/t/NOPE9/").status_code == 404
    with pytest.raises(InvalidStatus):
        mine.open("NOPE9")
