"""The best that was in a day's dice: one search for everybody, done in the background."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any, Protocol

from games.analysis import queries, services
from games.daily.models import Day
from games.splitter import rules
from games.splitter.best_search import STANDARD, search
from games.splitter.explanation import Explained, explain_sheet
from games.splitter.sheets import SHEETS

KIND = "day-best"


@dataclass(frozen=True, slots=True)
class Found:
    """How far the search is, in hundredths, and the best sheet so far."""

    percent: int
    done: bool
    failed: bool
    explained: Explained | None
    rows: tuple[str, ...] = ()
    drawing: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        return self.explained.points if self.explained else 0


def ask(date: date) -> None:
    """Whoever finishes first sets it going. The facts name the day only: its dice stay where they are."""
    services.ask(KIND, date.isoformat(), {"day": date.isoformat()})


def work(facts: dict[str, Any], luck: Random) -> Iterator[tuple[float, Any]]:
    """The search itself, for the process that thinks."""
    day = Day.objects.get(pk=facts["day"])
    dice = dice_of(day)
    found: list[str] = []
    for report in search(dice, day.sheet, budget=STANDARD, luck=luck):
        found = [placement.move for placement in report.best.placements]
        yield min(report.steps / report.budget, 0.999), found
    yield 1.0, found  # often long before the budget is used up: nothing better is possible


def dice_of(day: Day) -> tuple[rules.Dice, ...]:
    return rules.start({"sheet": day.sheet}, 1, bytes(day.seed)).dice


class OfADay(Protocol):
    """Whatever knows a day's date and sheet."""

    @property
    def sheet(self) -> str: ...

    @property
    def date(self) -> date: ...


def found(day: OfADay) -> Found | None:
    """What the search has found so far; nothing when nobody has finished yet, so nobody asked."""
    study = queries.read(KIND, day.date.isoformat())
    if study is None:
        return None
    sheet = SHEETS[day.sheet]
    cells = sheet.empty
    for move in study.result or ():
        cells = sheet.write(cells, sheet.placements[move])
    return Found(
        percent=int(study.progress * 100),
        done=study.state == "done",
        failed=study.state == "failed",
        explained=explain_sheet(sheet, cells) if study.result else None,
        rows=sheet.grid(cells),
        drawing=sheet.drawing,
    )
