"""A person at a boardgame.io match, speaking socket.io over the same thin WebSocket."""

import asyncio
import json
from typing import Any

from benchmarks.load.crowd import Person
from benchmarks.load.websocket import connect

SPACE = b"/splito,"
CONNECT, EVENT, PING, PONG = b"40" + SPACE, b"42" + SPACE, b"2", b"3"


class Visitor(Person):
    def __init__(self, host: str, port: int, match: str, seat: int, credentials: str, *args: Any, **how: Any):
        super().__init__(match, *args, **how)
        self.host, self.port, self.credentials = host, port, credentials
        self.seat = seat
        self.state = 0

    async def sit(self) -> None:
        self.wire = await connect(self.host, self.port, "/socket.io/?EIO=4&transport=websocket", self.hear)

    def frame(self, ref: str, move: str) -> bytes:
        action = {
            "type": "MAKE_MOVE",
            "payload": {
                "type": "choose",
                "args": [int(ref), *move.split()],
                "playerID": str(self.seat),
                "credentials": self.credentials,
            },
        }
        return self.event("update", action, self.state, self.table, str(self.seat))

    def event(self, *words: Any) -> bytes:
        return EVENT + json.dumps(words).encode()

    def hear(self, frame: bytes) -> None:
        if frame.startswith(b"0"):
            self.say(CONNECT)
        elif frame == PING:
            self.say(PONG)
        elif frame.startswith(CONNECT):
            self.say(self.event("sync", self.table, str(self.seat), self.credentials, None))
        elif frame.startswith(EVENT):
            self.hear_event(*json.loads(frame[len(EVENT) :]))

    def say(self, text: bytes) -> None:
        if self.wire is not None:
            self.wire.send(text)
        else:  # the server's greeting may arrive while the socket is still being opened
            asyncio.get_running_loop().call_soon(self.say, text)

    def hear_event(self, kind: str, match: str, *rest: Any) -> None:
        if kind not in ("sync", "update"):
            self.tally.refused += kind == "error"
            return
        state = rest[0]["state"] if kind == "sync" else rest[0]
        self.state = state["_stateID"]
        table = state["G"]
        over = "gameover" in state["ctx"]
        self.see(str(table["turn"]), over=over, offers=lambda: (table["hand"], ["L", "R"]))
