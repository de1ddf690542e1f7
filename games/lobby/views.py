"""Pages on the way to a table: the lobby, making one, playing at once, joining by a code."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods
from django.views.decorators.vary import vary_on_headers

from games.engine import catalogue
from games.engine.contract import Refused, options_of
from games.lobby import queries
from games.table import permissions, refusals, services
from games.table.codes import code_in
from games.table.forms import TableForm, usual_seats
from games.table.hooks import address_of
from games.table.rate_limits import check_guessing, may_open_a_table, missed
from games.table.snapshots import by_code
from games.table.visitors import person_for
from splitsite.http import HtmxHttpRequest

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@require_GET
@vary_on_headers("HX-Request")
def lobby(request: HtmxHttpRequest) -> HttpResponse:
    """My tables, and open tables to sit down at. The page asks for the list again every few seconds."""
    template = "lobby/_lobby.html" if request.htmx else "lobby/lobby.html"
    mine = queries.my_tables(request.user.pk)
    tables = queries.open_tables(but=frozenset(table.code for table in mine))
    return render(request, template, {"tables": tables, "mine": mine, "game": catalogue.names()[0]})


@get_or_post
def new(request: HttpRequest) -> HttpResponse:
    """Makes a table: which game, how many seats, how fast, and who may come."""
    if "ask" in request.POST:  # the first page: nothing is decided yet, but a name may be typed
        typed = {"name": request.POST["name"]} if request.POST.get("name") else {}
        return redirect(f"{reverse('lobby:new')}?{urlencode(typed)}")
    form = TableForm(
        request.POST if request.method == "POST" else None,
        person=request.user,
        game=request.GET.get("game", ""),
        typed_name=request.GET.get("name", ""),
        link=request.POST.get("link") or request.GET.get("deck", ""),
    )
    if request.method == "POST" and form.is_valid():
        try:
            may_open_a_table(request)
            person = person_for(request)
            table = services.open_table(person, form.chosen_game, options=form.options, **form.settings)
            return redirect("table:table", table.code)
        except Refused as refused:
            form.add_error(None, refusals.refusal(refused))
    return render(request, "table/setup.html", {"form": form})


@require_http_methods(["GET", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """Starts a game with one tap: bots around you, cards dealt."""
    if request.method == "GET":
        return redirect("home")
    game = request.POST.get("game", catalogue.names()[0])
    options = {"sheet": request.POST["sheet"]} if "sheet" in request.POST else {}
    try:
        rules = catalogue.find(game)
        number, _space, level = request.POST.get("bots", "").partition(" ")
        bots = int(number or usual_seats(game) - 1)
        if level and level not in rules.BOTS:
            raise Refused("unknown-bot", level=level)
        if bots + 1 not in rules.SEATS:
            raise Refused("bad-seats", fewest=min(rules.SEATS), most=max(rules.SEATS))
        options = options_of(rules, options)  # before a visitor becomes a guest
        may_open_a_table(request)
        table = services.play_now(person_for(request), game, options=options, bots=bots, level=level)
    except ValueError as error:
        refused = error if isinstance(error, Refused) else Refused("try-again")
        messages.error(request, refusals.refusal(refused))
        return redirect("home")
    return redirect("table:table", table.code)


@get_or_post
def join(request: HttpRequest) -> HttpResponse:
    """Finds a table by the code that its host reads out."""
    code = code_in("".join(request.POST.getlist("code") or request.GET.getlist("code")))
    found = by_code(code) if code else None
    if found and permissions.may_see(found, request.user):
        check_guessing(request)
        return redirect("table:table", code)
    if code and not found and (elsewhere := address_of(code)):
        check_guessing(request)
        return redirect(elsewhere)
    if code:
        missed(request)
    problem = ""
    if code:  # the same words for both: nobody learns here which codes exist
        problem = _(
            "No table with the code %(code)s is open to you: the code is mistyped,"
            " or the cards are already dealt."
        ) % {"code": code}
    return render(
        request, "lobby/join.html", {"code": code, "problem": problem}, status=404 if problem else 200
    )
