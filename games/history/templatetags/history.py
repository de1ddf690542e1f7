"""Share links on the page of a table."""

from urllib.parse import urlencode

from django import template
from django.urls import reverse

from games.history import permissions

register = template.Library()


@register.simple_tag
def share_link(page: str, code: str, public: bool) -> str:
    """`{% share_link "history:sheet" screen.code screen.public %}`: show it only to people who sat there."""
    return reverse(page, args=[code]) + ("" if public else f"?{urlencode({'key': permissions.key_of(code)})}")
