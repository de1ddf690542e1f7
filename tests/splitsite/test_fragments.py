"""Fragments in Jinja: they escape, report missing values, differ from Django's by name, are translated."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, ngettext, override
from jinja2 import UndefinedError

from splitsite import fragments
from splitsite.fragments.language import environment

TEMPLATES = settings.BASE_DIR / "templates"
FRAGMENTS = sorted(TEMPLATES.rglob("*.jinja"))


def test_what_people_write_is_escaped_and_what_is_safe_is_not() -> None:
    name = "<b>Ada</b> & 'Bob'"
    assert name not in render_to_string("table/_who.jinja", {"seat_number": 0, "name": name})
    assert name in render_to_string("table/_who.jinja", {"seat_number": 0, "name": mark_safe(name)})


def test_a_fact_that_was_forgotten_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        render_to_string("table/_who.jinja", {"name": "Ada"})


@pytest.mark.parametrize("path", FRAGMENTS, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_every_fragment_is_read_by_its_own_language_and_exists_in_no_other(path: Path) -> None:
    name = str(path.relative_to(TEMPLATES))
    assert engines["fragments"].get_template(name)
    assert path.name.startswith("_")
    assert not path.with_suffix(".html").exists()


def test_django_templates_never_include_a_fragment_of_the_other_language() -> None:
    for path in TEMPLATES.rglob("*.html"):
        assert not re.search(r'{%\s*(include|extends)\s+"[^"]+\.jinja"', path.read_text()), path


def test_whole_sentences_keep_the_words_that_translators_know() -> None:
    source = """{# not this #}
    <p>{% trans number=zone.cards %}
        {{ number }} card
    {% pluralize %}
        {{ number }} cards
    {% endtrans %}</p>
    {{ _("Say “so”") }} {% trans %}<b>100 %</b> "sure"{% endtrans %}
    """
    assert list(fragments.messages(source)) == [
        (2, "ngettext", ("%(number)s card", "%(number)s cards")),
        (7, "gettext", ("Say “so”",)),
        (7, "gettext", ('<b>100 %%</b> "sure"',)),
    ]


SENTENCES = """{% trans number=cards|count %}{{ number }} card{% pluralize %}{{ number }} cards{% endtrans %}|
{{ _("left") }}|{% trans name=who %}{{ name }}, we are waiting for you.{% endtrans %}|
{% set said = _("%(name)s, we are waiting for you.", name=who) %}{{ said }}"""


@pytest.mark.parametrize("number", [0, 1, 2, 5, 21, 111, 121, 201, 1001])
@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "ru"])
def test_sentences_worked_out_beforehand_are_those_looked_up_now(language: str, number: int) -> None:
    drawn = environment(language).from_string(SENTENCES).render(cards=[0] * number, who="<Ada>")
    with override(language):
        cards = ngettext("%(number)s card", "%(number)s cards", number) % {"number": number}
        waiting = gettext("%(name)s, we are waiting for you.") % {"name": "&lt;Ada&gt;"}
        expected = [cards, gettext("left") + "|" + waiting, waiting]
    assert drawn.split("|\n") == expected
