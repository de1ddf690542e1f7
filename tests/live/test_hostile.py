"""Pages that ask too much, read too little or stay where they are no longer welcome."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from channels.exceptions import StopConsumer
from channels.layers import get_channel_layer
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from games.models import GameSession, Seat
from games.table import presence, services
from games.table.consumers import BURST, NOT_WELCOME, TOO_MUCH, TableConsumer
from tests.support.players import Player
from tests.support.serving import Site, serving
from tests.support.tables import dealt, gather, person, wish


@pytest.mark.parametrize("path", ["/ws/", "/nowhere/", "/ws/t/%00/", "/ws/t/NOPE9/"])
def test_a_socket_to_nowhere_is_turned_away(site, path):
    with pytest.raises(InvalidStatus) as turned_away:
        connect(site.replace("http", "ws", 1) + path, origin=site)
    assert turned_away.value.response.status_code == 403


def test_who_was_sent_away_or_only_looked_in_sees_nothing_dealt_without_spectators(player):
    session, (ana, _, cleo) = gather(3, spectators=False)
    sent_away = player(cleo).sit_at(session.code)
    onlooker = player(None).sit_at(session.code)
    services.remove(session.pk, ana, Seat.objects.get(person=cleo).pk)
    services.start(session.pk, ana)
    for one in (sent_away, onlooker):
        assert one.closed_with() == NOT_WELCOME
        assert 'data-status="playing"' not in "".join(one.received)


def test_who_sat_down_with_the_page_open_is_back_by_touching_the_table(player):
    session, (ana, _) = gather(2, seats_wanted=3)
    cleo = person("Cleo")
    late = player(cleo).sit_at(session.code)
    services.sit(session.pk, cleo)
    services.start(session.pk, ana)
    late.until(status="playing")
    Seat.objects.filter(person=cleo).update(missed=1)
    late.send(here="1")
    late.next("table")
    assert Seat.objects.get(person=cleo).missed == 0


def test_a_flood_of_frames_ends_the_socket(player):
    session, (ana, _) = dealt(2)
    flooding = player(ana).sit_at(session.code)
    with suppress(ConnectionClosed):
        for _ in range(3 * BURST):
            flooding.send(look="r")
    assert flooding.closed_with() == TOO_MUCH
    quiet = player(ana).sit_at(session.code)
    quiet.choose(wish(session, ana).move)
    assert quiet.next("sealed")


def test_touching_the_table_again_and_again_tells_nobody_anything(player):
    session, (ana, *_) = dealt(2)
    one = player(ana).sit_at(session.code)
    before = GameSession.objects.get().version
    for _ in range(5):
        one.send(here="1")
    one.choose(wish(session, ana).move)
    one.next("sealed")
    assert GameSession.objects.get().version == before


class Asleep:
    """A page that opens its socket and then stops reading; hardly anything fits between it and the site."""

    def __init__(self, site: Site, session: GameSession) -> None:
        self.open_things = ExitStack()
        site.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        thin = socket.socket()
        thin.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        thin.connect(("127.0.0.1", site.port))
        self.name = thin.getsockname()
        address, origin = (
            f"127.0.0.1:{site.port}/ws/t/{session.code}/?language=en",
            Origin(f"http://127.0.0.1:{site.port}"),
        )
        opening = connect(f"ws://{address}", origin=origin, sock=thin, max_queue=1, ping_interval=None)
        self.socket = self.open_things.enter_context(opening)
        (self.page,) = [page for page in presence.pages[session.pk] if page.user.is_anonymous]
        (self.line,) = [one for one in site.server.server_state.connections if one.client == self.name]

    @property
    def waiting(self) -> int:
        """How many messages wait for it in the layer."""
        return get_channel_layer().channels[self.page.channel_name].qsize()

    @property
    def unread(self) -> int:
        """How many bytes the site keeps for it."""
        return self.line.transport.get_write_buffer_size()

    def wake_up(self) -> str:
        """Reads all that was sent, until the site has nothing more to say."""
        heard = ""
        with suppress(TimeoutError):
            while True:
                heard += str(self.socket.recv(timeout=1))
        return heard


@pytest.fixture
def own_site(transactional_db: None) -> Iterator[Site]:
    with serving() as site:
        yield site


TURNS = 16


def play_beside_a_sleeper(site: Site) -> tuple[Asleep, list[Player]]:
    """Two people play while a third page does not read."""
    session, users = dealt(2)
    people = [Player(f"http://127.0.0.1:{site.port}", user).sit_at(session.code) for user in users]
    asleep = Asleep(site, session)
    for turn in range(1, TURNS + 1):
        for one in people:
            one.choose(wish(session, one.user).move)
            one.next("sealed", "table")
            site.tell_marks()
        for one in people:
            one.until(ref=f"1.{turn}")
    assert asleep.page.table.deal.turn < TURNS, "it could not be told everything"
    return asleep, people


def test_a_page_that_does_not_read_holds_up_nobody_and_finds_the_newest_table(own_site, monkeypatch):
    """What it does not read is kept for a while, never without end."""
    monkeypatch.setattr(get_channel_layer(), "capacity", 4)
    asleep, people = play_beside_a_sleeper(own_site)
    assert asleep.waiting == 4
    assert asleep.unread < 200_000
    heard = asleep.wake_up()
    assert heard.rindex(f'data-ref="1.{TURNS}"') > heard.rindex('<div id="facts"')
    assert heard.count('<div id="facts"') < TURNS, "it was not sent what is of no use any more"
    asleep.open_things.close()
    for one in people:
        one.close()
    own_site.wait_until(own_site.is_quiet)


def test_what_a_page_does_not_read_would_pile_up_without_the_limit(own_site, monkeypatch):
    """The planted fault: a layer without a limit."""
    monkeypatch.setattr(get_channel_layer(), "capacity", 0)
    asleep, people = play_beside_a_sleeper(own_site)
    assert asleep.waiting > 4
    asleep.wake_up()
    asleep.open_things.close()
    for one in people:
        one.close()
    own_site.wait_until(own_site.is_quiet)


def test_a_page_that_goes_while_it_is_told_something_has_gone(own_site):
    """Its connection broke in the middle of a frame: nobody counts as present, and nothing is kept for it."""
    asleep, people = play_beside_a_sleeper(own_site)
    asleep.line.transport.abort()
    for one in people:
        one.close()
    own_site.wait_until(own_site.is_quiet)
    name = str(asleep.page.channel_name)
    del asleep
    own_site.wait_until(lambda: name not in get_channel_layer().channels)


def test_what_is_told_to_a_socket_that_the_server_just_closed_is_no_error():
    async def closed(message: object) -> None:
        raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

    page = TableConsumer()
    page.base_send = closed
    with pytest.raises(StopConsumer):  # which ends a consumer quietly
        asyncio.run(page.push("<p>"))
