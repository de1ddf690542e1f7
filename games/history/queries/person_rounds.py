"""The rounds a person has played, newest first, filtered by what the reader asks for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, Membership, User
from games import words
from games.models import GameSession, ScoreLine
from games.tournaments.models import Tournament

PAGE = 25
UTC = ZoneInfo("UTC")

Lines = QuerySet[ScoreLine]
Asked = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Filter:
    """One filter of a history: the form fields it shows to a person, and what they do.

    A filter without fields offers no choice and is not shown.
    """

    fields: Callable[[User], dict[str, forms.Field]]
    narrow: Callable[[Lines, Asked, User], Lines]


def _games(person: User) -> dict[str, forms.Field]:
    names = [("", _("all games")), *words.titles()]
    return {"game": forms.ChoiceField(label=_("Game"), choices=names, required=False)}


def _of_game(lines: Lines, asked: Asked, person: User) -> Lines:
    return lines.filter(sheet__round__session__game=asked["game"]) if asked["game"] else lines


def _people(person: User) -> dict[str, forms.Field]:
    field = forms.CharField(label=_("Played with"), max_length=40, required=False)
    field.widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}
    return {"people": field}


def _with_people(lines: Lines, asked: Asked, person: User) -> Lines:
    """Keeps rounds in which another player's name, then or now, contains this text."""
    named = Q(name__icontains=asked["people"]) | Q(person__name__icontains=asked["people"])
    return lines.filter(Exists(_others(person).filter(named))) if asked["people"] else lines


def _clubs(person: User) -> dict[str, forms.Field]:
    mine = Club.objects.filter(memberships__user=person, closed_at=None).order_by("name")
    choices = [(str(pk), name) for pk, name in mine.values_list("pk", "name")]
    if not choices:
        return {}
    anybody = ("", _("anybody"))
    return {"club": forms.ChoiceField(label=_("Club"), choices=[anybody, *choices], required=False)}


def _with_club(lines: Lines, asked: Asked, person: User) -> Lines:
    if not asked.get("club"):
        return lines
    members = Membership.objects.filter(club=asked["club"]).values("user")
    return lines.filter(Exists(_others(person).filter(person__in=members)))


def _tournaments(person: User) -> dict[str, forms.Field]:
    """Tournaments where this person has a counted round, online or on paper."""
    mine = Tournament.objects.filter(Exists(lines_of(person).filter(_at_table(OuterRef("pk"))).order_by()))
    choices = [(one.code, one.name) for one in mine.order_by("-date", "-pk")]
    if not choices:
        return {}
    anywhere = ("", _("anywhere"))
    return {
        "tournament": forms.ChoiceField(label=_("Tournament"), choices=[anywhere, *choices], required=False)
    }


def _in_tournament(lines: Lines, asked: Asked, person: User) -> Lines:
    if not asked.get("tournament"):
        return lines
    return lines.filter(_at_table(Tournament.objects.filter(code=asked["tournament"]).values("pk")[:1]))


def _at_table(tournament: Any) -> Q:
    """A round at a table of this tournament."""
    session = "sheet__round__session__"
    online = Q(**{f"{session}tournament_table__round__tournament": tournament})
    return online | Q(**{f"{session}paper_table__round__tournament": tournament})


def _media(person: User) -> dict[str, forms.Field]:
    choices = [("", _("online and on paper")), *GameSession.Medium.choices]
    return {"medium": forms.ChoiceField(label=_("Played"), choices=choices, required=False)}


def _in_medium(lines: Lines, asked: Asked, person: User) -> Lines:
    return lines.filter(sheet__round__session__medium=asked["medium"]) if asked["medium"] else lines


def _period(person: User) -> dict[str, forms.Field]:
    def day(label: Any) -> forms.DateField:
        return forms.DateField(label=label, required=False, widget=forms.DateInput({"type": "date"}))

    # The reader's own time zone, filled in by the page, so that a day is the reader's day.
    zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput({"data-zone": ""}))
    return {"from": day(_("From")), "to": day(_("To")), "zone": zone}


def _in_period(lines: Lines, asked: Asked, person: User) -> Lines:
    zone = zone_named(asked["zone"])
    if first := asked["from"]:
        lines = lines.filter(sheet__counted_at__gte=_begin(first, zone))
    if (last := asked["to"]) and last < date.max:
        lines = lines.filter(sheet__counted_at__lt=_begin(last + timedelta(days=1), zone))
    return lines


def _begin(day: date, zone: ZoneInfo) -> datetime:
    """When the day begins in this zone. The first and last possible dates have no room for an offset."""
    there = zone if date(2, 1, 1) < day < date(9998, 1, 1) else UTC
    return datetime.combine(day, time.min, there)


