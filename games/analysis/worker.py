"""Does studies a slice at a time, so that whoever runs it can look after tables in between."""

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from games.analysis import services
from games.analysis.kinds import KINDS

SLICE = 0.1
"""Seconds of work at a time: so long a table may have to wait for its bot."""

NOTE_EVERY = 0.5
LIMIT = 300.0
"""Seconds a study may be worked on; then the best result so far is its result."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Begun:
    """The study a worker has in hand."""

    taken: services.Taken
    steps: Iterator[tuple[float, Any]]
    noted_at: float
    share: float = 0.0
    result: Any = None
    worked: float = 0.0


class Worker:
    """Has at most one study in hand."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.hand: Begun | None = None

    def step(self) -> bool:
        """Works for one slice on the study in hand, or on the next that waits; False when there is none."""
        begun = self.hand or self._take()
        if begun is None:
            return False
        began = self.clock()
        try:
            done = self._work(begun, until=began + SLICE)
        except Exception as error:
            log.exception("A study of kind %s failed.", begun.taken.kind)
            self.hand = None
            services.fail(begun.taken, type(error).__name__)
            return True
        begun.worked += self.clock() - began
        if done:
            self.hand = None
            services.finish(begun.taken, begun.result)
        elif begun.worked > LIMIT:
            self._out_of_time(begun)
        elif self.clock() - begun.noted_at >= NOTE_EVERY:
            self._note(begun)
        return True

    def put_down(self) -> None:
        """This worker ends: what it has in hand is for another."""
        begun, self.hand = self.hand, None
        if begun is not None:
            services.give_back(begun.taken)

    def _take(self) -> Begun | None:
        taken = services.take(KINDS.keys())
        self.hand = Begun(taken, _steps(taken), noted_at=self.clock()) if taken else None
        return self.hand

    def _work(self, begun: Begun, *, until: float) -> bool:
        """True when the work is done."""
        for share, result in begun.steps:
            begun.share, begun.result = share, result
            if share >= 1.0:
                return True
            if self.clock() >= until:
                return False
        raise ValueError("the work ended before it was done")

    def _out_of_time(self, begun: Begun) -> None:
        log.warning("A study of kind %s took too long.", begun.taken.kind)
        self.hand = None
        if begun.result is None:
            services.fail(begun.taken, "out of time")
        else:
            services.finish(begun.taken, begun.result)

    def _note(self, begun: Begun) -> None:
        begun.noted_at = self.clock()
        if not services.note(begun.taken, begun.share, begun.result):
            self.hand = None  # somebody else has it, or nobody wants it any more


def _steps(taken: services.Taken) -> Iterator[tuple[float, Any]]:
    """The same study always has the same luck, so whoever begins it again finds the same."""
    yield from KINDS[taken.kind](taken.facts, Random(f"{taken.kind} {taken.key}"))
