"""One Jinja environment per language: what is known when a fragment is read is worked out only once.

A reveal draws hundreds of fragments, and looking up their words took most of the time. So when a fragment is
read, its sentences are translated, its constant pieces drawn, and its includes put in place.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import apnumber
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, TemplateNotFound, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import escape

from splitsite.fragments.compilation import Ready, dense, is_drawn
from splitsite.game_templates import default_of

DRAWING = ("across", "down", "outline", "places", "spoken", "squares")
"""The functions that Django's templates draw sheets with, also for fragments."""


@lru_cache(None)
def environment(language: str) -> "Spoken":
    return Spoken(language)


class Dense(FileSystemLoader):
    """Reads fragments without their layout; for one that a game leaves out, the default."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        try:
            source, path, fresh = super().get_source(environment, template)
        except TemplateNotFound:
            if not (default := default_of(template)):
                raise
            source, path, fresh = super().get_source(environment, default)
        return dense(source), path, fresh


class Plain(CodeGenerator):
    """Reads attributes and items as Python does, and escapes a text once; Jinja's way takes twice as long.

    The last two methods are private parts of Jinja, so pyproject.toml caps its version.
    """

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:
        self.visit(node.node, frame)
        self.write("[")
        self.visit(node.arg, frame)
        self.write("]")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("(" if is_drawn(node) else "environment.text(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(")")


class Spoken(Environment):
    """Fragments in one language. A missing value in a fragment is an error."""

    code_generator_class = Plain

    def __init__(self, language: str) -> None:
        super().__init__(
            autoescape=True,
            undefined=StrictUndefined,
            loader=Dense(settings.TEMPLATE_DIRS),
            extensions=["jinja2.ext.i18n"],
            trim_blocks=True,
            auto_reload=settings.DEBUG,
            # While developing, remembered fragments would hide a change.
            optimized=not settings.DEBUG,
        )
        self.language = language
        self.known: dict[str, Template] = {}
        self.policies["ext.i18n.trimmed"] = True
        self.install_gettext_callables(  # type: ignore[attr-defined]
            self.said(translation.gettext), self.said(translation.ngettext), newstyle=True
        )
        # Only after the apps are loaded: these belong to them.
        from games import words
        from games.templatetags import games, pieces

        self.text = lru_cache(10_000, typed=True)(lambda value: str(escape(value)))
        self.drawer = partial(pieces.drawer(), language)
        self.filters |= {
            "apnumber": self.said(apnumber),
            "day": self.said(partial(date_format, format="DATE_FORMAT")),
            "form": _form,
            "drawn": str,
            "joined": str,
            "icon": self.drawer("_icon.html", "name"),
            "piece": lambda name, **facts: self.drawer(name, *facts)(*facts.values()),
            "url": _url,
        }
        self.filters |= {name: getattr(pieces, name) for name in DRAWING}
        self.filters |= games.FRAGMENTS
        self.filters |= {"said": self.said(words.said), "move_word": self.said(games.move_word)}

    def draw(self, name: str, facts: Mapping[str, Any]) -> str:
        template = self.known.get(name)
        if template is None:
            template = self.get_template(name)
            template.globals = dict(template.globals)  # a chain of two is slow to copy, at each drawing
            if not self.auto_reload:
                self.known[name] = template
        return template.render(facts)

    def read_all(self) -> None:
        """Reads all fragments now: otherwise the first reveal that needs one makes every table wait."""
        for name in self.list_templates(["jinja"]):
            self.get_template(name)

    def said(self, word_for: Callable[..., Any]) -> Callable[..., Any]:
        """The same function in this language, with its results remembered."""

        @lru_cache(1000)
        def say(*values: Any) -> Any:
            with translation.override(self.language):
                return word_for(*values)

        return say

    def _generate(self, source: nodes.Template, *args: Any, **options: Any) -> str:
        with translation.override(self.language):
            return super()._generate(Ready(self).prepare(source), *args, **options)


@lru_cache(10_000)
def _url(name: str, *args: Any) -> str:
    return reverse(name, args=args)


def _form(number: int, forms: tuple[int, ...]) -> int:
    """The plural form for this number; beyond the known ones the last two digits decide."""
    return forms[number if number < len(forms) else 100 + number % 100]
