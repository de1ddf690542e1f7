"""Planted faults: each tells a viewer something it must not know, as a careless change might."""

import json
import logging
import sys
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.http import HttpRequest

from accounts.models import User
from games import rooms as rooms_of_the_site
from games import screens, tables
from games.models import Choice, Round
from games.play import choices, writer
from games.rooms import Rooms, rooms
from games.tables import Table
from splitsite import pages
from tests.secrecy import errors
from tests.secrecy.site import Site

Leak = Callable[[pytest.MonkeyPatch, Site], None]


def a_hand_in_an_attribute(patch: pytest.MonkeyPatch, site: Site) -> None:
    draw = screens.screen

    def careless(table: Table) -> screens.Screen:
        shown = draw(table)
        hand = table.rules.legal(table.deal.state, 1) if table.deal else ()
        return screens.replace(shown, name=f"{shown.name}{hand}")

    patch.setattr(screens, "screen", careless)


def the_seed_in_a_header(patch: pytest.MonkeyPatch, site: Site) -> None:
    async def etag() -> tuple[bytes, bytes]:
        seed = await sync_to_async(lambda: bytes(Round.objects.latest("pk").seed))()
        return b"etag", seed.hex().encode()

    site.headers.append(etag)


def the_order_of_choosing(patch: pytest.MonkeyPatch, site: Site) -> None:
    """Seats that have chosen come in the order of their latest choice."""
    read = tables.by_code

    def careless(code: str) -> Table | None:
        table = read(code)
        return table and with_the_order_of_choosing(table)

    patch.setattr("games.views.by_code", careless)


def with_the_order_of_choosing(table: Table) -> Table:
    if table.deal is None:
        return table
    made = Choice.objects.filter(round=table.deal.id, turn=table.deal.turn).order_by("made_at")
    order = " ".join(str(seat) for seat in made.values_list("seat", flat=True))
    return table._replace(name=f"{table.name} {order}")


def the_length_of_a_sealed_choice(patch: pytest.MonkeyPatch, site: Site) -> None:
    """Nothing can be read, but the frame that tells who has chosen is longer for a longer word."""
    mark = Rooms.mark

    def careless(self: Rooms, table: Table) -> None:
        mark(self, table)
        size = sum(len(move) for _, move, _ in table.deal.moves) if table.deal else 0
        for one in self.screens.get(table.id, ()):
            one.post(json.dumps({"kind": "padding", "of": " " * size}))

    patch.setattr(Rooms, "mark", careless)


def a_hint_that_counts_other_hands(patch: pytest.MonkeyPatch, site: Site) -> None:
    preview = screens.preview_html

    def careless(table: Table, person: int | None, look: str, language: str) -> str:
        others = [table.rules.legal(table.deal.state, seat) for seat in range(len(table.places))]
        colour = look.split("-")[0]
        left = sum(move.startswith(colour) for moves in others for move in moves)
        return f"{preview(table, person, look, language)} still out: {left}"

    patch.setattr(screens, "preview_html", careless)


def a_hand_in_the_log(patch: pytest.MonkeyPatch, site: Site) -> None:
    close = choices._close

    def careless(desk: Any) -> None:
        close(desk)
        logging.getLogger("games.play").info("Table %s goes on with %s.", desk.session, desk.state)

    patch.setattr(choices, "_close", careless)


def a_change_of_mind_counts(patch: pytest.MonkeyPatch, site: Site) -> None:
    """Every sealed choice makes a new version of the table, so others can count how often one changed."""
    tell = Rooms.tell

    def careless(self: Rooms, news: list[Any]) -> None:
        tell(self, news)
        for one in news:
            for screen in self.screens.get(one.session, ()):
                screen.post(json.dumps({"kind": "table-changed"}))

    patch.setattr(Rooms, "tell", careless)


def a_sealed_choice_sent_to_all(patch: pytest.MonkeyPatch, site: Site) -> None:
    def careless(news: list[Any]) -> None:
        for one in news:
            text = json.dumps({"kind": "sealed", "move": next(iter(one.chosen.values()), ("", ""))[0]})
            for screen in list(rooms.screens.get(one.session, ())):
                assert rooms.loop is not None
                rooms.loop.call_soon_threadsafe(screen.post, text)

    patch.setattr(writer, "_readers", [*writer._readers, careless])


def the_order_in_what_is_read(patch: pytest.MonkeyPatch, site: Site) -> None:
    """A table that is read because another process wrote it names those who chose, latest last."""
    read = rooms_of_the_site.by_id

    def careless(session_id: int) -> Table | None:
        table = read(session_id)
        return table and with_the_order_of_choosing(table)

    patch.setattr(rooms_of_the_site, "by_id", careless)


def a_hand_on_the_error_page(patch: pytest.MonkeyPatch, site: Site) -> None:
    """As helpful as the pages of a developer's own site."""
    draw = pages.render_to_string

    def careless(name: str) -> str:
        return f"{draw(name)} {errors.known_to(sys.exc_info()[2]).get('hands')}"

    patch.setattr(pages, "render_to_string", careless)


def a_hand_in_the_words_of_an_error(patch: pytest.MonkeyPatch, site: Site) -> None:
    def careless(request: HttpRequest, table: Table, person: User) -> None:
        raise RuntimeError(f"This act is broken: {table.deal and table.deal.state}")

    patch.setattr(errors, "fail", careless)


def a_hand_in_a_mail(patch: pytest.MonkeyPatch, site: Site) -> None:
    mailing(patch, thorough=True)


def mailing(patch: pytest.MonkeyPatch, *, thorough: bool) -> None:
    """Errors are mailed to who keeps the site."""
    patch.setattr(logging.getLogger("django.request"), "handlers", [errors.Mailing(thorough=thorough)])


LEAKS: list[Leak] = [
    a_hand_in_an_attribute,
    the_seed_in_a_header,
    the_order_of_choosing,
    the_length_of_a_sealed_choice,
    a_hint_that_counts_other_hands,
    a_hand_in_the_log,
    a_change_of_mind_counts,
    a_sealed_choice_sent_to_all,
]

LEAKS_OF_ERRORS: dict[Leak, str] = {
    a_hand_on_the_error_page: "seat 0",
    a_hand_in_the_words_of_an_error: "log",
    a_hand_in_a_mail: "mails",
}
"""And who is told."""
