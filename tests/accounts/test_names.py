"""What a name may be, and when two names are the same."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts import names

SAME = [
    ("Ana", "ana"),
    ("Ana", "Аna"),  # Cyrillic А
    ("Ana", "АNА"),
    ("Вова", "вова"),
    ("Bob", "Воb"),  # Cyrillic В and о
    ("Ana", "A n a"),
    ("Ana", "An\u200da"),
    ("Zoë", "Zoe"),
    ("José", "Jose\u0301"),
    ("Alex", "AIex"),  # capital i
    ("Paul", "Pau1"),
    ("Otto", "0tto"),
    ("Ana", "Ａｎａ"),  # full width
    ("Straße", "STRASSE"),
    ("Ana-Maria", "Ana Maria"),
    ("Mia", "mіa"),  # Ukrainian і
    ("Tom", "Torn"),
]
DIFFERENT = [("Ana", "Anna"), ("Ana", "Аня"), ("Ana", "Ana 2"), ("Лев", "Лена"), ("名前", "名")]

REFUSED = {
    "": "empty",
    "   ": "empty",
    "\u200d": "empty",
    "a" * 200: "long",
    "An\x00a": "control",
    "Ana\nBen": "control",
    "\u202eanA": "invisible",
    "A\u200bna": "invisible",
    "\ufeffAna": "invisible",
    "\u3164": "invisible",  # a letter of which nothing is seen
    "Ana\u2800": "invisible",
    "A\u034fna": "invisible",
    "Ana\u2066": "invisible",  # turns the direction of the text after it
    "ana@example.org": "address",
    "<script>alert(1)</script>": "sign",
    "a/b": "sign",
    "😀": "letterless",
    "!!!": "letterless",
    "A\u0300\u0301\u0302\u0303na": "accents",
    "Anа": "mixed",  # ends in Cyrillic а
}
FINE = [
    "Ana",
    "O'Neill",
    "Ana 😀",
    "Zoë-Marie",
    "Дмитрий",
    "王小明",
    "محمد",
    "R2-D2",
    "Søren K.",
    "किरण",
    "Ana Петрова",
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_look_alike_are_the_same(one, other):
    assert names.key(one) == names.key(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_differ_are_different(one, other):
    assert names.key(one) != names.key(other)


@pytest.mark.parametrize(("name", "code"), REFUSED.items())
def test_a_name_that_cannot_be_is_refused_with_its_own_sentence(name, code):
    with pytest.raises(ValidationError) as refusal:
        names.validate(names.tidy(name))
    assert refusal.value.code == code
    assert len(refusal.value.messages) == 1


@pytest.mark.parametrize("name", FINE)
def test_people_everywhere_can_write_their_names(name):
    names.validate(names.tidy(name))
    assert names.key(name)


@given(st.text(max_size=60))
def test_any_text_is_either_a_name_or_refused_with_a_sentence(text):
    name = names.tidy(text)
    try:
        names.validate(name)
    except ValidationError as refusal:
        sentence = str(refusal.messages[0])
    else:
        sentence = ""
    assert sentence.endswith(".") or 0 < len(name) <= names.LONGEST
    assert sentence or 0 < len(names.key(name)) <= names.LONGEST_KEY


@given(st.text(alphabet=st.characters(categories=["L", "N"]), min_size=1, max_size=30))
def test_a_key_does_not_depend_on_case(name):
    assert names.key(name.casefold()) == names.key(name)


def test_a_sign_that_stands_for_a_sentence_still_has_a_key_that_fits():
    assert len(names.key("\ufdfa" * 30)) == 200


def test_several_spaces_are_one():
    assert names.tidy("  Ana \u00a0 \u3000Maria ") == "Ana Maria"


@given(st.text(max_size=40))
def test_tidying_twice_changes_nothing_more(text):
    assert names.tidy(names.tidy(text)) == names.tidy(text)


@pytest.mark.parametrize(
    "name",
    [
        *["admin", "Admin 1", "Adm1n", "ad-min", "The Admin", "Site Adm1n", "Splitsite Team", "Moderator2"],
        *["АДМИН", "Аdmin", "Администратор 7", "модератор", "Бывший игрок", "организатор"],
        *["Staff", "s t a f f", "Stаff", "Équipe", "equipe", "modératrice", "Organisateur"],
        *["Amministratore", "responsabile", "Turnierleitung", "Orga-Team", "Administratorin"],
    ],
)
def test_names_that_sound_like_staff_are_reserved_in_every_language(name):
    assert names.is_reserved(name)


@pytest.mark.parametrize(
    "name", ["Ana", "Guest", "Host", "Madmin", "Team Rot", "Mod", "123", "0", "Admir", ""]
)
def test_other_names_are_free(name):
    assert not names.is_reserved(name)
