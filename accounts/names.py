"""What a name may look like, and the key by which two names count as the same."""

import re
import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST = 30
LONGEST_KEY = 200

# Joiners hold some scripts and emoji together; they are invisible, so the key ignores them.
JOINERS = "\u200c\u200d\ufe0e\ufe0f"
SPACES = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
FORBIDDEN = "<>/\\"
# Case folding turns a capital I into an i, but on the page it looks like an l.
TWINS = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})
# Letters, by their category, of which nothing is seen.
BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# Nobody has one of these words in a name: who reads them trusts whoever they belong to.
RESERVED_WORDS = (
    *("admin", "admins", "administrator", "administration", "moderator", "Splitsite", "sysop", "webmaster"),
    *("Administratorin", "Moderatorin", "administrateur", "administratrice", "modérateur", "modératrice"),
    *("amministratore", "amministratrice", "moderatore", "moderatrice"),
    *("админ", "администратор", "администрация", "модератор"),
)
# Nobody has one of these as the whole name.
RESERVED = (
    *("staff", "support", "system", "official", "organiser", "organizer", "organisers", "referee"),
    *("Team", "Support-Team", "Orga", "Orga-Team", "Turnierleitung", "Spielleitung", "Verwaltung"),
    *("Schiedsrichter", "Schiedsrichterin", "équipe", "équipe du site", "organisateur", "organisatrice"),
    *("arbitre", "assistance", "système", "responsabile", "organizzatore", "organizzatrice", "arbitro"),
    *("assistenza", "sistema", "сотрудник", "команда", "команда сайта", "поддержка", "организатор"),
    *("судья", "система", "Former player", "Jemand von früher", "Ancien joueur", "Ex partecipante"),
    "Бывший игрок",
)


def tidy(name: str) -> str:
    """A name with single spaces, none around it, and one spelling of each letter."""
    return SPACES.sub(" ", unicodedata.normalize("NFC", name)).strip(" " + JOINERS)


@cache
def twin(letter: str) -> str:
    """The plain letter that this lower-case letter or its capital looks like."""
    if letter.isascii() and letter != "m":
        return letter
    for form in (letter, letter.upper()):
        for found in confusables_data.get(form, ()):
            if found["c"].isascii() and found["c"].isalpha():
                return found["c"].casefold()
    return letter


def key(name: str) -> str:
    """The key of a name: equal for names that a reader could confuse."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = (twin(c) for c in folded if unicodedata.category(c)[0] not in "MZC" and c not in "-_.'’")
    # A few signs stand for whole sentences, so a key can be longer than its name.
    return (unicodedata.normalize("NFC", "".join(letters).translate(TWINS)) or folded)[:LONGEST_KEY]


def alphabet(letter: str) -> str:
    """The alphabet of a letter, if its shapes are shared with others; empty for every other sign."""
    first = unicodedata.name(letter, "").partition(" ")[0]
    return first if letter.isalpha() and first in ("LATIN", "GREEK", "CYRILLIC") else ""


def validate(name: str) -> None:
    """Refuses a name with one sentence that says what to change."""
    if not name.strip(" " + JOINERS):
        raise ValidationError(_("Please type a name."), code="empty")
    if len(name) > LONGEST:
        raise ValidationError(
            _("A name can have at most %(longest)s letters."), code="long", params={"longest": LONGEST}
        )
    if any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") for c in name):
        raise ValidationError(_("A name cannot contain control characters."), code="control")
    if any(c in BLANKS or (unicodedata.category(c) == "Cf" and c not in JOINERS) for c in name):
        raise ValidationError(_("A name cannot contain invisible characters."), code="invisible")
    if "@" in name:
        raise ValidationError(
            _("Everybody sees your name, so please do not use an e-mail address."), code="address"
        )
    if any(c in FORBIDDEN for c in name):
        raise ValidationError(_("A name cannot contain the signs < > / or \\."), code="sign")
    if not any(c.isalnum() for c in name):
        raise ValidationError(_("A name needs at least one letter or digit."), code="letterless")
    _validate_letters(unicodedata.normalize("NFD", name))


def _validate_letters(name: str) -> None:
    marks = "".join("m" if unicodedata.category(c) in ("Mn", "Me") else "-" for c in name)
    if "mmm" in marks.replace("\ufe0f", ""):
        raise ValidationError(_("A name cannot have that many accents on one letter."), code="accents")
    for word in name.replace("-", " ").split():
        if len({alphabet(c) for c in word} - {""}) > 1:
            raise ValidationError(_("Please do not mix two alphabets in one word."), code="mixed")


def is_reserved(name: str) -> bool:
    """Whether a name sounds like somebody who runs the site, an event or a table, in any of our languages."""
    bare = name.rstrip(" 0123456789")
    words = [word.rstrip("0123456789") or word for word in re.split(r"[\W_]+", name)]
    return key(bare) in _keys(RESERVED) or any(key(one) in _keys(RESERVED_WORDS) for one in (bare, *words))


@cache
def _keys(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(key(word) for word in words)
