"""Sitting, leaving, choosing, taking back and waiting in any order: the log folds to the page shown."""

import os
import re
from dataclasses import replace
from itertools import count
from random import Random

import pytest
from django.db import connection
from django.test import Client
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from accounts.models import User
from games.engine import catalogue
from games.engine.contract import Refused, replay
from games.models import Choice, GameSession, Round, ScoreSheet
from games.table import services, snapshots
from games.table.services import choices, clock
from tests.support.clients import browser_of
from tests.support.tables import now

LONG = bool(os.environ.get("GAMES"))
EVENINGS, EVENTS = (300, 60) if LONG else (5, 25)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(0 if LONG else 240)]

numbers = count()
who = st.integers(0, 3)


class Evening(RuleBasedStateMachine):
    """One table and four people who may sit there. `sealed` holds the choices that the site called sealed."""

    @initialize(
        game=st.sampled_from(catalogue.names()),
        pace=st.sampled_from(["none", "fast"]),
        begun=st.sampled_from([True, True, False]),
    )
    def open_a_table(self, game: str, pace: str, begun: bool) -> None:
        evening = next(numbers)
        self.people = [User.objects.create_user(f"Person {evening} {number}") for number in range(4)]
        self.browsers: list[Client] = [browser_of(person) for person in self.people[:2]]
        self.session = services.open_table(
            self.people[0], game, options={}, seats_wanted=3, rounds_planned=2, pace=pace
        )
        self.sealed: dict[tuple[int, int, int], str] = {}
        if begun:
            for who in range(1, 3):
                self.sit(who)
            self.deal()
            for who in range(3):
                self.choose(who, who)

    def may(self, call, *args: object, **how: object) -> None:
        """Tries something; a refusal is an answer too."""
        try:
            call(self.session.pk, *args, **how)
        except Refused:
            return

    @rule(who=who)
    def sit(self, who: int) -> None:
        self.may(services.sit, self.people[who])

    @rule()
    def seat_a_bot(self) -> None:
        self.may(services.add_bot, self.people[0], "random")

    @rule(who=who)
    def leave(self, who: int) -> None:
        self.may(services.leave, self.people[who])

    @rule()
    def deal(self) -> None:
        self.may(services.start, self.people[0])

    @rule(who=who)
    def be_ready(self, who: int) -> None:
        self.may(services.ready, self.people[who])

    @rule(who=who)
    def deal_again(self, who: int) -> None:
        self.may(services.next_round, self.people[who])

    @rule(who=who)
    def come_back(self, who: int) -> None:
        self.may(services.come_back, self.people[who])

    @rule(who=who)
    def ask_for_time(self, who: int) -> None:
        self.may(services.more_time, self.people[who])

    @rule(who=who, luck=st.integers(0, 99))
    def choose(self, who: int, luck: int) -> None:
        table = now(self.session)
        seat = table.seat_of(self.people[who].pk)
        if table.status != "playing" or seat is None:
            return
        move = Random(luck).choice(table.rules.legal(table.deal.state, seat))
        self.wish(who, table.deal.ref, move)

    @rule(who=who)
    def all_but_one_choose(self, who: int) -> None:
        for other in range(4):
            if other != who:
                self.choose(other, other)

    @rule(who=who)
    def take_back(self, who: int) -> None:
        table = now(self.session)
        if table.status == "playing":
            self.wish(who, table.deal.ref, "")

    @rule(who=who, luck=st.integers(0, 99))
    def choose_too_late(self, who: int, luck: int) -> None:
        """Sends a choice aimed at a turn that is over, though its move may be legal now."""
        table = now(self.session)
        seat = table.seat_of(self.people[who].pk)
        if table.status == "playing" and seat is not None and table.deal.turn:
            move = Random(luck).choice(table.rules.legal(table.deal.state, seat))
            wish = services.Wish(
                table.id, f"{table.deal.number}.{table.deal.turn - 1}", move, person=self.people[who].pk
            )
            (result,), _ = services.commit([wish])
            assert result.refused is not None
            assert result.refused.code == "stale"

    def wish(self, who: int, aim: str, move: str) -> None:
        table = now(self.session)
        (result,), _ = services.commit([services.Wish(table.id, aim, move, person=self.people[who].pk)])
        if result.refused:
            return
        place = (table.deal.number, table.deal.turn, table.seat_of(self.people[who].pk) or 0)
        if move:
            self.sealed[place] = move
        else:
            self.sealed.pop(place, None)

    @rule()
    def time_runs_out(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE games_round"
                " SET deadline = deadline - interval '1 hour', alarm = now() - interval '1 second'"
                " WHERE session_id = %s AND finished_at IS NULL AND alarm IS NOT NULL",
                [self.session.pk],
            )
        clock.ring_due()

    @rule()
    def everybody_goes_away(self) -> None:
        """Everybody goes away; then the table pauses at the next alarm."""
        self.session.seats.update(seen_at=None)
        self.time_runs_out()

    @invariant()
    def the_log_is_whole(self) -> None:
        """Closed turns have one choice per seat, the open turn has fewer, and promised choices are there."""
        for round in Round.objects.filter(session=self.session):
            seats = len(round.seating)
            stored = list(Choice.objects.filter(round=round).values_list("turn", "seat", "move", "by"))
            for turn in range(round.turn):
                assert sorted(seat for at, seat, _, _ in stored if at == turn) == list(range(seats))
            open_turn = [seat for at, seat, _, _ in stored if at >= round.turn]
            assert len(open_turn) < seats
            assert ScoreSheet.objects.filter(round=round).count() == (round.finished_at is not None)
            by_people = {(round.number, at, seat): move for at, seat, move, by in stored if by == "player"}
            promised = {place: move for place, move in self.sealed.items() if place[0] == round.number}
            assert by_people == promised

    @invariant()
    def the_log_folds_to_the_page_shown(self) -> None:
        session = GameSession.objects.get(pk=self.session.pk)
        round = session.rounds.order_by("-number").first()
        table = now(session)
        if round is not None:
            log = [
                list(round.choices.filter(turn=turn).order_by("seat").values_list("move", flat=True))
                for turn in range(round.turn)
            ]
            state = replay(session.rules, round.options, len(round.seating), bytes(round.seed), log=log)
            assert table.deal.state == state
        for browser in (*self.browsers, Client()):
            shown = self.page(browser)
            snapshots._known.clear()
            assert self.page(browser) == shown
            assert f'data-ref="{table.deal.ref if table.deal else ""}"' in shown
            assert f'data-status="{session.status}"' in shown

    def page(self, browser: Client) -> str:
        page = browser.get(f"/t/{self.session.code}/now/").content.decode()
        return re.sub(r'data-now="[\d.]+"|name="csrfmiddlewaretoken" value="\w+"', "", page)


