"""The WebSocket of a table: choices come in, reveals go out to every screen of this process."""

import asyncio
import json
import logging
import time
from collections import defaultdict, deque
from collections.abc import Coroutine
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from games import access, live, play, screens, words
from games.contract import Refused
from games.tables import Table, by_code, by_id

BEAT_SECONDS = 5
SIGNED_OUT, NOT_WELCOME = 4401, 4403
SEEN_EVERY = 3
"""So many beats between two reports that the people here are still here."""

TOO_MUCH, BURST, PER_SECOND = 4429, 60, 20
"""Nobody chooses or looks faster than this; a page that does is sent off and may come again."""

TOO_SLOW, LONGEST_OUTBOX = 4408, 100
"""So many unread frames, and the page is sent off; when it wakes it fetches the table."""

log = logging.getLogger(__name__)

# Reads in any free thread: the usual one thread for all would make every table wait for the slowest.
in_thread = partial(database_sync_to_async, thread_sensitive=False)


class Rooms:
    """The open screens of this process, by table. Belongs to the event loop; other threads only call in."""

    def __init__(self) -> None:
        self.screens: defaultdict[int, set[TableScreen]] = defaultdict(set)
        self.tables: dict[int, Table] = {}
        self.reading: set[int] = set()
        self.again: set[int] = set()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.pulse: asyncio.Task[None] | None = None

    def enter(self, screen: "TableScreen", table: Table) -> None:
        if self.loop is None:
            self.loop = asyncio.get_running_loop()
            play.on_news(self.news_from_writer)
            live.listen(self.news_from_elsewhere)
            self.pulse = asyncio.create_task(self.beat())
        self.screens[table.id].add(screen)
        known = self.tables.get(table.id)
        if known is None or known.version < table.version:
            self.tables[table.id] = table
            # Something may have happened between reading the table and listening to it.
            self.refresh(frozenset({table.id}))

    def seat_id(self, screen: "TableScreen") -> int | None:
        """The seat this screen's person holds now: people sit down, and are sent away, with the page open."""
        table = self.tables.get(screen.session_id)
        seat = table.seat_of(screen.person_id) if table else None
        return table.places[seat].id if table and seat is not None else None

    def leave(self, screen: "TableScreen") -> None:
        screens = self.screens[screen.session_id]
        screens.discard(screen)
        if not screens:
            del self.screens[screen.session_id]
            self.tables.pop(screen.session_id, None)

    def news_from_writer(self, news: list[play.News]) -> None:
        """Called by the writer's thread right after a commit."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.tell, news)

    def news_from_elsewhere(self, session_ids: frozenset[int] | None) -> None:
        """Called by whichever thread committed or listens: that something happened, not what."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.refresh, session_ids)

    def tell(self, news: list[play.News]) -> None:
        for one in news:
            table = self.tables.get(one.session)
            if table is None:
                continue
            deal = table.deal
            if one.more or deal is None or deal.ref != one.aim or table.version + one.revealed != one.version:
                self.refresh(frozenset({one.session}))
            elif one.revealed:
                after = replace(
                    deal,
                    turn=deal.turn + 1,
                    state=one.state,
                    opened_at=one.opened_at,
                    deadline=one.deadline,
                    reserves=one.reserves,
                    moves=(),
                )
                self.show(replace(table, version=one.version, deal=after))
            else:
                moves = tuple((seat, move, by) for seat, (move, by) in one.moves.items())
                self.mark(replace(table, deal=replace(deal, moves=moves)))

    def show(self, table: Table) -> None:
        """Sends the table to all its screens: the public part drawn once per language."""
        self.tables[table.id] = table
        shown = screens.screen(table)
        public: dict[str, str] = {}
        for one in list(self.screens.get(table.id, ())):
            if not access.may_see(table, one.scope["user"]):
                one.send_off(NOT_WELCOME)
                continue
            if one.language not in public:
                public[one.language] = screens.public_html(shown, one.language)
            one.show(shown, screens.mine(table, one.person_id), public[one.language])

    def mark(self, table: Table) -> None:
        """Somebody chose or took back: who has chosen is all that the others learn."""
        before = self.tables[table.id].deal
        self.tables[table.id] = table
        deal = table.deal
        assert deal is not None
        if before is None or before.chosen != deal.chosen:
            text = json.dumps({"kind": "marks", "ref": deal.ref, "chosen": sorted(deal.chosen)})
            for one in list(self.screens.get(table.id, ())):
                one.post(text)
        for one in list(self.screens.get(table.id, ())):
            seat = table.seat_of(one.person_id)
            if seat is not None and (before is None or before.move_of(seat) != deal.move_of(seat)):
                one.post(json.dumps({"kind": "sealed", "ref": deal.ref, "move": deal.move_of(seat)[0]}))

    def refresh(self, session_ids: frozenset[int] | None) -> None:
        """Reads these tables again and shows them; None: all that are open here."""
        for session_id in list(self.screens) if session_ids is None else session_ids & self.screens.keys():
            if session_id in self.reading:
                self.again.add(session_id)
            else:
                self.reading.add(session_id)
                start(self.read(session_id))

    async def read(self, session_id: int) -> None:
        before = self.tables.get(session_id)
        try:
            table = await in_thread(by_id)(session_id)
            known = self.tables.get(session_id)
            if known is not before:
                # The writer told something newer meanwhile; what was read may be older than that.
                self.again.add(session_id)
            elif table is not None and known is not None:
                if _same(known, table):
                    pass
                elif (
                    known.version == table.version
                    and known.deal
                    and table.deal
                    and known.places == table.places
                ):
                    self.mark(table)
                elif known.version <= table.version:
                    self.show(table)
        except Exception:
            log.exception("A table could not be read for its screens.")
        finally:
            self.reading.discard(session_id)
            if session_id in self.again:
                self.again.discard(session_id)
                self.refresh(frozenset({session_id}))

    async def beat(self) -> None:
        """Every few seconds: tells screens the version, so that one that missed something fetches it."""
        beats = 0
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            beats += 1
            for session_id, table in list(self.tables.items()):
                text = json.dumps(
                    {"kind": "beat", "version": table.version, "ref": table.deal.ref if table.deal else ""}
                )
                for one in list(self.screens.get(session_id, ())):
                    one.post(text)
            try:
                versions = await in_thread(_versions)(list(self.tables))
                late = {
                    session_id
                    for session_id, version in versions.items()
                    if session_id in self.tables and self.tables[session_id].version < version
                }
                self.refresh(frozenset(late))
                if beats % SEEN_EVERY == 0:
                    await self.look_around()
            except Exception:
                log.warning("The tables' versions could not be read; trying again at the next beat.")

    async def look_around(self) -> None:
        """Notes who is still here, and closes the screens of those who signed out."""
        everyone = [one for ones in self.screens.values() for one in ones]
        welcome = await in_thread(access.still_signed_in)({one.session_key for one in everyone})
        for one in everyone:
            if one.person_id and one.session_key not in welcome:
                start(one.close(SIGNED_OUT))
        await in_thread(play.seen)([seat for one in everyone if (seat := self.seat_id(one))])


