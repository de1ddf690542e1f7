"""Who takes part: entered by hand or from a list, changed, linked, withdrawn; the roll call."""

import re
from dataclasses import dataclass, field

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.engine.contract import Refused
from games.templatetags.site import page
from games.tournaments import (
    event_data,
    name_lists,
    queries,
    refusals,
    sentences,
    services,
    waiting_list,
)
from games.tournaments.models import Entry, Tournament
from games.tournaments.views.organiser.permissions import (
    NOTHING_NEW,
    DeskRequest,
    at_desk,
    back,
    number,
    sorry,
    text,
    whole,
)
from splitsite.site_address import absolute

get_or_post = require_http_methods(["GET", "HEAD", "POST"])
LONGEST_LIST = 100_000
"""The most characters in a pasted or uploaded list; anything longer is not a list of people."""


@get_or_post
@at_desk()
def people(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Everybody who is entered, and a field where Enter adds the next one.

    With a script only the list is replaced and the field stays, so that typing is never interrupted.
    """
    stays = request.htmx
    entered = _Entered()
    if request.method != "POST" and stays and request.GET.get("pulse") == queries.pulse(tournament.pk):
        return HttpResponse(status=NOTHING_NEW)
    if request.method == "POST":
        entered = _posted(request, tournament)
        if not stays:
            for level, sentence in entered.told:
                messages.add_message(request, level, sentence)
            at = f"entry-{entered.last}" if entered.stays else ""
            return back(
                "desk-people", tournament, at=at, **({"just": str(entered.last)} if entered.last else {})
            )
    pulse = queries.pulse(tournament.pk)
    entries = list(tournament.entries.select_related("person"))
    join = page("tournaments:join", tournament.code) or page("tournaments:standings", tournament.code)
    context = {
        "tournament": tournament,
        "entries": entries,
        "here": sum(entry.presence == Entry.Presence.HERE for entry in entries),
        "members": _to_tick(tournament, entries),
        "waiting": waiting_list.waiting(entries, tournament.capacity),
        "join": absolute(join),
        "just": str(entered.last) if stays else request.GET.get("just", ""),
        "told": [sentence for _level, sentence in entered.told],
        "pulse": pulse,
    }
    return render(request, "tournaments/_entered.html" if stays else "tournaments/people.html", context)


@dataclass(slots=True)
class _Entered:
    """The result of a line of names: sentences with their level, and the last person who was entered."""

    told: list[tuple[int, str]] = field(default_factory=list)
    last: int = 0
    stays: bool = False
    """The page stays where this person is listed, instead of showing its top."""


def _to_tick(tournament: Tournament, entries: list[Entry]) -> list[User]:
    """The members of the club who are not entered yet."""
    if tournament.status == Tournament.Status.CLOSED:
        return []
    known = {entry.person_id for entry in entries}
    members = services.membership_of(tournament).order_by("name", "pk")
    return [member for member in members if member.pk not in known]


def _posted(request: DeskRequest, tournament: Tournament) -> _Entered:
    if "here" in request.POST:
        return _mark_here(request, tournament)
    if "members" in request.POST:
        return _tick(request, tournament)
    return _enter(request, tournament)


def _mark_here(request: DeskRequest, tournament: Tournament) -> _Entered:
    """Somebody expected or late has come: one tap."""
    done = _Entered(stays=True)
    try:
        done.last = number(request, "here")
        services.roll_call(tournament.pk, request.user, {done.last: Entry.Presence.HERE})
    except Refused as refused:
        done.told.append((messages.ERROR, refusals.refusal(refused)))
    return done


def _tick(request: DeskRequest, tournament: Tournament) -> _Entered:
    """Enters the members who were ticked."""
    done = _Entered()
    try:
        ids = [whole(one) for one in request.POST.getlist("member")[:500]]
        presence = services.on_entering(tournament)
        made = services.enter_members(tournament.pk, request.user, ids, presence=presence)
        done.last = made[-1].pk if made else 0
        if made:
            told = ngettext("%(names)s is entered.", "%(names)s are entered.", len(made))
            names = ", ".join(entry.name for entry in made)
            done.told.append((messages.SUCCESS, told % {"names": names}))
        elif not ids:
            done.told.append((messages.ERROR, _("Please tick somebody.")))
    except Refused as refused:
        done.told.append((messages.ERROR, refusals.refusal(refused)))
    return done


def _enter(request: DeskRequest, tournament: Tournament) -> _Entered:
    """Enters one name, or several separated by commas. Each name that is refused gets its own sentence."""
    names = [name for name in re.split("[,;\t]", text(request, "names", 2000)) if name.strip()]
    done, entered = _Entered(), []
    presence = services.on_entering(tournament)
    if not names:
        done.told.append((messages.ERROR, _("Please type a name.")))
    for name in names:
        try:
            entry = services.enter(
                tournament.pk,
                request.user,
                name,
                newcomer="newcomer" in request.POST,
                presence=presence,
            )
            entered.append(entry.name)
            done.last = entry.pk
        except Refused as refused:
            done.told.append((messages.ERROR, refusals.refusal(refused)))
    if entered:
        sentence = ngettext("%(names)s is entered.", "%(names)s are entered.", len(entered))
        done.told.append((messages.SUCCESS, sentence % {"names": ", ".join(entered)}))
    return done


@get_or_post
@at_desk()
def entry(request: DeskRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """One entry: another name, newcomer or not, linked to an account, withdrawn."""
    found = tournament.entries.select_related("person").filter(pk=entry_id).first()
    if found is None:
        messages.error(request, refusals.refusal(Refused("no-entry")))
        return back("desk-people", tournament)
    if request.method == "POST":
        try:
            _change(request, tournament, found)
            if request.POST.get("act") in ("wish", "unwish"):
                return back("desk-entry", tournament, entry_id, at="wishes")
            return back("desk-people", tournament, at=f"entry-{entry_id}")
        except Refused as refused:
            sorry(request, refused)
            return back("desk-entry", tournament, entry_id)
    both = Q(entry=found) | Q(other=found)
    context = {
        "wishes": tournament.wishes.filter(both).select_related("entry", "other"),
        "others": tournament.entries.exclude(pk=found.pk).exclude(name=""),
        "tournament": tournament,
        "entry": found,
        "played": found.places.exists(),
        "asked": found.link_requests.select_related("person").first(),
    }
    return render(request, "tournaments/entry.html", context)


def _change(request: DeskRequest, tournament: Tournament, found: Entry) -> None:
    act = request.POST.get("act", "")
    if act == "change":
        name, newcomer = text(request, "name", 200), "newcomer" in request.POST
        services.change(tournament.pk, request.user, found.pk, name=name, newcomer=newcomer)
    elif act == "link":
        person = User.objects.named(text(request, "account", 60)).filter(is_active=True).first()
        if person is None:
            raise Refused("no-account")
        if services.agrees(tournament, request.user, person):
            services.link(tournament.pk, request.user, found.pk, person)
            messages.success(request, _("%(name)s is linked to an account now.") % {"name": found.name})
        else:
            services.ask_to_link(tournament.pk, request.user, found.pk, person)
            told = _("%(name)s is asked now, and is linked after saying yes on the page of tournaments.")
            messages.success(request, told % {"name": person.shown_name})
    elif act == "unlink":
        services.link(tournament.pk, request.user, found.pk, None)
    elif act == "wish":
        kind = request.POST.get("kind", "")
        services.add_wish(
            tournament.pk,
            request.user,
            found.pk,
            kind=kind,
            other_id=number(request, "other") if kind in ("apart", "together") else 0,
            table=number(request, "table") if kind == "table" else 0,
        )
    elif act == "unwish":
        services.remove_wish(tournament.pk, request.user, number(request, "wish"))
    elif act == "withdraw":
        services.withdraw(tournament.pk, request.user, found.pk)
        messages.success(request, _("%(name)s is withdrawn.") % {"name": found.name})
    else:
        raise Refused("try-again")


@dataclass(frozen=True, slots=True)
class BadLine:
    number: int
    text: str
    sentence: str


@get_or_post
@at_desk()
def from_list(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Enters a pasted or uploaded list: first shows what it would do, then takes the good lines."""
    context: dict[str, object] = {"tournament": tournament, "text": ""}
    if request.method == "POST":
        try:
            pasted = _list_in(request)
            take = request.POST.get("do") == "take"
            if take:
                read = services.take_list(tournament.pk, request.user, pasted)
                _tell_taken(request, read)
                if not read.bad:
                    return back("desk-people", tournament)
                # Only the lines that need correction stay in the field.
                pasted = "\n".join(line.text for line in read.bad)
            else:
                read = services.look_at_list(tournament, pasted)
            context |= {"text": pasted, "read": read, "taken": take, "bad": [_bad(line) for line in read.bad]}
        except Refused as refused:
            sorry(request, refused)
            return back("desk-list", tournament)
    return render(request, "tournaments/from_list.html", context)


def _list_in(request: DeskRequest) -> str:
    file = request.FILES.get("file")
    pasted = _decoded(file) if isinstance(file, UploadedFile) and file.size else request.POST.get("text", "")
    if len(pasted) > LONGEST_LIST:
        raise Refused("long-list")
    return pasted.replace("\0", "")


def _decoded(file: UploadedFile) -> str:
    """The text of a file. Spreadsheets write UTF-8, UTF-16 or a national encoding."""
    if (file.size or 0) > LONGEST_LIST * 4:
        raise Refused("long-list")
    raw = file.read()
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16", errors="replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def _bad(line: name_lists.Bad) -> BadLine:
    facts = {"sentence": line.sentence, "name": line.text, "most": name_lists.LONGEST_NAME}
    return BadLine(line.line, line.text, refusals.refusal(Refused(line.why, **facts)))


def _tell_taken(request: DeskRequest, read: name_lists.Read) -> None:
    if read.good:
        told = ngettext("%(count)s person is entered.", "%(count)s people are entered.", len(read.good))
        messages.success(request, told % {"count": len(read.good)})
    if read.bad:
        told = ngettext("%(count)s line was left out.", "%(count)s lines were left out.", len(read.bad))
        messages.warning(request, told % {"count": len(read.bad)})


@dataclass(frozen=True, slots=True)
class Called:
    """One line of the roll call: as it is stored, and as it is marked on this page."""

    entry: Entry
    mark: str


@get_or_post
@at_desk()
def roll_call(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Marks who is here, late or gone; shows what will happen before it is confirmed."""
    book = event_data.Book(tournament)
    entries = book.entries
    marks: dict[int, str] = {}
    if request.method == "POST":
        try:
            marks = _marks(request, entries)
            if request.POST.get("do") == "all-here":
                marks |= {one.pk: "here" for one in entries if one.presence == Entry.Presence.EXPECTED}
            if request.POST.get("do") in ("confirm", "all-here"):
                services.roll_call(tournament.pk, request.user, marks)
                messages.success(request, _("The roll call is saved."))
                return back("desk", tournament)
        except Refused as refused:
            sorry(request, refused)
            return back("desk-roll-call", tournament)
    names = {one.pk: one.name for one in entries}
    ahead = queries.preview_roll_call(book, marks)
    context = {
        "tournament": tournament,
        "called": [Called(one, marks.get(one.pk, one.presence)) for one in entries],
        "presences": Entry.Presence.choices,
        "expected": sum(one.presence == Entry.Presence.EXPECTED for one in entries),
        "ahead": ahead,
        "effects": [sentences.effect(one, names, next_round=ahead.next_round) for one in ahead.effects],
        "tables": sentences.tables(ahead) if ahead.next_round <= tournament.rounds_planned else "",
    }
    only = request.htmx
    return render(
        request, "tournaments/_roll_call_preview.html" if only else "tournaments/roll_call.html", context
    )


def _marks(request: DeskRequest, entries: list[Entry]) -> dict[int, str]:
    """Only the marks that were changed on the page, so that an outdated page undoes nobody else's marks."""
    marks = {}
    for one in entries:
        mark, was = request.POST.get(f"mark-{one.pk}", ""), request.POST.get(f"was-{one.pk}", one.presence)
        if mark and mark != was:
            marks[one.pk] = mark
    if not set(marks.values()) <= set(Entry.Presence.values):
        raise Refused("unknown-presence")
    return marks
