"""The check of private library parts finds what it should: each test plants one fault."""

import ast

import pytest

from scripts.private_parts import Part, compare, without_bound

FORM = """
from django import forms

class Settings(forms.ModelForm):
    def _post_clean(self):
        pass
"""

CHILD = f"""{FORM}
class Other(Settings):
    def _clean_fields(self):
        return super()._clean_fields()
"""


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (
            "from allauth.core.internal.ratelimit import respond_429",
            "allauth.core.internal.ratelimit.respond_429",
        ),
        ("from allauth.core import ratelimit", "allauth.core.ratelimit"),
        ("from jinja2 import _identifier", "jinja2._identifier"),
        ("import jinja2\nprint(jinja2.Environment()._parse)", "_parse"),
        (
            "from jinja2 import Environment\nclass Own(Environment):\n    x = lambda self: self._parse",
            "_parse",
        ),
        (FORM, "_post_clean"),
        (CHILD, "_clean_fields"),
    ],
)
def test_a_private_part_that_is_not_listed_is_named(source: str, name: str):
    said = list(compare({"games/new.py": ast.parse(source)}, []))
    assert any(f"uses {name}, " in sentence for sentence in said), said
    part = Part("library", name, "games/new.py", "it must be")
    assert not any(f"uses {name}, " in line for line in compare({"games/new.py": ast.parse(source)}, [part]))


@pytest.mark.parametrize(
    "source",
    [
        "import os\nos._exit(0)",
        "from django.db.models import Model\nprint(Model._meta)",
        "from games.management.commands import simulate\nsimulate._number",
        "class Own:\n    def _mine(self):\n        return self._mine",
        "from django import forms\nclass Own(forms.Form):\n    def _mine(self):\n        return self._mine()",
    ],
)
def test_what_is_our_own_or_documented_needs_no_listing(source: str):
    assert list(compare({"games/new.py": ast.parse(source)}, [])) == []


def test_a_listed_part_that_is_gone_is_named():
    part = Part("jinja2", "_parse", "games/new.py", "it must be")
    said = list(compare({"games/new.py": ast.parse("x = 1")}, [part]))
    assert said == ["games/new.py no longer uses _parse of jinja2: take it off the list."]


def test_a_library_with_private_parts_needs_an_upper_bound():
    part = Part("jinja2", "_parse", "games/new.py", "it must be")
    bounded = '[project]\ndependencies = ["jinja2>=3.1,<3.2"]'
    assert list(without_bound([part], bounded)) == []
    assert list(without_bound([part], bounded.replace(",<3.2", " ; python_version < '4'")))