_running: set[asyncio.Task[None]] = set()


def start(work: Coroutine[Any, Any, None]) -> None:
    """Runs in the background; the loop itself would let an unheld task vanish."""
    task = asyncio.ensure_future(work)
    _running.add(task)
    task.add_done_callback(_running.discard)


def _same(known: Table, table: Table) -> bool:
    return (
        known.version == table.version
        and known.places == table.places
        and (known.deal.moves if known.deal else None) == (table.deal.moves if table.deal else None)
    )


def _versions(session_ids: list[int]) -> dict[int, int]:
    from games.models import GameSession

    return dict(GameSession.objects.filter(pk__in=session_ids).values_list("pk", "version"))


rooms = Rooms()


class TableScreen(AsyncWebsocketConsumer):
    """One open page of a table."""

    session_id = 0
    person_id: int | None = None
    session_key = ""
    language = "en"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.outbox: deque[str] = deque()
        self.public = self.private = ""
        self.allowance: float = BURST
        self.heard_at = time.monotonic()

    async def connect(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        wanted = query.get("language", [""])[0]
        self.language = wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        user = self.scope["user"]
        self.person_id = user.pk
        self.session_key = self.scope["session"].session_key or ""
        table = await in_thread(by_code)(self.scope["url_route"]["kwargs"].get("code", ""))
        if table is None or not access.may_see(table, user) or not _same_site(self.scope):
            await self.close()
            return
        self.session_id = table.id
        rooms.enter(self, table)
        await self.accept()
        if table.seat_of(user.pk) is not None:
            await in_thread(play.arrive)(table.id, user)
        newest = rooms.tables[table.id]
        if [str(newest.version)] != query.get("version"):
            shown, own = screens.screen(newest), screens.mine(newest, self.person_id)
            self.show(shown, own, screens.public_html(shown, self.language))

    async def disconnect(self, code: int) -> None:
        if not self.session_id:
            return
        seat_id = rooms.seat_id(self)
        rooms.leave(self)
        others = any(one.person_id == self.person_id for one in rooms.screens.get(self.session_id, ()))
        if seat_id and not others:
            await in_thread(play.gone)(seat_id, self.session_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.in_measure():
            self.send_off(TOO_MUCH)
            return
        wish = _parse(text_data)
        if wish is None:
            await self.refuse(Refused("try-again"))
        elif "move" in wish:
            await self.choose(wish)
        elif "look" in wish:
            await self.look(wish["look"])
        elif "here" in wish and rooms.seat_id(self):
            await in_thread(play.come_back)(self.session_id, self.scope["user"])

    def in_measure(self) -> bool:
        """Whether this page asks no more than a person can: a flood would keep the site busy for minutes."""
        now = time.monotonic()
        self.allowance = min(BURST, self.allowance + PER_SECOND * (now - self.heard_at)) - 1
        self.heard_at = now
        return self.allowance >= 0

    async def choose(self, wish: dict[str, str]) -> None:
        if self.person_id is None:
            await self.refuse(Refused("not-seated"))
            return
        aim = wish.get("aim", "")
        sealed = await asyncio.wrap_future(
            play.choose(play.Wish(self.session_id, aim, wish["move"], person=self.person_id))
        )
        if sealed.refused:
            await self.refuse(sealed.refused)

    async def look(self, move: str) -> None:
        """What this move would change, for a player who is still thinking. Writes nothing, tells nobody."""
        table = rooms.tables.get(self.session_id)
        if table is not None and table.hints:
            html = screens.preview_html(table, self.person_id, move, self.language)
            self.post(json.dumps({"kind": "look", "move": move, "html": html}))

    async def refuse(self, refused: Refused) -> None:
        with translation.override(self.language):
            sentence = words.refusal(refused)
        self.post(json.dumps({"kind": "refused", "code": refused.code, "message": sentence}))

    def show(self, shown: screens.Screen, own: screens.Mine, public: str) -> None:
        """Sends the parts that differ from what this page has; a hand that did not change stays untouched."""
        private = screens.private_html(shown, own, self.language)
        html = screens.whole_html(
            shown,
            own,
            self.language,
            public=None if public == self.public else public,
            private=None if private == self.private else private,
        )
        self.public, self.private = public, private
        self.post(json.dumps({"kind": "table", "html": html}))

    def post(self, text: str) -> None:
        """Sends in order but without waiting, so that one slow phone never holds up the table."""
        if len(self.outbox) >= LONGEST_OUTBOX:
            self.send_off(TOO_SLOW)
            return
        self.outbox.append(text)
        if len(self.outbox) == 1:
            start(self.send_outbox())

    def send_off(self, code: int) -> None:
        """Closes the page's socket; from now on it hears nothing."""
        if self in rooms.screens.get(self.session_id, ()):
            rooms.leave(self)
            start(self.close(code))

    async def send_outbox(self) -> None:
        try:
            while self.outbox:
                await self.send(self.outbox[0])
                self.outbox.popleft()
        except Exception:  # the socket is gone; its page will come back and fetch the table
            self.outbox.clear()
            rooms.leave(self)


def _same_site(scope: Any) -> bool:
    """Whether the page that opens the socket is ours: browsers send cookies along for any page."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    host = headers.get(b"host", b"").decode("latin-1")
    return urlsplit(origin).netloc == host or origin in settings.CSRF_TRUSTED_ORIGINS


def _parse(text: str | None) -> dict[str, str] | None:
    """A frame is a small object of short strings; anything else is nonsense."""
    try:
        wish: Any = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    if not isinstance(wish, dict) or not all(isinstance(value, str) for value in wish.values()):
        return None
    return wish
