"""The line on which processes hear of one another."""

import asyncio
import threading

from games import live
from splitsite.postgres import Unusable


def test_the_line_is_opened_again_whatever_broke_it(monkeypatch):
    tried = threading.Event()
    troubles = iter([Unusable("The database cannot start yet."), OSError(), ValueError()])

    def connect(**params):
        for trouble in troubles:
            raise trouble
        tried.set()
        threading.Event().wait()

    monkeypatch.setattr(live, "RETRY_SECONDS", 0)
    monkeypatch.setattr(live.psycopg, "connect", connect)
    threading.Thread(target=lambda: asyncio.run(live._listen()), daemon=True).start()
    assert tried.wait(5)
