"""Planted faults: each tells a viewer something they must not know, as a careless change might."""

import logging
import sys
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.http import HttpRequest

from accounts.models import User
from games.models import Choice, Round
from games.table import partials, rendering, snapshots
from games.table.consumers import TableConsumer
from games.table.services import choices
from games.table.snapshots import Deal, Table
from splitsite import views
from tests.secrecy import errors
from tests.support.serving import Site

Leak = Callable[[pytest.MonkeyPatch, Site], None]


def a_hand_in_an_attribute(patch: pytest.MonkeyPatch, site: Site) -> None:
    draw = rendering.screen

    def careless(table: Table) -> rendering.Screen:
        shown = draw(table)
        hand = table.rules.legal(table.deal.state, 1) if table.deal else ()
        return rendering.replace(shown, name=f"{shown.name}{hand}")

    patch.setattr(rendering, "screen", careless)


def the_seed_in_a_header(patch: pytest.MonkeyPatch, site: Site) -> None:
    async def etag() -> tuple[bytes, bytes]:
        seed = await sync_to_async(lambda: bytes(Round.objects.latest("pk").seed))()
        return b"etag", seed.hex().encode()

    site.headers.append(etag)


def the_order_of_choosing(patch: pytest.MonkeyPatch, site: Site) -> None:
    """Seats that have chosen come in the order of their latest choice."""
    read = snapshots.by_code

    def careless(code: str) -> Table | None:
        table = read(code)
        return table and with_the_order_of_choosing(table)

    patch.setattr("games.table.views.by_code", careless)


def with_the_order_of_choosing(table: Table) -> Table:
    if table.deal is None:
        return table
    made = Choice.objects.filter(round=table.deal.id, turn=table.deal.turn).order_by("made_at")
    order = " ".join(str(seat) for seat in made.values_list("seat", flat=True))
    return table._replace(name=f"{table.name} {order}")


def the_length_of_a_sealed_choice(patch: pytest.MonkeyPatch, site: Site) -> None:
    """The words cannot be read, but the frame that tells who has chosen is longer for a longer choice."""
    show = TableConsumer.show_choices

    async def careless(self: TableConsumer) -> None:
        before = self.marked
        await show(self)
        if self.table.deal and before != self.marked:
            size = sum(len(one.move) for one in self.table.deal.moves)
            await self.push(f'<div id="padding" hx-swap-oob="true">{" " * size}</div>')

    patch.setattr(TableConsumer, "show_choices", careless)


def a_hint_that_counts_other_hands(patch: pytest.MonkeyPatch, site: Site) -> None:
    preview = rendering.preview_html

    def careless(table: Table, person: int | None, look: str, language: str) -> str:
        others = [table.rules.legal(table.deal.state, seat) for seat in range(len(table.places))]
        colour = look.split("-")[0]
        left = sum(move.startswith(colour) for moves in others for move in moves)
        return f"{preview(table, person, look, language)} still out: {left}"

    patch.setattr(rendering, "preview_html", careless)


def a_goal_that_tells_who_could_break_it(patch: pytest.MonkeyPatch, site: Site) -> None:
    details = rendering.details_html

    def careless(table: Table, person: int | None, of: str, language: str) -> str:
        others = [table.rules.legal(table.deal.state, seat) for seat in range(len(table.places))]
        numbers = sum(move.split(" ")[0].endswith(("-1", "-3", "-5")) for moves in others for move in moves)
        return f"{details(table, person, of, language)} odd numbers still out: {numbers}"

    patch.setattr(rendering, "details_html", careless)


def a_hand_in_the_log(patch: pytest.MonkeyPatch, site: Site) -> None:
    reveal = choices._reveal

    def careless(desk: Any) -> Deal:
        deal = reveal(desk)
        logging.getLogger("games.table.services").info("Table %s goes on with %s.", desk.table.id, deal.state)
        return deal

    patch.setattr(choices, "_reveal", careless)


def a_change_of_mind_counts(patch: pytest.MonkeyPatch, site: Site) -> None:
    """Every sealed choice tells pages the table's revision, so others can count changes of mind."""
    changed = TableConsumer.table_changed

    async def careless(self: TableConsumer, event: dict[str, Any]) -> None:
        await changed(self, event)
        await self.push(f'<div id="revision" hx-swap-oob="true">{event["revision"]}</div>')

    patch.setattr(TableConsumer, "table_changed", careless)


def a_sealed_choice_sent_to_all(patch: pytest.MonkeyPatch, site: Site) -> None:
    changed = TableConsumer.table_changed

    async def careless(self: TableConsumer, event: dict[str, Any]) -> None:
        await changed(self, event)
        if self.table.deal and self.table.deal.moves:
            await self.push(partials.sealed_html(self.table.deal, self.table.deal.moves[0].seat))

    patch.setattr(TableConsumer, "table_changed", careless)


def the_order_in_what_is_read(patch: pytest.MonkeyPatch, site: Site) -> None:
    """A table that is read because another process wrote it lists those who chose, latest last."""
    read = snapshots.by_id

    def careless(session_id: int) -> Table | None:
        table = read(session_id)
        return table and with_the_order_of_choosing(table)

    patch.setattr(snapshots, "by_id", careless)


def a_hand_on_the_error_page(patch: pytest.MonkeyPatch, site: Site) -> None:
    """As helpful as Django's error page for developers."""
    draw = views.render_to_string

    def careless(name: str) -> str:
        return f"{draw(name)} {errors.known_to(sys.exc_info()[2]).get('hands')}"

    patch.setattr(views, "render_to_string", careless)


def a_hand_in_the_words_of_an_error(patch: pytest.MonkeyPatch, site: Site) -> None:
    def careless(request: HttpRequest, table: Table, person: User) -> None:
        raise RuntimeError(f"This act is broken: {table.deal and table.deal.state}")

    patch.setattr(errors, "fail", careless)


def a_hand_in_a_mail(patch: pytest.MonkeyPatch, site: Site) -> None:
    mailing(patch, thorough=True)


def mailing(patch: pytest.MonkeyPatch, *, thorough: bool) -> None:
    """Errors are mailed to the administrators."""
    patch.setattr(logging.getLogger("django.request"), "handlers", [errors.Mailing(thorough=thorough)])


LEAKS: list[Leak] = [
    a_hand_in_an_attribute,
    the_seed_in_a_header,
    the_order_of_choosing,
    the_length_of_a_sealed_choice,
    a_hint_that_counts_other_hands,
    a_goal_that_tells_who_could_break_it,
    a_hand_in_the_log,
    a_change_of_mind_counts,
    a_sealed_choice_sent_to_all,
]

LEAKS_OF_ERRORS: dict[Leak, str] = {
    a_hand_on_the_error_page: "seat 0",
    a_hand_in_the_words_of_an_error: "log",
    a_hand_in_a_mail: "mails",
}
"""Each leak, and who is told."""
