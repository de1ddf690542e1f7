"""Whether a game can look back."""

from django import template

from games.analysis import lookback

register = template.Library()


@register.filter
def can_look_back(game: str) -> bool:
    """`{% if screen.game|can_look_back %}`: whether this game can look back."""
    return lookback.offered(game)
