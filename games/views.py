"""Pages of the lobby and the tables. GET renders and never writes; POST makes one call and redirects."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts import qr
from games import access, catalog, play, queries, screens, words
from games.contract import Refused
from games.doors import person_for
from games.forms import TableForm
from games.tables import Table, by_code


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Open tables to sit down at."""
    tables = queries.open_tables()
    mine = queries.my_tables(request.user.pk)
    return render(request, "games/lobby.html", {"tables": tables, "mine": mine})


def new(request: HttpRequest) -> HttpResponse:
    """Make a table: what is played, with how many seats, how fast, and who may come."""
    form = TableForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            person = person_for(request)
            table = play.open_table(person, form.cleaned_data["game"], options=form.options, **form.settings)
            return redirect("games:table", table.code)
        except Refused as refused:
            form.add_error(None, words.refusal(refused))
    return render(request, "games/new.html", {"form": form})


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """One tap: bots around you, cards dealt."""
    game = request.POST.get("game", "splito")
    options = {"sheet": request.POST["sheet"]} if "sheet" in request.POST else {}
    try:
        rules = catalog.find(game)
        bots = int(request.POST.get("bots", "3") or 0)
        if bots + 1 not in rules.SEATS:
            raise Refused("bad-seats", fewest=min(rules.SEATS), most=max(rules.SEATS))
        table = play.play_now(person_for(request), game, options=options, bots=bots)
    except ValueError as error:
        refused = error if isinstance(error, Refused) else Refused("try-again")
        messages.error(request, words.refusal(refused))
        return redirect("home")
    return redirect("games:table", table.code)


def join(request: HttpRequest) -> HttpResponse:
    """Find a table by the code its host reads out."""
    typed = "".join(request.POST.getlist("code") or request.GET.getlist("code"))
    code = "".join(letter for letter in typed.upper() if letter.isalnum())[:8]
    if code and by_code(code):
        return redirect("games:table", code)
    if code:
        messages.error(request, _("There is no table with the code %(code)s.") % {"code": code})
    return render(request, "games/join.html", {"code": code}, status=404 if code else 200)


@require_GET
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table's page: gathering, playing or counted."""
    found = _visible(request, code)
    shown, own = screens.screen(found), screens.mine(found, request.user.pk)
    language = get_language() or "en"
    address = request.build_absolute_uri(reverse("games:table", args=[found.code]))
    return render(
        request,
        "games/table.html",
        {
            "screen": shown,
            "mine": own,
            "public": screens.public_html(shown, language),
            "private": screens.private_html(shown, own, language),
            "address": address,
            "code_picture": qr.svg(address) if found.status == "open" else "",
        },
    )


@require_GET
@never_cache
def now(request: HttpRequest, code: str) -> HttpResponse:
    """The same fragments again, for a page that missed something."""
    found = _visible(request, code)
    shown, own = screens.screen(found), screens.mine(found, request.user.pk)
    language = get_language() or "en"
    public, private = screens.public_html(shown, language), screens.private_html(shown, own, language)
    return HttpResponse(screens.whole_html(shown, own, language, public=public, private=private))


@require_GET
@never_cache
def look(request: HttpRequest, code: str) -> HttpResponse:
    """What a card or a pair would change, where no socket is open to ask."""
    found = _visible(request, code)
    if not found.hints:
        return HttpResponse("")
    html = screens.preview_html(found, request.user.pk, request.GET.get("move", ""), get_language() or "en")
    return HttpResponse(html)


@require_GET
@never_cache
def nudges(request: HttpRequest, code: str) -> HttpResponse:
    """The menu of what I may say in this turn."""
    found = _visible(request, code)
    sayings = play.nudges_for(found, request.user.pk)
    return render(request, "games/_nudge_menu.html", {"screen": screens.screen(found), "sayings": sayings})


def settings(request: HttpRequest, code: str) -> HttpResponse:
    """The host changes the table until the cards are dealt."""
    found = _visible(request, code)
    session = queries.session(found.id)
    if not request.user.is_authenticated or session.host_id != request.user.pk:
        raise Http404
    form = TableForm(request.POST or None, instance=session)
    if request.method == "POST" and form.is_valid():
        try:
            game = form.cleaned_data["game"]
            play.configure(found.id, request.user, options=form.options, game=game, **form.settings)
            return redirect("games:table", code)
        except Refused as refused:
            form.add_error(None, words.refusal(refused))
    return render(request, "games/new.html", {"form": form, "code": found.code})


def _visible(request: HttpRequest, code: str) -> Table:
    found = by_code(code)
    if found is None or not access.may_see(found, request.user):
        raise Http404
    return found
