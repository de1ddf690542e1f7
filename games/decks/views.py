"""A club's decks: the shelf, the page on which one is corrected, its text file, and reports about it."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect

from accounts import rate_limits
from accounts.club_views import open_club
from accounts.permissions import PersonRequest, next_or, person_required
from games.decks import permissions, queries, services
from games.decks.models import ClubDeck, Version
from games.decks.refusals import refusal
from games.engine import catalogue
from games.engine.contract import Refused

get_or_post = require_http_methods(["GET", "HEAD", "POST"])
LARGEST_FILE = 20_000
PROBLEMS_SHOWN = 20


class DeckRequest(PersonRequest):
    htmx: Any


@never_cache
@person_required
@get_or_post
def shelf(request: PersonRequest, slug: str) -> HttpResponse:
    """The decks of a club, for its members; organisers make a new one from another."""
    club, mine = open_club(request, slug)
    if mine is None:
        raise Http404
    game = permissions.deck_game()
    problem, name = "", request.POST.get("name", "")
    if request.method == "POST":
        try:
            text = _uploaded(request) or _copied(request, game)
            deck = services.make(club, request.user, game=game, name=name, text=text)
            return redirect("decks:editor", slug, deck.key)
        except Refused as refused:
            problem = refusal(refused)
    decks = list(ClubDeck.objects.filter(club=club).order_by("retired_at", "name"))
    facts = {
        "club": club,
        "mine": mine,
        "decks": [(deck, queries.newest_of(deck)) for deck in decks],
        "own_decks": _own_names(game),
        "problem": problem,
        "name": name,
    }
    return render(request, "decks/shelf.html", facts)


@never_cache
@vary_on_headers("HX-Request")
@person_required
@get_or_post
def editor(request: DeckRequest, slug: str, key: str) -> HttpResponse:
    """The page on which a deck is corrected.

    The draft is in the form: a press sends all its lines, and the answer draws them anew. Nothing is stored
    until the draft is used.
    """
    club, deck = permissions.corrected(request, slug, key)
    versions = queries.versions_of(deck)
    page = Correcting(request, deck, versions)
    if request.method == "POST" and request.POST.get("do") == "use" and not page.stale:
        try:
            note = page.note
            services.use(
                deck, request.user, name=page.name, text=page.draft.text, base=page.newest.number, note=note
            )
            messages.success(request, _("The deck is in use: tables that open from now on play with it."))
            there = redirect("decks:editor", slug, key)
            return HttpResponseClientRedirect(there.url) if request.htmx else there
        except Refused as refused:
            page.problem = refusal(refused)
    facts = {
        "club": club,
        "deck": deck,
        "page": page,
        "draft": page.draft,
        "versions": versions,
        "reports": deck.reports.filter(settled_at=None).select_related("person"),
        "template": f"{deck.game}/_deck_editor.html",
        "check": f"{deck.game}/_deck_check.html",
    }
    if request.POST.get("do") == "check":
        return render(request, facts["check"], facts)
    return render(request, "decks/_editor.html" if request.htmx else "decks/editor.html", facts)


@person_required
@require_POST
def settings(request: PersonRequest, slug: str, key: str) -> HttpResponse:
    """The switches of a deck: open to others by link, offered for new tables, reports looked at."""
    _club, deck = permissions.corrected(request, slug, key)
    act = request.POST.get("do", "")
    if act in ("share", "unshare"):
        services.share(deck, request.user, shared=act == "share")
    elif act in ("retire", "offer"):
        services.retire(deck, request.user, now=timezone.now() if act == "retire" else None)
    elif act == "settle":
        services.settle(deck, request.user, timezone.now())
    return redirect("decks:editor", slug, key)


@never_cache
@require_safe
def text_file(request: HttpRequest, key: str) -> HttpResponse:
    """The deck as a text file, to keep or to use elsewhere; `version` asks for an older one."""
    found = permissions.shown(request.user, key)
    text = found.kept.text
    if found.deck and (number := request.GET.get("version", "")):
        version = _version(queries.versions_of(found.deck), number)
        if version is None:
            raise Http404
        text = version.kept.text
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(found.kept.name) or key}.txt"'
    return answer


@person_required
@require_POST
def report(request: PersonRequest, key: str) -> HttpResponse:
    """One click: this deck is wrong. A club's deck is reported to the club, the site's own to the staff."""
    found = permissions.shown(request.user, key)
    if not rate_limits.allows(request, "report"):
        raise rate_limits.too_many(request)
    services.report(found.kept, found.owner, request.user, request.POST.get("words", ""))
    messages.success(request, _("Thank you. It is reported."))
    return redirect(next_or(request, reverse("history:deck", args=[key])))


class Correcting:
    """The draft that a request brings, or begins: its text, what it is compared with, what is wrong."""

    def __init__(self, request: HttpRequest, deck: ClubDeck, versions: list[Version]) -> None:
        editor = catalogue.find(deck.game).deck_editor
        assert editor is not None
        self.newest = versions[-1]
        self.name = request.POST.get("name", deck.name)
        self.note = request.POST.get("note", "")
        self.problem = ""
        said = {name: request.POST.getlist(name) for name in request.POST}
        text = request.POST.get("text", self.newest.kept.text)
        if older := _version(versions, request.GET.get("from", "")):
            text = older.kept.text
        if request.POST.get("do") == "import":
            try:
                text, said = _uploaded(request) or text, {}
            except Refused as refused:
                self.problem = refusal(refused)
        base = _version(versions, request.POST.get("base", "")) or self.newest
        self.draft = editor.edit(text[:LARGEST_FILE], self.newest.kept.text, said)
        self.meanwhile: Sequence[Any] = ()
        self.lost: Sequence[Any] = ()
        # Somebody else was faster: their corrections stay, and those of this draft are made to them.
        self.stale = base.number != self.newest.number and not self.draft.problems
        if self.stale:
            self.meanwhile = editor.compare(base.kept.text, self.newest.kept.text)
            text, self.lost = editor.merge(base.kept.text, self.draft.text, self.newest.kept.text)
            self.draft = editor.edit(text, self.newest.kept.text, {})
        shown = self.draft.problems[:PROBLEMS_SHOWN]
        self.problems = [(no.facts["line"], refusal(no)) for no in shown]
        self.more_problems = len(self.draft.problems) - len(shown)


def _version(versions: list[Version], number: str) -> Version | None:
    return next((one for one in versions if str(one.number) == number), None)


def _uploaded(request: HttpRequest) -> str:
    """The text of the file that was sent, if there is one."""
    file = request.FILES.get("file")
    if file is None:
        return ""
    if (file.size or 0) > LARGEST_FILE:
        raise Refused("deck-too-long")
    try:
        return file.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("bad-deck", line=1, why="not-text") from None


def _copied(request: PersonRequest, game: str) -> str:
    """The text of the deck that is copied: one of the site's, or one that this person may see."""
    return permissions.shown(request.user, request.POST.get("copy", "classic")).kept.text


def _own_names(game: str) -> list[str]:
    option = next(one for one in catalogue.find(game).OPTIONS if one.name == "deck")
    return [str(name) for name in option.values()]
