"""Tells everybody who has a table open that it changed; they read for themselves what changed."""

import asyncio
from collections.abc import Iterable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from games.models import GameSession
from games.table.snapshots import Table

MARK_SECONDS = 0.5

Changed = Table | GameSession


def group(session_id: int) -> str:
    """The channel group of all pages that show this table."""
    return f"table.{session_id}"


def pages_of(person_id: int) -> str:
    """The channel group of all pages this person has open."""
    return f"person.{person_id}"


_waiting: dict[int, Changed] = {}
"""Tables with new choices that will be announced in a moment."""


async def tell(tables: Iterable[Changed]) -> None:
    for table in tables:
        _waiting.pop(table.id, None)
        await _send(group(table.id), {"type": "table.changed", "revision": table.revision})


async def tell_soon(table: Changed) -> None:
    """Announces choices of one moment together. Often a reveal comes first; nobody sees a difference."""
    is_first = table.id not in _waiting
    _waiting[table.id] = table
    if not is_first:
        return
    try:
        await asyncio.sleep(MARK_SECONDS)
        if table.id in _waiting:
            await tell([_waiting[table.id]])
    finally:
        _waiting.pop(table.id, None)


async def beat(table: Changed) -> None:
    await _send(group(table.id), {"type": "table.beat", "revision": table.revision})


async def check_sign_in(person_id: int) -> None:
    """Makes a person's pages check whether they may stay, after a session or password of theirs ended."""
    await _send(pages_of(person_id), {"type": "person.check"})


async def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(group, message)


def tell_after_commit(tables: Iterable[Changed]) -> None:
    """Announces these tables after the commit, never after a rollback. A failure does not undo the commit."""
    changed = list(tables)
    transaction.on_commit(lambda: async_to_sync(tell)(changed), robust=True)


def check_sign_in_after_commit(person_id: int) -> None:
    transaction.on_commit(lambda: async_to_sync(check_sign_in)(person_id), robust=True)