@dataclass(frozen=True, slots=True)
class Preset:
    """A period that is one tap away: it fills in the first day."""

    word: str | Promise
    since: str


def presets(today: date) -> list[Preset]:
    days = [(_("last 7 days"), 6), (_("last 30 days"), 29)]
    since = [Preset(word, str(today - timedelta(days=back))) for word, back in days]
    return [Preset(_("all time"), ""), *since, Preset(_("this year"), str(today.replace(month=1, day=1)))]


def zone_named(name: str) -> ZoneInfo:
    return ZoneInfo(name) if name in available_timezones() else UTC


FILTERS = [
    Filter(_games, _of_game),
    Filter(_people, _with_people),
    Filter(_clubs, _with_club),
    Filter(_tournaments, _in_tournament),
    Filter(_media, _in_medium),
    Filter(_period, _in_period),
]


class HistoryForm(forms.Form):
    """What the reader asks for. A field that makes no sense filters nothing and shows an error."""

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        for one in FILTERS:
            self.fields.update(one.fields(person))

    def narrow(self, lines: Lines) -> Lines:
        nothing: dict[str, Any] = dict.fromkeys(self.fields, "")
        asked = nothing | (self.cleaned_data if self.is_valid() else {})
        for one in FILTERS:
            lines = one.narrow(lines, asked, self.person)
        return lines

    @property
    def asks(self) -> bool:
        """Whether the reader asks for anything."""
        return any(self.data.get(name) for name in self.fields if name != "zone")


@dataclass(frozen=True, slots=True)
class Past:
    """A round in the list: my line, and everybody's in order of place."""

    mine: ScoreLine
    lines: tuple[ScoreLine, ...]

    @property
    def round(self) -> Any:
        return self.mine.sheet.round

    @property
    def session(self) -> Any:
        return self.round.session

    @property
    def others(self) -> tuple[ScoreLine, ...]:
        return tuple(line for line in self.lines if line.pk != self.mine.pk)

    @property
    def alone(self) -> bool:
        return len(self.lines) == 1

    @property
    def shared(self) -> bool:
        return sum(line.rank == self.mine.rank for line in self.lines) > 1


@dataclass(frozen=True, slots=True)
class Page:
    """One page of rounds. `older` and `newer` are the sheets where the next pages begin; 0 means no more."""

    rounds: tuple[Past, ...]
    older: int
    newer: int


def lines_of(person: User) -> Lines:
    return ScoreLine.objects.filter(person=person)


def whole(lines: Lines) -> Lines:
    """The lines with their sheets, rounds and tables, but no seed: results need none."""
    return lines.select_related("sheet__round__session").defer("sheet__round__seed")


def sums(lines: Lines) -> dict[str, int]:
    """How many rounds, how many of them had opponents, and how many were won."""
    together = Q(sheet__round__seating__len__gt=1)
    return lines.aggregate(
        rounds=Count("pk"),
        together=Count("pk", filter=together),
        won=Count("pk", filter=together & Q(rank=1)),
    )


def page(lines: Lines, *, before: int = 0, after: int = 0) -> Page:
    """The newest rounds before this sheet, or the next ones after it. Sheets are numbered as counted."""
    lines = whole(lines)
    if after:
        found = list(lines.filter(sheet__gt=after).order_by("sheet_id")[: PAGE + 1])
        more_older, more_newer = True, len(found) > PAGE
        found = found[:PAGE][::-1]
    else:
        found = list((lines.filter(sheet__lt=before) if before else lines).order_by("-sheet_id")[: PAGE + 1])
        more_older, more_newer = len(found) > PAGE, bool(before)
        found = found[:PAGE]
    return Page(
        rounds=told(found),
        older=found[-1].sheet_id if found and more_older else 0,
        newer=found[0].sheet_id if found and more_newer else 0,
    )


def told(lines: list[ScoreLine]) -> tuple[Past, ...]:
    """These lines with everybody's lines of the same rounds, in one query for all."""
    around: dict[int, list[ScoreLine]] = {line.sheet_id: [] for line in lines}
    for line in ScoreLine.objects.filter(sheet__in=around).select_related("person").order_by("rank", "seat"):
        around[line.sheet_id].append(line)
    return tuple(Past(line, tuple(around[line.sheet_id])) for line in lines)


def _others(person: User) -> Lines:
    """The other lines on the same sheet."""
    return ScoreLine.objects.filter(sheet=OuterRef("sheet")).exclude(person=person).order_by()
