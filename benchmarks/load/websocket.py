"""A thin WebSocket client: thousands fit into one process without slowing down what is measured.

It offers `permessage-deflate` as browsers do, so the site compresses whenever it would for a browser.
"""

import asyncio
import base64
import os
import zlib
from collections.abc import Callable

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
OWN_PART = 20_000
"""More characters than a player's own part of a table has."""


class Wire(asyncio.Protocol):
    """One open socket; `on_text` gets every message as bytes."""

    def __init__(self, request: bytes, on_text: Callable[[bytes], None]) -> None:
        self.request = request
        self.on_text = on_text
        self.buffer = bytearray()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.received = 0
        self.inflater: zlib._Decompress | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(
                ConnectionError("The site closed the socket while it was being opened.")
            )

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self.buffer += data
        if not self.opened.done() and not self._shake_hands():
            return
        while self._frame():
            pass

    def _shake_hands(self) -> bool:
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self.buffer[:end])
        del self.buffer[: end + 4]
        if not head.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
            return False
        if b"permessage-deflate" in head.lower():
            self.inflater = zlib.decompressobj(-15)
        self.opened.set_result(None)
        return True

    def _frame(self) -> bool:
        """Takes one whole frame from the buffer; servers never mask, and ours never splits a message."""
        buffer = self.buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1] & 127, 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return False
        first, payload = buffer[0], bytes(buffer[start : start + size])
        del buffer[: start + size]
        kind = first & 15
        if kind == TEXT:
            if first & 64 and self.inflater is not None:
                payload = self.inflater.decompress(payload + b"\x00\x00\xff\xff")
            self.on_text(payload)
        elif kind == BINARY:
            # What differs between players comes first; the rest is the same for everybody.
            self.on_text(zlib.decompressobj(-15).decompress(payload, OWN_PART))
        elif kind == PING:
            self._send(PONG, payload)
        elif kind == CLOSE:
            self.transport.close()
        return True

    def send(self, text: bytes) -> None:
        self._send(TEXT, text)

    def _send(self, kind: int, payload: bytes) -> None:
        # A mask of zeros is valid: the site unmasks it like any other, and the client saves the work.
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else bytes([128 | 126]) + size.to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + length + b"\x00\x00\x00\x00" + payload)

    def close(self) -> None:
        self.transport.close()


async def connect(host: str, port: int, path: str, on_text: Callable[[bytes], None], **headers: str) -> Wire:
    """Opens a socket as a browser on the site's own page does."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}:{port}",
        f"Origin: http://{host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    _, wire = await asyncio.get_running_loop().create_connection(lambda: Wire(request, on_text), host, port)
    await asyncio.wait_for(wire.opened, 60)
    return wire
