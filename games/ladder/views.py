"""The leaderboards' pages."""

from datetime import UTC, date, datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import Club, User
from games import catalog
from games.ladder import boards, periods
from games.ladder.boards import Wanted
from games.ladder.pages import Page


@require_safe
def board(request: HttpRequest, game: str = "") -> HttpResponse:
    me = request.user if isinstance(request.user, User) else None
    mine = boards.clubs_of(me)
    today = datetime.now(UTC).date()
    wanted = _wanted(request, game or catalog.names()[0], clubs=mine, today=today)
    found = boards.read(wanted, me.pk if me else None)
    if wanted.page > 1 and not found.rows:
        raise Http404
    return render(
        request, "ladder/boards.html", {"board": Page(wanted, found, clubs=mine, me=me, today=today)}
    )


def _wanted(request: HttpRequest, game: str, *, clubs: list[Club], today: date) -> Wanted:
    """What the address asks for; 404 for what there is not, or is not for these eyes."""
    asked = request.GET
    sheet, by = asked.get("sheet", ""), asked.get("by", boards.RATING)
    period = periods.read(asked.get("period", periods.ALL), today)
    club = next((club for club in clubs if club.slug == asked.get("club")), None)
    number = asked.get("page", "1")
    if (
        game not in catalog.names()
        or (sheet and sheet not in boards.sheets(game))
        or by not in (boards.RATING, boards.POINTS, boards.WINS)
        or period is None
        or (club is None and "club" in asked)
        or not (number.isascii() and number.isdigit() and 1 <= len(number) <= 5)
        or not 1 <= int(number) <= boards.MOST_PAGES
    ):
        raise Http404
    if by == boards.RATING and not period.current:
        by = boards.POINTS  # a rating is of today; of a past month there are points and wins
    return Wanted(game, sheet, by, period, club, int(number))
