"""Looks up items by seat."""

from collections.abc import Sequence
from typing import Any

from django import template

register = template.Library()


@register.filter
def at(items: Sequence[Any], index: int) -> Any:
    """`screen.names|at:zone.seats.0`: the item at this index."""
    return items[index]
