"""The remote of the projector, for the desk and for a helper's phone: slides, dice, prize-giving."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.engine.contract import Refused
from games.table.services.locking import database_now
from games.tournaments import queries, refusals, services, wall_slides
from games.tournaments.models import Tournament
from games.tournaments.views.organiser.permissions import (
    NOTHING_NEW,
    SCORES,
    DeskRequest,
    at_desk,
    back,
    number,
    sorry,
    text,
)


@dataclass(frozen=True, slots=True)
class Button:
    """One slide that can be chosen."""

    key: str
    word: str
    chosen: bool


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(SCORES)
def remote(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Which slide the projector shows. Every press works without a script too."""
    told = ""
    if request.method == "POST":
        try:
            _press(request, tournament)
        except Refused as refused:
            told = refusals.refusal(refused)
            if not request.htmx:
                sorry(request, refused)
        if not request.htmx:
            return back("desk-remote", tournament)
        tournament.refresh_from_db()
    pulse = queries.pulse(tournament.pk)
    if request.method != "POST" and request.htmx and request.GET.get("pulse") == pulse:
        return HttpResponse(status=NOTHING_NEW)
    wall = wall_slides.wall(tournament, database_now())
    running = wall.event.current
    context = {
        "tournament": tournament,
        "pulse": pulse,
        "told": told,
        "wall": wall,
        "buttons": _buttons(wall),
        "chosen": tournament.wall_slide if tournament.wall_slide in _keys(wall) else "",
        "prizes": next((slide.things for slide in wall.slides if slide.kind == "prizes"), ()),
        "round": running.number if running and running.status == "published" else 0,
    }
    return render(request, "tournaments/_remote.html" if request.htmx else "tournaments/remote.html", context)


def _keys(wall: wall_slides.Wall) -> list[str]:
    return [slide.key for slide in wall.slides]


def _buttons(wall: wall_slides.Wall) -> list[Button]:
    words = {
        "join": _("How to join"),
        "names": _("Seats by name"),
        "tables": _("Seats by table"),
        "clock": _("Clock"),
        "best": _("The best"),
        "standings": _("All places"),
        "dice": _("Dice"),
    }
    return [
        Button(
            slide.key,
            f"{words[slide.kind]} {slide.page}"
            if slide.pages > 1 and slide.kind != "best"
            else words[slide.kind],
            chosen=slide.key == wall.tournament.wall_slide,
        )
        for slide in wall.slides
        if slide.kind in words
    ]


def _press(request: DeskRequest, tournament: Tournament) -> None:
    act = request.POST.get("do", "")
    if act not in PRESSES:
        raise Refused("try-again")
    PRESSES[act](request, tournament)


def _show(request: DeskRequest, tournament: Tournament) -> None:
    services.show(tournament.pk, request.user, text(request, "slide", 20))


def _by_itself(request: DeskRequest, tournament: Tournament) -> None:
    services.show(tournament.pk, request.user, "")


def _turn(request: DeskRequest, tournament: Tournament) -> None:
    """The next slide or the one before, counted from what the page showed: a double-click turns once."""
    keys = [key for key in _keys(wall_slides.wall(tournament, database_now())) if key != services.PRIZES]
    seen = text(request, "seen", 20)
    at = keys.index(seen) if seen in keys else -1
    step = 1 if request.POST.get("do") == "next" else -1
    services.show(tournament.pk, request.user, keys[(at + step) % len(keys)])


def _prizes(request: DeskRequest, tournament: Tournament) -> None:
    services.show(tournament.pk, request.user, services.PRIZES)


def _reveal(request: DeskRequest, tournament: Tournament) -> None:
    services.reveal(tournament.pk, request.user, seen=number(request, "seen"))


def _seal(request: DeskRequest, tournament: Tournament) -> None:
    services.lay_out(tournament.pk, request.user, number(request, "round"))


def _roll(request: DeskRequest, tournament: Tournament) -> None:
    services.roll(tournament.pk, request.user, number(request, "round"), shown=number(request, "shown"))


def _roll_back(request: DeskRequest, tournament: Tournament) -> None:
    services.step_back(tournament.pk, request.user, number(request, "round"), shown=number(request, "shown"))


PRESSES: dict[str, Callable[[DeskRequest, Tournament], None]] = {
    "show": _show,
    "auto": _by_itself,
    "next": _turn,
    "previous": _turn,
    "prizes": _prizes,
    "reveal": _reveal,
    "seal": _seal,
    "roll": _roll,
    "roll-back": _roll_back,
}
