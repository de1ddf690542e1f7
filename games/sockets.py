"""The WebSocket of a table's page: choices come in, and what happened goes out."""

import asyncio
import json
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, parse_cookie
from django.utils import translation

from accounts.models import User
from games import access, doors, play, screens, words
from games.contract import Refused
from games.drawing import Drawn, Page, drawn, marks
from games.rooms import in_thread, rooms, start
from games.tables import Table, by_code
from splitsite.wire import HEAR, WRITE

TOO_MUCH, BURST, PER_SECOND = 4429, 60, 20
"""Nobody chooses or looks faster than this; a page that does is sent off and may come again."""

TOO_SLOW, LONGEST_OUTBOX = 4408, 100
"""So many unread frames, and the page is sent off; when it wakes it fetches the table."""


Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


async def table_screen(scope: Any, receive: Receive, send: Send) -> None:
    """The ASGI application of a table's socket, for the life of one page."""
    page = TableScreen(scope, send)
    try:
        while (message := await receive())["type"] != "websocket.disconnect":
            if message["type"] == "websocket.connect":
                await page.connect()
            else:
                await page.receive(message.get("text"))
    finally:
        await page.disconnect()


class TableScreen:
    """One open page of a table.

    No Channels consumer: that asks a thread about old connections before each message, which costs more than
    all the rest that happens to a choice here; nothing in this thread has a connection. Nor does it use the
    sessions of Channels, which wrap each message on its way out.
    """

    user: User | AnonymousUser = AnonymousUser()

    session_id = 0
    person_id: int | None = None
    session_key = ""
    language = "en"
    unpacks = True

    def __init__(self, scope: Any, send: Send) -> None:
        self.scope, self.tell_page = scope, send
        self.write: Callable[..., bool] = scope.get("extensions", {}).get(WRITE, _not_at_once)
        self.outbox: deque[str | bytes] = deque()
        self.showing = ("", "")
        """The public and the private part as this page has them."""

        self.choosing: asyncio.Future[play.Result] | None = None
        """The choice that is on its way; the next waits for its answer, so that the last one counts."""

        self.receiving = False
        """A frame waits in `receive`; none that comes later may be taken before it."""

        self.allowance: float = BURST
        self.heard_at = time.monotonic()

    async def connect(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        wanted = query.get("language", [""])[0]
        self.language = wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        self.unpacks = query.get("unpacks") == ["1"]
        table = await in_thread(self.find_table)()
        if table is None:
            await self.close()
            return
        self.session_id = table.id
        rooms.enter(self, table)
        await self.tell_page({"type": "websocket.accept"})
        if isinstance(self.user, User) and table.seat_of(self.person_id) is not None:
            await in_thread(play.arrive)(table.id, self.user)
        newest = rooms.tables[table.id]
        if [str(newest.version)] != query.get("version"):
            shown = screens.screen(newest)
            own = screens.mine(newest, self.person_id, shown)
            self.show(self.page(shown, own, drawn(shown, self.language)))
        elif newest.deal and newest.deal.chosen:
            # Somebody may have chosen while the page was on its way; that does not change the version.
            self.post(marks(newest.deal))
        if hear_with := self.scope.get("extensions", {}).get(HEAR):
            hear_with(self.take)  # not sooner: nobody chooses who has not arrived

    def find_table(self) -> Table | None:
        """The table of the address, if who looks may see it; codes are not guessed here either."""
        asking = _as_request(self.scope)
        user = get_user(asking)
        self.user, self.person_id, self.session_key = user, user.pk, asking.session.session_key or ""
        table = by_code(self.scope["url_route"]["kwargs"].get("code", ""))
        if table is None or not access.may_see(table, user):
            doors.note_miss(asking)
            return None
        if not _same_site(self.scope) or (table.seat_of(user.pk) is None and doors.is_guessing(asking)):
            return None
        return table

    async def disconnect(self) -> None:
        if not self.session_id:
            return
        seat_id = rooms.seat_id(self)
        rooms.leave(self)
        others = any(one.person_id == self.person_id for one in rooms.screens.get(self.session_id, ()))
        if seat_id and not others:
            await in_thread(play.gone)(seat_id, self.session_id)

    async def receive(self, text: str | None) -> None:
        self.receiving = True
        try:
            while self.choosing:  # frames are answered in the order they came
                await asyncio.wait([self.choosing])
            await self.answer(text)
        finally:
            self.receiving = False

    async def answer(self, text: str | None) -> None:
        if not self.in_measure():
            self.send_off(TOO_MUCH)
            return
        wish = _parse(text)
        if wish is None:
            self.refuse(Refused("try-again"))
        elif "move" in wish:
            self.choose(wish)
        elif "look" in wish:
            await self.look(wish["look"])
        elif "here" in wish and rooms.seat_id(self):
            await in_thread(play.come_back)(self.session_id, self.user)

    def in_measure(self) -> bool:
        """Whether this page asks no more than a person can: a flood would keep the site busy for minutes."""
        now = time.monotonic()
        self.allowance = min(BURST, self.allowance + PER_SECOND * (now - self.heard_at)) - 1
        self.heard_at = now
        return self.allowance >= 0

    def take(self, frame: bytes) -> bool:
        """A choice is sent on as soon as it is heard; everything else goes to `receive`."""
        wish = _parse(frame)
        in_turn = not (self.choosing or self.receiving)
        if wish is None or "move" not in wish or not in_turn or not self.in_measure():
            return False
        self.choose(wish)
        return True

    def choose(self, wish: dict[str, str]) -> None:
        if self.person_id is None:
            self.refuse(Refused("not-seated"))
            return
        assert rooms.express is not None  # it came with the first page
        aim = wish.get("aim", "")
        self.choosing = rooms.express.choose(
            play.Wish(self.session_id, aim, wish["move"], person=self.person_id)
        )
        self.choosing.add_done_callback(self.chosen)

    def chosen(self, sealed: "asyncio.Future[play.Result]") -> None:
        self.choosing = None
        if refused := sealed.result().refused:
            self.refuse(refused)

    async def look(self, move: str) -> None:
        """What this move would change, for a player who is still thinking. Writes nothing, tells nobody."""
        table = rooms.tables.get(self.session_id)
        if table is not None and table.hints:
            html = screens.preview_html(table, self.person_id, move, self.language)
            self.post(json.dumps({"kind": "look", "move": move, "html": html}))

    def refuse(self, refused: Refused) -> None:
        with translation.override(self.language):
            sentence = words.refusal(refused)
        self.post(json.dumps({"kind": "refused", "code": refused.code, "message": sentence}))

    def page(self, shown: screens.Screen, own: screens.Mine, public: Drawn) -> Page:
        """The parts that differ from what this page has; a hand that did not change stays untouched.

        The public part goes first, as the same packed bytes for everyone; the page shows both together. What
        is HTML goes as it is, everything else as JSON.
        """
        private = screens.private_html(shown, own, self.language)
        before, after = self.showing, (public.html, private)
        news = before[0] != after[0]
        html = screens.whole_html(
            own,
            self.language,
            facts=public.facts,
            public=public.html if news and not self.unpacks else None,
            private=None if before[1] == after[1] else private,
        )
        return Page(before, after, (public.packed, html) if news and self.unpacks else (html,))

    def show(self, page: Page) -> None:
        self.showing = page.after
        self.post(*page.frames)

    def post(self, *frames: str | bytes) -> None:
        """Sends in order but without waiting, so that one slow phone never holds up the table."""
        if not self.outbox and self.write(*frames):
            return
        if len(self.outbox) >= LONGEST_OUTBOX:
            self.send_off(TOO_SLOW)
            return
        if not self.outbox:
            start(self.send_outbox())
        self.outbox.extend(frames)

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

    async def send(self, frame: str | bytes) -> None:
        kind = "bytes" if isinstance(frame, bytes) else "text"
        await self.tell_page({"type": "websocket.send", kind: frame})

    async def close(self, code: int = 1000) -> None:
        await self.tell_page({"type": "websocket.close", "code": code})


def _not_at_once(*frames: str | bytes) -> bool:
    """For a server that cannot write frames without waiting."""
    return False


def _as_request(scope: Any) -> HttpRequest:
    """As much of a request as tells from where it comes and who asks."""
    headers, request = dict(scope["headers"]), HttpRequest()
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    request.session = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    request.META["REMOTE_ADDR"] = (scope.get("client") or ("",))[0]
    if b"x-forwarded-for" in headers:
        request.META["HTTP_X_FORWARDED_FOR"] = headers[b"x-forwarded-for"].decode("latin-1")
    return request


def _same_site(scope: Any) -> bool:
    """Whether the page that opens the socket is ours: browsers send cookies along for any page."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    host = headers.get(b"host", b"").decode("latin-1")
    return urlsplit(origin).netloc == host or origin in settings.CSRF_TRUSTED_ORIGINS


def _parse(text: str | bytes | None) -> dict[str, str] | None:
    """A frame is a small object of short strings; anything else is nonsense."""
    try:
        wish: Any = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    if not isinstance(wish, dict) or not all(isinstance(value, str) for value in wish.values()):
        return None
    return wish
