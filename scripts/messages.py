"""The words of the site: finds them in code and templates, keeps the catalogues in step and compiles them.

Run by `make messages`. It needs no gettext tools, so everybody can run it, and so can the tests that check
whether a catalogue is complete.
"""

import ast
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import django
import polib
from django.utils.translation.template import templatize

from games.engine import catalogue as games
from games.engine import plain
from games.engine.contract import Game
from splitsite import fragments

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "splitsite" / "locale"
SOURCES = ("accounts", "games", "splitsite", "templates")

PLURALS = {
    "de": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "it": "nplurals=2; plural=(n != 1);",
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 :"
    " n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
}
"""The languages beside English, and the rule that tells which plural form a number takes."""

WORDS = {  # the meaning of a call's arguments: c is a context, s a sentence, p its plural
    "gettext": "s",
    "ngettext": "sp",
    "pgettext": "cs",
    "npgettext": "csp",
}
CALL_IN_TEMPLATE = re.compile(
    r""" (_|n?p?gettext)\(((?:(?:, )?u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))+)(?:, ?count)?\)""", re.DOTALL
)


class Message(NamedTuple):
    """One entry of a catalogue."""

    context: str
    sentence: str
    plural: str


def in_python(source: str) -> Iterator[Message]:
    """The calls of gettext and its variants, under whatever name the module imported them."""
    tree = ast.parse(source)
    names = {
        alias.asname or alias.name: alias.name.removesuffix("_lazy").removesuffix("_noop")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            shape = WORDS.get(names.get(node.func.id, ""), "")
            words = [arg.value for arg in node.args[: len(shape)] if isinstance(arg, ast.Constant)]
            if shape and len(words) == len(shape):
                yield message(shape, words)


def in_template(source: str) -> Iterator[Message]:
    for name, arguments in CALL_IN_TEMPLATE.findall(templatize(source)):
        words = ast.literal_eval(f"[{arguments}]")
        yield message(WORDS["gettext" if name == "_" else name], words)


def message(shape: str, words: Iterable[object]) -> Message:
    given = dict(zip(shape, map(str, words), strict=True))
    return Message(given.get("c", ""), given["s"], given.get("p", ""))


def in_fragment(source: str) -> Iterator[Message]:
    for _, function, words in fragments.messages(source):
        yield message(WORDS[function], words)


READERS = {".py": in_python, ".html": in_template, ".txt": in_template, ".jinja": in_fragment}


def found() -> dict[Message, set[str]]:
    """Every message of the site and the files that contain it, in the order of the files."""
    where: defaultdict[Message, set[str]] = defaultdict(set)
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in READERS and (path.suffix == ".py" or folder == "templates"):
                for one in READERS[path.suffix](path.read_text()):
                    where[one].add(path.relative_to(ROOT).as_posix())
    return _joined(where)


def found_in(game: str) -> dict[Message, set[str]]:
    """The messages of a game that keeps its own catalogues: its words, and those of its own templates."""
    rules, folder = games.find(game), ROOT / "games" / game
    own = [rules.TITLE, rules.TAGLINE, *rules.RULES, *(option.label for option in rules.OPTIONS)]
    where: defaultdict[Message, set[str]] = defaultdict(set)
    for sentence in filter(None, [*own, *words_at_table(rules)]):
        where[Message("", sentence, "")].add(f"games/{game}/rules.py")
    for path in sorted((folder / "templates").rglob("*")):
        for one in READERS[path.suffix](path.read_text()) if path.suffix in READERS else ():
            where[one].add(path.relative_to(ROOT).as_posix())
    return _joined(where)


def words_at_table(rules: Game) -> list[str]:
    """What a plain table of this game says, gathered in a round in which all take their first move."""
    seats = range(rules.SEATS[0])
    state, said = rules.start({}, len(seats), bytes(32)), []
    while not rules.over(state):
        view, offers = rules.view(state, frozenset(seats)), [rules.legal(state, seat) for seat in seats]
        facts = [*plain.board(view), *plain.at_seat(view, 0)]
        said += [fact.name for fact in facts] + [rules.label(move) for offer in offers for move in offer]
        state = rules.play(state, [offer[0] for offer in offers])
    said += [fact.name for fact in plain.count(rules.scores(state)).seats[0].parts]
    return [word for word in dict.fromkeys(said) if any(letter.isalpha() for letter in word)]


def _joined(where: dict[Message, set[str]]) -> dict[Message, set[str]]:
    singles = {one._replace(plural="") for one in where if one.plural}
    for one in singles & where.keys():
        # A catalogue has one entry per sentence; an entry with a plural serves both.
        both = next(other for other in where if other.plural and other._replace(plural="") == one)
        where[both] |= where.pop(one)
    return dict(where)


def catalogue(language: str, locale: Path = LOCALE) -> polib.POFile:
    path = po_path(language, locale)
    return polib.pofile(str(path)) if path.exists() else polib.POFile()


def po_path(language: str, locale: Path = LOCALE) -> Path:
    return locale / language / "LC_MESSAGES" / "django.po"


def key(entry: polib.POEntry) -> Message:
    return Message(entry.msgctxt or "", entry.msgid, entry.msgid_plural)


def in_step(old: polib.POFile, language: str, wanted: dict[Message, set[str]]) -> polib.POFile:
    """The catalogue with exactly the wanted messages: translations stay, and nothing is guessed."""
    known = {key(entry): entry for entry in old if not entry.obsolete and not entry.fuzzy}
    new = polib.POFile(wrapwidth=100)
    new.metadata = {
        "Project-Id-Version": "Splitsite",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }
    for one, files in wanted.items():
        entry = polib.POEntry(msgctxt=one.context or None, msgid=one.sentence, msgid_plural=one.plural)
        if one in known:
            entry.msgstr, entry.msgstr_plural = known[one].msgstr, known[one].msgstr_plural
            entry.tcomment = known[one].tcomment
        elif one.plural:
            entry.msgstr_plural = dict.fromkeys(range(forms(language)), "")
        # Without line numbers, so that a catalogue changes only when words do.
        entry.occurrences = [(name, "") for name in sorted(files)]
        new.append(entry)
    return new


def forms(language: str) -> int:
    return int(PLURALS[language][len("nplurals=")])


def untranslated(po: polib.POFile) -> list[polib.POEntry]:
    return [entry for entry in po if not entry.translated() or entry.fuzzy]


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    django.setup()
    keep_in_step(LOCALE, found())
    for game in games.names():
        if (locale := ROOT / "games" / game / "locale").is_dir():
            keep_in_step(locale, found_in(game))


def keep_in_step(locale: Path, wanted: dict[Message, set[str]]) -> None:
    for language in PLURALS:
        path = po_path(language, locale)
        path.parent.mkdir(parents=True, exist_ok=True)
        po = in_step(catalogue(language, locale), language, wanted)
        po.save(str(path))
        po.save_as_mofile(str(path.with_suffix(".mo")))
        left = untranslated(po)
        print(f"{path.relative_to(ROOT)}: {len(po)} messages, {len(left)} to translate", file=sys.stderr)


if __name__ == "__main__":
    main()
