"""What people do at a table: one POST, one call, back to the table."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.engine.contract import Refused
from games.table import permissions, refusals, services
from games.table.rate_limits import check_guessing, missed, person_for
from games.table.snapshots import Table, by_code

# Whoever only opens such an address, as when a refused form is called up again, comes to the table.
get_or_post = require_http_methods(["GET", "POST"])


@get_or_post
def choose(request: HttpRequest, code: str) -> HttpResponse:
    """Seals a choice sent as a form: the card and the side are one word each of the move."""
    if request.method == "GET":
        return redirect("games:table", code)
    table = _table(request, code)
    move = "" if "take-back" in request.POST else " ".join(request.POST.getlist("move"))
    wish = services.Wish(table.id, request.POST.get("aim", ""), move, person=request.user.pk or 0)
    (result,), _changed = services.commit([wish])
    return _answer(request, table, result.refused)


@get_or_post
def act(request: HttpRequest, code: str, act: str) -> HttpResponse:
    """Sits, leaves, starts, …: see ACTS."""
    if request.method == "GET":
        return redirect("games:table", code)
    table = _table(request, code)
    if act not in ACTS:
        raise Http404
    try:
        person = person_for(request) if act == "sit" else _somebody(request)
        return ACTS[act](request, table, person) or _answer(request, table)
    except Refused as refused:
        return _answer(request, table, refused)


def _sit(request: HttpRequest, table: Table, person: User) -> None:
    services.sit(table.id, person)


def _leave(request: HttpRequest, table: Table, person: User) -> HttpResponse:
    services.leave(table.id, person)
    return _go(request, redirect("games:lobby"))


def _bot(request: HttpRequest, table: Table, person: User) -> None:
    services.add_bot(table.id, person, request.POST.get("level") or services.usual_bot(table.game))


def _remove(request: HttpRequest, table: Table, person: User) -> None:
    services.remove(table.id, person, _number(request, "seat"))


def _move(request: HttpRequest, table: Table, person: User) -> None:
    seat, _space, to = request.POST.get("place", "").partition(" ")
    services.move(table.id, person, _whole(seat), to=_whole(to))


def _mix(request: HttpRequest, table: Table, person: User) -> None:
    services.mix(table.id, person)


def _start(request: HttpRequest, table: Table, person: User) -> None:
    services.start(table.id, person)


def _back(request: HttpRequest, table: Table, person: User) -> None:
    services.come_back(table.id, person)


def _more_time(request: HttpRequest, table: Table, person: User) -> None:
    services.more_time(table.id, person)


def _ready(request: HttpRequest, table: Table, person: User) -> None:
    services.ready(table.id, person)


def _next(request: HttpRequest, table: Table, person: User) -> None:
    services.next_round(table.id, person)


def _rematch(request: HttpRequest, table: Table, person: User) -> HttpResponse:
    return _go(request, redirect("games:table", services.rematch(table.id, person).code))


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


ACTS: dict[str, Callable[[HttpRequest, Table, User], HttpResponse | None]] = {
    "sit": _sit,
    "leave": _leave,
    "bot": _bot,
    "remove": _remove,
    "move": _move,
    "mix": _mix,
    "start": _start,
    "back": _back,
    "more-time": _more_time,
    "ready": _ready,
    "next": _next,
    "rematch": _rematch,
    "nudge": _nudge,
    "say": _say,
    "remove-remark": _remove_remark,
    "mute": _mute,
    "report": _report,
}


def _table(request: HttpRequest, code: str) -> Table:
    table = by_code(code)
    if table is None or not permissions.may_see(table, request.user):
        missed(request)
        raise Http404
    if table.seat_of(request.user.pk) is None:
        check_guessing(request)
    return table


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
    """Back to the table; what was refused is said there in one sentence."""
    sentence = refusals.refusal(refused) if refused else said
    if _stays(request):
        return JsonResponse({"message": sentence, "code": refused.code if refused else ""})
    if sentence:
        (messages.error if refused else messages.success)(request, sentence)
    return redirect("games:table", table.code)


def _go(request: HttpRequest, there: HttpResponseRedirect) -> HttpResponse:
    return JsonResponse({"go": there.url}) if _stays(request) else there


def _stays(request: HttpRequest) -> bool:
    """A page with an open socket stays where it is and is shown what changed."""
    return "X-Table" in request.headers
