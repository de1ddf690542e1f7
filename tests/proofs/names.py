"""The names of everything that can be typed or requested: read from the forms and the views' source."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from django.forms import BaseForm
from django.urls import get_resolver, resolve

ROOT = Path(__file__).parent.parent.parent
APPS = ("accounts", "games", "splitsite")
NAME = re.compile(r"[a-z][\w-]*")


def names_in(source: str) -> set[str]:
    """The names that views read: `sent.get("name")`, `POST["name"]`, `"name" in POST`, and with our helpers
    `number(request, "name")`. A few more words than that do no harm.
    """
    found = (word(node) for place in ast.walk(ast.parse(source)) for node in keys(place))
    return {name for name in found if NAME.fullmatch(name)}


def keys(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Call(func=ast.Attribute(attr="get" | "getlist"), args=[key, *_]):
            yield key
        case ast.Call(args=[ast.Name(id="request"), key, *_]):
            yield key
        case ast.Subscript(value=ast.Attribute(attr="POST" | "GET"), slice=key):
            yield key
        case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()]):
            yield key


def word(key: ast.expr) -> str:
    """The name itself; if it ends with the number of something, then with the number 1."""
    match key:
        case ast.Constant(value=str(name)):
            return name
        case ast.JoinedStr(values=parts):
            return "".join(word(part) if isinstance(part, ast.Constant) else "1" for part in parts)
    return ""


@cache
def names_of_module(module: ModuleType) -> frozenset[str]:
    return frozenset(names_in(inspect.getsource(module)))


def names_read_at(path: str) -> set[str]:
    """The names that the module of this address's view reads, and those of its form."""
    view = resolve(path).func
    shaped = getattr(view, "view_class", None)
    form = getattr(shaped, "form_class", None)
    module = sys.modules[(shaped or inspect.unwrap(view)).__module__]
    return {*names_of_module(module), *(form.base_fields if form else ())}


@cache
def all_names() -> list[str]:
    """The names of every loaded form, and of every module that knows requests."""
    assert get_resolver().url_patterns, "loads the views, and so their forms"
    names = {name for form in forms(BaseForm) for name in getattr(form, "base_fields", ())}
    for app in APPS:
        for file in (ROOT / app).rglob("*.py"):
            source = file.read_text()
            if "request" in source:
                names |= names_in(source)
    return sorted(names)


def forms(kind: type[BaseForm]) -> Iterator[type[BaseForm]]:
    for form in kind.__subclasses__():
        yield form
        yield from forms(form)
