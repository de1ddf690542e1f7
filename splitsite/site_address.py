"""The address of this site in mails, QR codes and link previews.

It never comes from a request: whoever sends one can name any host in it, and a mail would carry that name.
"""

from collections.abc import Sequence
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

THIS_COMPUTER = ("localhost", "127.0.0.1", "::1")


def site_address() -> str:
    """Scheme and host of the site, without a slash at the end."""
    return settings.SITE_URL


def absolute(path: str) -> str:
    """The full address of a page. If a whole address is given, its host is replaced by ours."""
    parts = urlsplit(path)
    return site_address() + parts._replace(scheme="", netloc="").geturl()


def host() -> str:
    """The host as people type it into a browser, with its port if it has one."""
    return urlsplit(site_address()).netloc


def is_here_only() -> bool:
    """Whether only this computer can open the address: then QR codes lead nowhere."""
    return urlsplit(site_address()).hostname in THIS_COMPUTER


def derived(given: str, hosts: Sequence[str], *, https: bool, printed: str) -> str:
    """The site's address: as given, else the first of the allowed hosts, else as printed at start."""
    if given:
        parts = urlsplit(given)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
            raise ImproperlyConfigured("SITE_URL must look like https://play.example.org.")
        return f"{parts.scheme}://{parts.netloc}"
    named = next((name.removeprefix(".") for name in hosts if "*" not in name), "")
    if not named:
        return printed.rstrip("/")
    if https:
        return f"https://{named}"
    port = urlsplit(printed).port or 80
    return f"http://{named}" if port == 80 else f"http://{named}:{port}"
