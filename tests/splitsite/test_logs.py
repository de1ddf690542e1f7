"""What is not our error is one line in the log; what is ours says where it came from."""

import logging
import sys

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError

from splitsite.logs import Brief, WithoutAddresses


def logged(error: Exception, *, name: str = "django.request", **more: object) -> logging.LogRecord:
    try:
        raise error
    except Exception:
        record = logging.LogRecord(
            name, logging.ERROR, "", 1, "It failed at %s", ("a place",), sys.exc_info()
        )
    vars(record).update(more)
    assert Brief().filter(record)
    return record


@pytest.mark.parametrize(
    ("error", "more", "line"),
    [
        (PermissionDenied("not yours"), {"status_code": 403}, "It failed at a place"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "?"), {"status_code": 400}, "It failed at a place"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "?"), {"name": "uvicorn.error"}, "It failed at a place"),
        (
            OperationalError("could not extend file: No space left on device\nHINT: 100 % full"),
            {"status_code": 500},
            "It failed at a place could not extend file: No space left on device",
        ),
    ],
)
def test_it_is_one_line_without_a_traceback(error, more, line):
    record = logged(error, **more)
    assert logging.Formatter("%(message)s").format(record) == line


def test_an_error_of_ours_says_where_it_came_from():
    for error in (ValueError("a bug"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "a bug")):
        record = logged(error, status_code=500)
        assert "Traceback" in logging.Formatter("%(message)s").format(record)


@pytest.mark.django_db
def test_an_address_with_odd_letters_is_not_logged_either(client, caplog):
    """It may be a secret link with something appended."""
    terminal = logging.StreamHandler()
    for wanted in ("/back/secret\xe9/", "/nowhere/secret\xff"):
        caplog.clear()
        client.get(wanted)
        (record,) = [one for one in caplog.records if one.name == "django.request"]
        WithoutAddresses().filter(record)
        assert "secret" not in terminal.format(record)
