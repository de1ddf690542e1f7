"""An error of ours at a table: an action that fails where every hand is a local variable."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from django.core import mail
from django.http import HttpRequest
from django.test import override_settings

from accounts.models import User
from games.table import views
from games.table.snapshots import Table

ACT = "fail"
ADDRESSEE = "keeper@example.org"


def fail(request: HttpRequest, table: Table, person: User) -> None:
    hands = table.deal.state if table.deal else None  # a careless error report would tell this
    if hands is not None:
        raise RuntimeError("This act is broken.")


@contextmanager
def broken() -> Iterator[None]:
    """Adds an action that fails to the table, and an administrator to whom errors could be mailed."""
    views.ACTS[ACT] = fail
    try:
        with override_settings(ADMINS=[("Keeper", ADDRESSEE)]):
            yield
    finally:
        del views.ACTS[ACT]


def known_to(trouble: TracebackType | None) -> dict[str, Any]:
    """The local variables at the place of the error."""
    while trouble is not None and trouble.tb_next is not None:
        trouble = trouble.tb_next
    return {} if trouble is None else trouble.tb_frame.f_locals


class Mailing(logging.Handler):
    """Mails every error to the administrators, as Django does by default; `thorough` adds local variables."""

    def __init__(self, *, thorough: bool) -> None:
        super().__init__(logging.ERROR)
        self.thorough = thorough

    def emit(self, record: logging.LogRecord) -> None:
        known = known_to(sys.exc_info()[2]).get("hands") if self.thorough else ""
        mail.mail_admins(record.getMessage(), f"{logging.Formatter().format(record)}\n{known}")
