"""The web process collects garbage at moments of its own: young rings soon, old ones within minutes."""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import suppress
from weakref import ref

import pytest

from splitsite import web


class Ring:
    """Holds itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.me = self


class Enough(Exception):
    pass


@pytest.fixture(autouse=True)
def not_by_itself() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def pass_by(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """Lets the process tidy for so many seconds, which pass at once."""
    slept: list[float] = []

    async def sleep(asked: float) -> None:
        if sum(slept) == seconds:
            raise Enough
        slept.append(asked)

    with monkeypatch.context() as patch, suppress(Enough):
        patch.setattr(asyncio, "sleep", sleep)
        asyncio.run(web.tidy())


def test_a_young_ring_is_gone_after_a_second(monkeypatch: pytest.MonkeyPatch):
    ring = ref(Ring())
    assert ring() is not None
    pass_by(monkeypatch, 1)
    assert ring() is None


def test_an_old_ring_is_gone_after_five_minutes(monkeypatch: pytest.MonkeyPatch):
    alive = Ring()
    ring = ref(alive)
    pass_by(monkeypatch, 10)
    del alive
    pass_by(monkeypatch, 10)
    assert ring() is not None
    pass_by(monkeypatch, 300)
    assert ring() is None
