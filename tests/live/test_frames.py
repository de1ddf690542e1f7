"""Whatever arrives on a table's socket, in any order and number, is answered and breaks nothing."""

import json
import logging
import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from accounts.models import User
from games.models import Choice, GameSession
from games.table import consumers, services
from games.table.consumers import BURST, LARGEST_FRAME, TOO_LARGE
from tests.support.odd_input import HUGE, ODD
from tests.support.players import Player
from tests.support.serving import serving
from tests.support.sites import Site
from tests.support.tables import now, person, play_turn, wish

LONG = bool(os.environ.get("GAMES"))
pytestmark = pytest.mark.timeout(0 if LONG else 240)

Frame = str | bytes | Callable[[GameSession, User], str]


def a_choice(session: GameSession, user: User) -> str:
    chosen = wish(session, user)
    return json.dumps({"aim": chosen.aim, "move": chosen.move.split(" ")})


def another_choice(session: GameSession, user: User) -> str:
    table = now(session)
    move = table.rules.legal(table.deal.state, table.seat_of(user.pk))[-1]
    return json.dumps({"aim": table.deal.ref, "move": move})


def a_choice_taken_back(session: GameSession, user: User) -> str:
    return json.dumps({"aim": now(session).deal.ref, "take-back": "1"})


def a_late_choice(session: GameSession, user: User) -> str:
    return json.dumps({"aim": "1.0", "move": wish(session, user).move})


def a_huge_frame(session: GameSession, user: User) -> str:
    return HUGE


texts = st.sampled_from(ODD) | st.text(max_size=40) | st.integers().map(str)
values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
words = st.sampled_from(["move", "aim", "take-back", "look", "here", "x"])
frames: st.SearchStrategy[list[Frame]] = st.lists(
    st.sampled_from([a_choice, another_choice, a_choice_taken_back, a_late_choice, a_huge_frame])
    | st.dictionaries(words, texts | values, max_size=4).map(json.dumps)
    | values.map(json.dumps)
    | texts
    | st.binary(max_size=50),
    min_size=1,
    max_size=8,
).flatmap(lambda some: st.tuples(st.just(some), st.booleans()).map(lambda pair: pair[0] * (1 + pair[1])))
"""Some frames, or all of them twice."""


class Evening:
    """Ana sends anything; Ben sits at the same table and must not notice."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.ana, self.ben = person("Ana"), person("Ben")
        self.pages: dict[User, Player] = {}
        self.deal()

    def deal(self) -> None:
        self.session = services.open_table(
            self.ana, "splito", options={}, seats_wanted=2, rounds_planned=1, pace="none"
        )
        services.sit(self.session.pk, self.ben)
        services.start(self.session.pk, self.ana)
        for user in (self.ana, self.ben):
            self.open(user)

    def open(self, user: User) -> None:
        """Opens one more page. Each sends no more than a person can; floods have their own test."""
        if user in self.pages:
            self.pages[user].close()
        self.pages[user] = Player(self.address, user).sit_at(self.session.code)
        if user == self.ana:
            self.allowance = BURST

    def send(self, some: list[Frame]) -> None:
        if len(some) + 2 > self.allowance:
            self.open(self.ana)
        self.allowance -= len(some) + 2
        page, sent = self.pages[self.ana], [b""]
        try:
            self.hear(page, "before")
            assert page.socket is not None
            for frame in some:
                text = frame(self.session, self.ana) if callable(frame) else frame
                if isinstance(text, str):
                    text = text.encode("utf-8", "replace").decode()
                sent.append(text.encode() if isinstance(text, str) else text)
                page.socket.send(text)
            told = self.hear(page, "after")
        except ConnectionClosed as closed:
            self.come_back(sent, closed.rcvd.code if closed.rcvd else TOO_LARGE)
        else:
            turn = now(self.session).deal.turn
            stored = dict(
                Choice.objects.filter(round__session=self.session, turn=turn).values_list("seat", "move")
            )
            assert stored == ({0: told[-1]} if told and told[-1] else {})
        self.go_on()

    def come_back(self, sent: list[bytes], code: int) -> None:
        """Only a frame that is too large ends a socket."""
        assert code == TOO_LARGE, sent
        assert max(map(len, sent)) > LARGEST_FRAME, sent
        self.open(self.ana)

    def hear(self, page: Player, mark: str) -> list[str]:
        """Reads all that was sent up to now; returns the moves that Ana was told are sealed."""
        page.send(look=mark)
        told = []
        while (frame := page.next())["kind"] != "look" or frame["move"] != mark:
            if frame["kind"] == "sealed":
                told.append(frame["move"])
        return told

    def go_on(self) -> None:
        """Both choose in another process, and both pages see the next turn."""
        play_turn(self.session, [self.ana, self.ben])
        table = now(self.session)
        if table.status != "playing":
            self.deal()
        for page in self.pages.values():
            page.until(ref=now(self.session).deal.ref)

    def close(self) -> None:
        for page in self.pages.values():
            page.close()


def send_anything(address: str, many: int) -> None:
    evening = Evening(address)

    @settings(
        max_examples=many,
        deadline=None,
        derandomize=not LONG,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(some=frames)
    def send(some: list[Frame]) -> None:
        evening.send(some)

    try:
        send()
    finally:
        evening.close()


def test_no_frame_breaks_a_table_or_reaches_the_log_as_an_error(transactional_db, tmp_path):
    log = tmp_path / "log.txt"
    site = Site(log=log)
    try:
        send_anything(site.address, 2000 if LONG else 40)
    finally:
        site.stop()
    assert "Traceback" not in log.read_text()
    assert "ERROR" not in log.read_text()


def test_a_frame_read_without_care_would_be_noticed(transactional_db, monkeypatch, caplog):
    """The planted fault: a frame is assumed to be an object of strings."""
    monkeypatch.setattr(consumers, "_parse", json.loads)
    with serving() as site:
        with pytest.raises((AssertionError, ConnectionClosed)):
            send_anything(f"http://127.0.0.1:{site.port}", 40)
        site.wait_until(site.is_quiet)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR]
