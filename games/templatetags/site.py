"""The site's menu, its icons, and links that appear only if their page exists."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.template import Context
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.templatetags import pieces
from splitsite import library_translations
from splitsite.site_address import is_here_only, site_address

register = template.Library()
register.filter(library_translations.ordinal)
register.simple_tag(site_address)
register.simple_tag(is_here_only)


@dataclass(frozen=True, slots=True)
class Link:
    """A line of the menu: its address, its word, and how the URL names of its pages begin."""

    to: str
    word: str | Promise
    covers: str | tuple[str, ...] = ()


MENU = (
    Link("home", _("Play"), covers=("lobby:", "table:")),
    Link("daily:today", _("Day’s Splitter"), covers="daily:"),
    Link("leaderboards:boards", _("Leaderboards"), covers="leaderboards:"),
    Link("tournaments:list", _("Tournaments"), covers="tournaments:"),
    Link("accounts:clubs", _("Clubs"), covers=("accounts:club", "decks:")),
    Link("lessons:all-rules", _("Rules"), covers="lessons:"),
)
"""The whole menu, in order. A line whose page does not exist is left out, so no link is ever dead."""


@register.simple_tag
def page(name: str, *args: Any) -> str:
    """The address of a page by its URL name, or nothing if there is no such page."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


@register.simple_tag(takes_context=True)
def menu(context: Context) -> list[dict[str, Any]]:
    """The lines of the menu with their addresses; the current page's line is marked."""
    request = context.get("request")
    match = request.resolver_match if request else None
    here = match.view_name if match else ""
    return [
        {
            "url": url,
            "word": link.word,
            "here": here == link.to or here.startswith(link.covers),
        }
        for link in MENU
        if (url := page(link.to))
    ]


@register.simple_block_tag
def kept(content: str) -> SafeString:
    """`{% kept as title %}{% block title %}…{% endblock %}{% endkept %}`: a block for two places."""
    return SafeString(" ".join(content.split()))


@register.simple_tag
def icon(name: str) -> SafeString:
    """`{% icon "clock" %}`: a drawing beside a word, hidden from screen readers."""
    return pieces.draw("_icon.html", name=name)
