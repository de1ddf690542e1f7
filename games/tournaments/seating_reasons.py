"""Why these seats: what a proposed seating does well, what it could not do, and which swap would help."""

from dataclasses import dataclass
from functools import lru_cache

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tournaments import event_data, seating, sentences
from games.tournaments.models import Entry
from games.tournaments.queries import Round
from games.tournaments.seating.swaps import Remedy, remedy

MOST_REMEDIES = 6
"""Up to this many complaints get a suggested swap; with more, the numbers simply do not allow it."""

MOST_NAMES = 6

# The desk asks again after every change; the same seating always has the same remedies.
_remedy = lru_cache(256)(remedy)


@dataclass(frozen=True, slots=True)
class Reason:
    met: bool
    title: str
    detail: str = ""
    swap: tuple[int, int] | None = None
    """Two entries whose swap would meet the wish; `detail` says what it would cost."""


def reasons(book: event_data.Book, proposed: Round) -> list[Reason]:
    tables = tuple(tuple(place.entry for place in table.places) for table in proposed.tables)
    earlier = tuple(book.earlier(proposed.number))
    return [
        *_unseated(book, tables),
        *_online(proposed),
        *_wishes(book, proposed),
        *_neighbours(tables, earlier),
        *_unmet(book, proposed),
        *_newcomers(proposed),
        *_phones(book, proposed),
        _sizes(tables),
    ]


def _unseated(book: event_data.Book, tables: seating.Seating) -> list[Reason]:
    """People who came after the seating was drawn."""
    seated = {who for table in tables for who in table}
    here = [one for one in book.entries if one.presence == Entry.Presence.HERE]
    names = [one.name for one in here if one.pk not in seated]
    if not names:
        return []
    title = ngettext("%(names)s has no seat yet", "%(names)s have no seat yet", len(names))
    told = title % {"names": get_text_list(names, _("and"))}
    return [Reason(False, told, _("They came after the seating was drawn. Draw again to seat everybody."))]


def _neighbours(tables: seating.Seating, earlier: tuple[seating.Seating, ...]) -> list[Reason]:
    if not earlier:
        return []
    before = {two for round_ in earlier for table in round_ for two in seating.neighbours(table)}
    again = {who for table in tables for two in seating.neighbours(table) & before for who in two}
    everybody = sum(map(len, tables))
    title = _("%(new)s of %(all)s have only new neighbours") % {
        "new": everybody - len(again),
        "all": everybody,
    }
    return [Reason(True, title, _("compared with all rounds before"))]


def _unmet(book: event_data.Book, proposed: Round) -> list[Reason]:
    names = {place.entry: place.name for table in proposed.tables for place in table.places}
    found = []
    open_ = (one for one in proposed.unmet if one.why == "others" and one.kind != "phone")
    for number, one in enumerate(open_):
        told, why = sentences.unmet_apart(one, names)
        mended = _mended(book, proposed, one) if number < MOST_REMEDIES else None
        if mended is not None:
            why = sentences.remedy(mended, names)
        found.append(Reason(False, told, why, swap=(mended.one, mended.other) if mended else None))
    return [*found, *_unavoidable(proposed, names)]


def _mended(book: event_data.Book, proposed: Round, one: seating.Unmet) -> Remedy | None:
    """The swap that would help."""
    tournament = book.tournament
    return _remedy(
        one,
        tuple(tuple(place.entry for place in table.places) for table in proposed.tables),
        tuple(book.people(proposed.number)),
        tuple(book.earlier(proposed.number)),
        sizes=tournament.sizes,
        by_standing=tournament.by_standing and proposed.number > 1,
        wishes=book.wishes,
        online=proposed.online,
    )


def _unavoidable(proposed: Round, names: dict[int, str]) -> list[Reason]:
    """What no seating of these people could avoid: one line for each kind, not one for each pair."""
    kinds: dict[tuple[str, str], list[seating.Unmet]] = {}
    for one in proposed.unmet:
        if one.why != "others":
            kinds.setdefault((one.kind, one.why), []).append(one)
    found = []
    for (kind, why), many in kinds.items():
        if len(many) == 1:
            found.append(Reason(False, *sentences.unmet_apart(many[0], names)))
        else:
            found.append(Reason(False, *sentences.unavoidable(kind, why, len(many))))
    return found


