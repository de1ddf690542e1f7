"""Tells the catalogues' English sentences from their translations, whatever fills their holes."""

import re
from collections import defaultdict
from collections.abc import Iterable

import polib

from scripts.messages import catalogue

HOLE = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
TAG = re.compile(r"</?\w[^>]*>")
A_WORD = re.compile(r"[^\W\d_]{4,}")


class Sentences:
    """Recognises a text as one of these sentences; its first or last word finds the few that could match."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.plain: set[str] = set()
        self.shaped: defaultdict[str, list[re.Pattern[str]]] = defaultdict(list)
        for sentence in sentences:
            words = " ".join(TAG.sub("", sentence).replace("%%", "%").split())
            literal = HOLE.sub(" ", words)
            if not A_WORD.search(literal):
                continue
            if not HOLE.search(words):
                self.plain.add(words)
                continue
            shape = ".+?".join(re.escape(part) for part in HOLE.split(words))
            self.shaped[max(A_WORD.findall(literal), key=len)].append(re.compile(shape))

    def know(self, text: str) -> bool:
        return text in self.plain or any(
            shape.fullmatch(text) for word in set(A_WORD.findall(text)) for shape in self.shaped.get(word, ())
        )


class English:
    """The English sentences that a reader of this language must never see."""

    def __init__(self, language: str, po: polib.POFile | None = None) -> None:
        entries = [(texts(entry), translations(entry)) for entry in po or catalogue(language)]
        self.english = Sentences(
            text for here, there in entries for text in here if not set(here) & set(there)
        )
        self.translated = Sentences(text for _, there in entries for text in there)

    def is_in(self, text: str) -> bool:
        return self.english.know(text) and not self.translated.know(text)


def texts(entry: polib.POEntry) -> list[str]:
    return [entry.msgid, *([entry.msgid_plural] if entry.msgid_plural else [])]


def translations(entry: polib.POEntry) -> list[str]:
    return [text for text in (entry.msgstr, *entry.msgstr_plural.values()) if text]
