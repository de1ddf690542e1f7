"""A table drawn for its screens: the public part once for all, and for each what changes on it."""

import json
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING
from zlib import MAX_WBITS

from isal import isal_zlib

from games import access, play, screens
from games.tables import Deal, Table

if TYPE_CHECKING:
    from games.sockets import TableScreen

PACKED = 1
"""The level of compression: higher ones take longer and save next to nothing."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The public part of a table in one language, drawn and packed once for all who look at it."""

    html: str
    packed: bytes
    facts: str


@dataclass(frozen=True, slots=True)
class Page:
    """What one screen is to show next, as the frames that change it from what it shows now."""

    before: tuple[str, str]
    """The public and the private part it shows now."""

    after: tuple[str, str]
    frames: tuple[str | bytes, ...]


class Drawing:
    """A table for its screens, drawn screen by screen, whether it is sent at once or later."""

    def __init__(self, table: Table) -> None:
        began = perf_counter()
        self.table, self.shown = table, screens.screen(table)
        self.public: dict[str, Drawn] = {}
        self.pages: dict[TableScreen, Page] = {}
        self.seconds = perf_counter() - began

    def page(self, one: "TableScreen") -> Page | None:
        """What this screen is to show; nothing for who may not see the table any more."""
        page = self.pages.get(one)
        if page is not None and page.before == one.showing:
            return page
        if not access.may_see(self.table, one.user):
            return None
        began = perf_counter()
        if one.language not in self.public:
            self.public[one.language] = drawn(self.shown, one.language)
        own = screens.mine(self.table, one.person_id, self.shown)
        page = self.pages[one] = one.page(self.shown, own, self.public[one.language])
        self.seconds += perf_counter() - began
        return page


@dataclass(frozen=True, slots=True)
class Draft:
    """A reveal that is being written: it is drawn meanwhile, and stays here until it is on disk."""

    news: play.News
    before: Table
    drawing: Drawing


def drawn(shown: screens.Screen, language: str) -> Drawn:
    html = screens.public_html(shown, language)
    packed = isal_zlib.compress(html.encode(), PACKED, -MAX_WBITS)
    return Drawn(html, packed, screens.facts_html(shown, language))


def marks(deal: Deal) -> str:
    """The frame that says who has chosen, not what."""
    return json.dumps({"kind": "marks", "ref": deal.ref, "chosen": sorted(deal.chosen)})


def after_news(table: Table, news: play.News) -> Table | None:
    """The table as the news left it; None if it must be read again."""
    deal = table.deal
    if news.more or deal is None or deal.ref != news.aim or table.version + news.revealed != news.version:
        return None
    if not news.revealed:
        sealed = {seat: (move, by) for seat, move, by in deal.moves} | news.chosen
        moves = tuple([(seat, move, by) for seat, (move, by) in sorted(sealed.items()) if move])
        return table._replace(deal=deal._replace(moves=moves))
    revealed = deal._replace(
        turn=deal.turn + 1,
        state=news.state,
        opened_at=news.opened_at,
        deadline=news.deadline,
        reserves=news.reserves,
        moves=(),
    )
    return table._replace(version=news.version, deal=revealed)
