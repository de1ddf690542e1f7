"""The WebSocket of a table's page: it receives choices and sends what happened as htmx partials."""

import json
import time
from typing import Any, NoReturn
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, parse_cookie
from django.utils import translation

from accounts.models import User
from games.engine.contract import Refused
from games.table import (
    announcements,
    partials,
    permissions,
    presence,
    rate_limits,
    refusals,
    rendering,
    services,
    snapshots,
)
from games.table.snapshots import Deal, Table, in_thread
from games.table.warmup import warm_up
from splitsite import request_limits

SIGNED_OUT, NOT_WELCOME, TOO_MUCH, TOO_LARGE = 4401, 4403, 4429, 1009

BURST, PER_SECOND = 60, 20
"""Limits that no person exceeds; a page that does is disconnected and may come back."""

LARGEST_FRAME = 4096
"""The largest message in bytes; a choice is far smaller."""


class TableConsumer(AsyncWebsocketConsumer):
    """One open page of a table."""

    table: Table
    """The table as this page shows it."""

    user: User | AnonymousUser = AnonymousUser()
    session_key = ""
    language = "en"
    unpacks = False

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.showing = ("", "")
        """The public and the private part as this page has them."""

        self.marked: frozenset[int] = frozenset()
        """The seats that have chosen, as this page has them."""

        self.sealed = ""
        """The own choice of the open turn, as this page has it."""

        self.told_at = self.heard_at = time.monotonic()
        self.allowance: float = BURST

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Skips Channels' check for old database connections in a thread: this one holds none."""
        await getattr(self, get_handler_name(message))(message)

    # Coming and going.

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Makes sure that the page leaves however its connection ends, even by an error or during a send."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.leave()

    async def connect(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        wanted = query.get("language", [""])[0]
        self.language = wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        self.unpacks = query.get("unpacks") == ["1"]
        warm_up(self.language)
        async with request_limits.opening(self.scope):
            table = await in_thread(self.find_table)()
        if table is None:
            await self.close()
            return
        self.table = table
        await self.channel_layer.group_add(announcements.group(table.id), self.channel_name)
        if self.user.pk:
            await self.channel_layer.group_add(announcements.pages_of(self.user.pk), self.channel_name)
        presence.enter(self)
        await self.accept()
        if isinstance(self.user, User) and table.seat_of(self.user.pk) is not None:
            await in_thread(services.arrive)(table.id, self.user)
        # Something may have happened before this page joined the group.
        revisions = await in_thread(snapshots.revisions)([table.id])
        newest = await snapshots.newest(table.id, revisions.get(table.id, 0))
        if newest is not None and permissions.may_see(newest, self.user):
            self.table = newest
        if [str(self.table.version)] != query.get("version"):
            await self.show_table()
        else:
            await self.show_choices()  # somebody may have chosen while the page was loading

    def find_table(self) -> Table | None:
        """The table with this address, if this person may see it. Guessing codes is limited here too."""
        asking = _as_request(self.scope)
        self.user, self.session_key = get_user(asking), asking.session.session_key or ""
        table = snapshots.by_code(self.scope["url_route"]["kwargs"].get("code", ""))
        if table is None or not permissions.may_see(table, self.user):
            rate_limits.note_miss(asking)
            return None
        if not permissions.is_same_site(self.scope) or (
            table.seat_of(self.user.pk) is None and rate_limits.is_guessing(asking)
        ):
            return None
        snapshots.remember([table])
        return table

    async def leave(self) -> None:
        if not hasattr(self, "table"):
            return
        presence.leave(self)
        await self.channel_layer.group_discard(announcements.group(self.table.id), self.channel_name)
        if self.user.pk:
            await self.channel_layer.group_discard(announcements.pages_of(self.user.pk), self.channel_name)
        if self.seat_id and not presence.has_another_page(self):
            await in_thread(services.gone)(self.seat_id, self.table.id)

    @property
    def seat_id(self) -> int | None:
        """The seat this person holds now: people can sit down or be removed while the page is open."""
        seat = self.table.seat_of(self.user.pk)
        return None if seat is None else self.table.places[seat].id

    async def person_check(self, event: dict[str, Any]) -> None:
        """A session or password of this person has ended: checks whether the page may stay."""
        if self.session_key not in await in_thread(permissions.still_signed_in)({self.session_key}):
            await self.send_off(SIGNED_OUT)

    # What the page sends.

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if len(text_data or bytes_data or "") > LARGEST_FRAME:
            await self.send_off(TOO_LARGE)
        if not self.in_measure():
            await self.send_off(TOO_MUCH)
        said = _parse(text_data)
        if said is None:
            await self.refuse(Refused("try-again"))
        elif "move" in said or "take-back" in said:
            await self.choose(said.get("aim", ""), "" if "take-back" in said else said["move"])
        elif "look" in said:
            await self.look(said["look"])
        elif "here" in said and self.seat_id:
            await in_thread(services.come_back)(self.table.id, self.user)

    def in_measure(self) -> bool:
        """Whether this page asks no more than a person can. A flood would keep the site busy for minutes."""
        now = time.monotonic()
        self.allowance = min(BURST, self.allowance + PER_SECOND * (now - self.heard_at)) - 1
        self.heard_at = now
        return self.allowance >= 0

    async def choose(self, aim: str, move: str) -> None:
        wish = services.Wish(self.table.id, aim, move, person=self.user.pk or 0)
        if refused := (await services.seal(wish)).refused:
            await self.refuse(refused, aim)
            return
        await self.follow()
        seat, deal = self.table.seat_of(self.user.pk), self.table.deal
        if seat is not None and deal is not None and deal.ref == aim:
            await self.show_own_choice(deal, seat)

    async def look(self, move: str) -> None:
        """Shows a player who is still thinking what this move would change. Writes and tells nothing."""
        if self.table.hints:
            html = rendering.preview_html(self.table, self.user.pk, move, self.language)
            await self.push(partials.looked_html(move, html))

    async def refuse(self, refused: Refused, aim: str = "") -> None:
        with translation.override(self.language):
            sentence = refusals.refusal(refused)
        await self.push(partials.refused_html(refused.code, aim, sentence))

    # What happened at the table.

    async def table_changed(self, event: dict[str, Any]) -> None:
        await self.follow(event["revision"])
        await self.show_choices()

    async def table_beat(self, event: dict[str, Any]) -> None:
        """Sends the version after some silence, so that a page that missed a message can fetch it."""
        await self.table_changed(event)
        if presence.is_silent(self):
            await self.push(partials.beat_html(self.table))

    async def follow(self, revision: int = 0) -> None:
        """Brings the page up to date with the table."""
        before, newest = self.table, await snapshots.newest(self.table.id, revision)
        if newest is None or newest.revision <= before.revision:
            return
        self.table = newest
        if not permissions.may_see(newest, self.user):
            await self.send_off(NOT_WELCOME)
        if newest.settled != before.settled:
            await self.show_table()

    async def show_table(self) -> None:
        """Sends the parts that differ from what this page has. A hand that did not change is not touched."""
        drawing = partials.drawing(self.table)
        public = drawing.public(self.language)
        private, facts = drawing.private(self.table, self.user.pk, self.language)
        own = partials.own_html(facts, private if private != self.showing[1] else None)
        is_new = public.html != self.showing[0]
        self.showing = (public.html, private)
        drawn, deal, seat = drawing.table.deal, self.table.deal, self.table.seat_of(self.user.pk)
        self.marked = drawn.chosen if drawn else frozenset()
        self.sealed = deal.move_of(seat)[0] if deal and seat is not None else ""
        if is_new and self.unpacks:
            await self.push(packed=partials.packed(own, public))
        else:
            await self.push(own + public.html if is_new else own)
        await self.show_choices()

    async def show_choices(self) -> None:
        """Sends what this page does not show yet of the open turn: its own choice, and who has chosen."""
        seat, deal = self.table.seat_of(self.user.pk), self.table.deal
        if deal is None:
            return
        if seat is not None and deal.move_of(seat)[0] != self.sealed:
            await self.show_own_choice(deal, seat)
        if deal.chosen != self.marked:
            self.marked = deal.chosen
            await self.push(partials.marks_html(deal.ref, deal.chosen))

    async def show_own_choice(self, deal: Deal, seat: int) -> None:
        self.sealed = deal.move_of(seat)[0]
        self.marked = self.marked - {seat} | deal.chosen & {seat}
        await self.push(partials.sealed_html(deal, seat))

    async def send_off(self, code: int) -> NoReturn:
        """Closes the socket. The page gets no further messages."""
        await self.close(code)
        raise StopConsumer

    async def push(self, html: str | None = None, *, packed: bytes | None = None) -> None:
        self.told_at = time.monotonic()
        try:
            await self.send(text_data=html, bytes_data=packed)
        except RuntimeError:  # uvicorn has closed this socket, because its page answers no more
            raise StopConsumer from None


def _as_request(scope: Any) -> HttpRequest:
    """A request with just enough in it to tell where it comes from and who is asking."""
    headers, request = dict(scope["headers"]), HttpRequest()
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    request.session = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    request.META["REMOTE_ADDR"] = (scope.get("client") or ("",))[0]
    return request


def _parse(text: str | None) -> dict[str, str] | None:
    """The fields of a form as htmx sends them. The values of a repeated field are joined in order.

    Anything else in the message is ignored. None means that it makes no sense.
    """
    try:
        frame: Any = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    if not isinstance(frame, dict):
        return None
    said = {name: frame[name] for name in ("aim", "move", "take-back", "look", "here") if name in frame}
    for name, value in said.items():
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            said[name] = " ".join(value)
        elif not isinstance(value, str):
            return None
    return said or None
