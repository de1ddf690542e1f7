"""A list of people as text or CSV, line by line: the good lines, and what is wrong with the others.

Pure, except for the translated sentences about names, which come from accounts.
"""

import csv
from collections.abc import Collection
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from accounts import names
from games.engine.contract import Refused
from games.tournaments.models import LONGEST_NAME

MOST_LINES = 500
# A list may be in any of the site's languages, so that our own export can be read back.
HEADINGS = {
    "name",
    "player",
    "who",
    "spieler",
    "spielerin",
    "nom",
    "joueur",
    "nome",
    "giocatore",
    "имя",
    "игрок",
}
YES = {"1", "x", "y", "yes", "true", "new", "newcomer", "j", "ja", "neu", "o", "oui", "nouveau", "nouvelle"}
YES |= {"s", "sì", "si", "nuovo", "nuova", "д", "да", "новичок"}
NO = {"", "0", "n", "no", "false", "-", "–", "nein", "non", "н", "нет"}


@dataclass(frozen=True, slots=True)
class Good:
    line: int
    name: str
    newcomer: bool


@dataclass(frozen=True, slots=True)
class Bad:
    """Why a line cannot be taken.

    `twice-in-list`, `entered-twice`, `bad-name` (with a sentence), `long-name`, `bad-newcomer`,
    `too-many-lines`, `unreadable`.
    """

    line: int
    text: str
    why: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    good: tuple[Good, ...]
    bad: tuple[Bad, ...]


def proper(name: str) -> str:
    """The name as it will be written; Refused if it is not a proper name."""
    tidy = names.tidy(name.replace("\0", ""))
    if len(tidy) > LONGEST_NAME:
        raise Refused("long-name", most=LONGEST_NAME)
    try:
        # Names of entries may be longer than those of accounts, so both ends are checked.
        names.validate(tidy[: names.LONGEST])
        names.validate(tidy[-names.LONGEST :])
    except ValidationError as error:
        raise Refused("bad-name", sentence=" ".join(error.messages)) from error
    return tidy


def read(text: str, *, taken: Collection[str] = ()) -> Read:
    """Reads one name per line, perhaps marked as a newcomer. `taken` has the keys of names already entered.

    Commas, semicolons and tabs separate fields; a heading in the first line is skipped.
    """
    good: list[Good] = []
    bad: list[Bad] = []
    seen = dict.fromkeys(taken, 0)
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        if not line.strip():
            continue
        if len(good) + len(bad) >= MOST_LINES:
            bad.append(Bad(number, line[:80], "too-many-lines"))
            break
        cells = _cells(line)
        if cells is None:
            bad.append(Bad(number, line[:80], "unreadable"))
            continue
        if number == 1 and cells[0].casefold() in HEADINGS:
            continue
        try:
            entry = _entry(number, cells)
        except Refused as refused:
            bad.append(Bad(number, line[:80], refused.code, refused.facts.get("sentence", "")))
            continue
        key = names.key(entry.name)
        if key in seen:
            bad.append(Bad(number, line[:80], "twice-in-list" if seen[key] else "entered-twice"))
            continue
        seen[key] = number
        good.append(entry)
    return Read(tuple(good), tuple(bad))


def _cells(line: str) -> list[str] | None:
    separator = next((sign for sign in ("\t", ";", ",") if sign in line), ",")
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=separator, strict=True))]
    except csv.Error:
        return None


def _entry(number: int, cells: list[str]) -> Good:
    said = cells[1].casefold() if len(cells) > 1 else ""
    if said not in YES | NO:
        raise Refused("bad-newcomer")
    return Good(number, proper(cells[0]), said in YES)
