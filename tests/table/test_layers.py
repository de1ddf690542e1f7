"""The channel layer: members of a group hear what is sent to it, in this process and in others."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.exceptions import ChannelFull
from django.db import connection

from games.table import layers
from games.table.layers import LocalChannelLayer, PostgresChannelLayer, RedisChannelLayer
from splitsite.postgres import Unusable
from tests.support.redis_servers import free_port, redis_on

PATIENCE = 20


class Alone(LocalChannelLayer):
    """The only process; notes what it would tell others."""

    def __init__(self, **config: Any) -> None:
        super().__init__(**config)
        self.told: list[Any] = []

    async def publish(self, messages: list[Any]) -> None:
        self.told.append(messages)

    async def listen(self) -> None:
        await asyncio.Event().wait()


class Member:
    """A channel in some groups."""

    def __init__(self, layer: LocalChannelLayer, name: str) -> None:
        self.layer, self.name = layer, name

    async def hear(self) -> Any:
        return (await asyncio.wait_for(self.layer.receive(self.name), PATIENCE))["words"]

    @property
    def waiting(self) -> int:
        return self.name.queue.qsize()  # type: ignore[attr-defined]


async def member(layer: LocalChannelLayer, *groups: str) -> Member:
    one = Member(layer, await layer.new_channel())
    for group in groups:
        await layer.group_add(group, one.name)
    return one


def say(words: Any) -> dict[str, Any]:
    return {"type": "told", "words": words}


def test_a_message_reaches_the_members_of_its_group_in_order_and_nobody_else():
    async def evening() -> None:
        layer = Alone()
        one, both, other = (
            await member(layer, "first"),
            await member(layer, "first", "second"),
            await member(layer, "second"),
        )
        for words in "abc":
            await layer.group_send("first", say(words))
        await layer.group_send("second", say("d"))
        assert [await one.hear() for _ in "abc"] == ["a", "b", "c"]
        assert [await both.hear() for _ in "abcd"] == ["a", "b", "c", "d"]
        assert await other.hear() == "d"
        await layer.group_discard("first", one.name)
        await layer.group_send("first", say("e"))
        assert await both.hear() == "e"
        assert [one.waiting, both.waiting, other.waiting] == [0, 0, 0]

    asyncio.run(evening())


def test_what_happens_meanwhile_is_told_to_other_processes_together():
    async def evening() -> None:
        layer = Alone()
        await member(layer, "first")
        for words in "abc":
            await layer.group_send("first", say(words))
        while not layer.told:
            await asyncio.sleep(0)
        assert layer.told == [[("first", say(words)) for words in "abc"]]

    asyncio.run(evening())


def test_a_member_far_behind_misses_messages_and_holds_up_nobody():
    async def evening() -> None:
        layer = Alone(capacity=2)
        asleep, awake = await member(layer, "first"), await member(layer, "first")
        for words in "abc":
            await layer.group_send("first", say(words))
            assert await awake.hear() == words
        assert asleep.waiting == 2
        with pytest.raises(ChannelFull):
            await layer.send(asleep.name, say("d"))
        assert await asleep.hear() == "a"
        await layer.send(asleep.name, say("e"))
        assert [await asleep.hear() for _ in "be"] == ["b", "e"]

    asyncio.run(evening())


def test_nothing_is_kept_for_who_has_gone():
    async def evening() -> None:
        layer = Alone()
        gone = await member(layer, "first", "second")
        name = str(gone.name)
        await layer.group_send("first", say("a"))
        await layer.group_discard("second", gone.name)
        assert set(layer.groups) == {"first"}
        del gone  # in the middle of something, so that it has not left its other group
        assert not layer.channels
        await layer.group_send("first", say("b"))
        await layer.send(name, say("c"))
        assert layer.groups["first"] == set()

    asyncio.run(evening())


def test_the_line_is_opened_again_whatever_broke_it(monkeypatch):
    troubles = iter([Unusable("The database cannot start yet."), OSError(), ValueError()])

    async def evening() -> None:
        tried = asyncio.Event()

        async def connect() -> Any:
            for trouble in troubles:
                raise trouble
            tried.set()
            raise OSError

        monkeypatch.setattr(layers, "connect", connect)
        await member(PostgresChannelLayer(), "first")
        await asyncio.wait_for(tried.wait(), PATIENCE)

    monkeypatch.setattr(layers, "RETRY_SECONDS", 0)
    asyncio.run(evening())


# Two layers here stand for two processes: they share only what carries their messages.


async def joined(*processes: LocalChannelLayer) -> list[Member]:
    """One member per process, once everybody hears everybody."""
    members = [await member(one, "first") for one in processes]
    for one in processes:
        await until_heard(one, members)
    return members


async def until_heard(speaking: LocalChannelLayer, members: list[Member]) -> None:
    """Speaks until all have heard the newest message; drops what else they heard."""
    for words in range(1000):
        await speaking.group_send("first", say(words))
        with suppress(TimeoutError):
            for one in members:
                async with asyncio.timeout(0.2):
                    while await one.hear() != words:
                        pass
            return
    raise AssertionError("the line between processes is not there")


async def each_word_once(processes: list[LocalChannelLayer], members: list[Member]) -> None:
    """Whoever speaks, everybody hears it once, and there is no echo."""
    for speaking in processes:
        for words in ("a", {"b": [1, None]}, "ü\n\\n'"):
            await speaking.group_send("first", say(words))
            assert [await one.hear() for one in members] == [words] * len(members)
    assert [one.waiting for one in members] == [0] * len(members)


Processes = Callable[..., list[LocalChannelLayer]]


@pytest.fixture
def redis_port() -> int:
    return free_port()


@pytest.fixture(params=["postgres", "redis"])
def processes(request: pytest.FixtureRequest) -> Iterator[Processes]:
    """Makes two processes in the event loop in which they run."""
    if request.param == "postgres":
        request.getfixturevalue("transactional_db")
        yield lambda **config: [PostgresChannelLayer(**config), PostgresChannelLayer(**config)]
    else:
        port = request.getfixturevalue("redis_port")
        with redis_on(port):
            yield lambda **config: [redis_layer(port, **config), redis_layer(port, **config)]


def redis_layer(port: int, **config: Any) -> RedisChannelLayer:
    return RedisChannelLayer(hosts=[f"redis://127.0.0.1:{port}/0"], **config)


def test_members_at_other_processes_hear_each_word_once(processes: Processes):
    async def evening() -> None:
        here, there = processes()
        await each_word_once([here, there], await joined(here, there))

    asyncio.run(evening())


def test_many_messages_at_once_arrive_all_and_in_order(processes: Processes):
    """More than fit in one notification of the database."""

    async def evening() -> None:
        here, there = processes(capacity=1000)
        _, listening = await joined(here, there)
        many = [f"{number} {'x' * 100}" for number in range(500)]
        for words in many:
            await here.group_send("first", say(words))
        assert [await listening.hear() for _ in many] == many

    asyncio.run(evening())


def test_a_process_in_which_nobody_sits_is_heard_too(processes: Processes):
    """The clock speaks without an event loop of its own, and may speak again."""

    async def evening() -> None:
        here, there = processes()
        _, listening = await joined(here, there)
        speaking = processes()[0]
        for words in "ab":
            await asyncio.to_thread(async_to_sync(speaking.group_send), "first", say(words))
            assert await listening.hear() == words

    asyncio.run(evening())


def test_who_speaks_from_another_thread_is_heard_by_the_members_here():
    async def evening() -> None:
        layer = Alone()
        one = await member(layer, "first")
        await asyncio.to_thread(async_to_sync(layer.group_send), "first", say("a"))
        assert await one.hear() == "a"

    asyncio.run(evening())


@pytest.mark.django_db(transaction=True)
def test_processes_hear_each_other_again_when_the_database_ended_their_lines(monkeypatch):
    monkeypatch.setattr(layers, "RETRY_SECONDS", 0.05)

    def end_lines() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                " AND datname = current_database() AND (query LIKE 'LISTEN%' OR query LIKE '%pg_notify%')"
            )
            assert cursor.fetchone()[0] >= 2
        connection.close()

    async def evening() -> None:
        processes: list[LocalChannelLayer] = [PostgresChannelLayer(), PostgresChannelLayer()]
        members = await joined(*processes)
        await asyncio.to_thread(end_lines)
        for one in processes:
            await until_heard(one, members)
        await each_word_once(processes, members)
        await sync_to_async(lambda: connection.close())()  # an earlier test spoke on it; it was ended too

    asyncio.run(evening())


def test_without_redis_members_here_hear_each_other_and_with_it_again_all(redis_port: int, monkeypatch):
    monkeypatch.setattr(layers, "RETRY_SECONDS", 0.05)

    async def evening() -> None:
        processes: list[LocalChannelLayer] = [redis_layer(redis_port), redis_layer(redis_port)]
        here, there = processes
        one, other = await member(here, "first"), await member(there, "first")  # before Redis is running
        await here.group_send("first", say("alone"))
        assert await one.hear() == "alone"
        for _ in range(2):
            with redis_on(redis_port):
                for process in processes:
                    await until_heard(process, [one, other])
                await each_word_once(processes, [one, other])
            await here.group_send("first", say("alone again"))
            assert await one.hear() == "alone again"
            assert other.waiting == 0

    asyncio.run(evening())
