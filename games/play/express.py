"""Seals choices without a thread, where this process knows how their tables stand: one message, one answer.

Belongs to the event loop of a web process. Between threads each choice waited longer for its turn than for
the database; and while the database writes a reveal, the loop draws it. Whatever this cannot do (a table it
does not know, a refusal, the end of a round, a broken line) the writer's thread does.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from typing import Any

import psycopg
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn, PGresult

from games.lines import Ear
from games.play import choices, desks, writer
from games.play.choices import News, Result, Wish
from games.play.desks import Desk
from games.play.writer import Reader
from splitsite import measures

LINES = 2
"""So many transactions at once: at human pace the second hardly ever has to wait for a third."""

RETRY_SECONDS = 1.0

log = logging.getLogger(__name__)

Asked = list[tuple[Wish, "asyncio.Future[Result]"]]
Drafter = Callable[[list[News]], Iterator[None]]
"""Prepares step by step what is to be told."""


class Express:
    def __init__(self, draft: Drafter, tell: Reader) -> None:
        """`tell` gets what was sealed; `draft` gets it while it is written, and it may come to nothing."""
        self.draft, self.tell = draft, tell
        self.loop = asyncio.get_running_loop()
        self.waiting: Asked = []
        self.lines = [Line(self) for _ in range(LINES)]

    def choose(self, wish: Wish) -> "asyncio.Future[Result]":
        """Asks for a choice to be sealed; the future is done when it is safe on disk, or refused."""
        answer = self.loop.create_future()
        self.waiting.append((wish, answer))
        self.send()
        return answer

    def send(self) -> None:
        """What waits goes on a free line, in one transaction; what cannot be foreseen goes to the writer.

        A table is on one line at a time: the next of its choices must know what the one before changed.
        """
        open_lines = [line for line in self.lines if line.postgres]
        free = next((line for line in open_lines if not line.asked), None)
        if free is None and open_lines:
            return
        busy = {wish.session for line in open_lines for wish, _ in line.asked}
        tables: defaultdict[int, Asked] = defaultdict(list)
        later: Asked = []
        for one in self.waiting:
            (later if one[0].session in busy else tables[one[0].session]).append(one)
        self.waiting = later
        going: Asked = []
        news: list[News] = []
        touched: list[Desk] = []
        for asked in tables.values():
            foreseen = foresee(asked) if free else None
            if foreseen is None:
                hand_over(asked)
            else:
                going += asked
                news += foreseen[0]
                touched += foreseen[1]
        if free and going:
            free.write(going, news, touched)


class Line:
    """One connection to the database, and what is under way on it."""

    def __init__(self, express: Express) -> None:
        self.express = express
        self.postgres: psycopg.Connection[Any] | None = None
        self.ear: Ear | None = None
        self.asked: Asked = []
        self.news: list[News] = []
        self.touched: list[Desk] = []
        self.answers: list[PGresult] = []
        self.began = 0.0
        self.connecting = express.loop.create_task(self.connect())

    async def connect(self) -> None:
        while self.postgres is None:
            try:
                self.postgres = await asyncio.to_thread(desks.line)
            except Exception as trouble:
                # Whatever it was: choices take the writer's way meanwhile.
                log.warning("No line for quick choices; trying again: %s", trouble)
                await asyncio.sleep(RETRY_SECONDS)
        self.ear = Ear(self.postgres, said=self.hear, broke=self.give_up)

    def close(self) -> None:
        self.connecting.cancel()
        if self.ear is not None:
            self.ear.close()
            self.ear = None
        if self.postgres is not None:
            self.postgres.close()
            self.postgres = None

    def write(self, asked: Asked, news: list[News], touched: list[Desk]) -> None:
        assert self.postgres is not None
        self.asked, self.news, self.touched, self.answers = asked, news, touched, []
        self.began = perf_counter()
        try:
            self.postgres.pgconn.send_query(desks.message(self.postgres, touched))
        except psycopg.Error as trouble:
            self.give_up(trouble)
            return
        self.draft(news)

    def draft(self, news: list[News]) -> None:
        """Prepares what is to be told, until the answer is here; what is left is prepared as it is told."""
        asked = self.asked
        try:
            for _ in self.express.draft(news):
                if self.ear is not None:
                    self.ear.hear()
                if self.asked is not asked:
                    break
        except Exception:
            log.exception("What is being sealed could not be drafted.")

    def hear(self, pgconn: PGconn) -> None:
        """The answers to what is under way."""
        while self.asked and not pgconn.is_busy():
            answer = pgconn.get_result()
            if answer is None:
                self.finish()
            else:
                self.answers.append(answer)

    def finish(self) -> None:
        if len(self.answers) <= desks.VERDICT or self.answers[-1].status == ExecStatus.FATAL_ERROR:
            self.give_up("a statement failed")
            return
        asked, self.asked = self.asked, []
        if self.answers[desks.VERDICT].get_value(0, 0) == b"true":
            choices.remember(self.touched)
            writer.tell([self.express.tell], self.news)
            measures.sealing.observe(perf_counter() - self.began)
            writer.measure([Result() for _ in asked], self.news)
            for _, answer in asked:
                settle(answer, Result())
        else:
            hand_over(asked)
        if self.express.waiting:
            self.express.send()

    def give_up(self, trouble: object) -> None:
        """Nobody knows what became of what was under way. Sealed again it does no harm: it names its turn."""
        log.warning("A line for quick choices broke: %s", trouble)
        self.close()
        asked, self.asked = self.asked, []
        hand_over(asked)
        self.connecting = self.express.loop.create_task(self.connect())
        self.express.send()


def foresee(asked: Asked) -> tuple[list[News], list[Desk]] | None:
    try:
        return choices.foresee([wish for wish, _ in asked])
    except Exception:
        log.exception("Choices could not be foreseen.")
        return None


def hand_over(asked: Asked) -> None:
    for wish, answer in asked:
        asyncio.wrap_future(writer.choose(wish)).add_done_callback(partial(pass_on, answer))


def pass_on(answer: "asyncio.Future[Result]", sealed: "asyncio.Future[Result]") -> None:
    settle(answer, sealed.result())


def settle(answer: "asyncio.Future[Result]", result: Result) -> None:
    if not answer.done():  # whose page has gone does not wait any more
        answer.set_result(result)
