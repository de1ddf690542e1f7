"""A test language: every translated sentence is in brackets, so text without brackets was never marked."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import trans_real

from games.templatetags import pieces
from splitsite.fragments import language

STANDS_FOR = "de"
"""Requests for this language get the brackets instead."""

CONTEXT = "\x04"
Asked = str | tuple[str, int]
"""A message as gettext's catalogues know it; a plural also has the number of its form."""

INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")


class Brackets(trans_real.DjangoTranslation):
    """English in brackets; it notes which messages were requested."""

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
    """Requests for German get brackets; in the end the set holds all messages that were requested."""
    true = trans_real.translation(STANDS_FOR)
    trans_real._translations[STANDS_FOR] = speaker = Brackets()
    forget_what_was_drawn()
    try:
        yield speaker.asked
    finally:
        trans_real._translations[STANDS_FOR] = true
        forget_what_was_drawn()


def forget_what_was_drawn() -> None:
    """Forgets the fragments, which are read once per language, and the remembered pieces."""
    language.environment.cache_clear()
    pieces.forget()


def outside(words: str) -> str:
    """The words that are in no brackets."""
    while words != (words := INNERMOST.sub(" ", words)):
        pass
    return " ".join(words.split())
