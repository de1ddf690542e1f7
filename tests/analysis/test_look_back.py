"""Looking back at a finished round: only for its players, asked once, shown for ever."""

import json
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import data_export
from accounts.models import User
from accounts.services import guests
from accounts.services.users import delete
from games.analysis import lookback
from games.analysis.models import Study
from games.models import Choice, GameSession, Round, ScoreLine
from games.table import services
from games.templatetags import pieces
from tests.support.analysis import do_all_studies
from tests.support.tables import dealt, gather, person, play_round, play_turn

pytestmark = pytest.mark.django_db(transaction=True)


def address(session: GameSession, number: int = 1) -> str:
    return reverse("analysis:look-back", args=[session.code, number])


@pytest.fixture
def finished():
    session, users = dealt(3)
    play_round(session, users)
    return session, users


def test_whoever_sat_there_asks_sees_progress_and_then_the_findings(client, finished):
    session, (ana, *_) = finished
    client.force_login(ana)
    assert "Look back at this round" in client.get(address(session)).text
    assert not Study.objects.exists()
    assert client.post(address(session)).url == address(session)
    shown = client.get(address(session)).text
    assert "<progress" in shown
    assert 'http-equiv="refresh"' in shown
    do_all_studies()
    shown = client.get(address(session)).text
    assert "<progress" not in shown
    assert len(re.findall(r'id="turn-\d+"', shown)) == 13
    assert "What the numbers mean" in shown


def test_the_page_stops_asking_when_the_findings_are_there(client, finished):
    session, (ana, *_) = finished
    client.force_login(ana)
    client.post(address(session))
    assert client.get(address(session), headers={"HX-Request": "true"}).status_code == 200
    do_all_studies()
    ready = client.get(address(session), headers={"HX-Request": "true"})
    assert ready.status_code == 286
    assert "The look back is ready." in ready.text
    assert "<html" not in ready.text


def test_asking_twice_is_asking_once_and_findings_stay(client, finished):
    session, (ana, *_) = finished
    client.force_login(ana)
    client.post(address(session))
    do_all_studies()
    client.post(address(session))
    assert Study.objects.get().state == "done"


def test_each_seat_has_findings_of_its_own(client, finished):
    session, (ana, ben, _) = finished
    for user in (ana, ben):
        client.force_login(user)
        client.post(address(session))
    do_all_studies()
    first, second = Study.objects.order_by("pk")
    assert (first.person, second.person) == (ana, ben)
    assert first.result != second.result
    moves = list(Choice.objects.filter(seat=1).order_by("turn").values_list("move", flat=True))
    assert [turn["mine"] for turn in second.result["turns"]] == moves


def test_nobody_else_looks_back(client, finished):
    session, _ = finished
    for user in (None, person("Dora")):
        if user:
            client.force_login(user)
        for spectators in (True, False):
            GameSession.objects.update(spectators=spectators)
            for answer in (client.get(address(session)), client.post(address(session))):
                assert answer.status_code == 404
                assert "Nothing here" in answer.text
    assert not Study.objects.exists()


def test_a_visitor_without_a_name_looks_back_at_no_seat_that_is_nobodys(client, finished):
    session, _ = finished
    ScoreLine.objects.filter(seat=1).update(person=None)  # like a bot's line
    for answer in (client.get(address(session)), client.post(address(session))):
        assert answer.status_code == 404
    assert not Study.objects.exists()


def test_another_seats_hand_stands_on_nobodys_look_back(client):
    """The part that must not leak: cards that only Ben held in the first turn are not offered to Ana."""
    session, (ana, ben, cleo) = dealt(3)
    play_round(session, [ana, ben, cleo])
    client.force_login(ana)
    client.post(address(session))
    do_all_studies()
    told = lookback.page(session.code, 1, ana).told
    rules = session.rules
    start = rules.start({}, 3, bytes(Round.objects.get().seed))
    assert {offer.card for offer in told.turns[0].left} == set(start.hands[0])


