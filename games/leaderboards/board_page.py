"""A leaderboard as its template shows it: links, words and bars, all ready to show."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.urls import NoReverseMatch, reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Club, User
from games import words
from games.engine.ratings import LISTED_AFTER, SETTLED_AFTER, Strength
from games.leaderboards import periods, queries
from games.leaderboards.queries import POINTS, RATING, WINS, Board, Row, Wanted
from games.models import GameSession
from splitsite.library_translations import ordinal

BAR = 540
"""How wide the drawing of strengths is, in its own units."""

NEW_UNTIL = 10


@dataclass(frozen=True, slots=True)
class Link:
    url: str
    word: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """A row of links; one of them is the current page."""

    label: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A strength in the drawing: the paths of bar and dot, and the same in words."""

    span: str
    dot: str
    words: str


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table in words."""

    you: bool
    place: str
    name: str
    url: str
    rounds: int
    note: str
    bar: Bar | None
    average: str
    best: str
    wins: int
    share: str


class Page:
    """Everything the template shows of one leaderboard."""

    bar_width = BAR
    ticks = "".join(f"M{round(BAR * (tick + 0.5) / 5)} 0v28" for tick in range(5))

    def __init__(self, wanted: Wanted, board: Board, *, clubs: list[Club], me: User | None, today: date):
        self.wanted, self.board, self.clubs, self.me, self.today = wanted, board, clubs, me, today
        self.game = words.title(wanted.game)
        self.by = wanted.by
        self.guest = bool(me and me.is_guest)
        self.least = wanted.least
        self.listed_after, self.settled_after = LISTED_AFTER, SETTLED_AFTER

    def url(self, **other: str | int) -> str:
        """The address of a leaderboard like this one; usual values are left out."""
        wanted = self.wanted
        asked: dict[str, str | int] = {
            "game": wanted.game,
            "sheet": wanted.sheet,
            "medium": wanted.medium,
            "by": wanted.by,
            "period": wanted.period.word,
            "club": wanted.club.slug if wanted.club else "",
            "page": 1,
        }
        asked |= other
        game = asked.pop("game")
        if game != wanted.game:
            asked["sheet"] = ""
        usual = {"sheet": "", "medium": "", "by": RATING, "period": periods.ALL, "club": "", "page": 1}
        query = urlencode({name: value for name, value in asked.items() if value != usual[name]})
        return reverse("leaderboards:board", args=[game]) + (f"?{query}" if query else "")

    @cached_property
    def choices(self) -> tuple[Choices, ...]:
        """The rows of links above the table; a row with only one link is left out."""
        wanted = self.wanted
        games = [Link(self.url(game=name), title, name == wanted.game) for name, title in words.titles()]
        games += [Link(url, word) for name, word in _alone() if (url := _page(name))]
        sheets = [Link(self.url(sheet=""), _("All sheets"), not wanted.sheet)]
        sheets += [
            Link(self.url(sheet=sheet), _("Sheet %(name)s") % {"name": sheet}, sheet == wanted.sheet)
            for sheet in queries.sheets(wanted.game)
        ]
        media = [
            Link(self.url(medium=medium), str(word), medium == wanted.medium)
            for medium, word in (("", _("Online and paper")), *GameSession.Medium.choices)
        ]
        people = [Link(self.url(club=club.slug), club.name, club == wanted.club) for club in self.clubs]
        people.append(Link(self.url(club=""), _("Everyone"), wanted.club is None))
        orders = {RATING: _("Rating"), POINTS: _("Points"), WINS: _("Wins")}
        if not wanted.period.current:
            del orders[RATING]
        spans = [
            Link(
                self.url(period=span),
                _span_word(span, self.today),
                span == wanted.period.span and wanted.period.current,
            )
            for span in (periods.WEEK, periods.MONTH, periods.ALL)
        ]
        rows = (
            Choices(_("Game"), tuple(games)),
            Choices(_("Sheet"), tuple(sheets)),
            Choices(
                _("Ordered by"),
                tuple(Link(self.url(by=by), word, by == self.by) for by, word in orders.items()),
            ),
            Choices(_("Among"), tuple(people)),
            Choices(_("Played"), tuple(media)),
            Choices(_("Period"), tuple(spans)),
        )
        return tuple(row for row in rows if len(row.links) > 1)

    @property
    def period(self) -> str:
        return self.wanted.period.name

    @property
    def earlier(self) -> Link | None:
        if self.wanted.period.span == periods.ALL:
            return None
        before = self.wanted.period.before()
        return Link(self.url(period=before.word), before.name)

    @property
    def later(self) -> Link | None:
        after = self.wanted.period.after(self.today) if self.wanted.period.span != periods.ALL else None
        return Link(self.url(period=after.word), after.name) if after else None

    @property
    def before(self) -> str:
        return self.url(page=self.wanted.page - 1) if self.wanted.page > 1 else ""

    @property
    def after(self) -> str:
        return self.url(page=self.wanted.page + 1) if self.board.more else ""

    @property
    def my_page(self) -> str:
        return self.url(page=self.board.my_page) if self.board.my_page else ""

    @cached_property
    def lines(self) -> list[Line | None]:
        """The rows of the table from top to bottom; None is the gap before or after my own row."""
        lines: list[Line | None] = [self._line(row) for row in self.board.rows]
        if self.board.mine is None:
            return lines
        mine = self._line(self.board.mine)
        if self.board.mine_above:
            return [mine, None, *lines]
        return [*lines, None, mine] if lines else [mine]

    @cached_property
    def _person_url(self) -> str:
        """The address of a person's page, computed once: the 0 is replaced by a number."""
        return _page("history:person", 0)

    def _line(self, row: Row) -> Line:
        return Line(
            you=self.me is not None and row.person == self.me.pk,
            place=_place(row),
            name=row.name,
            url=self._person_url.replace("/0/", f"/{row.person}/") if row.linked and row.listed else "",
            rounds=row.rounds,
            note=self._note(row),
            bar=self._bar(row.strength) if row.strength else None,
            average=number_format(row.average, 1) if self.by == POINTS else "",
            best="–" if row.best is None else str(row.best),
            wins=row.wins,
            share=_("%(number)d%%") % {"number": round(100 * row.wins / row.rounds)}
            if self.by == WINS
            else "",
        )

    def _note(self, row: Row) -> str:
        """What a row still lacks to be listed or settled."""
        if not row.listed:
            return self._not_listed(row)
        if not row.more:
            return ""
        facts: dict[str, Any] = {"count": row.more}
        if self.me is not None and row.person == self.me.pk:
            facts |= {"best": ordinal(row.best_place), "worst": ordinal(row.worst_place)}
            if row.best_place == row.worst_place:
                words = ngettext(
                    "about %(best)s · play %(count)d more", "about %(best)s · play %(count)d more", row.more
                )
                return words % facts
            return (
                ngettext(
                    "about %(best)s to %(worst)s · play %(count)d more",
                    "about %(best)s to %(worst)s · play %(count)d more",
                    row.more,
                )
                % facts
            )
        if row.rounds < NEW_UNTIL:
            return (
                ngettext("new here · play %(count)d more", "new here · play %(count)d more", row.more) % facts
            )
        return ngettext("play %(count)d more", "play %(count)d more", row.more) % facts

    def _not_listed(self, row: Row) -> str:
        missing = self.wanted.least - row.rounds
        if missing > 0:
            words = ngettext("play %(count)d more to be listed", "play %(count)d more to be listed", missing)
            return words % {"count": missing}
        if self.guest:
            return _("sign up to be listed")
        return _("win a round to be listed")

    def _bar(self, strength: Strength) -> Bar:
        low, scale = self._scale
        left, dot, right = (round((at - low) * scale) for at in (strength.low, strength.mu, strength.high))
        numbers = {"guess": round(strength.mu), "low": round(strength.low), "high": round(strength.high)}
        return Bar(f"M{left} 14H{right}", f"M{dot} 14h.01", self._bar_words % numbers)

    @cached_property
    def _bar_words(self) -> str:
        return _("strength %(guess)d, between %(low)d and %(high)d")

    @cached_property
    def _scale(self) -> tuple[float, float]:
        """Where the drawing begins, and its units per unit of strength, so that all bars fit."""
        shown = [*self.board.rows, *([self.board.mine] if self.board.mine else [])]
        strengths = [row.strength for row in shown if row.strength]
        low = min(one.low for one in strengths)
        return low, BAR / (max(one.high for one in strengths) - low)


def _place(row: Row) -> str:
    if not row.listed:
        return "–"
    if row.best_place == row.worst_place:
        return str(row.best_place)
    return f"{row.best_place}–{row.worst_place}"


def _span_word(span: str, today: date) -> str:
    if span == periods.ALL:
        return _("All time")
    return _("This week") if span == periods.WEEK else date_format(today, "F")


def _alone() -> tuple[tuple[str, str], ...]:
    """Leaderboards for playing alone, which have their own pages."""
    return ("daily:solo", _("Solo")), ("daily:today", _("Daily"))


def _page(name: str, *args: int) -> str:
    """The address of a page of another app, or nothing if there is none."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""
