"""What everybody may see and download: standings, results, files; and the trail for those who run it."""

from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.tournaments import event_data, exports, queries, sentences
from games.tournaments.models import Tournament, Trail
from games.tournaments.views.organiser.permissions import NOTHING_NEW, SCORES, DeskRequest, at_desk, seen
from splitsite.http import HtmxHttpRequest
from splitsite.site_address import absolute

TRAIL_PAGE = 100


@never_cache
@require_safe
def standings(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """The permanent public page: standings now or after a round, every table, every correction."""
    tournament = seen(request, code)
    pulse = queries.pulse(tournament.pk)
    asks_again = request.htmx
    if asks_again and request.GET.get("pulse") == pulse:
        return HttpResponse(status=NOTHING_NEW)
    book = event_data.Book(tournament)
    rounds = queries.rounds_of(tournament, proposed=False, book=book)
    after = _after(request, len(rounds))
    lines = queries.standings(tournament, before=after + 1 if after else None, book=book)
    context = {
        "tournament": tournament,
        "rights": getattr(request, "rights", ""),
        "rounds": rounds,
        "after": after,
        "shown_rounds": rounds[: after or None],
        "lines": lines,
        "final": tournament.status == Tournament.Status.CLOSED,
        "counting": sentences.counting(tournament.counting),
        "tie_breaks": [sentences.tie_break(name) for name in tournament.tie_breaks],
        "breaks": _breaks(lines),
        "corrections": queries.corrections(tournament),
        "entries": tournament.entries.exclude(presence="gone") if not rounds else (),
        "pulse": pulse,
        "gaps": any(part == "–" for line in lines for part in line.rounds),
    }
    template = "tournaments/_standings_now.html" if asks_again else "tournaments/standings.html"
    return render(request, template, context)


def _after(request: HttpRequest, rounds: int) -> int:
    """The number of the round after which to show the standings; 0 means now."""
    asked = request.GET.get("after", "")
    if not asked:
        return 0
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 3 and 1 <= int(asked) <= rounds):
        raise Http404
    return int(asked)


def _breaks(lines: tuple[queries.Standing, ...]) -> dict[int, list[tuple[str, str]]]:
    """What decided between equal totals. A tie-break in which all of them are equal again is left out."""
    found: dict[tuple[str, str], set[str]] = {}
    for line in lines:
        for name, value in line.breaks:
            found.setdefault((line.total, name), set()).add(value)
    return {
        line.entry: [
            (sentences.tie_break(name), value)
            for name, value in line.breaks
            if len(found[line.total, name]) > 1
        ]
        for line in lines
        if any(part not in ("", "–") for part in line.rounds)
    }


CSV: dict[str, Callable[[Tournament, str], str]] = {
    "entries": exports.entries_csv,
    "seating": exports.seating_csv,
    "results": exports.results_csv,
    "standings": exports.standings_csv,
}
FOR_ORGANISERS = {"entries", "whole"}
"""These show who is new, late or gone, which concerns nobody else."""


@never_cache
@require_safe
def file(request: HttpRequest, code: str, name: str, kind: str) -> HttpResponse:
    """A file to download: CSV for spreadsheets, JSON of everything."""
    tournament = seen(request, code)
    if (name, kind) not in {("whole", "json"), *((known, "csv") for known in CSV)}:
        raise Http404
    if name in FOR_ORGANISERS and getattr(request, "rights", "") != "organise":
        raise PermissionDenied
    separator = exports.SEPARATORS.get(request.GET.get("separator", ""))
    if separator is None:
        raise Http404
    called = f"{slugify(tournament.name)[:40] or tournament.code}-{name}.{kind}"
    if kind == "json":
        response: HttpResponse = JsonResponse(exports.whole(tournament), json_dumps_params={"indent": 1})
    else:
        response = HttpResponse(CSV[name](tournament, separator), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{called}"'
    return response


@require_safe
@at_desk(SCORES)
def trail(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Who did what, the newest first."""
    lines = Trail.objects.filter(tournament=tournament).order_by("-pk")
    page = Paginator(lines, TRAIL_PAGE).get_page(request.GET.get("page", "1")[:6])
    told = [
        (one, sentences.act(one.act, one.facts), sentences.details(one.act, one.facts, tournament.game))
        for one in page
    ]
    return render(request, "tournaments/trail.html", {"tournament": tournament, "page": page, "told": told})


@require_safe
@at_desk(SCORES)
def files(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """What can be downloaded and printed."""
    context = {
        "tournament": tournament,
        "organises": request.rights == "organise",
        "results": absolute(reverse("tournaments:results", args=[tournament.code])),
        "embedded": absolute(reverse("tournaments:embedded", args=[tournament.code])),
    }
    return render(request, "tournaments/files.html", context)
