"""Pages of Splitter alone and of the day’s Splitter."""

import re
from datetime import date as Date
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from accounts import devices
from accounts.devices import device_of
from games.daily import best_sheet, days, queries, services
from games.daily import solo_queries as alone
from games.daily.models import Attempt
from games.daily.origins import origin_of
from games.daily.share_text import shared
from games.engine.contract import Refused
from games.splitter.sheets import SHEETS
from games.table import refusals
from games.table import services as table_services
from games.table.rate_limits import may_open_a_table
from games.table.services.locking import database_now
from games.table.visitors import person_for
from splitsite.site_address import absolute

get_or_post = require_http_methods(["GET", "POST"])

STOP_POLLING = 286
"""The status that tells htmx to stop polling."""


@require_safe
@never_cache
def solo(request: HttpRequest) -> HttpResponse:
    """My results alone, sheet by sheet, and the leaderboards of all who play alone."""
    sheet, by = request.GET.get("sheet", ""), request.GET.get("by", "")
    sheet = sheet if sheet in SHEETS else next(iter(SHEETS))
    by = by if by in alone.LADDERS else next(iter(alone.LADDERS))
    return render(
        request,
        "daily/solo.html",
        {
            "mine": [alone.mine(request.user.pk, name) for name in SHEETS],
            "sheet": sheet,
            "by": by,
            "sheets": list(SHEETS.values()),
            "ladder": alone.ladder(sheet, by, request.user.pk),
        },
    )


@get_or_post
def start_solo(request: HttpRequest) -> HttpResponse:
    """Starts a round alone with one tap: a sheet, and the first pair of dice."""
    if request.method == "GET":
        return redirect("daily:solo")
    try:
        may_open_a_table(request)
        options = {"sheet": request.POST.get("sheet", "")}
        table = table_services.play_now(person_for(request), services.GAME, options=options, bots=0)
    except Refused as refused:
        messages.error(request, refusals.refusal(refused))
        return redirect("daily:solo")
    return redirect("table:table", table.code)


@require_safe
@never_cache
def today(request: HttpRequest) -> HttpResponse:
    now = database_now()
    return _day(request, days.day_of(now), now)


@require_safe
@never_cache
def day(request: HttpRequest, date: str) -> HttpResponse:
    return _day(request, _date(date), database_now())


def _day(request: HttpRequest, date: Date, now: datetime) -> HttpResponse:
    shown = queries.day(date, request.user.pk, now, origin_of(request, device_of(request), date))
    if shown is None:
        return render(request, "daily/no_day.html", {"to_come": date > days.day_of(now)}, status=404)
    streak = queries.streak(request.user.pk, days.day_of(now))
    address = absolute(reverse("daily:day", args=[date.isoformat()]))
    return render(
        request,
        "daily/day.html",
        {
            "day": shown,
            "streak": streak,
            "written": queries.written(shown.own) if shown.own and shown.own.finished else None,
            "best": best_sheet.found(shown) if shown.open and not shown.running else None,
            "shared": shared(shown, streak, address),
            "sheet": SHEETS[shown.sheet],
            "seen": _seen(shown.seen),
        },
    )


@require_GET
@never_cache
def best(request: HttpRequest, date: str) -> HttpResponse:
    """How far the search for the best sheet is; the page asks until it is done.

    Never while the day is running: a guest could play first to see it, and then copy it with an account.
    """
    shown = queries.day(_date(date), request.user.pk, database_now())
    if shown is None or shown.running or not shown.open:
        raise Http404
    found = best_sheet.found(shown)
    going_on = found is not None and not (found.done or found.failed)
    context = {"day": shown, "best": found}
    return render(request, "daily/_best.html", context, status=200 if going_on else STOP_POLLING)


@get_or_post
def start(request: HttpRequest) -> HttpResponse:
    """Starts the attempt that counts. The form names its day, so it cannot start the next after midnight."""
    if request.method == "GET":
        return redirect("daily:today")
    try:
        date = _parsed(request.POST.get("day", ""))
        if date is None:
            raise Refused("no-such-day")
        may_open_a_table(request)
        person, device = person_for(request), device_of(request)
        origin = origin_of(request, device, date)
        session = services.start(person, date, now=database_now(), origin=origin)
    except Refused as refused:
        messages.error(request, refusals.refusal(refused))
        return redirect("daily:today")
    own = queries.own_attempt(date, person.pk)
    if own and own.seen and not own.turn:
        messages.info(request, _seen(own.seen))
    response = redirect("table:table", session.code)
    devices.remember(request, response, device)
    return response


@get_or_post
def practise(request: HttpRequest, date: str) -> HttpResponse:
    """The same dice again, unranked."""
    wanted = _date(date)
    if request.method == "GET":
        return redirect("daily:day", wanted.isoformat())
    try:
        may_open_a_table(request)
        session = services.practise(person_for(request), wanted, now=database_now())
    except Refused as refused:
        messages.error(request, refusals.refusal(refused))
        known = queries.day(wanted, request.user.pk, database_now())
        return redirect("daily:day", wanted.isoformat()) if known else redirect("daily:today")
    return redirect("table:table", session.code)


@require_safe
@never_cache
def calendar(request: HttpRequest) -> HttpResponse:
    """The days of a month, with my scores; `?month=2026-11`."""
    now = database_now()
    asked = request.GET.get("month", "")
    first = _parsed(f"{asked}-01") if asked else days.day_of(now).replace(day=1)
    month = queries.month(first, request.user.pk, now) if first else None
    if month is None:
        raise Http404
    streak = queries.streak(request.user.pk, days.day_of(now))
    return render(request, "daily/calendar.html", {"month": month, "streak": streak})


def _seen(where: str) -> str:
    """What a person should know before beginning where somebody else has seen the dice."""
    if where == Attempt.Seen.BROWSER:
        return _(
            "Somebody has already played today’s dice in this browser. "
            "You can play them too; your result then stands apart, without a place."
        )
    if where == Attempt.Seen.ADDRESS:
        return _(
            "Somebody at your address has already played today’s dice. "
            "Your result counts, with a mark that says so."
        )
    return ""


def _date(text: str) -> Date:
    date = _parsed(text)
    if date is None:
        raise Http404
    return date


def _parsed(text: str) -> Date | None:
    """The date in a text such as `2026-11-16`; no other format is accepted."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return None
    try:
        return Date.fromisoformat(text)
    except ValueError:
        return None
