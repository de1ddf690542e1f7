"""Small drawings of people and addresses for any template."""

from django import template
from django.conf import settings
from django.utils.safestring import SafeString

from accounts import qr as codes

register = template.Library()


BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "Chrom": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


@register.filter
def device(user_agent: str) -> str:
    """ "Firefox · Android" from a browser's user agent; its own words when we know neither."""
    browser = next((name for mark, name in BROWSERS.items() if mark in user_agent), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in user_agent), "")
    return " · ".join(filter(None, (browser, system))) or user_agent


@register.simple_tag
def sends_mail() -> bool:
    """Whether mails leave this computer; without a mail server they are only printed."""
    return "console" not in settings.EMAIL_BACKEND


@register.simple_tag
def qr(address: str, label: str = "") -> SafeString:
    """`{% qr address %}`: the address as an inline QR code."""
    return codes.svg(address, label=label)
