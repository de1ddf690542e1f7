"""The line on which processes hear of one another."""

import asyncio

from games import live
from splitsite.postgres import Unusable


def test_the_line_is_opened_again_whatever_broke_it(monkeypatch):
    troubles = iter([Unusable("The database cannot start yet."), OSError(), ValueError()])

    async def listen() -> None:
        loop, tried = asyncio.get_running_loop(), asyncio.Event()

        def connect(**params):
            for trouble in troubles:
                raise trouble
            loop.call_soon_threadsafe(tried.set)
            raise OSError

        monkeypatch.setattr(live.psycopg, "connect", connect)
        listening = asyncio.create_task(live._listen())
        await asyncio.wait_for(tried.wait(), 5)
        listening.cancel()

    monkeypatch.setattr(live, "RETRY_SECONDS", 0)
    asyncio.run(listen())
