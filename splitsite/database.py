"""The site's database: DATABASE_URL where set, else an embedded PostgreSQL beside the data."""

import os
import secrets
import time
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from splitsite.postgres import Unusable, server

__all__ = ["Unusable", "data_folder", "secret_key", "sentence", "settings"]

# An action waits at most five seconds for a lock; nothing may hold one for long.
LIMITS = "-c lock_timeout=5s -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s"


def data_folder() -> Path:
    """The folder with everything the site keeps."""
    return Path(os.environ.get("SPLITSITE_DATA") or Path(__file__).parent.parent / "data").absolute()


def settings(env: Any, data: Path) -> dict[str, Any]:
    """Django's entry for the one database. Nothing is started or connected here."""
    url = os.environ.get("DATABASE_URL", "").strip()
    entry = ordinary(env, url) if url else embedded(data)
    entry["NAME"] = os.environ.get("DATABASE_NAME") or entry["NAME"]  # browser tests use their own database
    options = entry.setdefault("OPTIONS", {})
    options.setdefault("options", LIMITS)
    options.setdefault("connect_timeout", 10)
    # Values are sent beside the statement, never in its text: PostgreSQL logs statements that fail, and a
    # move or a seed must not be in the log. It also lets PostgreSQL plan a frequent statement only once.
    options.setdefault("server_side_binding", True)
    options.setdefault("prepare_threshold", 5)
    if env.bool("DATABASE_POOL", default=False):
        # Persistent connections (CONN_MAX_AGE) run out under ASGI; a pool does not.
        entry["CONN_HEALTH_CHECKS"] = True
        options["pool"] = {
            "min_size": 1,
            # Enough that nobody waits for a connection: four for pages (request_limits.py), four for
            # sockets (games/table/snapshots.py), two to seal, one to count (services/choices.py), one spare.
            "max_size": env.int("DATABASE_POOL_SIZE", default=12),
            # Nobody waits longer for an answer: "come back in a moment" tells more than a page that hangs.
            "timeout": 2,
            # Otherwise the pauses between attempts grow to minutes, and the site stays away after an outage.
            "reconnect_timeout": 5,
        }
    return entry


def embedded(data: Path) -> dict[str, Any]:
    """Our own server; `splitsite.postgres` starts it when the first connection is made."""
    own = server.Server(data)
    return {
        "ENGINE": "splitsite.postgres",
        "NAME": server.NAME,
        "USER": server.NAME,
        "HOST": str(own.socket),
        "PORT": server.PORT,
        "DATA": str(data),
    }


def ordinary(env: Any, url: str) -> dict[str, Any]:
    """The server that DATABASE_URL names."""
    example = "expected something like postgres://user:password@host:5432/name"
    try:
        parts = urlsplit(url)
        port_ok = parts.port is None or parts.port > 0
    except ValueError:
        raise Unusable(f"DATABASE_URL cannot be read: {example}.") from None
    if parts.scheme not in ("postgres", "postgresql", "pgsql"):
        raise Unusable(f"DATABASE_URL must name a PostgreSQL server: {example}.")
    if not unquote(parts.path).strip("/") or not port_ok:
        raise Unusable(f"DATABASE_URL names no database: {example}.")
    try:
        entry: dict[str, Any] = env.db_url_config(url)
    except Exception:
        raise Unusable(f"DATABASE_URL cannot be read: {example}.") from None
    entry["ENGINE"] = "django.db.backends.postgresql"
    return entry


def secret_key(data: Path) -> str:
    """The key that signs sessions: made once, kept beside the data, readable only by its owner."""
    path = data / "secret-key"
    try:
        return kept(path) or made(path)
    except PermissionError:
        if path.exists():
            raise Unusable(
                f"{path} belongs to another user: run as that user or set SPLITSITE_DATA."
            ) from None
        return secrets.token_urlsafe(50)  # commands that keep nothing also work in a read-only folder
    except OSError:
        return secrets.token_urlsafe(50)


def kept(path: Path) -> str:
    """The stored key, or nothing."""
    try:
        return path.read_text().strip()
    except (FileNotFoundError, NotADirectoryError):
        return ""


def made(path: Path) -> str:
    """Stores a new key; two commands that do so at once both get the same one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    mine = path.with_name(f".{path.name}-{os.getpid()}-{time.monotonic_ns()}")
    try:
        with open(os.open(mine, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(mine, path)  # fails when another process was first, and never shows half a key
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            if not kept(path):
                os.replace(mine, path)
    finally:
        mine.unlink(missing_ok=True)
    return kept(path)


def sentence(error: BaseException) -> str:
    """The sentence for a person whose database cannot be used."""
    text = " ".join(str(error).split())
    for sign, reason in (
        ("authentication failed", "the user name or password is wrong"),
        ("no pg_hba.conf entry", "that server does not let this user in from here"),
        ("No space left", "its disk is full"),
        ("no password supplied", "a password is needed"),
        ("does not exist", "that database or user does not exist there"),
        ("refused", "no server answers at that address"),
        ("No such file", "no server answers at that address"),
        ("resolve host", "that host name is unknown"),
        ("Name or service not known", "that host name is unknown"),
        ("nodename nor servname", "that host name is unknown"),
        ("timeout", "the server did not answer in time"),
        ("too many clients", "the server has no free connection"),
        ("permission denied", "that user may not do this there"),
    ):
        if sign in text:
            where = "DATABASE_URL" if os.environ.get("DATABASE_URL") else "the database"
            return f"Cannot use {where}: {reason}."
    return f"The database cannot be used: {text}"
