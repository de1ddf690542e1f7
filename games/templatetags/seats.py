"""Looking up who sits where."""

from collections.abc import Sequence
from typing import Any

from django import template

register = template.Library()


@register.filter
def at(items: Sequence[Any], index: int) -> Any:
    """`screen.names|at:zone.seats.0`."""
    return items[index]
