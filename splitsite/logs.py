"""The format of log lines: one line each, without secret addresses and without local variables."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest

from splitsite.database_errors import AWAY

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request", "status_code"}


class WithoutAddresses(logging.Filter):
    """Logs only the route of a request: its address may hold a share link, a login card or a code."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and record.args:
            route = route_of(request)
            hidden = {request.path, request.get_full_path()}
            hidden |= {one.encode("unicode_escape").decode("ascii") for one in hidden}  # as Django logs them
            given = record.args if isinstance(record.args, tuple) else (record.args,)
            record.args = tuple(route if str(one) in hidden else one for one in given)
        return True


def route_of(request: HttpRequest) -> str:
    match = request.resolver_match
    return f"/{match.route}" if match else "an unknown address"


class Brief(logging.Filter):
    """Leaves out where an error came from if it is none of ours: one line says what happened.

    That is a request that makes no sense or asks for too much, or a database that is away or full.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return True
        refused = 400 <= getattr(record, "status_code", 500) < 500
        unreadable = record.name.startswith("uvicorn") and isinstance(error, UnicodeError)
        if refused or unreadable or isinstance(error, AWAY):
            record.msg = f"{record.getMessage().strip()} {first_line(error)}".strip()
            record.args, record.exc_info, record.exc_text = (), None, None
            if not isinstance(error, AWAY):
                record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


def first_line(error: BaseException) -> str:
    """What a database says first; after it come statements. What a visitor sent is not repeated."""
    return str(error).partition("\n")[0] if isinstance(error, AWAY) else ""


class Json(logging.Formatter):
    """Log lines as JSON for programs: time, level, place, sentence, and where an error came from."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if status := getattr(record, "status_code", None):
            line["status"] = status
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        line |= {name: str(value) for name, value in vars(record).items() if name not in STANDARD}
        return json.dumps(line, ensure_ascii=False)
