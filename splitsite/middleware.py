"""How pages are sent: compressed where safe, cached nowhere for others, with no more rights than they use."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_cache_control

UNPACKED = ("/accounts/", "/admin/", "/back/", "/clubs/", "/settings/")
"""Pages that show keys, sent uncompressed: return links, invitations, login cards, codes.

An attacker who sees only the length of compressed answers could guess such a key letter by letter if the
page also repeats words of theirs (the attack called BREACH). So these pages, all small, are not compressed.
On all others the only lasting secret is the form token, masked anew in every answer; requests made by other
sites carry no cookie; and Django adds up to a hundred random bytes to what it compresses.
"""


UNUSED = (
    "accelerometer",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
USED = (
    "autoplay",  # the sound of one's turn
    "clipboard-write",
    "fullscreen",  # the wall in a hall
    "publickey-credentials-create",  # passkeys
    "publickey-credentials-get",
)
PERMISSIONS = ", ".join([*(f"{name}=()" for name in UNUSED), *(f"{name}=(self)" for name in USED)])
"""What the browser may do for our pages: a foreign script that got in could not even ask for the camera."""


class DeliveryMiddleware(GZipMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.headers["Permissions-Policy"] = PERMISSIONS
        if not response.has_header("Cache-Control"):
            # A page may carry somebody's name: no proxy keeps it, and a browser asks before showing it again.
            patch_cache_control(response, private=True, no_cache=True)
        if request.path.startswith(UNPACKED):
            return response
        return super().process_response(request, response)
