"""The games' words are those of each printed edition, and counted things have the right plural."""

import re

import pytest
from django.utils import translation
from django.utils.translation import gettext, ngettext

from scripts.messages import catalogue

EDITIONS = {
    "zone": {"de": "zone", "fr": "zone", "it": "zona|zone", "ru": "зон"},
    "public goal": {"de": "öffentliche", "fr": "commun", "it": "comun", "ru": "общ"},
    "goal": {"de": "wertungskarte", "fr": "objectif", "it": "obiettiv", "ru": "цел"},
    "turn": {"de": "runde", "fr": "tour", "it": "turn", "ru": "раунд|ход"},
    "round": {"de": "durchg", "fr": "manche", "it": "manche", "ru": "парти"},
    "score sheet": {"de": "wertungsbl", "fr": "feuille", "it": "sched", "ru": "блокнот"},
    "sheet %": {"de": "spielblock", "fr": "feuille", "it": "pulsantier", "ru": "лист"},
    "promo goal": {"de": "promokarte", "fr": "objectif promo", "it": "obiettivo promo", "ru": "промокарт"},
    "heart": {"de": "herz", "fr": "cœur", "it": "cuor", "ru": "серд"},
}
HOLE = re.compile(r"%\(\w+\)s")
AT_LEAST = 0.85
"""Now and then a sentence is put quite differently, or the word means something else in it."""


@pytest.mark.parametrize("language", ["de", "fr", "it", "ru"])
@pytest.mark.parametrize("word", EDITIONS)
def test_game_words_follow_the_edition(word: str, language: str):
    said = [
        (entry.msgid, " ".join([entry.msgstr, *entry.msgstr_plural.values()]))
        for entry in catalogue(language)
        if entry.translated()
        and re.search(rf"(?<!my )(?<!your )\b{word}s?(?!\w)", HOLE.sub("%", entry.msgid), re.IGNORECASE)
    ]
    other = [pair for pair in said if not re.search(EDITIONS[word][language], pair[1], re.IGNORECASE)]
    assert said
    assert len(other) <= (1 - AT_LEAST) * len(said), other


def test_the_number_on_a_splito_card_is_its_face_value_in_russian():
    of_cards = [
        " ".join([entry.msgstr, *entry.msgstr_plural.values()])
        for entry in catalogue("ru")
        if all(file.startswith("templates/splito/") for file, _ in entry.occurrences)
        and re.search(r"(of a|or|this|many|different|each|more|\)s) numbers?\b", entry.msgid)
    ]
    assert len(of_cards) > 15
    assert not [said for said in of_cards if "номинал" not in said]


def test_russian_has_three_forms():
    with translation.override("ru"):
        said = [
            ngettext("%(points)s point", "%(points)s points", n) % {"points": n}
            for n in (1, 2, 5, 11, 21, 22, 111)
        ]
    assert said == ["1 очко", "2 очка", "5 очков", "11 очков", "21 очко", "22 очка", "111 очков"]


def test_french_counts_nought_as_one():
    with translation.override("fr"):
        said = [ngettext("%(points)s point", "%(points)s points", n) % {"points": n} for n in (0, 1, 2)]
    assert said == ["0 point", "1 point", "2 points"]


@pytest.mark.parametrize(
    ("language", "word"), [("de", "Sprache"), ("fr", "Langue"), ("it", "Lingua"), ("ru", "Язык")]
)
def test_the_catalogue_that_ships_is_the_one_that_speaks(language: str, word: str):
    with translation.override(language):
        assert gettext("Language") == word
