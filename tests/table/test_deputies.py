"""The clock at tables: bots, deadlines, deputies, pauses, grace."""

from datetime import timedelta

import psycopg
import pytest
from django.db import connection
from django.db.models import F

from games.engine import catalogue, pace
from games.engine.contract import Bot
from games.models import Choice, ClockBeat, GameSession, Round, Seat
from games.table import services
from games.table.services import clock, slow_bots
from tests.support.tables import dealt, gather, now, play_turn, seal, the_round, time_passes, wish

pytestmark = pytest.mark.django_db(transaction=True)


def everyone_is_here(session: GameSession) -> None:
    services.seen(list(session.seats.values_list("pk", flat=True)))


def test_bots_choose_after_a_moment_and_wait_for_the_people():
    session, (ana,) = gather(1, seats_wanted=3)
    for _ in range(2):
        services.add_bot(session.pk, ana, "random")
    services.start(session.pk, ana)
    clock.ring_due()
    assert not Choice.objects.exists()
    time_passes(session, 1)
    clock.ring_due()
    assert set(Choice.objects.values_list("by", flat=True)) == {"bot"}
    assert the_round(session).turn == 0
    seal(wish(session, ana))
    assert the_round(session).turn == 1


def test_the_deadline_is_the_pace_of_the_table():
    session, _ = dealt(3, pace="club")
    opened = the_round(session)
    assert opened.deadline - opened.turn_opened_at == timedelta(seconds=45)


def test_no_clock_means_no_deadline():
    session, _ = dealt(3, pace="none")
    assert the_round(session).deadline is None
    assert the_round(session).alarm is None


def test_after_the_turns_time_each_seat_lives_on_its_own_reserve():
    session, (ana, ben, _) = dealt(3, pace="fast")
    everyone_is_here(session)
    time_passes(session, 25)
    clock.ring_due()
    assert not Choice.objects.exists()
    assert seal(wish(session, ana), wish(session, ben)) == ["sealed", "sealed"]


def test_a_late_choice_eats_from_the_reserve():
    session, people = dealt(3, pace="fast")
    time_passes(session, 30)
    play_turn(session, people)
    for left in the_round(session).reserves:
        assert 19_000 <= left <= 20_100


def test_when_time_and_reserve_are_used_up_the_clock_chooses():
    session, (ana, ben, cleo) = dealt(3, pace="fast")
    everyone_is_here(session)
    seal(wish(session, ana), wish(session, ben))
    time_passes(session, 51)
    clock.ring_due()
    assert the_round(session).turn == 1
    assert list(Choice.objects.order_by("seat").values_list("by", flat=True)) == ["player", "player", "clock"]
    assert Seat.objects.get(person=cleo).deputy_since is None


def test_whoever_misses_two_turns_gets_a_deputy_that_chooses_at_once():
    session, (ana, ben, cleo) = dealt(3, pace="fast")
    for _ in range(2):
        everyone_is_here(session)
        seal(wish(session, ana), wish(session, ben))
        time_passes(session, 51)
        clock.ring_due()
    assert Seat.objects.get(person=cleo).deputy_since is not None
    seal(wish(session, ana), wish(session, ben))
    time_passes(session, 1)
    clock.ring_due()
    assert the_round(session).turn == 3
    assert Choice.objects.get(turn=2, seat=2).by == "deputy"


def test_a_person_is_back_by_choosing_even_in_the_same_turn():
    session, (ana, ben, cleo) = dealt(3)
    services.leave(session.pk, cleo)
    clock.ring_due()
    assert Choice.objects.get().by == "deputy"
    mine = wish(session, cleo)
    assert seal(mine) == ["sealed"]
    assert (Choice.objects.get().by, Choice.objects.get().move) == ("player", mine.move)
    assert Seat.objects.get(person=cleo).deputy_since is None
    seal(wish(session, ana), wish(session, ben))
    assert Choice.objects.get(seat=2).by == "player"


def test_a_touch_gives_the_seat_back():
    session, (*_, cleo) = dealt(3)
    services.leave(session.pk, cleo)
    services.come_back(session.pk, cleo)
    assert Seat.objects.get(person=cleo).deputy_since is None


