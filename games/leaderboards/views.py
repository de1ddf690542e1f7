"""Pages of the leaderboards."""

from datetime import UTC, date, datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import Club, User
from games.engine import catalogue
from games.leaderboards import periods, queries
from games.leaderboards.board_page import Page
from games.leaderboards.queries import Wanted
from games.models import GameSession


@require_safe
def board(request: HttpRequest, game: str = "") -> HttpResponse:
    me = request.user if isinstance(request.user, User) else None
    mine = queries.clubs_of(me)
    today = datetime.now(UTC).date()
    wanted = _wanted(request, game or catalogue.names()[0], clubs=mine, today=today)
    found = queries.read(wanted, me.pk if me else None)
    if wanted.page > 1 and not found.rows:
        raise Http404
    return render(
        request, "leaderboards/boards.html", {"board": Page(wanted, found, clubs=mine, me=me, today=today)}
    )


def _wanted(request: HttpRequest, game: str, *, clubs: list[Club], today: date) -> Wanted:
    """What the address asks for; 404 if it does not exist or this person may not see it."""
    asked = request.GET
    sheet, by = asked.get("sheet", ""), asked.get("by", queries.RATING)
    medium = asked.get("medium", "")
    period = periods.read(asked.get("period", periods.ALL), today)
    club = next((club for club in clubs if club.slug == asked.get("club")), None)
    number = asked.get("page", "1")
    if (
        game not in catalogue.names()
        or (sheet and sheet not in queries.sheets(game))
        or medium not in ("", *GameSession.Medium.values)
        or by not in (queries.RATING, queries.POINTS, queries.WINS)
        or period is None
        or (club is None and "club" in asked)
        or not (number.isascii() and number.isdigit() and 1 <= len(number) <= 5)
        or not 1 <= int(number) <= queries.MOST_PAGES
    ):
        raise Http404
    if by == queries.RATING and not period.current:
        by = queries.POINTS  # a rating is always current; a past month has only points and wins
    return Wanted(game, sheet, medium, by, period, club, int(number))
