"""The score entry of a paper table as its page shows it: what to tap, for whom, and the result."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import words
from games.engine import paper
from games.engine.contract import PaperCount, PaperField, Refused
from games.tournaments import refusals, sentences
from games.tournaments.queries import Place, Sheet
from games.tournaments.score_entry_desk import about

MOST_TAPPED = 20
"""These numbers are buttons; a larger one is typed."""


@dataclass(frozen=True, slots=True)
class Blank:
    """One number to enter."""

    name: str
    kind: str
    short: str
    label: str
    value: str
    most: int
    step: int
    about: int
    needed: bool

    @property
    def stepped(self) -> bool:
        """Whether it is entered with plus and minus, from nothing on; otherwise by one tap on a number."""
        return self.kind in ("number", "hearts")

    @property
    def less(self) -> str:
        return _("Less: %(field)s") % {"field": self.label}

    @property
    def more(self) -> str:
        return _("More: %(field)s") % {"field": self.label}


@dataclass(frozen=True, slots=True)
class Line:
    """One place at the table: the zone before it in the ring, or its own numbers."""

    place: Place
    before: Blank | None
    """The zone left of this place, as on the pad."""
    own: tuple[Blank, ...]
    points: int | None
    rank: int | None
    sum: str
    """`5 × 6`, if the points come from two numbers."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The whole form."""

    lines: tuple[Line, ...]
    ring: bool
    """Neighbours share their numbers; so do the last and the first."""
    more: tuple[Blank, ...]
    """Asked only because of what is typed, such as cards that break a tie."""
    doubts: tuple[str, ...]
    whole: bool
    """Nothing is missing."""
    problem: str
    numbers: range = range(MOST_TAPPED + 1)


def entry(sheet: Sheet, raw: Mapping[str, str] | None) -> Entry:
    """The form with what was typed; if nothing was typed, with what the table has reported."""
    game, options, places = sheet.tournament.game, sheet.tournament.options, sheet.table.places
    typed, problem = dict(sheet.typed), ""
    if raw is not None:
        try:
            typed = paper.read(game, options, len(places), raw=raw)
        except Refused as refused:
            typed, problem = {}, refusals.refusal(refused)
    pad = paper.pad(game)
    words_of = {name: str(value) for name, value in typed.items()}
    if problem and raw is not None:
        words_of = {name: value.strip()[:6] for name, value in raw.items()}
    fields = pad.fields(options, len(places), typed)
    count = pad.count(options, len(places), typed)
    names = [place.name for place in places]
    blanks = {field.name: _blank(field, game, names, words_of.get(field.name, "")) for field in fields}
    always = [field for field in fields if field.needed]
    ring = bool(always) and len(places) > 2 and all(len(field.seats) == 2 for field in always)
    return Entry(
        lines=tuple(_line(place, always, blanks, ring=ring, count=count) for place in sheet.table.around),
        ring=ring,
        more=tuple(blanks[field.name] for field in fields if not field.needed),
        doubts=tuple(sentences.doubt(one, about(one, fields, names)) for one in count.doubts),
        whole=bool(count.scores) and not problem,
        problem=problem,
    )


def _line(
    place: Place, fields: list[PaperField], blanks: Mapping[str, Blank], *, ring: bool, count: PaperCount
) -> Line:
    score = count.scores[place.seat] if count.scores else None
    parts = score.parts if score else {}
    before = None
    if ring:  # the circle left of this name on the pad
        before = next(blanks[field.name] for field in fields if field.seats[1] == place.seat)
    own = () if ring else tuple(blanks[field.name] for field in fields if field.seats == (place.seat,))
    return Line(
        place,
        before=before,
        own=own,
        points=score.points if score else None,
        rank=score.rank if score else None,
        sum=f"{parts['left']} × {parts['right']}" if "left" in parts else "",
    )


def _blank(field: PaperField, game: str, names: list[str], value: str) -> Blank:
    short, label = _words(field, game, [names[seat] for seat in field.seats])
    if field.kind in ("number", "hearts"):
        value = value or "0"
    return Blank(
        field.name,
        kind=field.kind,
        short=short,
        label=label,
        value=value,
        most=field.most,
        step=field.step,
        about=field.about,
        needed=field.needed,
    )


def _words(field: PaperField, game: str, names: list[str]) -> tuple[str, str]:
    """What the number is: briefly, for readers who see its place on the page, and in full."""
    facts = {"one": names[0], "other": names[-1], "number": field.about}
    if field.label:
        word = words.named(field.label, game)
        return word, f"{', '.join(names)}: {word}"
    if field.kind == "zone" and len(names) == 2:
        return _("zone"), _("Value of the zone between %(one)s and %(other)s") % facts
    if field.kind == "zone":
        side = _("left zone") if field.about % 2 == 0 else _("right zone")
        return side, _("%(side)s of %(one)s") % (facts | {"side": side})
    if field.kind == "cards" and len(names) == 2:
        words_ = _("%(one)s and %(other)s") % facts
        return words_, _("Cards in the zone between %(one)s and %(other)s") % facts
    if field.kind == "cards":
        return names[0], _("Cards in zone %(zone)s of %(one)s") % (facts | {"zone": field.about + 1})
    if field.kind == "number":
        return _("%(number)ss") % facts, _("%(one)s: points of the %(number)ss") % facts
    if field.kind == "hearts":
        return "♥", _("%(one)s: points of the hearts") % facts
    return _("points"), _("%(one)s: points") % facts