def test_a_round_that_is_played_cannot_be_looked_at(client):
    session, users = dealt(3)
    play_turn(session, users)
    client.force_login(users[0])
    answer = client.get(address(session))
    assert answer.status_code == 403
    assert "still being played" in answer.text
    assert client.post(address(session)).status_code == 403
    assert not Study.objects.exists()


def test_while_others_play_the_same_dice_who_has_played_them_looks_back_and_the_seed_stays_shut(client):
    session, (ana,) = dealt(1, "splitter")
    Round.objects.update(sealed_until=timezone.now() + timedelta(hours=1))
    play_round(session, [ana])
    client.force_login(ana)
    client.post(address(session))
    do_all_studies()
    shown = client.get(address(session)).text
    assert "What each turn cost" in shown
    assert bytes(Round.objects.get().seed).hex() not in shown + json.dumps(
        data_export.collect(ana), default=str
    )
    client.force_login(person("Dora"))
    assert client.get(address(session)).status_code in (403, 404)


def test_my_history_leads_to_the_look_back(client, finished):
    session, (ana, *_) = finished
    client.force_login(ana)
    assert address(session) in client.get(reverse("history:history")).text


def test_rounds_of_a_match_lead_to_each_other(client):
    session, users = dealt(2, rounds_planned=2)
    play_round(session, users)
    services.next_round(session.pk, users[0])
    play_round(session, users)
    client.force_login(users[0])
    assert address(session, 2) in client.get(address(session, 1)).text


def test_a_game_without_a_look_back_offers_none(client, finished, monkeypatch):
    session, (ana, *_) = finished
    client.force_login(ana)
    table = reverse("table:table", args=[session.code])
    assert address(session) in client.get(table).text
    monkeypatch.setattr(lookback, "offered", lambda game: False)
    pieces.forget()  # pieces are remembered, since usually this never changes
    assert address(session) not in client.get(table).text
    assert client.get(address(session)).status_code == 403


def test_spectators_are_not_offered_a_look_back(client, finished):
    session, _ = finished
    assert address(session) not in client.get(reverse("table:table", args=[session.code])).text


def test_a_failed_look_back_says_so_without_details_and_can_be_tried_again(client, finished):
    session, (ana, *_) = finished
    client.force_login(ana)
    client.post(address(session))
    Study.objects.update(facts={"game": "splito"})
    do_all_studies()
    assert Study.objects.get().error == "KeyError"
    shown = client.get(address(session)).text
    assert "That did not work" in shown
    assert "KeyError" not in shown
    client.post(address(session))
    assert Study.objects.get().state == "waiting"


def test_turns_a_deputy_played_are_told_as_such(client, finished):
    session, (ana, *_) = finished
    Choice.objects.filter(turn=4, seat=0).update(by="clock")
    client.force_login(ana)
    client.post(address(session))
    do_all_studies()
    assert client.get(address(session)).text.count("A deputy played") == 1


def test_a_guest_looks_back_and_the_account_keeps_what_was_found(client):
    session, (ana, cleo) = gather(2, seats_wanted=3)
    guest = User(name="Ben", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    services.sit(session.pk, guest)
    services.start(session.pk, ana)
    play_round(session, [ana, cleo, guest])
    client.force_login(guest)
    client.post(address(session))
    do_all_studies()
    account = person("Benjamin")
    guests.follow(guest, account)
    client.force_login(account)
    assert "Turn by turn" in client.get(address(session)).text
    client.force_login(ana)
    delete(account)
    assert not Study.objects.exists()
    client.post(address(session))
    do_all_studies()
    assert "Former player" in client.get(address(session)).text


@pytest.mark.parametrize(
    "path", ["/look-back/NOPE/1/", "/look-back/%00/1/", f"/look-back/NOPE/{10**30}/", "/look-back/NOPE/x/"]
)
def test_an_address_that_leads_nowhere_is_a_friendly_404(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "Nothing here" in answer.text


def test_a_round_number_of_any_size_is_only_a_wrong_number(client, finished):
    session, (ana, *_) = finished
    client.force_login(ana)
    assert client.get(address(session, 10**30)).status_code == 403
