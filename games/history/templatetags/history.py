"""Share links of a table on its own page."""

from urllib.parse import urlencode

from django import template
from django.urls import reverse

from games.history import permissions

register = template.Library()


@register.simple_tag
def share_link(page: str, code: str, public: bool) -> str:
    """`{% share_link "history:sheet" screen.code screen.public %}`: only for the eyes of who sat there."""
    return reverse(page, args=[code]) + ("" if public else f"?{urlencode({'key': permissions.key_of(code)})}")
