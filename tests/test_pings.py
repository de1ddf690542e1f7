"""Pages are asked whether they are still there, but not those from which something was just heard."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from splitsite.wire import Wire
from tests.secrecy.site import Site, serving
from tests.tables import dealt

SILENCE = 0.5


class Page(ClientConnection):
    """Notes how long it had been silent whenever it is asked."""

    def __init__(self, *args: Any, **how: Any) -> None:
        self.said_at, self.silences = time.monotonic(), list[float]()
        super().__init__(*args, **how)

    def process_event(self, event: Any) -> None:
        if isinstance(event, Frame) and event.opcode is Opcode.PING:
            self.silences.append(time.monotonic() - self.said_at)
        super().process_event(event)

    def say(self, words: str) -> None:
        self.said_at = time.monotonic()
        self.send(words)


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    with serving() as site:
        site.server.config.ws_ping_interval = SILENCE
        yield site
        site.wait_until(site.is_quiet)


def silences(site: Site) -> tuple[list[float], list[float]]:
    """How long a page that talks was silent whenever it was asked, and one that says nothing."""
    address = f"ws://127.0.0.1:{site.port}/ws/t/{dealt(2)[0].code}/"
    how: Any = {"origin": f"http://127.0.0.1:{site.port}", "create_connection": Page, "ping_interval": None}
    with connect(address, **how) as talking, connect(address, **how) as silent:
        while len(silent.silences) < 3:
            talking.say("?")
            time.sleep(SILENCE / 5)
        return talking.silences, silent.silences


def test_only_a_silent_page_is_asked_whether_it_is_there(site: Site):
    talking, silent = silences(site)
    assert len(silent) >= 3
    assert all(span >= SILENCE - 0.01 for span in (*talking, *silent))


def test_asking_everybody_would_be_noticed(site: Site, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delattr(Wire, "send_keepalive_ping")
    talking, _ = silences(site)
    assert min(talking) < SILENCE - 0.01