def evenings(many: int = EVENINGS) -> settings:
    """The same evenings each time; a failing one is shortened only in long runs."""
    phases = [Phase.generate, Phase.shrink] if LONG else [Phase.generate]
    return settings(
        max_examples=many, stateful_step_count=EVENTS, deadline=None, derandomize=True, phases=phases
    )


def test_whatever_happens_at_a_table_its_log_folds_to_the_page_shown():
    run_state_machine_as_test(Evening, settings=evenings())


def test_a_late_choice_that_lands_on_the_next_turn_would_be_noticed(monkeypatch):
    """The planted fault: nobody checks which turn a choice was meant for."""
    admit = choices._admit

    def careless(desks, wish):
        desk = desks.get(wish.session)
        return admit(desks, replace(wish, aim=desk.deal.ref if desk else wish.aim))

    monkeypatch.setattr(choices, "_admit", careless)
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Evening, settings=evenings(30))


def test_a_choice_taken_back_that_still_counts_would_be_noticed(monkeypatch):
    """The planted fault: the page says that a choice was taken back, but the choice stays."""
    write = choices._write

    def careless(desks, changed):
        for desk in desks:
            desk.chosen = {seat: sealed for seat, sealed in desk.chosen.items() if sealed.move}
        write(desks, changed)

    monkeypatch.setattr(choices, "_write", careless)
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Evening, settings=evenings(100))
