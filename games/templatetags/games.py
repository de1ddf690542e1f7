"""What pages say about any game, and what they show of a game without drawings of its own."""

from collections.abc import Mapping
from typing import Any

from django import template

from games import words
from games.engine import catalogue, plain
from games.engine.contract import Game
from games.engine.plain import Fact

register = template.Library()

register.filter("said", words.said)
register.filter("game_title", words.title)
register.simple_tag(words.all_titles, name="game_titles")


@register.filter
def rules_of(game: str) -> Game:
    """`{{ game|rules_of }}`: the game itself, for its words."""
    return catalogue.find(game)


@register.filter
def settings_of(chosen: Mapping[str, Any], game: str) -> list[tuple[str, str]]:
    """`options|settings_of:game`: the game's own settings in words."""
    return words.option_words(game, chosen)


@register.filter
def deck_name(chosen: Any) -> str:
    """`options.deck|deck_name`: a deck is chosen by its name, or as a value that begins with its name."""
    return str(chosen[0]) if isinstance(chosen, list | tuple) else str(chosen)


@register.filter
def move_word(move: str, game: str) -> str:
    """`move|move_word:game`: what stands on the button for this move."""
    return words.said(catalogue.find(game).label(move), game)


@register.filter
def moves_of(view: Any, game: str) -> tuple[str, ...]:
    """The moves of the seat that this view was made for."""
    return catalogue.find(game).moves(view)


@register.filter
def own_facts(view: Any, seat: int, public: Any, game: str) -> tuple[Fact, ...]:
    return plain.own(view, public, seat, moves_of(view, game))


register.filter("board", plain.board)
register.filter("at_seat", plain.at_seat)

FRAGMENTS = {
    "at_seat": plain.at_seat,
    "board": plain.board,
    "moves_of": moves_of,
    "own_facts": own_facts,
}
"""The same filters for fragments; those with words come from `splitsite.fragments`, one for each language."""
