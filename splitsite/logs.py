"""The format of log lines: one line each, without secret addresses and without local variables."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request", "status_code"}


class WithoutAddresses(logging.Filter):
    """Logs only the route of a request: its address may hold a share link, a login card or a code."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and record.args:
            route = route_of(request)
            hidden = {request.path, request.get_full_path()}
            given = record.args if isinstance(record.args, tuple) else (record.args,)
            record.args = tuple(route if str(one) in hidden else one for one in given)
        return True


def route_of(request: HttpRequest) -> str:
    match = request.resolver_match
    return f"/{match.route}" if match else "an unknown address"


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
