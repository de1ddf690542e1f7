"""What pages get when a table changes: its parts as htmx partials; shared parts are drawn only once."""

import zlib
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import NamedTuple

from django.utils import translation

from games.table import rendering
from games.table.rendering import Screen, attributes
from games.table.snapshots import Deal, Table
from splitsite import metrics


class Public(NamedTuple):
    """The public part of a table in one language, drawn and compressed once for everyone."""

    html: str
    packed: bytes
    """The same, compressed as browsers can unpack it (deflate-raw)."""


class Drawing:
    """A table drawn for all its pages; shared parts are drawn only once."""

    def __init__(self, table: Table) -> None:
        self.table, self.screen = table, rendering.screen(table)
        self.facts = self.screen.facts
        self.needs_words = any(place.namesake or not place.name for place in table.places)
        self.drawn: dict[str, Public] = {}

    def screen_in(self, language: str) -> Screen:
        """The public screen in this language: some names have words in them, “Former player” or “(guest)”."""
        if not self.needs_words:
            return self.screen
        with translation.override(language):
            return rendering.screen(self.table)

    def public(self, language: str) -> Public:
        if language not in self.drawn:
            with metrics.drawing.time():
                shown = self.screen_in(language)
                html = public_part(shown, rendering.public_html(shown, language))
                packed = zlib.compress(html.encode(), 1, -zlib.MAX_WBITS)
            self.drawn[language] = Public(html, packed)
        return self.drawn[language]

    def private(self, table: Table, person: int | None, language: str) -> tuple[str, str]:
        """What only this person may see, and the facts of their page, which also depend on choices."""
        shown = self.screen_in(language)
        own = rendering.mine(table, person, shown)
        return rendering.private_html(shown, own, language), f"{self.facts} {own.facts}"


_drawings: dict[int, Drawing] = {}
"""The newest drawing of each table that somebody has open."""


def drawing(table: Table) -> Drawing:
    """The drawing of this table. One that differs only in who has chosen will do: pages get that apart.

    The version alone does not tell: if a table drawn ahead was not committed, another one gets its version.
    """
    known = _drawings.get(table.id)
    if known is None or known.table.settled != table.settled:
        known = _drawings[table.id] = Drawing(table)
    return known


def draw_ahead(tables: Iterable[Table]) -> None:
    """Draws tables in the languages their pages read, while the database still writes the reveal."""
    for table in tables:
        if before := _drawings.get(table.id):
            for language in before.drawn:
                drawing(table).public(language)


def forget(session_id: int) -> None:
    _drawings.pop(session_id, None)


# Partials that htmx swaps into the page.


def public_part(shown: Screen, html: str) -> str:
    """The partial of the public part. During play most of the table stays; a new stage replaces all of it."""
    swap = "innerMorph" if shown.stage == "playing" else "innerHTML"
    return f'<div id="public" hx-swap-oob="{swap}">{html}</div>'


def own_html(facts: str, private: str | None) -> str:
    """What differs from page to page; None leaves the private part as it is.

    It goes before the public part: when a hand that has the focus is removed, the browser lays out everything
    that has changed so far.
    """
    html = f'<div id="facts" hidden hx-swap-oob="true" {facts}></div>'
    return html if private is None else f'{html}<div id="private" hx-swap-oob="innerHTML">{private}</div>'


def packed(own: str, public: Public) -> bytes:
    """Both parts as one deflate stream. The larger one was compressed once for everyone."""
    packing = zlib.compressobj(0, wbits=-9, memLevel=1)  # stored, not compressed: needs little memory
    return packing.compress(own.encode()) + packing.flush(zlib.Z_SYNC_FLUSH) + public.packed


@lru_cache(1000)
def marks_html(ref: str, chosen: frozenset[int]) -> str:
    """Who has chosen, not what: the same for everybody at the table."""
    return _told("marks", ref=ref, chosen=" ".join(map(str, sorted(chosen))))


def sealed_html(deal: Deal, seat: int) -> str:
    """Shows the person on this seat their own choice; no move means that it was taken back."""
    return _told("sealed", ref=deal.ref, move=deal.move_of(seat)[0])


def beat_html(table: Table) -> str:
    return _told("beat", version=table.version, ref=table.deal.ref if table.deal else "")


def refused_html(code: str, aim: str, sentence: str) -> str:
    return _told("refused", escape(sentence), code=code, aim=aim)


def looked_html(move: str, html: str) -> str:
    return _told("looked", html, move=move)


def _told(name: str, inside: str = "", **facts: object) -> str:
    return f'<div id="{name}" hidden hx-swap-oob="true" {attributes(**facts)}>{inside}</div>'
