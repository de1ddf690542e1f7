"""Print-ready pages: cards, table slips, blank score sheets, seating list, standings, certificates."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine import paper as pads
from games.tournaments import cards, queries, wall_slides
from games.tournaments.models import Tournament
from games.tournaments.queries import hall
from games.tournaments.views.hall.permissions import number, rights_of, the_tournament
from splitsite.site_address import absolute, is_here_only

CARDS_A_PAGE = 10
SLIPS_A_PAGE, SHEETS_A_PAGE, SHORT_SHEETS_A_PAGE = 4, 2, 3
NAMES_ABREAST = 3
MOST_BLANKS = 24


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip on a table: its number, its people, its QR code."""

    table: queries.Table
    address: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet to write on, for one player or for the whole table."""

    table: int
    name: str
    names: tuple[str, ...]
    pad: Any


@never_cache
@require_safe
def paper(request: HttpRequest, code: str, what: str) -> HttpResponse:
    tournament = the_tournament(request, code)
    make = PAPERS.get(what)
    if make is None:
        raise Http404
    rights = rights_of(request, tournament)
    if what in ("cards", "slips", "certificates") and not rights:
        raise PermissionDenied
    context = make(request, tournament, bool(rights))
    context |= {"tournament": tournament, "what": what, "rights": rights, "here_only": is_here_only()}
    return render(request, f"tournaments/hall/print/{what}.html", context)


def check_in_cards(request: HttpRequest, tournament: Tournament, rights: bool) -> dict[str, Any]:
    """One card per person: whoever scans it at the door says that this person is here."""
    found = [(entry, cards.address(entry)) for entry in tournament.entries.exclude(name="")]
    return {"people": len(found), "pages": wall_slides.chunked(found, CARDS_A_PAGE)}


def slips(request: HttpRequest, tournament: Tournament, rights: bool) -> dict[str, Any]:
    """Table slips, also for a seating that is not published yet: they must lie there before people come."""
    one = _round(request, tournament, rights)
    found = [Slip(table, _address(table)) for table in one.tables]
    return {"round": one, "pages": wall_slides.chunked(found, SLIPS_A_PAGE)}


def sheets(request: HttpRequest, tournament: Tournament, rights: bool) -> dict[str, Any]:
    """Score sheets with names for the paper tables of a round, or without names for `?blank=<seats>`."""
    blank = number(request.GET.get("blank")) if "blank" in request.GET else 0
    if blank:
        if blank not in tournament.rules.SEATS:
            raise Http404
        one, made = None, _blanks(tournament, blank)
    else:
        one = _round(request, tournament, rights)
        made = [sheet for table in one.tables if table.medium == "paper" for sheet in _of(tournament, table)]
    short = bool(made) and _is_short(made[0].pad)
    return {
        "round": one,
        "short": short,
        "pages": wall_slides.chunked(made, SHORT_SHEETS_A_PAGE if short else SHEETS_A_PAGE),
    }


def seating(request: HttpRequest, tournament: Tournament, rights: bool) -> dict[str, Any]:
    one = _round(request, tournament, rights)
    return {"round": one, "columns": wall_slides.in_columns(wall_slides.by_name(one), NAMES_ABREAST)}


def standings(request: HttpRequest, tournament: Tournament, rights: bool) -> dict[str, Any]:
    return {"event": hall.event(tournament, None)}


def certificates(request: HttpRequest, tournament: Tournament, rights: bool) -> dict[str, Any]:
    """A certificate for each of the first three places; for more of them with `?top=5` or `?top=all`."""
    lines = queries.standings(tournament)
    asked = request.GET.get("top", "3")
    top = number(asked) if asked != "all" else 0
    if top:
        lines = tuple(line for line in lines if line.place <= top)
    return {"lines": [line for line in lines if any(value is not None for value in line.points)]}


PAPERS: dict[str, Callable[[HttpRequest, Tournament, bool], dict[str, Any]]] = {
    "cards": check_in_cards,
    "slips": slips,
    "sheets": sheets,
    "seating": seating,
    "standings": standings,
    "certificates": certificates,
}


def _round(request: HttpRequest, tournament: Tournament, rights: bool) -> queries.Round:
    """The round asked for, or the newest. Proposed rounds and tokens are only for those who run the event."""
    rounds = queries.rounds_of(tournament, proposed=rights, tokens=rights)
    if "round" in request.GET:
        rounds = tuple(one for one in rounds if one.number == number(request.GET.get("round")))
    if not rounds:
        raise Http404
    return rounds[-1]


def _address(table: queries.Table) -> str:
    if table.medium == "online" and table.session_code:
        return absolute(reverse("table:table", args=[table.session_code]))
    return absolute(reverse("tournaments:sheet", args=[table.token]))


def _of(tournament: Tournament, table: queries.Table) -> list[Sheet]:
    names = tuple(place.name for place in table.places)
    drawn = _pad(tournament, len(names), rounds=1, longest=max(map(len, names)))
    if _one_each(tournament):
        return [Sheet(table.number, name, names, drawn) for name in names]
    return [Sheet(table.number, "", names, drawn)]


def _blanks(tournament: Tournament, seats: int) -> list[Sheet]:
    """Two blank sheets for a table, or one per person if everybody writes."""
    drawn = _pad(tournament, seats, rounds=3, longest=10)
    copies = seats if _one_each(tournament) else SHEETS_A_PAGE
    return [Sheet(0, "", ("",) * seats, drawn)] * min(copies, MOST_BLANKS)


def _pad(tournament: Tournament, seats: int, *, rounds: int, longest: int) -> Any:
    draw = getattr(pads.pad(tournament.game), "blank", None)
    return draw(tournament.options, seats, rounds=rounds, longest=longest) if draw else None


def _is_short(pad: Any) -> bool:
    """Whether the pad is a strip, because it has one round: three strips fill a page."""
    return bool(getattr(pad, "height", 0)) and pad.height * 2 < pad.width


def _one_each(tournament: Tournament) -> bool:
    """Whether everybody writes on their own sheet: then no number is shared."""
    fields = pads.pad(tournament.game).fields(tournament.options, max(tournament.rules.SEATS), {})
    return {field.kind for field in fields} >= {"number"}
