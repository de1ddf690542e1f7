"""The fair queue: whoever floods it waits behind themselves."""

import asyncio
from contextlib import suppress

import pytest

from splitsite.fair_queue import FairQueue, Full


class Queue:
    """Requests that work until they are told to end; `order` says who began when."""

    def __init__(self, **limits: int) -> None:
        how = {"at_once": 2, "of_one_network": 2, "waiting_of_one_network": 100} | limits
        self.turns = FairQueue(how.pop("at_once"), **how)
        self.order: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, name: str, network: str, person: str = "") -> None:
        self.ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self.work(name, network, person))
        await settle()

    async def work(self, name: str, network: str, person: str) -> None:
        async with self.turns.turn(network, person):
            self.order.append(name)
            await self.ends[name].wait()

    async def end(self, name: str) -> None:
        self.ends[name].set()
        await settle()

    async def end_all(self) -> None:
        for end in self.ends.values():
            end.set()
        await asyncio.gather(*self.tasks.values())
        assert not self.turns.working
        assert not self.turns.waiting
        assert not self.turns.lengths
        assert not self.turns.people


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_only_so_many_work_at_once():
    async def story():
        queue = Queue(at_once=2)
        for name in "abcd":
            await queue.come(name, "home", person=name)
        assert queue.order == ["a", "b"]
        await queue.end("b")
        assert queue.order == ["a", "b", "c"]
        await queue.end_all()

    asyncio.run(story())


def test_who_comes_after_a_flood_of_another_network_is_next():
    async def story():
        queue = Queue(at_once=1)
        for number in range(50):
            await queue.come(f"flood {number}", "abuser")
        await queue.come("honest", "home")
        await queue.end("flood 0")
        await queue.end("flood 1")
        assert queue.order == ["flood 0", "flood 1", "honest"]
        await queue.end_all()

    asyncio.run(story())


def test_in_one_hall_the_turns_go_round_from_person_to_person():
    async def story():
        queue = Queue(at_once=1)
        for number in range(50):
            await queue.come(f"flood {number}", "hall", person="one")
        await queue.come("honest", "hall", person="another")
        await queue.end("flood 0")
        await queue.end("flood 1")
        assert queue.order == ["flood 0", "flood 1", "honest"]
        await queue.end_all()

    asyncio.run(story())


def test_without_telling_people_apart_who_comes_after_a_flood_would_be_last():
    """The planted fault."""

    async def story():
        queue = Queue(at_once=1)
        for number in range(50):
            await queue.come(f"flood {number}", "hall")
        await queue.come("honest", "hall")
        await queue.end_all()
        assert queue.order[-1] == "honest"

    asyncio.run(story())


def test_one_person_works_at_one_thing_at_a_time():
    async def story():
        queue = Queue(at_once=3, of_one_network=2)
        for number in range(9):
            await queue.come(f"flood {number}", "hall", person="one")
        assert queue.order == ["flood 0"]
        await queue.come("honest", "hall", person="another")
        assert queue.order == ["flood 0", "honest"]
        await queue.end_all()

    asyncio.run(story())


def test_who_must_rest_comes_later_and_others_of_the_hall_come_at_once():
    async def story():
        queue = Queue(at_once=3, of_one_network=2)
        await queue.come("refused", "hall", person="one")
        queue.turns.rest("hall", "one", 0.05)
        await queue.end("refused")
        await queue.come("again", "hall", person="one")
        await queue.come("honest", "hall", person="another")
        assert queue.order == ["refused", "honest"]
        while "again" not in queue.order:
            await asyncio.sleep(0.01)
        await queue.end_all()
        assert not queue.turns.resting

    asyncio.run(story())


def test_one_network_never_takes_every_place():
    async def story():
        queue = Queue(at_once=3, of_one_network=2)
        for number in range(9):
            await queue.come(f"flood {number}", "abuser", person=f"a name made up {number}")
        assert len(queue.order) == 2
        await queue.come("honest", "home")
        assert queue.order[-1] == "honest"
        await queue.end_all()

    asyncio.run(story())


def test_beyond_a_length_a_networks_line_is_full_and_others_still_come_in():
    async def story():
        queue = Queue(at_once=1, waiting_of_one_network=3)
        for number in range(4):
            await queue.come(f"flood {number}", "abuser")
        with pytest.raises(Full):
            async with queue.turns.turn("abuser"):
                pass
        await queue.come("honest", "home")
        await queue.end_all()
        assert "honest" in queue.order

    asyncio.run(story())


def test_who_gives_up_waiting_leaves_no_gap():
    async def story():
        queue = Queue(at_once=1)
        for name in "abc":
            await queue.come(name, "home")
        queue.tasks["b"].cancel()
        queue.ends["a"].set()
        queue.tasks["c"].cancel()  # at the very moment it might be called
        with suppress(asyncio.CancelledError):
            await queue.tasks["c"]
        await settle()
        await queue.come("d", "home")
        assert queue.order == ["a", "d"]
        await queue.end("d")
        assert not queue.turns.working

    asyncio.run(story())
