"""Templates of games: a game that does not draw a part itself gets the site's own, from templates/game/."""

from collections.abc import Iterator

from django.template import Origin
from django.template.loaders import filesystem

from games.engine import catalogue


def default_of(name: str) -> str:
    """`game/_count.jinja` for `splito/_count.jinja`; nothing for a template that is no game's."""
    folder, _, part = name.partition("/")
    return f"game/{part}" if folder in catalogue.names() else ""


class DefaultLoader(filesystem.Loader):
    """The last of Django's template loaders: finds the default for what a game leaves out."""

    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        if default := default_of(template_name):
            yield from super().get_template_sources(default)
