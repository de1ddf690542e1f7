"""Pieces: small drawings (a card, a goal, a sheet) that are rendered once and then cached.

The same facts always look the same, so the HTML of a piece is cached by its template, its language and
its facts. A piece sees nothing else: no request, no user, no surrounding context.
"""

import re
from collections.abc import Callable, Hashable, Iterable
from functools import cache, lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.utils.html import strip_spaces_between_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.splitter.sheets import SHEETS
from splitsite import fragments

register = template.Library()

REMEMBERED = 10_000
"""How many of each piece are cached per language: the names and goals of a thousand tables, 0.5 KB each."""

Place = tuple[int, int]
"""A row and a column, counted from 1."""


@register.simple_tag(name="piece")
def draw(template_name: str, **facts: Hashable) -> SafeString:
    """`{% piece "splito/_card.html" card="red-5" size="hand" %}`; facts must be hashable."""
    return drawer()(get_language() or "", template_name, *facts)(*facts.values())


def drawer() -> Callable[..., Callable[..., SafeString]]:
    """The function that draws pieces, given a language, a template's name and the names of the facts."""
    return drawn_anew if settings.DEBUG else drawn_once  # nothing is cached during development


def drawn_anew(language: str, template_name: str, *names: str) -> Callable[..., SafeString]:
    return lambda *values: rendered(language, template_name, dict(zip(names, values, strict=True)))


@cache
def drawn_once(language: str, template_name: str, *names: str) -> Callable[..., SafeString]:
    # The types are part of the key: `SafeString("<b>") == "<b>"`, but only one of them may stay unescaped.
    remembered = lru_cache(REMEMBERED, typed=True)(drawn_anew(language, template_name, *names))
    _memories.append(remembered.cache_clear)
    return remembered


_memories: list[Callable[[], None]] = []


def forget() -> None:
    """Clears the cache, for tests that change how a piece looks."""
    for memory in _memories:
        memory()


@register.simple_tag
def fragment(template_name: str, **facts: Any) -> SafeString:
    """`{% fragment "splitter/_sheet_words.jinja" rows=rows %}`: one that is not cached."""
    return mark_safe(fragments.render(template_name, get_language() or "", facts))


def rendered(language: str, template_name: str, facts: dict[str, Hashable]) -> SafeString:
    html = fragments.render(template_name, language, facts)
    if template_name.endswith(fragments.ENDING):
        return mark_safe(html.strip())  # already compact since it was loaded
    tidy = re.sub(r"\s+", " ", strip_spaces_between_tags(html.strip())).replace(" />", "/>")
    return mark_safe(tidy)


@register.filter
def split(text: str, separator: str) -> list[str]:
    """`"trio-red-blue-green"|split:"-"`."""
    return text.split(separator)


@register.filter
def rest(parts: list[str]) -> tuple[str, ...]:
    """Everything after the first part."""
    return tuple(parts[1:])


@register.filter
def places(drawing: Iterable[str], marks: str) -> tuple[Place, ...]:
    """Where any of these marks stands in a drawing made of text rows."""
    return tuple(
        (row, column)
        for row, line in enumerate(drawing, 1)
        for column, mark in enumerate(line, 1)
        if mark in marks
    )


@register.filter
def sheet_drawing(name: str) -> tuple[str, ...]:
    """The drawing of Splitter's sheet with this name."""
    return SHEETS[name].drawing


@register.filter
def across(spots: Iterable[Place]) -> str:
    """The centres of these places from left to right: the `x` of an SVG text, one per digit."""
    return " ".join(f"{column}.5" for _, column in spots)


@register.filter
def down(spots: Iterable[Place]) -> str:
    """The baselines of the digits in these places: the `y` of an SVG text."""
    return " ".join(f"{row}.71" for row, _ in spots)


@register.filter
def squares(spots: Iterable[Place]) -> str:
    """These places as squares in an SVG path."""
    return "".join(f"M{column} {row}h1v1h-1z" for row, column in spots)


@register.filter
def outline(spots: Iterable[Place]) -> str:
    """The line around these places as an SVG path: every side that touches no other of them."""
    inside = set(spots)
    lines = []
    for row, column in sorted(inside):
        if (row - 1, column) not in inside:
            lines.append(f"M{column} {row}h1")
        if (row + 1, column) not in inside:
            lines.append(f"M{column} {row + 1}h1")
        if (row, column - 1) not in inside:
            lines.append(f"M{column} {row}v1")
        if (row, column + 1) not in inside:
            lines.append(f"M{column + 1} {row}v1")
    return "".join(lines)


@register.filter
def hatching(spots: Iterable[Place]) -> str:
    """Slanting lines through these places; they meet those of the next place."""
    strokes = "m.2 0-.2.2m0 .2.4-.4m.2 0-.6.6m0 .2.8-.8m.2 0-1 1m.2 0 .8-.8m0 .2-.6.6m.2 0 .4-.4m0 .2-.2.2"
    return "".join(f"M{column} {row}{strokes}" for row, column in spots)


@register.filter
def spoken(row: str) -> str:
    """A row of a sheet as it is read aloud: its numbers, a dash for a free space, nothing for no space."""
    return " ".join("–" if mark == "_" else mark for mark in row if mark != ".")
