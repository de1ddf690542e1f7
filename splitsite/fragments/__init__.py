"""Fragments that are redrawn at a reveal: Jinja, `_name.jinja`; all other pages are Django templates.

`render` draws either kind. Django finds them like its own: `render_to_string("table/_seat.jinja", …)`.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.backends.base import BaseEngine
from django.template.loader import render_to_string
from django.utils import translation
from jinja2 import TemplateNotFound

from splitsite.fragments.extraction import messages
from splitsite.fragments.language import environment

__all__ = ["ENDING", "Fragments", "environment", "messages", "render"]

ENDING = ".jinja"


def render(name: str, language: str, facts: Mapping[str, Any]) -> str:
    """A fragment or a Django template in this language."""
    if name.endswith(ENDING):
        return environment(language).draw(name, facts)
    with translation.override(language):
        return render_to_string(name, dict(facts))


class Fragments(BaseEngine):
    """The template engine for Django's settings. It stands before Django's own, which accepts any name."""

    def __init__(self, params: dict[str, Any]) -> None:
        params.pop("OPTIONS")
        super().__init__(params)

    def get_template(self, template_name: str) -> "Fragment":
        if not template_name.endswith(ENDING):
            raise TemplateDoesNotExist(template_name, backend=self)
        try:
            environment(translation.get_language() or "").get_template(template_name)
        except TemplateNotFound as missing:
            raise TemplateDoesNotExist(template_name, backend=self) from missing
        return Fragment(template_name)


class Fragment:
    """A fragment as Django asks for it: in the language that is active when it is drawn."""

    def __init__(self, name: str) -> None:
        self.name = name

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> str:
        return render(self.name, translation.get_language() or "", context or {})
