"""A guest signs in, an account is deleted: what happens at the tables."""

import pytest

from accounts import data_export
from accounts.services import guests, users
from games.models import GameSession, Mute, Remark, Report, ScoreLine, Seat
from games.table import services
from games.table.rendering import screen
from games.table.services import clock
from tests.support.clients import guest_named
from tests.support.tables import dealt, gather, now, person, play_round, seal, wish

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_guests_seat_and_results_follow_into_the_account():
    session, (ana,) = gather(1, "splitter", seats_wanted=2)
    guest = guest_named("Ben")
    services.sit(session.pk, guest)
    services.start(session.pk, ana)
    play_round(session, [ana, guest])
    account = person("Benjamin")
    guests.follow(guest, account)
    assert ScoreLine.objects.get(seat=1).person == account
    assert now(session).seat_of(account.pk) == 1


def test_a_guest_who_signs_in_in_mid_round_keeps_the_seat():
    session, (ana,) = gather(1, "splitter", seats_wanted=2)
    guest = guest_named("Ben")
    services.sit(session.pk, guest)
    services.start(session.pk, ana)
    account = person("Benjamin")
    guests.follow(guest, account)
    play_round(session, [ana, account])
    assert ScoreLine.objects.get(seat=1).person == account


def test_who_sat_twice_at_one_table_leaves_a_bot_on_the_guests_seat():
    session, (ana,) = gather(1, "splitter", seats_wanted=2)
    guest = guest_named("Ana on the phone")
    services.sit(session.pk, guest)
    guests.follow(guest, ana)
    seats = Seat.objects.filter(session=session)
    assert [(seat.person, bool(seat.bot)) for seat in seats] == [(ana, False), (None, True)]


def test_in_mid_round_that_bot_plays_on_at_once():
    session, (ana,) = gather(1, "splitter", seats_wanted=2)
    guest = guest_named("Ana on the phone")
    services.sit(session.pk, guest)
    services.start(session.pk, ana)
    guests.follow(guest, ana)
    clock.ring_due()
    assert seal(wish(session, ana)) == ["sealed"]
    assert now(session).deal.turn == 1


def test_what_both_reported_and_whom_others_muted_survives_the_move_to_an_account():
    session, (ana, ben) = dealt(2, "splitter")
    guest = guest_named("Ben on the phone")
    Seat.objects.create(session=session, number=2, person=guest, name="Ben on the phone")
    play_round(session, [ana, ben])
    services.say(session.pk, ana, "Well played!")
    services.say(session.pk, guest, "Not really.")
    for user in (ben, guest):
        services.report(session.pk, user, Remark.objects.get(person=ana).pk)
    services.mute(session.pk, ana, Remark.objects.get(person=guest).pk)
    guests.follow(guest, ben)
    assert Report.objects.filter(person=ben).count() == 1
    assert Mute.objects.get().muted == ben


def test_a_deleted_account_leaves_its_name_out_of_finished_games_and_hands_running_ones_on():
    finished, (ana, ben) = dealt(2, "splitter")
    play_round(finished, [ana, ben])
    running = services.open_table(ben, "splitter", options={}, seats_wanted=2, rounds_planned=1, pace="none")
    services.sit(running.pk, ana)
    services.start(running.pk, ben)
    users.delete(ben)
    assert [str(name) for name in screen(now(finished)).names] == ["Player 0", "Former player"]
    assert not ScoreLine.objects.filter(name="Player 1").exists()
    running.refresh_from_db()
    assert running.host == ana
    assert Seat.objects.get(session=running, person=ben).deputy_since is not None


def test_my_data_has_my_games():
    session, (ana, ben) = dealt(2, "splitter")
    play_round(session, [ana, ben])
    mine = data_export.collect(ana)["games"]
    assert mine["seats"][0]["session__code"] == session.code
    assert mine["results"][0]["points"] == ScoreLine.objects.get(seat=0).points


def test_the_last_person_to_leave_before_the_start_closes_the_table():
    session, (ana, ben) = gather(2)
    services.leave(session.pk, ana)
    assert GameSession.objects.get().host == ben
    services.leave(session.pk, ben)
    assert now(session).status == "closed"
