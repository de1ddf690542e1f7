"""The sentences that explain a goal, for every kind of the classic deck in all five languages.

The page makes the first letter of each sentence large.
"""

import re
from html import unescape

import pytest
from django.utils.html import strip_tags

from games.splito.deck import load
from games.splito.explanation import GoalCount
from games.splito.goals import parse
from splitsite import fragments
from tests.support.splito import verdict

LANGUAGES = ("en", "de", "fr", "it", "ru")


def lying(zone: str, goal: str, rival: str = "", left: int = 5) -> GoalCount:
    """The goal in a zone with these cards; the rival is the only other zone with cards."""
    return verdict(zone, goal, rival, "", left=left)


def sentence(line: GoalCount, language: str) -> str:
    html = fragments.render("splito/_goal_sentence.jinja", language, {"line": line})
    return re.sub(r"\s+", " ", unescape(strip_tags(html))).strip()


SAID = {
    lying("", "exactly-two-3"): {
        "en": "none lies here. two 3s needed.",
        "de": "keine liegt hier. zwei 3en nötig.",
        "fr": "il n’y en a aucun ici. il faut deux 3.",
        "it": "qui non ce n’è. servono due 3.",
        "ru": "здесь ни одной. нужны две «3».",
    },
    lying("red-3", "exactly-two-3"): {
        "en": "a 3 lies here. one more 3 needed.",
        "de": "eine 3 liegt hier. noch eine 3 nötig.",
        "fr": "il y a un 3 ici. il faut encore un 3.",
        "it": "qui c’è un 3. ancora un 3.",
        "ru": "здесь «3»: один. нужна ещё одна «3».",
    },
    lying("red-3 blue-3", "exactly-two-3"): {
        "en": "two 3s lie here. one more 3 breaks it.",
        "de": "zwei 3en liegen hier. noch eine 3 verdirbt sie.",
        "fr": "il y a deux 3 ici. un 3 de plus le casse.",
        "it": "qui ci sono due 3. un altro 3 lo rovina.",
        "ru": "здесь «3»: два. ещё одна «3» её сломает.",
    },
    lying("red-3 blue-3 red-3 blue-3 black-3", "exactly-two-3"): {
        "en": "five 3s lie here. three 3s too many.",
        "de": "fünf 3en liegen hier. drei 3en zu viel.",
        "fr": "il y a cinq 3 ici. trois 3 de trop.",
        "it": "qui ci sono cinque 3. tre 3 di troppo.",
        "ru": "здесь «3»: пять. лишние «3»: три.",
    },
    lying("red-3", "none-2"): {
        "en": "none lies here. a 2 breaks it.",
        "de": "keine liegt hier. eine 2 verdirbt sie.",
        "fr": "il n’y en a aucun ici. un 2 le casse.",
        "it": "qui non ce n’è. un 2 lo rovina.",
        "ru": "здесь ни одной. «2» её сломает.",
    },
    lying("red-2 blue-2", "none-2"): {
        "en": "two 2s lie here. nothing can change that any more.",
        "de": "zwei 2en liegen hier. daran ändert sich nichts mehr.",
        "fr": "il y a deux 2 ici. plus rien n’y changera.",
        "it": "qui ci sono due 2. ormai non cambia più nulla.",
        "ru": "здесь «2»: два. этого уже ничто не изменит.",
    },
    lying("red-1", "colours-3"): {
        "en": "1 colour lies here. 2 more colours needed.",
        "de": "1 Farbe liegt hier. noch 2 Farben nötig.",
        "fr": "1 couleur ici. il faut encore 2 couleurs.",
        "it": "qui c’è 1 colore. ancora 2 colori.",
        "ru": "здесь 1 цвет. нужны ещё 2 цвета.",
    },
    lying("red-1 blue-1 black-1", "colours-3"): {
        "en": "3 colours lie here. another colour breaks it.",
        "de": "3 Farben liegen hier. eine weitere Farbe verdirbt sie.",
        "fr": "3 couleurs ici. une couleur de plus le casse.",
        "it": "qui ci sono 3 colori. un altro colore lo rovina.",
        "ru": "здесь 3 цвета. ещё один цвет её сломает.",
    },
    lying("red-1 blue-1 black-1 green-1 orange-1", "colours-3"): {
        "en": "5 colours lie here. 2 colours too many.",
        "de": "5 Farben liegen hier. 2 Farben zu viel.",
        "fr": "5 couleurs ici. 2 couleurs de trop.",
        "it": "qui ci sono 5 colori. 2 colori di troppo.",
        "ru": "здесь 5 цветов. 2 лишних цвета.",
    },
    lying("red-1 blue-2 black-3", "numbers-4"): {
        "en": "3 different numbers lie here. 1 more number needed.",
        "de": "3 verschiedene Zahlen liegen hier. noch 1 Zahl nötig.",
        "fr": "3 valeurs différentes ici. il faut encore 1 valeur.",
        "it": "qui ci sono 3 numeri diversi. ancora 1 numero.",
        "ru": "здесь 3 разных номинала. нужен ещё 1 номинал.",
    },
    lying("red-1 blue-2 black-3 green-4", "numbers-4"): {
        "en": "4 different numbers lie here. another number breaks it.",
        "de": "4 verschiedene Zahlen liegen hier. eine weitere Zahl verdirbt sie.",
        "fr": "4 valeurs différentes ici. une valeur de plus le casse.",
        "it": "qui ci sono 4 numeri diversi. un altro numero lo rovina.",
        "ru": "здесь 4 разных номинала. ещё один номинал её сломает.",
    },
    lying("red-1 blue-2 black-3 green-4", "numbers-6"): {
        "en": "4 different numbers lie here. 5, 6 missing.",
        "de": "4 verschiedene Zahlen liegen hier. es fehlt 5, 6.",
        "fr": "4 valeurs différentes ici. il manque 5, 6.",
        "it": "qui ci sono 4 numeri diversi. manca: 5, 6.",
        "ru": "здесь 4 разных номинала. не хватает: 5, 6.",
    },
    lying("red-1 black-1", "trio-red-black-green"): {
        "en": "2 of 3, missing: green.",
        "de": "2 von 3, es fehlt: Grün.",
        "fr": "2 sur 3, il manque : vert.",
        "it": "2 di 3, manca: verde.",
        "ru": "2 из 3, не хватает: зелёный.",
    },
    lying("red-1 black-1 green-6", "trio-red-black-green"): {
        "en": "all three here. nothing can change that any more.",
        "de": "alle drei hier. daran ändert sich nichts mehr.",
        "fr": "les trois sont là. plus rien n’y changera.",
        "it": "qui tutti e tre. ormai non cambia più nulla.",
        "ru": "все три здесь. этого уже ничто не изменит.",
    },
    lying("red-1 red-2 red-3", "at-most-11"): {
        "en": "4 cards lie here. room for 7 more cards.",
        "de": "4 Karten liegen hier. Platz für noch 7 Karten.",
        "fr": "4 cartes ici. reste la place pour 7 cartes.",
        "it": "qui ci sono 4 carte. posto per altre 7 carte.",
        "ru": "здесь 4 карты. есть место ещё для 7 карт.",
    },
    lying("red-1 " * 10, "at-most-11"): {
        "en": "11 cards lie here. one more card breaks it.",
        "de": "11 Karten liegen hier. eine Karte mehr verdirbt sie.",
        "fr": "11 cartes ici. une carte de plus le casse.",
        "it": "qui ci sono 11 carte. una carta in più lo rovina.",
        "ru": "здесь 11 карт. ещё одна карта её сломает.",
    },
    lying("red-1 " * 12, "at-least-15"): {
        "en": "13 cards lie here. 2 more cards needed.",
        "de": "13 Karten liegen hier. noch 2 Karten nötig.",
        "fr": "13 cartes ici. il faut encore 2 cartes.",
        "it": "qui ci sono 13 carte. ancora 2 carte.",
        "ru": "здесь 13 карт. нужны ещё 2 карты.",
    },
    lying("red-1 " * 14, "at-least-15"): {
        "en": "15 cards lie here. nothing can change that any more.",
        "de": "15 Karten liegen hier. daran ändert sich nichts mehr.",
        "fr": "15 cartes ici. plus rien n’y changera.",
        "it": "qui ci sono 15 carte. ormai non cambia più nulla.",
        "ru": "здесь 15 карт. этого уже ничто не изменит.",
    },
    lying("red-1 red-2", "majority-red", "red-1"): {
        "en": "2 here, next best 1. it is lost as soon as another zone has 2 too.",
        "de": "2 hier, danach 1. sie ist verloren, sobald eine andere Zone auch 2 hat.",
        "fr": "2 ici, au mieux 1 ailleurs. il est perdu dès qu’une autre zone en a 2 aussi.",
        "it": "2 qui, altrove al massimo 1. è perso appena anche un’altra zona ne ha 2.",
        "ru": "здесь 2, у следующей зоны 1. цель будет потеряна, как только в другой зоне тоже станет 2.",
    },
    lying("", "majority-red", "red-1 red-2"): {
        "en": "0 here, 2 in another zone. 3 more red lead.",
        "de": "0 hier, 2 in einer anderen Zone. noch 3 × Rot zur Führung.",
        "fr": "0 ici, 2 dans une autre zone. +3 rouge pour mener.",
        "it": "0 qui, 2 in un’altra zona. ancora 3 in rosso e va in testa.",
        "ru": "здесь 0, в другой зоне 2. до лидерства ещё 3: красный.",
    },
    lying("red-4", "majority-4", "blue-4"): {
        "en": "a tie at 1. one more 4 leads.",
        "de": "Gleichstand bei 1. noch eine 4 zur Führung.",
        "fr": "égalité à 1. encore un 4 pour mener.",
        "it": "parità a 1. ancora un 4 e va in testa.",
        "ru": "поровну: 1. до лидерства ещё «4»: один.",
    },
}


