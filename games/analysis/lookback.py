"""Looking back at a finished round: whose it was, what has to be computed, and what was found."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.analysis import queries, services
from games.analysis.models import Study
from games.engine import catalogue
from games.engine.contract import Options, Refused
from games.models import Round, ScoreLine
from games.table import permissions
from games.table.match_points import FORMER_PLAYER

KIND = "look-back"


@dataclass(frozen=True, slots=True)
class Past:
    """A finished round as one of its players looks back at it. It holds the seed: not for a template."""

    round: int
    seat: int
    game: str
    options: Options
    seed: bytes
    log: tuple[tuple[str, ...], ...]

    @property
    def key(self) -> str:
        return f"{self.round}.{self.seat}"

    @property
    def facts(self) -> dict[str, Any]:
        """Everything needed to work on it, in a process that does not read the database."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "seats": len(self.log[0]),
            "seed": self.seed.hex(),
            "log": self.log,
            "seat": self.seat,
        }


@dataclass(frozen=True, slots=True)
class Page:
    """What the page shows, for any game."""

    code: str
    table: str
    game: str
    number: int
    rounds: tuple[int, ...]
    """The numbers of all finished rounds of this table."""
    names: tuple[str, ...]
    """The name at each seat."""
    seat: int
    points: int
    rank: int
    stood_in: tuple[int, ...]
    """The turns that a deputy or the clock played, counted from 0."""
    state: str
    percent: int
    told: Any
    """What the game says about the findings; None until they are complete."""


def offered(game: str) -> bool:
    """Whether a game has the two modules for looking back; otherwise it is not offered."""
    return all(find_spec(f"games.{game}.{module}") for module in ("lookback", "findings"))


def work(facts: dict[str, Any], luck: Random) -> Iterator[tuple[float, Any]]:
    """The game's own search, turn by turn."""
    look_back = import_module(f"games.{facts['game']}.lookback").look_back
    options, seats, seed = facts["options"], facts["seats"], bytes.fromhex(facts["seed"])
    return look_back(options, seats, seed, log=facts["log"], seat=facts["seat"], luck=luck)


def ask(code: str, number: int, person: User | AnonymousUser) -> None:
    """Asks for the findings about the person's own seat; asking again changes nothing."""
    line = _line(code, number, person)
    past = _past(line)
    services.ask(KIND, past.key, past.facts, person=line.person)


def page(code: str, number: int, person: User | AnonymousUser) -> Page:
    line = _line(code, number, person)
    past, round = _past(line), line.sheet.round
    study = queries.read(KIND, past.key)
    names = line.sheet.lines.order_by("seat").values_list("name", flat=True)
    done = study is not None and study.state == Study.State.DONE
    return Page(
        code=round.session.code,
        table=str(round.session),
        game=past.game,
        number=number,
        rounds=tuple(_finished(round).values_list("number", flat=True)),
        names=tuple(name or str(FORMER_PLAYER) for name in names),
        seat=line.seat,
        points=line.points,
        rank=line.rank,
        stood_in=tuple(
            round.choices.filter(seat=line.seat, by__in=["deputy", "clock"]).values_list("turn", flat=True)
        ),
        state=study.state if study else "",
        percent=int(100 * study.progress) if study else 0,
        told=_told(past, study.result) if study and done else None,
    )


def _line(code: str, number: int, person: User | AnonymousUser) -> ScoreLine:
    """The person's line in this round; Refused for anybody else, and until the round is over."""
    if not (code.isascii() and code.isalnum()):
        raise Refused("no-table")
    if person.pk is None:  # the lines of bots and of deleted accounts have no person either
        raise Refused("not-seated")
    mine = ScoreLine.objects.filter(
        sheet__round__session__code=code.upper(), sheet__round__number=number, person=person.pk
    )
    line = (
        mine.select_related("sheet__round__session", "sheet__round__deck", "person").order_by("seat").first()
    )
    if line is None or not permissions.may_look_back(line.sheet.round, person, timezone.now()):
        raise Refused("not-seated")
    if not offered(line.sheet.round.session.game) or line.sheet.round.session.medium != "online":
        raise Refused("no-look-back")
    return line


def _past(line: ScoreLine) -> Past:
    round = line.sheet.round
    log: dict[int, list[str]] = {}
    for turn, move in round.choices.order_by("turn", "seat").values_list("turn", "move"):
        log.setdefault(turn, []).append(move)
    return Past(
        round=round.pk,
        seat=line.seat,
        game=round.session.game,
        options=round.options,
        seed=bytes(round.seed),
        log=tuple(tuple(moves) for moves in log.values()),
    )


def _finished(round: Round) -> QuerySet[Round]:
    return Round.objects.filter(session=round.session_id, sheet__isnull=False).order_by("number")


def _told(past: Past, findings: Any) -> Any:
    """What the game says about its findings, with what this seat alone saw in each turn."""
    rules = catalogue.find(past.game)
    state = rules.start(past.options, len(past.log[0]), past.seed)
    views = []
    for moves in past.log:
        views.append(rules.view(state, frozenset({past.seat})))
        state = rules.play(state, moves)
    return import_module(f"games.{past.game}.findings").tell(findings, views)
