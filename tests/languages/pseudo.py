"""A language nobody speaks: every translated sentence stands in brackets, what has none was never marked."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import trans_real

from games.templatetags import pieces
from splitsite.fragments import language

STANDS_FOR = "de"
"""Requests ask for this language and get the brackets instead."""

CONTEXT = "\x04"
Asked = str | tuple[str, int]
"""A message as the catalogues of gettext know it: one with a plural by the number of its form, too."""

INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")


class Brackets(trans_real.DjangoTranslation):
    """Speaks English in brackets, and notes what it was asked for."""

    def __init__(self) -> None:
        super().__init__(STANDS_FOR)
        self.asked: set[Asked] = set()

    def gettext(self, message: str) -> str:
        if not message or message.startswith("⟦"):  # nothing, or a translation that is translated again
            return message
        self.asked.add(message)
        return bracketed(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add((msgid1, 0))
        return bracketed(msgid1 if n == 1 else msgid2)


def bracketed(message: str) -> str:
    return f"⟦{message.split(CONTEXT)[-1]}⟧"


@contextmanager
def brackets() -> Iterator[set[Asked]]:
    """Who asks for German gets brackets; in the end the set holds all that was asked for."""
    true = trans_real.translation(STANDS_FOR)
    trans_real._translations[STANDS_FOR] = speaker = Brackets()
    forget_what_was_drawn()
    try:
        yield speaker.asked
    finally:
        trans_real._translations[STANDS_FOR] = true
        forget_what_was_drawn()


def forget_what_was_drawn() -> None:
    """Fragments are read once for each language, and pieces remembered."""
    language.environment.cache_clear()
    pieces.forget()


def outside(words: str) -> str:
    """What of these words stands in no brackets."""
    while words != (words := INNERMOST.sub(" ", words)):
        pass
    return " ".join(words.split())