@pytest.mark.parametrize("line", SAID, ids=lambda line: f"{line.goal.id} {line.has}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_goal_says_what_it_has_and_what_would_change_it(line, language):
    assert sentence(line, language) == SAID[line][language]


def test_every_kind_of_the_classic_deck_is_among_them():
    deck = load("classic")
    assert {deck.goals[card].kind for card in deck.cards} == {line.goal.kind for line in SAID}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_goal_says_something_whatever_lies_with_it(language):
    """However many of each lie there, the sentence has words, no gap before its full stop, and none twice."""
    deck = load("classic")
    six = ["red-1", "blue-2", "yellow-3", "black-4", "green-5", "orange-6"]
    for card in deck.cards:
        for zone in (*(" ".join(six[:many]) for many in range(7)), *(f"red-{n} " * 4 for n in range(1, 7))):
            for left in (1, 5):
                said = sentence(lying(zone, card, "red-1 blue-2", left=left), language)
                first, *more = said.removesuffix(".").split(". ")
                assert first, (card, zone)
                assert " ." not in said, said
                assert ".." not in said, said
                assert first not in more, said
                assert language == "en" or said != sentence(
                    lying(zone, card, "red-1 blue-2", left=left), "en"
                )


def test_what_can_no_longer_come_is_too_late():
    two = verdict("", "exactly-two-3", "", "", "", seats=2, left=1)
    assert sentence(two, "en") == "none lies here. too late for two more 3s."
    three = verdict("red-1", "trio-red-black-green", "", "", "", seats=2, left=1)
    assert sentence(three, "en") == "1 of 3, missing: black, green. nothing can change that any more."


def test_a_colour_of_another_deck_has_its_sentence_too():
    line = GoalCount(parse("exactly-two-green", 2), met=True, has=2, needs=2, missing=(), settled=False)
    assert sentence(line, "en") == "2 × green. 1 more green breaks it."
    assert sentence(line._replace(met=False, has=0), "en") == "0 × green. 2 × green needed."
