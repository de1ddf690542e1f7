"""The catalogues: complete, in step with the source, with the same holes and tags, and compiled."""

import re

import polib
import pytest
from django.conf import settings

from scripts import messages
from scripts.messages import PLURALS, Message

HOLE = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}")
TAG = re.compile(r"</?\w+")

every_language = pytest.mark.parametrize("language", PLURALS)
CATALOGUES = {language: messages.catalogue(language) for language in PLURALS}
SOURCE = set(messages.found())


def faults(entry: polib.POEntry, language: str) -> list[str]:
    """What is wrong with a translation."""
    if not entry.translated() or entry.fuzzy or entry.obsolete:
        return ["not translated"]
    originals = [entry.msgid, *([entry.msgid_plural] if entry.msgid_plural else [])]
    given = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    found = []
    if entry.msgid_plural and len(given) != messages.forms(language):
        found.append(f"{messages.forms(language)} forms are needed")
    for form, text in enumerate(given):
        # Only a form for 1 alone can do without the number; Russian's first form is also for 21.
        models = originals if form == 0 and messages.forms(language) == 2 else originals[-1:]
        if not text.strip():
            found.append("an empty form")
        if sorted(HOLE.findall(text)) not in [sorted(HOLE.findall(model)) for model in models]:
            found.append(f"other holes: {text}")
        if sorted(TAG.findall(text)) not in [sorted(TAG.findall(model)) for model in originals]:
            found.append(f"other tags: {text}")
        if [text[:1] == "\n", text[-1:] == "\n"] != [entry.msgid[:1] == "\n", entry.msgid[-1:] == "\n"]:
            found.append(f"other line ends: {text!r}")
    return found


def test_the_catalogues_are_those_of_the_languages_the_site_offers():
    assert {code for code, _ in settings.LANGUAGES} == {"en", *PLURALS}


@every_language
def test_every_message_of_the_source_has_its_entry_and_nothing_else_has(language: str):
    there = {messages.key(entry) for entry in CATALOGUES[language]}
    assert SOURCE - there == set(), "make messages"
    assert there - SOURCE == set(), "make messages"


@every_language
def test_every_entry_is_translated_with_the_same_holes_and_tags(language: str):
    wrong = {entry.msgid: found for entry in CATALOGUES[language] if (found := faults(entry, language))}
    assert wrong == {}


@every_language
def test_the_compiled_catalogue_is_made_of_this_one(language: str):
    po = CATALOGUES[language]
    assert po.metadata["Plural-Forms"] == PLURALS[language]
    assert po.to_binary() == messages.po_path(language).with_suffix(".mo").read_bytes(), "make messages"


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ({"msgid": "Round", "msgstr": ""}, "not translated"),
        ({"msgid": "Round", "msgstr": "Durchgang", "flags": ["fuzzy"]}, "not translated"),
        ({"msgid": "Hello %(name)s", "msgstr": "Hallo %(nome)s"}, "other holes"),
        ({"msgid": "Hello %(name)s", "msgstr": "Hallo"}, "other holes"),
        ({"msgid": "100 %% of %(all)s", "msgstr": "100 % von %(all)s"}, "other holes"),
        ({"msgid": "<b>two</b> cards", "msgstr": "<b>zwei Karten"}, "other tags"),
        ({"msgid": "\nHello", "msgstr": "Hallo"}, "other line ends"),
        (
            {
                "msgid": "one card",
                "msgid_plural": "%(n)s cards",
                "msgstr_plural": {0: "eine Karte", 1: "Karten"},
            },
            "other holes",
        ),
        (
            {
                "msgid": "%(n)s card",
                "msgid_plural": "%(n)s cards",
                "msgstr_plural": {0: "%(n)s a", 1: "%(n)s b", 2: "%(n)s c"},
            },
            "2 forms are needed",
        ),
    ],
)
def test_a_wrong_translation_is_caught(entry: dict, wrong: str):
    assert any(wrong in fault for fault in faults(polib.POEntry(**entry), "de"))


def test_each_russian_form_names_the_number():
    forms = {0: "одна карта", 1: "%(n)s карты", 2: "%(n)s карт"}
    entry = polib.POEntry(msgid="one card", msgid_plural="%(n)s cards", msgstr_plural=forms)
    assert faults(entry, "ru") == ["other holes: одна карта"]


def test_words_are_found_in_code_templates_and_fragments():
    python = (
        "from django.utils.translation import gettext_lazy as _, ngettext, pgettext as about\n"
        "_('one ' 'whole'); ngettext('%(n)s card', '%(n)s cards', 3); about('suit', 'black'); _(variable)"
    )
    template = (
        '{% load i18n %}{% translate "Say “so”" %}{% translate "it\'s" context "talk" %}'
        "{% blocktranslate trimmed count n=n %}\n  {{ n }} turn\n{% plural %}\n  {{ n }} turns\n"
        "{% endblocktranslate %}"
        '{% include "x.html" with word=_("held") %}'
    )
    fragment = (
        "{% trans %}<b>so</b>{% endtrans %}{% trans n=n %}{{ n }} a{% pluralize %}{{ n }} b{% endtrans %}"
    )
    assert list(messages.in_python(python)) == [
        Message("", "one whole", ""),
        Message("", "%(n)s card", "%(n)s cards"),
        Message("suit", "black", ""),
    ]
    assert list(messages.in_template(template)) == [
        Message("", "Say “so”", ""),
        Message("talk", "it's", ""),
        Message("", "%(n)s turn", "%(n)s turns"),
        Message("", "held", ""),
    ]
    assert list(messages.in_fragment(fragment)) == [
        Message("", "<b>so</b>", ""),
        Message("", "%(n)s a", "%(n)s b"),
    ]


def test_a_catalogue_keeps_what_was_translated_and_guesses_nothing():
    old = polib.POFile()
    old.append(polib.POEntry(msgid="Turn", msgstr="Runde"))
    old.append(polib.POEntry(msgid="Round", msgstr="Durchgang", flags=["fuzzy"]))
    old.append(polib.POEntry(msgid="Gone", msgstr="Weg"))
    wanted = {
        Message("", "Turn", ""): {"a.py"},
        Message("", "Round", ""): {"b.py"},
        Message("", "Turns", ""): {"b.py"},
    }
    new = messages.in_step(old, "de", wanted)
    assert [(entry.msgid, entry.msgstr) for entry in new] == [("Turn", "Runde"), ("Round", ""), ("Turns", "")]
    assert [entry.msgid for entry in messages.untranslated(new)] == ["Round", "Turns"]
