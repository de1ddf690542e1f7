"""The WebSocket of the web process: uvicorn's, which can also write and hand on a frame at once."""

from collections.abc import Callable
from struct import pack
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

WRITE = "splitsite.write"
"""The name of the ASGI extension: a function that gets frames and says whether they were written."""

HEAR = "splitsite.hear"
"""The name of the other: who gives it a function gets each text with it; what the function does not take goes
the usual way."""

FINAL = 0x80


class Wire(WebSocketsSansIOProtocol):
    """A task and three coroutines for each frame cost more than the frame itself.

    And a text that waits for its task waits for all that the other sockets have to say at this moment.
    """

    takes: Callable[[bytes], bool] | None = None
    heard_at = 0.0

    def data_received(self, data: bytes) -> None:
        self.heard_at = self.loop.time()
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Asks only a page that has been silent: whoever has just chosen is there."""
        assert self.ping_interval is not None
        wait = self.heard_at + self.ping_interval - self.loop.time()
        if wait > 0.001:
            self.ping_timer = self.loop.call_later(wait, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[WRITE] = self.write
            extensions[HEAR] = self.hear_with

    def hear_with(self, takes: Callable[[bytes], bool]) -> None:
        self.takes = takes

    def handle_text(self, event: Frame) -> None:
        # Reading pauses while a text waits for its task: none may overtake another.
        in_turn = event.fin and not self.read_paused and not self.close_sent
        if not (in_turn and self.takes is not None and self.takes(bytes(event.data))):
            super().handle_text(event)

    def write(self, *frames: str | bytes) -> bool:
        """Writes the frames together; not if the page reads too slowly or has gone, then they must wait."""
        if not self.writable.is_set() or self.transport.is_closing() or self.conn.state is not State.OPEN:
            return False
        self.transport.write(b"".join([_serialized(frame) for frame in frames]))
        return True


def _serialized(frame: str | bytes) -> bytes:
    """As RFC 6455 says, for a server: whole and not masked. The library checks and copies much more."""
    kind, data = (Opcode.TEXT, frame.encode()) if isinstance(frame, str) else (Opcode.BINARY, frame)
    size = len(data)
    if size < 126:
        head = pack("!BB", FINAL | kind, size)
    elif size < 65536:
        head = pack("!BBH", FINAL | kind, 126, size)
    else:
        head = pack("!BBQ", FINAL | kind, 127, size)
    return head + data
