"""The channel layer: groups in this process, and PostgreSQL or Redis between processes.

Channels' own in-memory layer looks at every channel of the process at each send; this one only at the
members of the group. What it sends to other processes says *that* something happened, never *what*.
"""

import asyncio
import json
import logging
import secrets
from collections import defaultdict
from contextvars import Context
from typing import Any
from weakref import WeakValueDictionary

import psycopg
from asgiref.sync import sync_to_async
from channels.exceptions import ChannelFull
from channels.layers import BaseChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.db import connection

from splitsite import metrics

RETRY_SECONDS = 1.0
GATHER_SECONDS = 0.01
LONGEST_NOTICE = 7_000
"""PostgreSQL allows 8,000 bytes in one NOTIFY."""

log = logging.getLogger(__name__)

Message = dict[str, Any]


class Channel(str):
    """The name of a channel. Its consumer holds it, together with the waiting messages: both end together."""

    queue: asyncio.Queue[Message]


class LocalChannelLayer(BaseChannelLayer):
    """Groups in this process. Subclasses carry messages to the other processes.

    All receivers share one message object, so consumers must only read it.
    """

    extensions = ["groups"]

    def __init__(self, **config: Any) -> None:
        super().__init__(**config)
        self.channels: WeakValueDictionary[str, asyncio.Queue[Message]] = WeakValueDictionary()
        self.groups: defaultdict[str, set[str]] = defaultdict(set)
        self.process = secrets.token_hex(4)
        self.loop: asyncio.AbstractEventLoop | None = None
        """The event loop of the groups' members, if there are any."""
        self.listening: asyncio.Task[None] | None = None
        self.waiting: list[tuple[str, Message]] = []
        self.sending: asyncio.Task[None] | None = None

    async def new_channel(self, prefix: str = "specific") -> str:
        channel = Channel(f"{prefix}.{self.process}!{secrets.token_hex(8)}")
        channel.queue = self.channels[str(channel)] = asyncio.Queue(self.capacity)
        return channel

    async def send(self, channel: str, message: Message) -> None:
        try:
            self.channels[channel].put_nowait(message)
        except KeyError:
            return  # its page is gone
        except asyncio.QueueFull:
            raise ChannelFull from None

    async def receive(self, channel: str) -> Message:
        return await self.channels[channel].get()

    async def group_add(self, group: str, channel: str) -> None:
        if self.loop is not asyncio.get_running_loop():
            self.loop = asyncio.get_running_loop()
            self.listening = asyncio.create_task(self.listen_for_ever(), context=Context())
        self.groups[group].add(str(channel))

    async def group_discard(self, group: str, channel: str) -> None:
        self.groups[group].discard(channel)
        if not self.groups[group]:
            del self.groups[group]

    async def group_send(self, group: str, message: Message) -> None:
        """Sends to the members here at once, and to the other processes in the background."""
        if self.loop is None or self.loop.is_closed():  # nobody is here, for example in the clock's process
            await self.publish([(group, message)])
        elif self.loop is not asyncio.get_running_loop():
            there = asyncio.run_coroutine_threadsafe(self.group_send(group, message), self.loop)
            await asyncio.wrap_future(there)
        else:
            self.deliver(group, message)
            self.waiting.append((group, message))
            if self.sending is None or self.sending.done():
                # Not in the caller's context: that may be a request that ends earlier.
                self.sending = asyncio.create_task(self.send_waiting(), context=Context())

    def deliver(self, group: str, message: Message) -> None:
        for channel in list(self.groups.get(group, ())):
            queue = self.channels.get(channel)
            if queue is None:
                self.groups[group].discard(channel)
            elif not queue.full():  # a page that is far behind gets the newest table anyway
                queue.put_nowait(message)

    async def send_waiting(self) -> None:
        """Sends all waiting messages together: a notice costs more than its content."""
        while self.waiting:
            await asyncio.sleep(GATHER_SECONDS)
            going, self.waiting = self.waiting, []
            try:
                await self.publish(going)
            except Exception as trouble:
                # The other processes notice it by themselves within seconds (games/table/presence.py).
                log.warning("Other processes were not told: %s", trouble)

    async def listen_for_ever(self) -> None:
        while True:
            try:
                await self.listen()
            except Exception as trouble:
                # Never gives up, whatever went wrong (even a database that is still starting): without this
                # connection this process does not hear from the others.
                metrics.line_breaks.inc()
                log.warning("The line between processes broke; trying again: %s", trouble)
            await asyncio.sleep(RETRY_SECONDS)

    async def publish(self, messages: list[tuple[str, Message]]) -> None:
        """Tells the other processes."""
        raise NotImplementedError

    async def listen(self) -> None:
        """Passes on messages from other processes until the connection breaks."""
        raise NotImplementedError


class PostgresChannelLayer(LocalChannelLayer):
    """A layer on LISTEN and NOTIFY: it needs only the database that the site has anyway."""

    NAME = "splitsite"

    def __init__(self, **config: Any) -> None:
        super().__init__(**config)
        self.line: psycopg.AsyncConnection[Any] | None = None
        """This process listens and sends on it; while there is none it sends on Django's connection."""

    async def publish(self, messages: list[tuple[str, Message]]) -> None:
        for payload in self.payloads(messages):
            if self.line is None:
                await sync_to_async(self.notify)(payload)
            else:
                await self.line.execute("SELECT pg_notify(%s, %s)", [self.NAME, payload])

    def payloads(self, messages: list[tuple[str, Message]]) -> list[str]:
        """The messages in as few notices as possible, each starting with the name of this process."""
        payloads: list[str] = []
        for text in (json.dumps(message) for message in messages):
            if payloads and len(payloads[-1]) + len(text) < LONGEST_NOTICE:
                payloads[-1] += f"\n{text}"
            else:
                payloads.append(f"{self.process}\n{text}")
        return payloads

    def notify(self, payload: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [self.NAME, payload])

    async def listen(self) -> None:
        async with await connect() as line, await connect() as self.line:
            try:
                await line.execute(f"LISTEN {self.NAME}")
                async for notice in line.notifies():
                    process, *messages = notice.payload.split("\n")
                    if process != self.process:
                        for message in messages:
                            self.deliver(*json.loads(message))
            finally:
                self.line = None


async def connect() -> psycopg.AsyncConnection[Any]:
    """A connection of the layer's own, to the database that Django uses."""
    # In a thread, because an embedded server may have to be started first.
    settings = await asyncio.to_thread(connection.get_connection_params)
    for name in ("context", "cursor_factory"):  # Django's own settings, for its own cursors
        settings.pop(name)
    return await psycopg.AsyncConnection.connect(**settings, autocommit=True)


class RedisChannelLayer(LocalChannelLayer):
    """channels_redis' pub/sub layer between processes; each process is one member of one group.

    Pages stay members of groups in their own process, so that people can come and play while Redis is down.
    """

    def __init__(self, hosts: list[str], **config: Any) -> None:
        super().__init__(**config)
        self.redis = RedisPubSubChannelLayer(hosts=hosts, prefix="splitsite")

    async def publish(self, messages: list[tuple[str, Message]]) -> None:
        await self.redis.group_send("processes", {"from": self.process, "messages": messages})

    async def listen(self) -> None:
        channel = await self.redis.new_channel()
        await self.redis.group_add("processes", channel)
        while True:
            heard = await self.redis.receive(channel)
            if heard["from"] != self.process:
                for group, message in heard["messages"]:
                    self.deliver(group, message)
