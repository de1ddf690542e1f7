"""The desk: one screen that always shows the next step, and all its buttons."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.contract import Refused
from games.tournaments import draw_preview, queries, refusals, sentences, services
from games.tournaments.models import Entry, Tournament
from games.tournaments.seating_reasons import reasons
from games.tournaments.views.organiser.permissions import (
    NOTHING_NEW,
    ORGANISE,
    SCORES,
    DeskRequest,
    at_desk,
    back,
    number,
    sorry,
    text,
)


@require_safe
@at_desk(SCORES)
def desk(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The whole page. For a page that asks again: only its inside, or nothing if nothing happened."""
    pulse = queries.pulse(tournament.pk)
    asks_again = request.htmx
    if asks_again and request.GET.get("pulse") == pulse:
        return HttpResponse(status=NOTHING_NEW)
    context = _context(request, tournament) | {"pulse": pulse}
    template = "tournaments/_desk_now.html" if asks_again else "tournaments/desk.html"
    return render(request, template, context)


def _context(request: DeskRequest, tournament: Tournament) -> dict[str, Any]:
    organises = request.rights == ORGANISE
    board = queries.board(tournament, rights=request.rights)
    step = board.next_step
    if step == "publish" and not organises:
        step = "wait"  # only the organiser sees a seating before it is published
    ahead = queries.preview_roll_call(board.book, {})
    return {
        "tournament": tournament,
        "board": board,
        "organises": organises,
        "leads": services.leads(tournament, request.user),
        "step": step,
        "pulse": queries.pulse(tournament.pk),
        "steps": _steps(board),
        "counts": _presence(board),
        "tables": sentences.tables(ahead) if step in ("enter", "propose") else "",
        "ahead": draw_preview.ahead(board) if step == "propose" else None,
        "online_choices": draw_preview.online_choices(board),
        "reasons": reasons(board.book, board.open) if board.open and step == "publish" else (),
        "startable": any(table.session_code and table.status == "waiting" for table in _tables(board)),
        "dealt": any(table.session_code and table.status != "waiting" for table in _tables(board)),
        "now": timezone.now(),
    }


def _tables(board: queries.Board) -> tuple[queries.Table, ...]:
    return board.open.tables if board.open else ()


def _steps(board: queries.Board) -> list[tuple[int, str]]:
    """Every planned round with its state: `closed`, `proposed`, `published`, `next` or `later`."""
    known = {one.number: one.status for one in board.rounds}
    upcoming = len(known) + 1 if board.open is None and board.next_step != "closed" else 0
    return [
        (round_, known.get(round_) or ("next" if round_ == upcoming else "later"))
        for round_ in range(1, board.tournament.rounds_planned + 1)
    ]


def _presence(board: queries.Board) -> dict[str, int]:
    found = dict.fromkeys(Entry.Presence.values, 0)
    for entry in board.entries:
        found[entry.presence] += 1
    return found


@require_http_methods(["GET", "POST"])
@at_desk(SCORES)
def act(request: DeskRequest, tournament: Tournament, act: str) -> HttpResponse:
    """One press of a button. Opening such an address without pressing leads to the desk."""
    if act not in ACTS:
        raise Http404
    if request.method == "GET":
        return back("desk", tournament)
    stays = request.htmx and act in IN_PLACE
    try:
        told = ACTS[act](request, tournament)
    except Refused as refused:
        if stays:
            return _in_place(request, tournament, refusals.refusal(refused))
        sorry(request, refused)
        return back("desk", tournament)
    if stays:
        return _in_place(request, tournament, told)
    if told:
        messages.success(request, told)
    if act == "open":
        return back("desk-people", tournament)
    # Messages stand at the top of the page; without one the page stays at the table it is about.
    return back("desk", tournament, at="" if told else text(request, "at", 40))


IN_PLACE = ("swap", "move", "medium", "draw-again")
"""Changes of a seating that is looked at: with a script the page stays where it is scrolled to."""


def _in_place(request: DeskRequest, tournament: Tournament, told: str | None) -> HttpResponse:
    tournament.refresh_from_db()
    return render(request, "tournaments/_desk_now.html", _context(request, tournament) | {"told": told or ""})


Told = str | None


def _open(request: DeskRequest, tournament: Tournament) -> Told:
    services.open_entries(tournament.pk, request.user)
    return _("Registration is open.")