def test_the_host_who_leaves_hands_the_table_on():
    session, (ana, ben, _) = dealt(3)
    services.leave(session.pk, ana)
    session.refresh_from_db()
    assert session.host == ben


def test_deputised_turns_are_marked_in_the_result():
    session, (ana, ben) = dealt(2, "splitter")
    services.leave(session.pk, ben)
    for _ in range(22):
        seal(wish(session, ana))
        time_passes(session, 1)
        Round.objects.filter(finished_at=None).update(alarm=F("turn_opened_at"))
        clock.ring_due()
    lines = the_round(session).sheet.lines
    assert list(lines.values_list("deputised", flat=True)) == [0, 22]


def test_more_time_comes_once_per_player_and_round():
    session, (ana, *_) = dealt(3, pace="fast")
    services.more_time(session.pk, ana)
    assert the_round(session).reserves == [50_000, 30_000, 30_000]
    with pytest.raises(services.Refused, match="no-more-time"):
        services.more_time(session.pk, ana)


def test_a_table_with_nobody_present_pauses_and_goes_on_where_it_stood():
    session, (ana, *_) = dealt(3, pace="fast")
    before = the_round(session).deadline
    time_passes(session, 60)
    clock.ring_due()
    session.refresh_from_db()
    assert session.paused_at is not None
    assert not Choice.objects.exists()
    GameSession.objects.update(paused_at=F("paused_at") - timedelta(hours=3))
    services.arrive(session.pk, ana)
    session.refresh_from_db()
    assert session.paused_at is None
    assert the_round(session).deadline > before + timedelta(hours=2)


def test_a_choice_by_form_wakes_a_paused_table_too():
    session, (ana,) = gather(1, seats_wanted=2, pace="fast")
    services.add_bot(session.pk, ana, "random")
    services.start(session.pk, ana)
    time_passes(session, 2)
    clock.ring_due()
    assert now(session).paused_at
    time_passes(session, 3 * 3600)
    GameSession.objects.update(paused_at=F("paused_at") - timedelta(hours=3))
    assert seal(wish(session, ana)) == ["sealed"]
    assert not now(session).paused_at
    assert the_round(session).deadline > now(session).read_at
    clock.ring_due()
    assert the_round(session).turn == 1


def test_nobody_times_out_while_the_site_was_down():
    session, _ = dealt(3, pace="fast")
    everyone_is_here(session)
    clock.ring_due()
    time_passes(session, 600)
    ClockBeat.objects.update(at=F("at") - timedelta(seconds=600))
    clock.ring_due()
    assert not Choice.objects.exists()
    assert the_round(session).deadline > now(session).read_at


def clock_was_away(seconds: float) -> None:
    ClockBeat.objects.update(at=F("at") - timedelta(seconds=seconds))


def test_after_an_outage_everybody_has_the_time_left_that_they_had_and_pages_are_told():
    session, _ = dealt(3, pace="fast")
    everyone_is_here(session)
    clock.ring_due()
    time_passes(session, 15 + 30)
    before, version = the_round(session).deadline, now(session).version
    clock_was_away(30)
    clock.ring_due()
    granted = the_round(session).deadline - before
    assert timedelta(seconds=30) <= granted < timedelta(seconds=32)
    assert now(session).version > version
    assert not Choice.objects.exists()
    time_passes(session, 60)
    clock.ring_due()
    assert set(Choice.objects.values_list("by", flat=True)) == {"clock"}, "the deadline is not lost"
    assert the_round(session).turn == 1


def test_a_turn_opened_while_the_clock_was_away_is_given_no_more_than_it_lost():
    session, _ = dealt(3, pace="fast")
    clock.ring_due()
    time_passes(session, 10)
    before = the_round(session).deadline
    clock_was_away(3600)
    clock.ring_due()
    assert timedelta(seconds=10) <= the_round(session).deadline - before < timedelta(seconds=12)


def test_bots_go_on_at_once_after_an_outage():
    session, (ana,) = gather(1, seats_wanted=2, pace="fast")
    services.add_bot(session.pk, ana, "random")
    services.start(session.pk, ana)
    everyone_is_here(session)
    clock.ring_due()
    time_passes(session, 600)
    clock_was_away(600)
    clock.ring_due()
    assert list(Choice.objects.values_list("by", flat=True)) == ["bot"]


