"""Small drawings of people and addresses for any template."""

from django import template
from django.utils.safestring import SafeString

from accounts import qr as codes

register = template.Library()


@register.simple_tag
def qr(address: str, label: str = "") -> SafeString:
    """`{% qr address %}`: the address as a QR code, inline."""
    return codes.svg(address, label=label)
