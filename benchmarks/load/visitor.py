"""A person at one of the product's tables, who sends what its pages send."""

import json
import re
from dataclasses import dataclass
from typing import Any

from benchmarks.load.crowd import Person
from benchmarks.load.websocket import connect

REF = re.compile(rb'data-ref="([\d.]*)"')
STATUS = re.compile(rb'data-status="(\w+)"')
SEAT = re.compile(rb'data-seat="(\d+)"')
OFFERS = re.compile(rb'type="radio" name="move" value="([^"]+)"')
SIDES = re.compile(rb'<button[^>]*name="move" value="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Chair:
    """Somebody's place: the table's code, and the cookie of the person who sits there."""

    session: int
    code: str
    cookie: str


class Visitor(Person):
    def __init__(self, host: str, port: int, chair: Chair, *args: Any, **how: Any) -> None:
        super().__init__(str(chair.session), *args, **how)
        self.host, self.port, self.chair = host, port, chair

    async def sit(self) -> None:
        """Sits down like a page that has nothing yet: the site sends the whole table at once."""
        path = f"/ws/t/{self.chair.code}/?language=en&version=-1&unpacks=1"
        self.wire = await connect(self.host, self.port, path, self.hear, Cookie=self.chair.cookie)

    def frame(self, ref: str, move: str) -> bytes:
        return json.dumps({"aim": ref, "move": move}).encode()

    def hear(self, frame: bytes) -> None:
        if frame.startswith(b'<div id="facts"'):
            ref, status, seat = REF.search(frame), STATUS.search(frame), SEAT.search(frame)
            if not (ref and status and seat):
                raise ValueError(f"A table's page without its facts: {frame[:300]!r}")
            self.seat = int(seat[1])
            self.see(ref[1].decode(), over=status[1] != b"playing", offers=lambda: _offers(frame))
        elif frame.startswith(b'<div id="refused"'):
            self.tally.refused += 1


def _offers(frame: bytes) -> tuple[list[str], list[str]]:
    """The cards or pairs that may be chosen, and the sides or orders for them, as the form offers them."""
    return (
        [one.decode() for one in OFFERS.findall(frame)],
        [one.decode() for one in SIDES.findall(frame)],
    )