def test_a_clock_that_dies_while_it_grants_time_grants_it_again(monkeypatch):
    session, _ = dealt(3, pace="fast")
    everyone_is_here(session)
    clock.ring_due()
    time_passes(session, 600)
    clock_was_away(600)

    def die(lost: timedelta) -> None:
        raise SystemExit

    with monkeypatch.context() as dying:
        dying.setattr(clock, "grant_grace", die)
        with pytest.raises(SystemExit):
            clock.ring_due()
    clock.ring_due()
    assert not Choice.objects.exists()
    assert the_round(session).deadline > now(session).read_at


def test_time_taken_away_by_an_outage_would_be_noticed(monkeypatch):
    """The planted fault: the clock does not check how long it was away."""
    monkeypatch.setattr(clock, "GRACE_AFTER", timedelta(days=1))
    with pytest.raises(AssertionError):
        test_nobody_times_out_while_the_site_was_down()


def test_a_table_at_which_nothing_happened_for_a_day_is_closed():
    session, _ = dealt(3)
    clock.close_deserted()
    assert now(session).status == "playing"
    GameSession.objects.update(touched_at=F("touched_at") - timedelta(hours=25))
    clock.close_deserted()
    assert now(session).status == "closed"


def test_days_per_turn_wait_for_days():
    session, _ = dealt(3, pace="days")
    assert pace.PACES["days"].turn == timedelta(days=1)
    GameSession.objects.update(touched_at=F("touched_at") - timedelta(hours=25))
    time_passes(session, 20 * 3600)
    clock.ring_due()
    clock.close_deserted()
    assert now(session).status == "playing"
    assert not Choice.objects.exists()


@pytest.fixture
def table_with_a_ponderer(monkeypatch):
    """One person and one bot so slow that it thinks in a separate process."""
    bots = catalogue.find("splitter").BOTS
    ponderer = Bot("ponderer", bots["random"].choose, slow=True)
    monkeypatch.setattr(catalogue.find("splitter"), "BOTS", {**bots, "ponderer": ponderer})
    session, (ana,) = gather(1, "splitter", seats_wanted=2)
    services.add_bot(session.pk, ana, "ponderer")
    services.start(session.pk, ana)
    return session, ana


def test_a_slow_bot_thinks_in_a_process_of_its_own(table_with_a_ponderer):
    session, ana = table_with_a_ponderer
    time_passes(session, 2)
    clock.ring_due()
    assert not Choice.objects.exists()
    assert slow_bots.think_once()
    assert Choice.objects.get().by == "bot"
    assert not slow_bots.think_once()
    seal(wish(session, ana))
    assert the_round(session).thinking


def test_when_nobody_thinks_for_a_slow_bot_the_clock_chooses_and_says_so(table_with_a_ponderer):
    session, ana = table_with_a_ponderer
    time_passes(session, 6)
    clock.ring_due()
    assert Choice.objects.get().by == "clock"
    seal(wish(session, ana))
    assert the_round(session).turn == 1
    assert Seat.objects.get(bot="ponderer").deputy_since is None


def test_two_thinkers_never_think_about_the_same_table(table_with_a_ponderer):
    session, _ = table_with_a_ponderer
    held = [slow_bots.THINKING, the_round(session).pk]
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT pg_advisory_lock(%s, %s)", held)
        assert not slow_bots.think_once()
        # With a message, not by hanging up: the server notices a closed connection only some time later.
        other.execute("SELECT pg_advisory_unlock(%s, %s)", held)
        assert slow_bots.think_once()


def test_when_everyone_has_left_the_deputies_do_not_play_on_alone():
    session, (ana, ben) = dealt(2, "splitter")
    for user in (ana, ben):
        services.leave(session.pk, user)
    clock.ring_due()
    assert not Choice.objects.exists()
    assert now(session).paused_at
    services.come_back(session.pk, ana)
    clock.ring_due()
    assert Choice.objects.get().by == "deputy"