def _online(proposed: Round) -> list[Reason]:
    """How many tables were wanted online, and whether there are so many."""
    wanted, have = proposed.online_wanted, len(proposed.online)
    if not wanted or have >= wanted:
        return []
    phones = sum(place.phone for table in proposed.tables for place in table.places)
    title = _("%(have)s of %(wanted)s online tables") % {"have": have, "wanted": wanted}
    why = ngettext("%(count)s person has a phone.", "%(count)s people have a phone.", phones)
    return [Reason(False, title, why % {"count": phones})]


def _wishes(book: event_data.Book, proposed: Round) -> list[Reason]:
    """The wishes that are met; those that are not are told one by one."""
    seated = {place.entry for table in proposed.tables for place in table.places}
    wishes = [wish for wish in book.wishes if seated.issuperset(wish.people)]
    missed = {(one.kind, one.people) for one in proposed.unmet}
    met = [wish for wish in wishes if (wish.kind, wish.people) not in missed]
    if not met:
        return []
    title = ngettext("%(met)s of %(all)s wish is met", "%(met)s of %(all)s wishes are met", len(wishes))
    return [Reason(True, title % {"met": len(met), "all": len(wishes)})]


def _newcomers(proposed: Round) -> list[Reason]:
    new = [
        (
            place.name,
            table.places[place.seat - 1].name,
            table.places[(place.seat + 1) % len(table.places)].name,
        )
        for table in proposed.tables
        for place in table.places
        if place.newcomer and len(table.places) > 2
    ]
    if not new or any(one.kind == "newcomers" for one in proposed.unmet):
        return []
    title = ngettext(
        "The newcomer sits between experienced players",
        "%(count)s newcomers sit between experienced players",
        len(new),
    ) % {"count": len(new)}
    detail = " · ".join(f"{name}: {right}, {left}" for name, right, left in new[:MOST_NAMES])
    return [Reason(True, title, detail + (" …" if len(new) > MOST_NAMES else ""))]


def _phones(book: event_data.Book, proposed: Round) -> list[Reason]:
    """People who have no phone sit at paper tables; only of interest if some tables play online."""
    if not any(table.medium == "online" for table in proposed.tables):
        return []
    without = {
        table.number: [place.name for place in table.around if not place.phone] for table in proposed.tables
    }
    wrong = [
        Reason(
            False,
            _("Table %(table)s cannot play online") % {"table": table.number},
            ngettext(
                "%(names)s has no phone or account. Swap, or make it a paper table.",
                "%(names)s have no phone or account. Swap, or make it a paper table.",
                len(without[table.number]),
            )
            % {"names": get_text_list(without[table.number], _("and"))},
            swap=_phone_swap(book, proposed, table.number),
        )
        for table in proposed.tables
        if table.medium == "online" and without[table.number]
    ]
    names = [name for people in without.values() for name in people]
    if wrong or not names:
        return wrong
    shown = [*names[:MOST_NAMES], *(["…"] if len(names) > MOST_NAMES else [])]
    return [Reason(True, _("People without a phone sit at paper tables"), ", ".join(shown))]


def _phone_swap(book: event_data.Book, proposed: Round, table: int) -> tuple[int, int] | None:
    """Two people whose swap brings somebody without a phone away from this online table."""
    wrong = next((one for one in proposed.unmet if one.kind == "phone" and one.table == table), None)
    mended = _mended(book, proposed, wrong) if wrong else None
    return (mended.one, mended.other) if mended else None


def _sizes(tables: seating.Seating) -> Reason:
    sizes = sorted(map(len, tables), reverse=True)
    parts = [
        ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", sizes.count(size))
        % {"count": sizes.count(size), "size": size}
        for size in sorted(set(sizes), reverse=True)
    ]
    people = ngettext("%(count)s person", "%(count)s people", sum(sizes)) % {"count": sum(sizes)}
    return Reason(True, get_text_list(parts, _("and")), people)
