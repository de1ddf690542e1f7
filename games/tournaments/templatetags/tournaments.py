"""Words about tournaments that are used on many pages."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext as _

from accounts.models import Club, User
from games.tournaments import event_codes, queries, sentences
from games.tournaments.models import Correction

register = template.Library()


@register.simple_tag
def offered_code() -> str:
    """The code of an event that this page may make; it lets a double-click make one event."""
    return event_codes.offer()


@register.inclusion_tag("tournaments/_seats_now.html", takes_context=True)
def seats_now(context: Mapping[str, Any]) -> dict[str, Any]:
    """`{% seats_now %}`: “Table 3, between Ana and Ben”, for whoever is seated in an event."""
    person = context.get("user")
    return {"seats": queries.seats_now(person) if isinstance(person, User) else ()}


@register.filter
def who(name: str) -> str:
    """The name of an entry; “Former player” for a deleted account."""
    return name or _("Former player")


@register.simple_tag
def events_of_club(club: Club) -> tuple[queries.Won, ...]:
    """The newest events of a club with their winners; only for its members, because it names people."""
    return queries.of_club(club.pk)


@register.filter
def of_entry(found: Any, entry: int) -> Any:
    """What a page knows about this entry, if anything."""
    return found.get(entry) if isinstance(found, Mapping) else None


@register.filter
def counting_words(way: str) -> str:
    """`tournament.counting|counting_words`: how points count, as a sentence."""
    return sentences.counting(way)


@register.filter
def missing_words(rule: str) -> str:
    """`tournament.missing|missing_words`: what a missed round brings, as a sentence."""
    return sentences.missing(rule)


@register.filter
def old_and_new(correction: Correction) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The lines that a correction changed, before and after."""
    return [
        (old, new)
        for old, new in zip(correction.old, correction.new, strict=False)
        if (old["points"], old["place"]) != (new["points"], new["place"])
    ]
