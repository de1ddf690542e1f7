"""boardgame.io from npm, installed into a throw-away folder and started with or without a database."""

import json
import os
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Peer:
    port: int
    process: psutil.Process

    def gather(self, tables: int, seats: int) -> list[tuple[str, list[str]]]:
        """New matches with everybody joined: their ids, and the credentials of each seat."""
        return [self._match(seats) for _ in range(tables)]

    def _match(self, seats: int) -> tuple[str, list[str]]:
        match = self._post("create", {"numPlayers": seats})["matchID"]
        return match, [
            self._post(f"{match}/join", {"playerID": str(seat), "playerName": f"Player {seat}"})[
                "playerCredentials"
            ]
            for seat in range(seats)
        ]

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/games/splito/{path}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
            return found


def install(folder: Path) -> None:
    """Puts the server and its packages into the folder.

    koa-compose is held at 4.1: boardgame.io adds its routes late, and later versions do not see them.
    """
    if shutil.which("npm") is None:
        raise SystemExit("The comparison needs Node.js with npm.")
    for name in ("package.json", "server.js"):
        shutil.copy(HERE / name, folder)
    done = subprocess.run(
        ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--silent"],
        cwd=folder,
        check=False,
    )
    if done.returncode:
        raise SystemExit("npm could not install boardgame.io.")


@contextmanager
def running(folder: Path, *, size: int, database: dict[str, Any] | None = None) -> Iterator[Peer]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    env = os.environ | {"PORT": str(port), "PEER_BYTES": str(size), "NODE_ENV": "production"}
    if database:
        env["PEER_DATABASE"] = json.dumps(database)
    with subprocess.Popen(
        ["node", "server.js"], cwd=folder, env=env, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("ready"):
                    break
            else:
                raise RuntimeError("boardgame.io did not start.")
            yield Peer(port, psutil.Process(process.pid))
        finally:
            process.kill()
