"""Pages of a table, and what people do there. GET only shows; POST makes one call and redirects."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts import qr
from accounts.models import User
from games.engine.contract import Refused
from games.models import GameSession
from games.table import partials, permissions, refusals, rendering, services
from games.table.codes import code_in
from games.table.forms import TableForm
from games.table.hooks import home_of
from games.table.rate_limits import looked_up
from games.table.snapshots import Table, by_code
from games.table.visitors import person_for
from splitsite.site_address import absolute

get_or_post = require_http_methods(["GET", "HEAD", "POST"])
# Opening such an address, for example by reloading a refused form, leads to the table.
acting = require_http_methods(["GET", "POST"])


@require_GET
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table's page: gathering, playing or counted."""
    found = _visible(request, code)
    shown = rendering.screen(found)
    own = rendering.mine(found, request.user.pk, shown)
    language = get_language() or "en"
    address = _address(found.code)
    return render(
        request,
        "table/table.html",
        {
            "screen": shown,
            "mine": own,
            "public": rendering.public_html(shown, language),
            "private": rendering.private_html(shown, own, language),
            "from": _looks_from(request, len(shown.seats)),
            "address": address,
            "home": home_of(found.id),
        },
    )


def _looks_from(request: HttpRequest, seats: int) -> int:
    """The seat from whose side a spectator looks at the table: the one in the address, else the first."""
    return next((seat for seat in range(seats) if str(seat) == request.GET.get("from")), 0)


@require_GET
@never_cache
def event(request: HttpRequest, code: str) -> HttpResponse:
    """Leads from a table of an event back to the event, and from any other table to the table itself."""
    found = _visible(request, code)
    home = home_of(found.id)
    return redirect(home[1]) if home else redirect("table:table", found.code)


@require_GET
@cache_control(public=True, max_age=24 * 3600)
def qr_picture(request: HttpRequest, code: str) -> HttpResponse:
    """The table's address as a QR code: drawn for any code, whether or not there is such a table."""
    if code != code_in(code):
        raise Http404
    picture = qr.svg(_address(code)).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return HttpResponse(picture, content_type="image/svg+xml")


@require_GET
@never_cache
def now(request: HttpRequest, code: str) -> HttpResponse:
    """The same fragments again, for a page that missed an update."""
    found = _visible(request, code)
    drawing, language = partials.Drawing(found), get_language() or "en"
    public = drawing.public(language)
    private, facts = drawing.private(found, request.user.pk, language)
    return HttpResponse(partials.own_html(facts, private) + public.html)


@require_GET
@never_cache
def look(request: HttpRequest, code: str) -> HttpResponse:
    """What a card or a pair would change, for pages without an open socket."""
    found = _visible(request, code)
    if not found.hints:
        return HttpResponse("")
    html = rendering.preview_html(found, request.user.pk, request.GET.get("move", ""), get_language() or "en")
    return HttpResponse(html)


@require_GET
@never_cache
def details(request: HttpRequest, code: str) -> HttpResponse:
    """One thing on the table explained, for example a goal."""
    found = _visible(request, code)
    html = rendering.details_html(found, request.user.pk, request.GET.get("of", ""), get_language() or "en")
    return HttpResponse(html)


@require_GET
@never_cache
def nudges(request: HttpRequest, code: str) -> HttpResponse:
    """The menu of sentences I may say in this turn."""
    found = _visible(request, code)
    sayings = services.nudges_for(found, request.user.pk)
    return render(request, "table/_nudge_menu.html", {"screen": rendering.screen(found), "sayings": sayings})


