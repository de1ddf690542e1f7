"""An honest page for old rounds whose deck nobody knows any more."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.engine.contract import Refused


def needs_deck(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For views that compute a round again: without its deck that cannot be done, and the page says so."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            if refused.code != "lost-deck":
                raise
            return render(request, "history/lost_deck.html", status=404)

    return shown
