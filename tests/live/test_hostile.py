"""Pages that ask too much, read too little or stay where they are no longer welcome."""

import asyncio
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from games import play
from games.models import GameSession, Seat
from games.rooms import NOT_WELCOME, rooms
from games.sockets import BURST, LONGEST_OUTBOX, TOO_MUCH, TOO_SLOW, TableScreen
from tests.tables import dealt, gather, person, wish


@pytest.mark.parametrize("path", ["/ws/", "/nowhere/", "/ws/t/%00/", "/ws/t/NOPE9/"])
def test_a_socket_to_nowhere_is_turned_away(site, path):
    with pytest.raises(InvalidStatus) as turned_away:
        connect(site.replace("http", "ws", 1) + path, origin=site)
    assert turned_away.value.response.status_code == 403


def test_who_was_sent_away_or_only_looked_in_sees_nothing_dealt_without_spectators(player):
    session, (ana, _, cleo) = gather(3, spectators=False)
    sent_away = player(cleo).sit_at(session.code)
    onlooker = player(None).sit_at(session.code)
    play.remove(session.pk, ana, Seat.objects.get(person=cleo).pk)
    play.start(session.pk, ana)
    for one in (sent_away, onlooker):
        assert one.closed_with() == NOT_WELCOME
        assert 'data-status="playing"' not in "".join(one.received)


def test_who_sat_down_with_the_page_open_is_back_by_touching_the_table(player):
    session, (ana, _) = gather(2, seats_wanted=3)
    cleo = person("Cleo")
    late = player(cleo).sit_at(session.code)
    play.sit(session.pk, cleo)
    play.start(session.pk, ana)
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


def test_a_page_that_reads_nothing_is_sent_off():
    """What it does not read is kept for a while, never without end."""
    codes: list[int] = []

    class Asleep(TableScreen):
        session_id = -1

        async def send(self, *args, **kwargs):
            await asyncio.Event().wait()

        async def close(self, code=None):
            codes.append(code)

    async def many_reveals():
        page = Asleep({}, None)
        rooms.screens[page.session_id].add(page)
        for _ in range(2 * LONGEST_OUTBOX):
            page.post("a reveal")
        await asyncio.sleep(0)
        return page

    page = asyncio.run(many_reveals())
    assert codes == [TOO_SLOW]
    assert len(page.outbox) == LONGEST_OUTBOX
    assert page.session_id not in rooms.screens