def _close(request: DeskRequest, tournament: Tournament) -> Told:
    services.close(tournament.pk, request.user)
    return _("The tournament is closed. Its results stay for everybody to see.")


def _reopen(request: DeskRequest, tournament: Tournament) -> Told:
    services.reopen(tournament.pk, request.user)
    return _("The tournament is open again, and its pages say so.")


def _propose(request: DeskRequest, tournament: Tournament) -> Told:
    services.propose(tournament.pk, request.user, online=_online(request))
    return None


def _online(request: DeskRequest) -> int | None:
    """How many online tables are wanted; empty means as usual."""
    return min(number(request, "online"), 99) if request.POST.get("online") else None


def _draw_again(request: DeskRequest, tournament: Tournament) -> Told:
    round_, draw = number(request, "round"), number(request, "draw")
    services.draw_again(tournament.pk, request.user, round_, draw=draw, online=_online(request))
    return _("Drawn again.")


def _swap(request: DeskRequest, tournament: Tournament) -> Told:
    chosen = request.POST.getlist("who")
    if "pair" in request.POST:
        chosen = request.POST["pair"].split(" ")
    if len(chosen) != 2 or not all(one.isascii() and one.isdecimal() and len(one) < 19 for one in chosen):
        raise Refused("choose-two")
    one, other = map(int, chosen)
    round_, draw = number(request, "round"), number(request, "draw")
    services.swap(tournament.pk, request.user, round_, draw=draw, one=one, other=other)
    names = dict(tournament.entries.filter(pk__in=[one, other]).values_list("pk", "name"))
    return _("%(one)s and %(other)s have changed places.") % {"one": names[one], "other": names[other]}


def _move(request: DeskRequest, tournament: Tournament) -> Told:
    if len(request.POST.getlist("who")) != 1:
        raise Refused("choose-one")
    services.move(
        tournament.pk,
        request.user,
        number(request, "round"),
        draw=number(request, "draw"),
        entry_id=number(request, "who"),
        table_id=number(request, "table"),
    )
    return None


def _medium(request: DeskRequest, tournament: Tournament) -> Told:
    services.set_medium(tournament.pk, request.user, number(request, "table"), request.POST.get("medium", ""))
    return None


def _publish(request: DeskRequest, tournament: Tournament) -> Told:
    round_ = number(request, "round")
    services.publish(tournament.pk, request.user, round_, draw=number(request, "draw"))
    return _("Round %(round)s is published: everybody can see where to sit.") % {"round": round_}


def _undo(request: DeskRequest, tournament: Tournament) -> Told:
    services.undo_publish(tournament.pk, request.user, number(request, "round"))
    return _("The seating is a proposal again. Scores that were typed are kept.")


def _close_round(request: DeskRequest, tournament: Tournament) -> Told:
    round_ = number(request, "round")
    services.close_round(tournament.pk, request.user, round_)
    return _("Round %(round)s is closed.") % {"round": round_}


def _reopen_round(request: DeskRequest, tournament: Tournament) -> Told:
    services.reopen_round(tournament.pk, request.user, number(request, "round"))
    return None


def _clock(request: DeskRequest, tournament: Tournament) -> Told:
    minutes = number(request, "minutes") if request.POST.get("minutes") else None
    services.set_clock(tournament.pk, request.user, number(request, "round"), minutes=minutes)
    return None


def _start(request: DeskRequest, tournament: Tournament) -> Told:
    services.start(tournament.pk, request.user, number(request, "table"))
    return None


def _start_all(request: DeskRequest, tournament: Tournament) -> Told:
    services.start_all(tournament.pk, request.user, number(request, "round"))
    return _("All online tables have started.")


def _anew(request: DeskRequest, tournament: Tournament) -> Told:
    services.play_anew(tournament.pk, request.user, number(request, "table"), text(request, "reason"))
    return _("The table is open again for the same people.")


ACTS: dict[str, Callable[[DeskRequest, Tournament], Told]] = {
    "open": _open,
    "close": _close,
    "reopen": _reopen,
    "propose": _propose,
    "draw-again": _draw_again,
    "swap": _swap,
    "move": _move,
    "medium": _medium,
    "publish": _publish,
    "undo": _undo,
    "close-round": _close_round,
    "reopen-round": _reopen_round,
    "clock": _clock,
    "start": _start,
    "start-all": _start_all,
    "anew": _anew,
}