@never_cache
@get_or_post
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Lets the host change the table until the cards are dealt."""
    found = _visible(request, code)
    session = GameSession.objects.get(pk=found.id)
    if not request.user.is_authenticated or session.host_id != request.user.pk or session.arranged:
        raise Http404
    if found.status != "open":
        return redirect("table:table", found.code)
    form = TableForm(request.POST if request.method == "POST" else None, table=session, person=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            game = form.chosen_game
            services.configure(found.id, request.user, options=form.options, game=game, **form.settings)
            return redirect("table:table", code)
        except Refused as refused:
            form.add_error(None, refusals.refusal(refused))
    return render(request, "table/setup.html", {"form": form, "code": found.code})


@acting
def choose(request: HttpRequest, code: str) -> HttpResponse:
    """Seals a choice that was sent as a form; card and side are one word each of the move."""
    if request.method == "GET":
        return redirect("table:table", code)
    table = _visible(request, code)
    move = "" if "take-back" in request.POST else " ".join(request.POST.getlist("move"))
    wish = services.Wish(table.id, request.POST.get("aim", ""), move, person=request.user.pk or 0)
    (result,), _changed = services.commit([wish])
    return _answer(request, table, result.refused)


@acting
def act(request: HttpRequest, code: str, act: str) -> HttpResponse:
    """Sits, leaves, starts, …: see ACTS."""
    if request.method == "GET":
        return redirect("table:table", code)
    table = _visible(request, code)
    if act not in ACTS:
        raise Http404
    try:
        person = person_for(request) if act == "sit" else _somebody(request)
        return ACTS[act](request, table, person) or _answer(request, table)
    except Refused as refused:
        return _answer(request, table, refused)


Act = Callable[[HttpRequest, Table, User], HttpResponse | None]


def _simply(write: Callable[[int, User], object]) -> Act:
    """An act that needs no more than the table and the person."""

    def act(request: HttpRequest, table: Table, person: User) -> None:
        write(table.id, person)

    return act


def _leave(request: HttpRequest, table: Table, person: User) -> HttpResponse:
    services.leave(table.id, person)
    return _go(request, redirect("lobby:lobby"))


def _bot(request: HttpRequest, table: Table, person: User) -> None:
    services.add_bot(table.id, person, _level(request, table))


def _fill(request: HttpRequest, table: Table, person: User) -> None:
    services.fill_with_bots(table.id, person, _level(request, table))


def _level(request: HttpRequest, table: Table) -> str:
    return request.POST.get("level") or services.usual_bot(table.game)


def _remove(request: HttpRequest, table: Table, person: User) -> None:
    services.remove(table.id, person, _number(request, "seat"))


def _move(request: HttpRequest, table: Table, person: User) -> None:
    seat, _space, to = request.POST.get("place", "").partition(" ")
    services.move(table.id, person, _whole(seat), to=_whole(to))


def _rematch(request: HttpRequest, table: Table, person: User) -> HttpResponse:
    return _go(request, redirect("table:table", services.rematch(table.id, person).code))


def _nudge(request: HttpRequest, table: Table, person: User) -> None:
    kind, to, about = [*request.POST.get("nudge", "").split(" "), "", "", ""][:3]
    services.nudge(table.id, person, kind, to=_whole(to), about=about)


def _say(request: HttpRequest, table: Table, person: User) -> None:
    services.say(table.id, person, request.POST.get("text", ""))


def _remove_remark(request: HttpRequest, table: Table, person: User) -> None:
    services.remove_remark(table.id, person, _number(request, "remark"))


def _mute(request: HttpRequest, table: Table, person: User) -> None:
    services.mute(table.id, person, _number(request, "remark"))


def _report(request: HttpRequest, table: Table, person: User) -> HttpResponse:
    services.report(table.id, person, _number(request, "remark"))
    return _answer(request, table, said=_("Thank you. Our staff will look at it."))


ACTS: dict[str, Act] = {
    "sit": _simply(services.sit),
    "leave": _leave,
    "bot": _bot,
    "fill": _fill,
    "remove": _remove,
    "move": _move,
    "mix": _simply(services.mix),
    "start": _simply(services.start),
    "back": _simply(services.come_back),
    "more-time": _simply(services.more_time),
    "ready": _simply(services.ready),
    "next": _simply(services.next_round),
    "rematch": _rematch,
    "nudge": _nudge,
    "say": _say,
    "remove-remark": _remove_remark,
    "mute": _mute,
    "report": _report,
}


def _somebody(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Refused("not-seated")
    return request.user


def _number(request: HttpRequest, name: str) -> int:
    return _whole(request.POST.get(name, ""))


def _whole(text: str) -> int:
    """The number in a form's value, small enough for the database."""
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise Refused("try-again")
    return int(text)


def _answer(
    request: HttpRequest, table: Table, refused: Refused | None = None, *, said: str = ""
) -> HttpResponse:
    """Back to the table, with one sentence about anything that was refused."""
    sentence = refusals.refusal(refused) if refused else said
    if _stays(request):
        return JsonResponse({"message": sentence, "code": refused.code if refused else ""})
    if sentence:
        (messages.error if refused else messages.success)(request, sentence)
    return redirect("table:table", table.code)


def _go(request: HttpRequest, there: HttpResponseRedirect) -> HttpResponse:
    return JsonResponse({"go": there.url}) if _stays(request) else there


def _stays(request: HttpRequest) -> bool:
    """Whether a script asks for data: then the page stays where it is. A plain form asks for a page."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def _address(code: str) -> str:
    return absolute(reverse("table:table", args=[code]))


def _visible(request: HttpRequest, code: str) -> Table:
    found = by_code(code)
    visible = found if found and permissions.may_see(found, request.user) else None
    return looked_up(request, visible, belongs=lambda table: table.seat_of(request.user.pk) is not None)
