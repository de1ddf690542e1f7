"""The rules of each game, as a page of their own and beside a table. Nothing here writes."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from games import catalog
from games.contract import Game, Refused


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """Which game shall it be?"""
    return render(request, "learn/all_rules.html", {"games": catalog.names()})


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of one game; a table asks for their inside alone, to show it beside the cards."""
    found = game_of(game)
    inside = "HX-Request" in request.headers
    guide = found.guide() if hasattr(found, "guide") else None
    response = render(
        request,
        "learn/_rules.html" if inside else "learn/rules.html",
        {"game": game, "guide": guide, "beside": inside},
    )
    patch_vary_headers(response, ["HX-Request"])
    return response


def game_of(name: str) -> Game:
    try:
        return catalog.find(name)
    except Refused as refused:
        raise Http404 from refused
