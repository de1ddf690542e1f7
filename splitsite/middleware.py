"""How pages travel: packed where that is safe, and never kept where somebody else could find them."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_cache_control

UNPACKED = ("/accounts/", "/admin/", "/back/", "/clubs/", "/settings/")
"""Pages that show keys: return links, invitations, login cards, codes.

Whoever sees only the length of packed answers could guess such a key letter by letter if the same page
repeats words of theirs (the attack called BREACH), so these pages, all small, travel as they are. On all
others the only lasting secret is the form token, masked anew in every answer; what other sites load behind
somebody's back carries no cookie; and Django adds up to a hundred bytes by luck to what it packs.
"""


class DeliveryMiddleware(GZipMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.has_header("Cache-Control"):
            # A page may carry somebody's name: no proxy keeps it, a browser asks before it shows it again.
            patch_cache_control(response, private=True, no_cache=True)
        if request.path.startswith(UNPACKED):
            return response
        return super().process_response(request, response)
