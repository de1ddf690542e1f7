"""Does in advance what a fragment needs only once: its layout, its sentences, what it includes."""

import re
from typing import TYPE_CHECKING, Any

from django.utils import translation
from jinja2 import nodes
from jinja2.visitor import NodeTransformer

from games.engine.catalogue import names

if TYPE_CHECKING:
    from splitsite.fragments.language import Spoken

HOLE = re.compile(r"%\((\w+)\)s")
NUMBERS = range(200)
"""The numbers tried in each sentence; in our languages the plurals of greater numbers repeat these."""

DIRECT = ("icon", "piece", "url")
"""Functions that become filters: Jinja calls those directly, and in advance if all arguments are constant."""


DRAWS = " with "
"""Separates the name of a piece from the names of its facts in the name of the filter that draws it."""


def dense(source: str) -> str:
    """The source without its layout: a line break between two tags is no space on the page."""
    lines = re.sub(r"\n[ ]+", "\n", source)
    return re.sub(r"(?<=[>}])\n(?=[<{])", "{#\n#}", lines)


def is_drawn(node: nodes.Expr) -> bool:
    """Whether this is already HTML and needs no escaping."""
    return isinstance(node, nodes.Filter) and (node.name in ("drawn", "icon", "piece") or DRAWS in node.name)


class Ready(NodeTransformer):
    """Turns a fragment's sentences, pieces and includes into the form that is quickest to draw."""

    def __init__(self, environment: "Spoken") -> None:
        self.environment = environment

    def prepare(self, tree: nodes.Template) -> nodes.Template:
        ready: nodes.Template = self.visit(tree)
        for node in [ready, *ready.find_all(nodes.Node)]:
            for name, value in list(node.iter_fields()):
                if isinstance(value, list):
                    setattr(node, name, _joined(value))
        # Gathered in a list and joined once: yielding each word by itself takes longer than drawing it.
        joined = nodes.Filter(None, "joined", [], [], None, None)
        ready.body = [nodes.FilterBlock(ready.body, joined, lineno=1)]
        ready.set_environment(self.environment)
        return ready

    def visit_Include(self, node: nodes.Include) -> Any:
        if not self.environment.optimized:
            return node
        if isinstance(node.template, nodes.Const):
            return self._included(node.template.value)
        # A game's own fragment, `screen.game ~ "/_name.jinja"`: one branch for each game.
        assert isinstance(node.template, nodes.Concat)
        which, ending = node.template.nodes
        made: list[nodes.Node] = []
        for game in names():
            right = nodes.Compare(which, [nodes.Operand("eq", nodes.Const(game))], lineno=node.lineno)
            made = [nodes.If(right, self._included(game + ending.as_const()), [], made, lineno=node.lineno)]
        return made

    def _included(self, name: str) -> list[nodes.Node]:
        loader = self.environment.loader
        assert loader is not None
        source, path, _ = loader.get_source(self.environment, name)
        included: nodes.Template = self.visit(self.environment._parse(source, name, path))
        return included.body

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        called = node.node.name if isinstance(node.node, nodes.Name) else ""
        if called == "_" and isinstance(node.args[0], nodes.Const):
            parts = _parts(translation.gettext(node.args[0].value), node)
            return parts[0] if len(parts) == 1 else nodes.Concat(parts, lineno=node.lineno)
        if called == "piece" and isinstance(node.args[0], nodes.Const) and node.kwargs:
            return self._drawn(node.args[0].value, node)
        if called in DIRECT:
            first, *others = node.args
            return nodes.Filter(first, called, others, node.kwargs, None, None, lineno=node.lineno)
        return node

    def _drawn(self, name: str, node: nodes.Call) -> nodes.Node:
        """A filter for this one piece; it gets the values of the piece's facts."""
        facts, (first, *others) = zip(*((fact.key, fact.value) for fact in node.kwargs), strict=True)
        drawing = f"{name}{DRAWS}{' '.join(facts)}"
        self.environment.filters[drawing] = self.environment.drawer(name, *facts)
        return nodes.Filter(first, drawing, others, [], None, None, lineno=node.lineno)

    def visit_Output(self, node: nodes.Output) -> list[nodes.Node]:
        self.generic_visit(node)
        return [made for child in node.nodes for made in self._spoken(child)]

    def _spoken(self, node: nodes.Expr) -> list[nodes.Node]:
        """A sentence as the parts between and in its holes; for each plural form if it has any."""
        called = node.node.name if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) else ""
        if called == "gettext":
            assert isinstance(node, nodes.Call)
            return [_said(translation.gettext(node.args[0].as_const()), node)]
        if called == "ngettext":
            assert isinstance(node, nodes.Call)
            one, many, number = node.args
            said = [translation.ngettext(one.as_const(), many.as_const(), each) for each in NUMBERS]
            texts = list(dict.fromkeys(said))
            forms = nodes.Const(tuple(texts.index(text) for text in said))
            form = nodes.Filter(number, "form", [forms], [], None, None, lineno=node.lineno)
            made: nodes.Node = _said(texts[-1], node)
            for at in range(len(texts) - 1):
                right = nodes.Compare(form, [nodes.Operand("eq", nodes.Const(at))], lineno=node.lineno)
                made = nodes.If(right, [_said(texts[at], node)], [], [made], lineno=node.lineno)
            return [made]
        return [nodes.Output([node], lineno=node.lineno)]


def _parts(text: str, call: nodes.Call) -> list[nodes.Expr]:
    """The text, which needs no escaping, with the values in its holes."""
    fillings = {word.key: word.value for word in call.kwargs}
    parts = enumerate(HOLE.split(text))
    return [fillings[part] if at % 2 else nodes.MarkSafe(nodes.Const(part % {})) for at, part in parts]


def _said(text: str, call: nodes.Call) -> nodes.Output:
    return nodes.Output(_parts(text, call), lineno=call.lineno)


def _joined(body: list[Any]) -> list[Any]:
    """Joins neighbouring outputs, so that constant text between them becomes one string."""
    made: list[Any] = []
    for node in body:
        if made and isinstance(node, nodes.Output) and isinstance(made[-1], nodes.Output):
            made[-1] = nodes.Output([*made[-1].nodes, *node.nodes], lineno=made[-1].lineno)
        else:
            made.append(node)
    return made
