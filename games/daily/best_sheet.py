"""The best sheet that a day's dice allow: one search for everybody, done in the background."""

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
    """How far the search is, in percent, and the best sheet so far."""

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
    """Starts the search; the first person to finish does this. The facts name only the day, not its dice."""
    services.ask(KIND, date.isoformat(), {"day": date.isoformat()})


def work(facts: dict[str, Any], luck: Random) -> Iterator[tuple[float, Any]]:
    """The search itself, run by the process for slow work."""
    day = Day.objects.get(pk=facts["day"])
    dice = dice_of(day)
    found: list[str] = []
    for report in search(dice, day.sheet, budget=STANDARD, luck=luck):
        found = [placement.move for placement in report.best.placements]
        yield min(report.steps / report.budget, 0.999), found
    yield 1.0, found  # often long before the budget is used up, because nothing better is possible


def dice_of(day: Day) -> tuple[rules.Dice, ...]:
    return rules.start({"sheet": day.sheet}, 1, bytes(day.seed)).dice


class OfADay(Protocol):
    """Anything with a day's date and sheet."""

    @property
    def sheet(self) -> str: ...

    @property
    def date(self) -> date: ...


def found(day: OfADay) -> Found | None:
    """What the search has found so far; None if nobody has finished yet, so that nobody asked."""
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
