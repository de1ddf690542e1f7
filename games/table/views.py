"""Pages of the lobby and the tables. GET renders and never writes; POST makes one call and redirects."""

import re

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts import qr
from games.engine import catalogue
from games.engine.contract import Refused, options_of
from games.lobby import queries
from games.table import partials, permissions, refusals, rendering, services
from games.table.forms import TableForm
from games.table.rate_limits import address_of, check_guessing, home_of, may_open_a_table, missed, person_for
from games.table.snapshots import Table, by_code
from splitsite.http import HtmxHttpRequest

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@require_GET
def lobby(request: HtmxHttpRequest) -> HttpResponse:
    """Where I sit, and open tables to sit down at; the page asks for its list again every few seconds."""
    template = "lobby/_lobby.html" if request.htmx else "lobby/lobby.html"
    mine = queries.my_tables(request.user.pk)
    tables = queries.open_tables(but=frozenset(table.code for table in mine))
    response = render(request, template, {"tables": tables, "mine": mine})
    patch_vary_headers(response, ["HX-Request"])
    return response


@get_or_post
def new(request: HttpRequest) -> HttpResponse:
    """Make a table: what is played, with how many seats, how fast, and who may come."""
    form = TableForm(
        request.POST if request.method == "POST" else None,
        visitor=not request.user.is_authenticated,
        game=request.GET.get("game", ""),
    )
    if request.method == "POST" and form.is_valid():
        try:
            may_open_a_table(request)
            person = person_for(request)
            table = services.open_table(person, form.chosen_game, options=form.options, **form.settings)
            return redirect("games:table", table.code)
        except Refused as refused:
            form.add_error(None, refusals.refusal(refused))
    return render(request, "table/setup.html", {"form": form})


@require_http_methods(["GET", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """One tap: bots around you, cards dealt."""
    if request.method == "GET":
        return redirect("home")
    game = request.POST.get("game", "splito")
    options = {"sheet": request.POST["sheet"]} if "sheet" in request.POST else {}
    try:
        rules = catalogue.find(game)
        bots = int(request.POST.get("bots", "3") or 0)
        if bots + 1 not in rules.SEATS:
            raise Refused("bad-seats", fewest=min(rules.SEATS), most=max(rules.SEATS))
        options = options_of(rules, options)  # before a visitor becomes a guest
        may_open_a_table(request)
        table = services.play_now(person_for(request), game, options=options, bots=bots)
    except ValueError as error:
        refused = error if isinstance(error, Refused) else Refused("try-again")
        messages.error(request, refusals.refusal(refused))
        return redirect("home")
    return redirect("games:table", table.code)


@get_or_post
def join(request: HttpRequest) -> HttpResponse:
    """Find a table by the code its host reads out."""
    code = _code_in("".join(request.POST.getlist("code") or request.GET.getlist("code")))
    found = by_code(code) if code else None
    if found and permissions.may_see(found, request.user):
        check_guessing(request)
        return redirect("games:table", code)
    if code and not found and (elsewhere := address_of(code)):
        check_guessing(request)
        return redirect(elsewhere)
    if code:
        missed(request)
    problem = ""
    if found:
        problem = _("The cards at table %(code)s are dealt, and it has no spectators.") % {"code": code}
    elif code:
        problem = _("There is no table with the code %(code)s.") % {"code": code}
    return render(
        request, "lobby/join.html", {"code": code, "problem": problem}, status=404 if problem else 200
    )


def _code_in(typed: str) -> str:
    """The code in what was typed or pasted: `KRT47`, `krt 47` or the whole link."""
    link = re.search(r"/(?:t|tournaments)/(\w+)", typed)
    letters = (link[1] if link else typed).upper()
    return "".join(letter for letter in letters if letter.isascii() and letter.isalnum())[:8]


@require_GET
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table's page: gathering, playing or counted."""
    found = _visible(request, code)
    shown = rendering.screen(found)
    own = rendering.mine(found, request.user.pk, shown)
    language = get_language() or "en"
    address = _address(request, found.code)
    return render(
        request,
        "table/table.html",
        {
            "screen": shown,
            "mine": own,
            "public": rendering.public_html(shown, language),
            "private": rendering.private_html(shown, own, language),
            "address": address,
            "home": home_of(found.id),
        },
    )


@require_GET
@never_cache
def event(request: HttpRequest, code: str) -> HttpResponse:
    """From a table that an event has arranged back to that event; from any other to the table itself."""
    found = _visible(request, code)
    home = home_of(found.id)
    return redirect(home[1]) if home else redirect("games:table", found.code)


@require_GET
@cache_control(public=True, max_age=24 * 3600)
def qr_picture(request: HttpRequest, code: str) -> HttpResponse:
    """The table's address for cameras: the same for everyone, whether or not there is such a table."""
    if code != _code_in(code):
        raise Http404
    picture = qr.svg(_address(request, code)).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return HttpResponse(picture, content_type="image/svg+xml")


@require_GET
@never_cache
def now(request: HttpRequest, code: str) -> HttpResponse:
    """The same fragments again, for a page that missed something."""
    found = _visible(request, code)
    drawing, language = partials.Drawing(found), get_language() or "en"
    public = drawing.public(language)
    private, facts = drawing.private(found, request.user.pk, language)
    return HttpResponse(partials.own_html(facts, private) + public.html)


@require_GET
@never_cache
def look(request: HttpRequest, code: str) -> HttpResponse:
    """What a card or a pair would change, where no socket is open to ask."""
    found = _visible(request, code)
    if not found.hints:
        return HttpResponse("")
    html = rendering.preview_html(found, request.user.pk, request.GET.get("move", ""), get_language() or "en")
    return HttpResponse(html)


@require_GET
@never_cache
def nudges(request: HttpRequest, code: str) -> HttpResponse:
    """The menu of what I may say in this turn."""
    found = _visible(request, code)
    sayings = services.nudges_for(found, request.user.pk)
    return render(request, "table/_nudge_menu.html", {"screen": rendering.screen(found), "sayings": sayings})


@never_cache
@get_or_post
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """The host changes the table until the cards are dealt."""
    found = _visible(request, code)
    session = queries.session(found.id)
    if not request.user.is_authenticated or session.host_id != request.user.pk or session.arranged:
        raise Http404
    if found.status != "open":
        return redirect("games:table", found.code)
    form = TableForm(request.POST if request.method == "POST" else None, table=session)
    if request.method == "POST" and form.is_valid():
        try:
            game = form.chosen_game
            services.configure(found.id, request.user, options=form.options, game=game, **form.settings)
            return redirect("games:table", code)
        except Refused as refused:
            form.add_error(None, refusals.refusal(refused))
    return render(request, "table/setup.html", {"form": form, "code": found.code})


def _address(request: HttpRequest, code: str) -> str:
    return request.build_absolute_uri(reverse("games:table", args=[code]))


def _visible(request: HttpRequest, code: str) -> Table:
    found = by_code(code)
    if found is None or not permissions.may_see(found, request.user):
        missed(request)
        raise Http404
    if found.seat_of(request.user.pk) is None:
        check_guessing(request)
    return found
