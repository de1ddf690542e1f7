"""The open screens of this process, by table: what happened is drawn once and sent to all who look."""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Coroutine, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from channels.db import database_sync_to_async

from games import access, live, play
from games.drawing import Draft, Drawing, after_news, marks
from games.tables import Deal, Table, by_id
from splitsite import fragments, measures
from splitsite.away import AWAY

if TYPE_CHECKING:
    from games.sockets import TableScreen

BEAT_SECONDS = 5
SIGNED_OUT, NOT_WELCOME = 4401, 4403
SEEN_EVERY = 3
"""So many beats between two reports that the people here are still here."""

GATHER_SECONDS = 0.2
MARK_SECONDS = 0.2
"""Choices of this moment are told together: nobody sees the difference, and a reveal often overtakes them."""

log = logging.getLogger(__name__)

# Reads in any free thread: the usual one thread for all would make every table wait for the slowest.
in_thread = partial(database_sync_to_async, thread_sensitive=False)


class Rooms:
    """The open screens of this process, by table. Belongs to the event loop; other threads only call in."""

    def __init__(self) -> None:
        self.screens: defaultdict[int, set[TableScreen]] = defaultdict(set)
        self.tables: dict[int, Table] = {}
        self.reading: set[int] = set()
        self.again: set[int] = set()
        self.marked: dict[int, Deal] = {}
        """Tables whose screens still show the marks of this moment, and will hear of newer ones."""

        self.drafts: dict[int, Draft] = {}
        """Reveals that are drawn and not yet on disk, by table."""

        self.told: dict[int, float] = {}
        """When the screens of a table last heard something."""

        self.beats: dict[int, asyncio.TimerHandle] = {}
        """When they hear its version, if they hear nothing else before."""

        self.languages: set[str] = set()
        """Whose fragments are read."""

        self.loop: asyncio.AbstractEventLoop | None = None
        self.express: play.Express | None = None
        self.asking = False
        self.pulse: asyncio.Task[None] | None = None
        self.listening: asyncio.Task[None] | None = None

        measures.screens.set_function(lambda: sum(map(len, list(self.screens.values()))))
        measures.tables.set_function(lambda: len(self.tables))

    def enter(self, screen: "TableScreen", table: Table) -> None:
        if self.loop is None:
            self.loop = asyncio.get_running_loop()
            play.on_news(self.news_from_writer)
            self.express = play.Express(self.draft, self.tell)
            self.listening = live.listen(self.news_from_elsewhere)
            self.pulse = asyncio.create_task(self.beat())
        if screen.language not in self.languages:
            self.languages.add(screen.language)
            start(asyncio.to_thread(fragments.environment(screen.language).read_all))
        self.screens[table.id].add(screen)
        if table.id not in self.beats:
            self.beats[table.id] = self.loop.call_later(BEAT_SECONDS, self.tell_version, table.id)
        known = self.tables.get(table.id)
        if known is None or known.version < table.version:
            self.tables[table.id] = table
            # Something may have happened between reading the table and listening to it.
            self.refresh(frozenset({table.id}))

    def seat_id(self, screen: "TableScreen") -> int | None:
        """The seat this screen's person holds now: people sit down, and are sent away, with the page open."""
        table = self.tables.get(screen.session_id)
        seat = table.seat_of(screen.person_id) if table else None
        return table.places[seat].id if table and seat is not None else None

    def leave(self, screen: "TableScreen") -> None:
        screens = self.screens[screen.session_id]
        screens.discard(screen)
        if not screens:
            del self.screens[screen.session_id]
            self.tables.pop(screen.session_id, None)
            self.marked.pop(screen.session_id, None)
            self.drafts.pop(screen.session_id, None)
            self.told.pop(screen.session_id, None)
            if beat := self.beats.pop(screen.session_id, None):
                beat.cancel()

    def news_from_writer(self, news: list[play.News]) -> None:
        """Called by the writer's thread right after a commit."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(lambda: self.tell(news))  # a log must not tell the news

    def news_from_elsewhere(self, session_ids: frozenset[int] | None) -> None:
        """Called by whichever thread committed or listens: that something happened, not what."""
        play.forget(session_ids)
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.hear, session_ids)

    def hear(self, session_ids: frozenset[int] | None) -> None:
        """No table at all: somebody signed out, or in."""
        if session_ids is None or session_ids:
            self.refresh(session_ids)
        elif not self.asking:
            self.asking = True
            start(self.ask_who_is_signed_in())

    def draft(self, news: list[play.News]) -> Iterator[None]:
        """Draws reveals while the database writes them, a screen at a time; they stay here until it has."""
        for one in news:
            before = self.tables.get(one.session) if one.revealed else None
            if before is not None and (after := after_news(before, one)):
                draft = self.drafts[one.session] = Draft(one, before, Drawing(after))
                for screen in list(self.screens.get(one.session, ())):
                    draft.drawing.page(screen)
                    yield

    def tell(self, news: list[play.News]) -> None:
        for one in news:
            table, draft = self.tables.get(one.session), self.drafts.pop(one.session, None)
            if table is None:
                continue
            if draft and draft.news is one and draft.before is table:
                self.show(draft.drawing)
            elif (after := after_news(table, one)) is None:
                self.refresh(frozenset({one.session}))
            elif one.revealed:
                self.show(Drawing(after))
            else:
                self.mark(after)

    def show(self, drawing: Drawing) -> None:
        """Sends the table to all its screens, to each as soon as it is drawn."""
        table = drawing.table
        self.tables[table.id] = table
        self.marked.pop(table.id, None)
        self.told[table.id] = asyncio.get_running_loop().time()
        for one in list(self.screens.get(table.id, ())):
            page = drawing.page(one)
            if page is None:
                one.send_off(NOT_WELCOME)
            else:
                one.show(page)
        measures.drawing.observe(drawing.seconds)

    def mark(self, table: Table) -> None:
        """Somebody chose or took back: they hear it at once, the others a moment later who has chosen."""
        before = self.tables[table.id].deal
        self.tables[table.id] = table
        deal = table.deal
        if before is None or deal is None:
            return
        changed = {seat for seat, *_ in {*before.moves} ^ {*deal.moves}}
        sealed = {table.places[seat].person: deal.move_of(seat)[0] for seat in changed}
        sealed.pop(None, None)  # bots have no page
        for one in list(self.screens.get(table.id, ())):
            if one.person_id in sealed:
                move = sealed[one.person_id]
                one.post(json.dumps({"kind": "sealed", "ref": deal.ref, "move": move}))
        if table.id not in self.marked:
            self.marked[table.id] = before
            asyncio.get_running_loop().call_later(MARK_SECONDS, self.show_marks, table.id)

    def show_marks(self, session_id: int) -> None:
        before, table = self.marked.pop(session_id, None), self.tables.get(session_id)
        if before is None or table is None or table.deal is None or before.chosen == table.deal.chosen:
            return
        self.told[session_id] = asyncio.get_running_loop().time()
        text = marks(table.deal)
        changed = [table.places[seat].person for seat in before.chosen ^ table.deal.chosen]
        for one in list(self.screens.get(session_id, ())):
            if [one.person_id] != changed:  # who alone chose has heard it
                one.post(text)

    def refresh(self, session_ids: frozenset[int] | None) -> None:
        """Reads these tables again and shows them; None: all that are open here."""
        for session_id in list(self.screens) if session_ids is None else session_ids & self.screens.keys():
            if session_id in self.reading:
                self.again.add(session_id)
            else:
                self.reading.add(session_id)
                start(self.read(session_id))

    async def read(self, session_id: int) -> None:
        before = self.tables.get(session_id)
        try:
            table = await in_thread(by_id)(session_id)
            known = self.tables.get(session_id)
            if known is not before:
                # The writer told something newer meanwhile; what was read may be older than that.
                self.again.add(session_id)
            elif table is not None and known is not None:
                if _same(known, table):
                    pass
                elif (
                    known.version == table.version
                    and known.deal
                    and table.deal
                    and known.places == table.places
                ):
                    self.mark(table)
                elif known.version <= table.version:
                    self.show(Drawing(table))
        except AWAY as trouble:
            log.warning("A table was not read for its screens; the next beat tries again: %s", trouble)
        except Exception:
            log.exception("A table could not be read for its screens.")
        finally:
            self.reading.discard(session_id)
            if session_id in self.again:
                self.again.discard(session_id)
                self.refresh(frozenset({session_id}))

    def tell_version(self, session_id: int) -> None:
        """After some silence screens hear the version: one that missed the frame before it fetches it."""
        loop = asyncio.get_running_loop()
        silence = loop.time() - self.told.get(session_id, 0.0)
        due = silence >= BEAT_SECONDS
        wait = BEAT_SECONDS if due else BEAT_SECONDS - silence
        self.beats[session_id] = loop.call_later(wait, self.tell_version, session_id)
        if due:
            table = self.tables[session_id]
            ref = table.deal.ref if table.deal else ""
            text = json.dumps({"kind": "beat", "version": table.version, "ref": ref})
            for one in list(self.screens[session_id]):
                one.post(text)

    async def beat(self) -> None:
        """Every few seconds: reads tables of which something was not heard here, and notes who is here."""
        beats = 0
        while True:
            beats += 1
            await asyncio.sleep(BEAT_SECONDS)
            try:
                versions = await in_thread(_versions)(list(self.tables))
                late = {
                    session_id
                    for session_id, version in versions.items()
                    if session_id in self.tables and self.tables[session_id].version < version
                }
                self.refresh(frozenset(late))
                if beats % SEEN_EVERY == 0:
                    await self.look_around()
            except Exception:
                log.warning("The tables' versions could not be read; trying again at the next beat.")

    async def look_around(self) -> None:
        """Notes who is still here, and closes the screens of those who signed out."""
        everyone = [one for ones in self.screens.values() for one in ones]
        await self.close_the_signed_out()
        await in_thread(play.seen)([seat for one in everyone if (seat := self.seat_id(one))])

    async def ask_who_is_signed_in(self) -> None:
        """A moment later, so that many who sign in at once are one question; the next beat asks anyway."""
        await asyncio.sleep(GATHER_SECONDS)
        self.asking = False
        try:
            await self.close_the_signed_out()
        except Exception:
            log.warning("It could not be read who is signed in; the next beat tries again.")

    async def close_the_signed_out(self) -> None:
        everyone = [one for ones in self.screens.values() for one in ones]
        welcome = await in_thread(access.still_signed_in)({one.session_key for one in everyone})
        for one in everyone:
            if one.person_id and one.session_key not in welcome:
                start(one.close(SIGNED_OUT))


_running: set[asyncio.Task[None]] = set()


def start(work: Coroutine[Any, Any, None]) -> None:
    """Runs in the background; the loop itself would let an unheld task vanish."""
    task = asyncio.ensure_future(work)
    _running.add(task)
    task.add_done_callback(_running.discard)


def _same(known: Table, table: Table) -> bool:
    return (
        known.version == table.version
        and known.places == table.places
        and (known.deal.moves if known.deal else None) == (table.deal.moves if table.deal else None)
    )


def _versions(session_ids: list[int]) -> dict[int, int]:
    from games.models import GameSession

    return dict(GameSession.objects.filter(pk__in=session_ids).values_list("pk", "version"))


rooms = Rooms()
