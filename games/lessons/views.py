"""The rules of each game, and first games that teach. Nothing is stored: a lesson is in its address."""

import re
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games.engine import catalogue
from games.engine.contract import Advice, Game, Refused, deck_of
from games.lessons import first_game
from games.lessons.first_game import Step
from games.models import Deck
from games.table import refusals, rendering
from games.table.snapshots import Table
from splitsite.http import HtmxHttpRequest

HASH = re.compile(r"[0-9a-f]{64}")


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """A list of the games with rules to read."""
    return render(
        request, "lessons/all_rules.html", {"games": catalogue.names(), "lessons": first_game.games()}
    )


@require_safe
@vary_on_headers("HX-Request")
def rules(request: HtmxHttpRequest, game: str) -> HttpResponse:
    """The rules of one game; a table asks only for their inside, to show it beside the cards."""
    found = game_of(game)
    inside = request.htmx
    facts = {
        "game": game,
        "guide": _guide(found, request.GET) if found.guide else None,
        "address": request.get_full_path(),
        "beside": inside,
        "lesson": game in first_game.games(),
    }
    return render(request, "lessons/_rules.html" if inside else "lessons/rules.html", facts)


def _guide(game: Any, query: QueryDict) -> Any:
    """The examples, and the goals of the deck that a table asks for: see `Screen.rules_query`."""
    asked = query.get("deck", "")
    if not asked or game.deck is None:
        return game.guide()
    # Decks with the same goals differ in their names: the one with this name, else any of them.
    same = Deck.objects.filter(hash=asked) if HASH.fullmatch(asked) else ()
    kept = max(same, key=lambda deck: deck.name == query.get("name"), default=None)
    try:
        return game.guide(kept.kept if kept else deck_of(game, {"deck": asked}))
    except Refused:
        return game.guide()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def lesson(request: HtmxHttpRequest, game: str) -> HttpResponse:
    """A first game, as far as the moves in its address go. Each choice leads to the next address."""
    if game_of(game) and game not in first_game.games():
        raise Http404
    played, sealed = tuple(request.GET.getlist("played")), request.GET.get("sealed", "")
    problem = ""
    if request.method == "POST":
        try:
            return redirect(_onward(request, game, played, sealed))
        except Refused as refused:
            problem = refusals.refusal(refused)
    try:
        here = first_game.step(game, played, sealed=sealed, name=_name(request))
    except Refused:
        return redirect("lessons:lesson", game)
    facts = {"step": here, "screen": here.shown, "mine": here.own, "problem": problem}
    facts |= {"public": _public(here), "private": _private(here)}
    inside = request.htmx
    return render(request, "lessons/_lesson_again.html" if inside else "lessons/lesson.html", facts)


@never_cache
@require_safe
def look(request: HttpRequest, game: str) -> HttpResponse:
    """What a card or a pair would change now."""
    move, language = request.GET.get("move", ""), get_language() or "en"
    return HttpResponse(rendering.preview_html(_table(request, game), first_game.SOMEBODY, move, language))


@never_cache
@require_safe
def details(request: HttpRequest, game: str) -> HttpResponse:
    """One thing on the table explained, as at a real table."""
    of, language = request.GET.get("of", ""), get_language() or "en"
    return HttpResponse(rendering.details_html(_table(request, game), first_game.SOMEBODY, of, language))


def _table(request: HttpRequest, game: str) -> Table:
    """The table of the lesson after the moves in the address."""
    game_of(game)
    try:
        return first_game.step(
            game, tuple(request.GET.getlist("played")), sealed="", name=_name(request)
        ).table
    except Refused as refused:
        raise Http404 from refused


def _onward(request: HttpRequest, game: str, played: tuple[str, ...], sealed: str) -> str:
    """The address after this click. In the first turn a card is sealed before it is played."""
    if "take-back" in request.POST:
        return _address(game, played)
    if "go-on" in request.POST:
        first_game.check(game, played, sealed)
        return _address(game, (*played, sealed))
    move = " ".join(request.POST.getlist("move"))
    first_game.check(game, played, move)
    return _address(game, (*played, move)) if played else _address(game, played, move)


def _address(game: str, played: tuple[str, ...], sealed: str = "") -> str:
    asked = [("played", move) for move in played] + ([("sealed", sealed)] if sealed else [])
    return reverse("lessons:lesson", args=[game]) + (f"?{urlencode(asked)}" if asked else "")


def _name(request: HttpRequest) -> str:
    return request.user.shown_name if request.user.is_authenticated else _("Guest")


def _public(here: Step) -> SafeString:
    template = "lessons/_counted.html" if here.over else "lessons/_playing.jinja"
    return mark_safe(render_to_string(template, {"screen": here.shown, "game": here.game}))


def _private(here: Step) -> SafeString:
    if here.over:
        return mark_safe("")
    html = rendering.private_html(here.shown, here.own, get_language() or "en")
    return _pointed_at(html, here.advice) if here.advice and not here.sealed else mark_safe(html)


def _pointed_at(html: str, advice: Advice) -> SafeString:
    """The same fragment with the advised buttons marked."""
    for mark in advice.marks:
        html = html.replace(mark, f"{mark} data-advised", 1)
    return mark_safe(html)


def game_of(name: str) -> Game:
    try:
        return catalogue.find(name)
    except Refused as refused:
        raise Http404 from refused
