"""Works on studies one slice at a time, so that its process can look after tables in between."""

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from games.analysis import services
from games.analysis.kinds import KINDS

SLICE = 0.1
"""Seconds of work at a time; a table may have to wait this long for its bot."""

NOTE_EVERY = 0.5
LIMIT = 300.0
"""Seconds of work allowed for a study; after that the best result so far is its result."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Begun:
    """The study a worker is working on."""

    taken: services.Taken
    steps: Iterator[tuple[float, Any]]
    noted_at: float
    share: float = 0.0
    result: Any = None
    worked: float = 0.0


class Worker:
    """Works on at most one study at a time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.hand: Begun | None = None

    def step(self) -> bool:
        """Works for one slice on the current study, or on the next waiting one; False if there is none."""
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
        """Gives the current study back when this worker ends, so that another can take it."""
        begun, self.hand = self.hand, None
        if begun is not None:
            services.give_back(begun.taken)

    def _take(self) -> Begun | None:
        taken = services.take(KINDS.keys())
        self.hand = Begun(taken, _steps(taken), noted_at=self.clock()) if taken else None
        return self.hand

    def _work(self, begun: Begun, *, until: float) -> bool:
        """Works on the study; True when it is done."""
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
            self.hand = None  # another worker has it, or nobody wants it any more


def _steps(taken: services.Taken) -> Iterator[tuple[float, Any]]:
    """The steps of a study. It always has the same luck, so starting again gives the same result."""
    yield from KINDS[taken.kind](taken.facts, Random(f"{taken.kind} {taken.key}"))
