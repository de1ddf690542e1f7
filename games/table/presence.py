"""The open pages of this process: who is present, which pages have been silent, and who signed out."""

import asyncio
import logging
import time
from collections import defaultdict
from itertools import count
from typing import TYPE_CHECKING

from games.table import announcements, partials, permissions, services, snapshots
from games.table.snapshots import in_thread
from splitsite import metrics

if TYPE_CHECKING:
    from games.table.consumers import TableConsumer

SILENCE = 4.0
"""After this many seconds of silence the table's version is sent to a page; a page waits for 5.5."""

TICK = 0.5
UPKEEP_EVERY = 4
SEEN_EVERY = 32
"""Ticks between two checks for missed changes, and between two notes of who is still here."""

log = logging.getLogger(__name__)

pages: defaultdict[int, set["TableConsumer"]] = defaultdict(set)
"""The open pages of each table, by session id."""

_watching: asyncio.Task[None] | None = None

metrics.screens.set_function(lambda: sum(map(len, list(pages.values()))))
metrics.tables.set_function(lambda: len(pages))


def enter(page: "TableConsumer") -> None:
    global _watching
    pages[page.table.id].add(page)
    if _watching is None or _watching.get_loop() is not asyncio.get_running_loop():
        _watching = asyncio.create_task(_watch())


def leave(page: "TableConsumer") -> None:
    at_table = pages[page.table.id]
    at_table.discard(page)
    if not at_table:
        del pages[page.table.id]
        partials.forget(page.table.id)


def has_another_page(page: "TableConsumer") -> bool:
    return any(other.user.pk == page.user.pk for other in pages.get(page.table.id, ()))


def is_silent(page: "TableConsumer") -> bool:
    return page.told_at <= time.monotonic() - SILENCE


async def _watch() -> None:
    upkeep = None
    for tick in count(1):
        await asyncio.sleep(TICK)
        await _beat()
        if tick % UPKEEP_EVERY == 0 and (upkeep is None or upkeep.done()):
            upkeep = asyncio.create_task(_keep_up(look_around=tick % SEEN_EVERY == 0))


async def _beat() -> None:
    """Sends the version to silent tables. It does not use the database, so it works during an outage too."""
    silent = {page.table.id: page.table for ones in pages.values() for page in ones if is_silent(page)}
    for table in silent.values():
        await announcements.beat(table)
        await asyncio.sleep(0)  # lets a reveal go first: hundreds of beats at once would hold it up


async def _keep_up(*, look_around: bool) -> None:
    """Looks after the open pages. If this fails, the next tick tries again."""
    try:
        await _follow_missed_changes()
        if look_around:
            await _look_around()
    except Exception as trouble:
        log.warning("The open pages could not be looked after; trying again: %s", trouble)


_last_look: dict[int, int] = {}
"""The revision of each table's row when it was last looked up."""


async def _follow_missed_changes() -> None:
    """Updates pages that missed an announcement: one that is older than the last lookup has missed one."""
    global _last_look
    shown = {session_id: next(iter(ones)).table for session_id, ones in pages.items()}
    for session_id, table in shown.items():
        if (revision := _last_look.get(session_id, 0)) > table.revision:
            await announcements.tell([table._replace(revision=revision)])
    _last_look = await in_thread(snapshots.revisions)(shown)


async def _look_around() -> None:
    """Notes who is still here, and closes the pages of people who signed out."""
    everyone = [page for ones in pages.values() for page in ones]
    await in_thread(services.seen)([seat for page in everyone if (seat := page.seat_id)])
    welcome = await in_thread(permissions.still_signed_in)({page.session_key for page in everyone})
    for person in {page.user.pk for page in everyone if page.user.pk and page.session_key not in welcome}:
        await announcements.check_sign_in(person)
