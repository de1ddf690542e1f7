"""People who play on whatever happens to the site: they reconnect, and remember what they were promised."""

import asyncio
import re
from collections import Counter
from dataclasses import dataclass, field
from html import unescape
from random import Random
from time import monotonic

from benchmarks.load.crowd import Meeting, Tally
from benchmarks.load.visitor import Chair, Visitor
from benchmarks.load.websocket import connect

THINK = (0.5, 4.0)
CHANGES_MIND = 0.2
PATIENCE = 5.5
"""Seconds of silence after which a page opens another connection, as `table.js` does."""

VERSION = re.compile(rb'data-version="(\d+)"')
FACTS = re.compile(rb'data-(ref|move|code)="([^"]*)"')

Place = tuple[str, str, int]
"""Table, turn (as pages name it) and seat."""


@dataclass(slots=True)
class Promises:
    """What people sent and what the site called sealed, and how long it took to answer after a fault."""

    sealed: dict[Place, str] = field(default_factory=dict)
    open: dict[Place, list[str]] = field(default_factory=dict)
    """Sent but not answered: such a choice may count or not."""
    refused: Counter[str] = field(default_factory=Counter)
    reconnects: int = 0
    fault_at: float | None = None
    back: dict[str, list[float]] = field(default_factory=dict)
    fault: str = ""

    def strike(self, fault: str) -> None:
        self.fault, self.fault_at = fault, monotonic()

    def answered(self, sent_at: float) -> None:
        """Notes that a choice sent after the newest fault is sealed: the site is back."""
        if self.fault_at is not None and sent_at >= self.fault_at:
            self.back.setdefault(self.fault, []).append(monotonic() - self.fault_at)
            self.fault_at = None

    def broken(self, table: str, stored: dict[Place, str]) -> tuple[list[Place], list[Place]]:
        """Sealed choices at this table that are missing, and stored ones that nobody made."""
        sealed = {place: move for place, move in self.sealed.items() if place[0] == table}
        lost = [
            place for place, move in sealed.items() if stored.get(place) not in (move, *self._open(place))
        ]
        made_up = [
            place
            for place, move in stored.items()
            if move != sealed.get(place) and move not in self._open(place)
        ]
        return lost, made_up

    def _open(self, place: Place) -> list[str]:
        return self.open.get(place, [])


class Steadfast(Visitor):
    """Somebody whose page reconnects by itself and who chooses again when no answer came."""

    def __init__(
        self, host: str, port: int, chair: Chair, meeting: Meeting, promises: Promises, luck: Random
    ) -> None:
        super().__init__(host, port, chair, meeting, Tally(), luck=luck, think=THINK)
        self.promises = promises
        self.version = "-1"
        self.sent_at = 0.0
        self.heard_at = monotonic()

    async def sit(self) -> None:
        """Sits down like a page that reconnects: it says what it shows, and gets only what is newer."""
        path = f"/ws/t/{self.chair.code}/?language=en&version={self.version}&unpacks=1"
        self.wire = await connect(self.host, self.port, path, self.hear, Cookie=self.chair.cookie)
        if self.offers:  # after the last turn there is nothing more to choose
            self.decide()

    async def stay(self) -> None:
        """Plays to the end of the round."""
        while not self.over.is_set():
            try:
                await self.sit()
            except (OSError, TimeoutError, ValueError):
                await asyncio.sleep(self.luck.uniform(0.2, 1))
                continue
            self.heard_at = monotonic()
            assert self.wire is not None
            while not (self.wire.closed or self.over.is_set() or monotonic() - self.heard_at > PATIENCE):
                await asyncio.sleep(0.1)
            self.wire.close()
            self.promises.reconnects += not self.over.is_set()

    def hear(self, frame: bytes) -> None:
        self.heard_at = monotonic()
        super().hear(frame)
        if frame.startswith(b'<div id="facts"'):
            found = VERSION.search(frame)
            assert found is not None
            self.version = found[1].decode()
        elif frame.startswith(b'<div id="sealed"'):
            told = _facts(frame)
            self._note(told["ref"], told["move"])
        elif frame.startswith(b'<div id="refused"'):
            code = _facts(frame)["code"]
            self.promises.refused[code] += 1
            if code == "try-again" and self.begun:
                self.decide()

    def _note(self, ref: str, move: str) -> None:
        place = (self.table, ref, self.seat)
        self.promises.sealed[place] = move
        waiting = self.promises.open.get(place, [])
        if move in waiting:
            del waiting[: waiting.index(move) + 1]
        self.promises.answered(self.sent_at)
        if self.luck.random() < CHANGES_MIND:
            self.decide()

    def choose(self, ref: str, move: str) -> None:
        if ref == self.ref and self.wire is not None and not self.wire.closed:
            self.promises.open.setdefault((self.table, ref, self.seat), []).append(move)
            self.sent_at = monotonic()
            super().choose(ref, move)


def _facts(frame: bytes) -> dict[str, str]:
    return {name.decode(): unescape(value.decode()) for name, value in FACTS.findall(frame)}
