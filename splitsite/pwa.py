"""The site as an app: its manifest, its service worker, and the page shown without a network.

Nothing here is personal: all are requested without cookies, the language is part of the address, and the
worker stores only the page that says that there is no network.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import words

ICONS = (("any", 192), ("any", 512), ("maskable", 192), ("maskable", 512))
TABLE = "#D2DAD4"


def _language(request: HttpRequest) -> str:
    asked = request.GET.get("language", "")
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    with translation.override(language := _language(request)):
        told = {
            "id": "/",
            "name": "Splitsite",
            "short_name": "Splitsite",
            "description": _("%(games)s, live at one calm table with family, friends or bots.")
            % {"games": words.all_titles()},
            "lang": language,
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "theme_color": TABLE,
            "background_color": TABLE,
            "categories": ["games"],
            "icons": [
                {
                    "src": static(f"site/icons/{purpose}-{size}.png"),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for purpose, size in ICONS
            ],
            "shortcuts": [
                {"name": _("Make a table"), "url": reverse("lobby:new")},
                {"name": _("The day’s Splitter"), "url": reverse("daily:today")},
            ],
        }
    response = JsonResponse(told, content_type="application/manifest+json")
    patch_cache_control(response, public=True, max_age=3600)
    return response


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It names files by their hashes, so a new version of the site is a new worker."""
    response = render(
        request, "worker.js", {"language": _language(request)}, content_type="text/javascript; charset=utf-8"
    )
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    with translation.override(_language(request)):
        response = render(request, "offline.html")
    patch_cache_control(response, public=True, no_cache=True)
    return response
