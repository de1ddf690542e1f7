"""The score entry of a paper table at the desk: what is asked, the result, and what is doubtful."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games import words
from games.engine import paper
from games.engine.contract import PaperDoubt, PaperField, Refused, Score
from games.engine.score_pad import against_the_clock
from games.tournaments import sentences
from games.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Asked:
    """One number to type."""

    name: str
    label: str
    value: str
    most: int
    doubtful: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Numbers of one kind that belong together: all zones, the cards of a tie, or one person's sheet."""

    kind: str
    title: str
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one seat."""

    name: str
    sum: str
    points: int
    rank: int


@dataclass(frozen=True, slots=True)
class Pad:
    groups: tuple[Group, ...]
    lines: tuple[Line, ...]
    doubts: tuple[str, ...]
    missing: bool
    more: bool
    """A tie needs numbers that the page did not ask for yet."""
    problem: str = ""

    @property
    def sheets(self) -> bool:
        """Whether everybody has their own sheet."""
        return any(group.kind == "sheet" for group in self.groups)

    @property
    def unsure(self) -> bool:
        """Whether the numbers need a second look before they count."""
        return self.more or bool(self.doubts)


def pad(tournament: Tournament, names: Sequence[str], raw: Mapping[str, str], *, sent: bool = False) -> Pad:
    """The pad with this typed text. `sent` means that a form sent it, so that new questions are noticed."""
    knows = paper.pad(tournament.game)
    problem = None
    try:
        typed = paper.read(tournament.game, tournament.options, len(names), raw=raw)
    except Refused as refused:
        problem, typed = refused, {}
    fields = knows.fields(tournament.options, len(names), typed)
    count = knows.count(tournament.options, len(names), typed)
    doubtful = {name for doubt in count.doubts for name in doubt.fields}
    if problem is not None:
        doubtful.add(problem.facts.get("field", ""))
    return Pad(
        groups=tuple(_groups(fields, names, raw, game=tournament.game, doubtful=doubtful)),
        lines=tuple(line(count.scores[seat], names[seat]) for seat in against_the_clock(len(count.scores))),
        doubts=tuple(sentences.doubt(one, about(one, fields, names)) for one in count.doubts),
        missing=bool(count.missing) or problem is not None,
        more=sent and any(field.name not in raw for field in fields if not field.needed),
        problem=_number_problem(problem) if problem else "",
    )


def about(one: PaperDoubt, fields: Sequence[PaperField], names: Sequence[str]) -> str:
    """Whose numbers a doubt is about; nobody's if it is about all of them."""
    seats = dict.fromkeys(seat for field in fields if field.name in one.fields for seat in field.seats)
    return ", ".join(names[seat] for seat in seats) if len(seats) < len(names) else ""


def filled(tournament: Tournament, seats: int, raw: Mapping[str, str]) -> dict[str, str]:
    """What was typed, with zeros for the blanks of a sheet that was begun: nobody types all the zeros."""
    fields = paper.pad(tournament.game).fields(tournament.options, seats, {})
    own = [field for field in fields if field.kind in ("number", "hearts")]
    begun = {field.seats for field in own if raw.get(field.name, "").strip()}
    blank = {field.name: "0" for field in own if field.seats in begun and not raw.get(field.name, "").strip()}
    return {**raw, **blank}


def _number_problem(refused: Refused) -> str:
    return _("Please type whole numbers from 0 to %(most)s.") % {"most": refused.facts.get("most", 999)}


def line(score: Score, name: str) -> Line:
    return Line(name, sum=_sum(score.parts), points=score.points, rank=score.rank)


def _sum(parts: Mapping[str, Any]) -> str:
    """How the points are calculated: `4 × 6`, `12 + 9 + 3`."""
    if {"left", "right"} <= parts.keys():
        return f"{parts['left']} × {parts['right']}"
    if "numbers" in parts:
        return " + ".join(str(one) for one in (*parts["numbers"], parts.get("hearts")) if one)
    return ""


def _groups(
    fields: Sequence[PaperField],
    names: Sequence[str],
    raw: Mapping[str, str],
    *,
    game: str,
    doubtful: set[str],
) -> list[Group]:
    kinds: dict[tuple[str, int], list[PaperField]] = {}
    for field in fields:
        own = len(field.seats) == 1 and field.kind in ("number", "hearts")
        kinds.setdefault(("sheet", field.seats[0]) if own else (field.kind, -1), []).append(field)
    return [
        Group(
            kind,
            title=names[seat] if kind == "sheet" else _title(group[0], game),
            asked=tuple(
                Asked(
                    field.name,
                    label=label(field, names),
                    value=raw.get(field.name, "").strip()[:6],
                    most=field.most,
                    doubtful=field.name in doubtful,
                )
                for field in group
            ),
        )
        for (kind, seat), group in kinds.items()
    ]


def _title(field: PaperField, game: str) -> str:
    if field.label:
        return words.named(field.label, game).capitalize()
    return {
        "zone": _("The value of each zone"),
        "cards": _("There is a tie: how many cards lie in these zones?"),
    }.get(field.kind, _("Everybody’s points"))


def label(field: PaperField, names: Sequence[str]) -> str:
    """What a number is, in the reader's words."""
    people = [names[seat] for seat in field.seats]
    if len(people) == 2:
        return _("%(one)s ┊ %(other)s") % {"one": people[0], "other": people[1]}
    if field.kind in ("zone", "cards"):
        return _("%(name)s, zone %(number)s") % {"name": people[0], "number": field.about + 1}
    if field.kind == "number":
        return _("%(number)ss") % {"number": field.about}
    if field.kind == "hearts":
        return _("hearts")
    return people[0]


def as_words(typed: Mapping[str, int]) -> dict[str, str]:
    return {name: str(value) for name, value in typed.items()}
