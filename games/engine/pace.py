"""How long a turn may take at each pace, and when the clock must next look at a round. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.engine.contract import Game


@dataclass(frozen=True, slots=True)
class Time:
    turn: timedelta
    reserve: timedelta
    extension: timedelta


def _time(turn: float, reserve: float) -> Time:
    return Time(timedelta(seconds=turn), timedelta(seconds=reserve), timedelta(seconds=turn))


# A pace that is not listed has no clock.
PACES = {
    "calm": _time(90, 120),
    "club": _time(45, 60),
    "fast": _time(20, 30),
    "days": _time(24 * 3600, 24 * 3600),
}

MOMENT = timedelta(milliseconds=900)
"""How long bots and deputies wait after a reveal before they choose, so that people can look."""

PATIENCE = timedelta(seconds=5)
"""How long a slow bot may think in its own process before the clock chooses for it."""


def deadline(pace: str, opened_at: datetime) -> datetime | None:
    return opened_at + PACES[pace].turn if pace in PACES else None


def reserves(pace: str, seats: int) -> list[int]:
    """Each seat's own reserve for the round, in milliseconds."""
    return [_milliseconds(PACES[pace].reserve)] * seats if pace in PACES else [0] * seats


def left_over(reserve: int, made_at: datetime, ended_at: datetime | None) -> int:
    """What is left of a reserve after a choice that was made after the turn's common time."""
    if ended_at is None or made_at <= ended_at:
        return reserve
    return max(0, reserve - _milliseconds(made_at - ended_at))


def extended(pace: str, reserve: int) -> int:
    """The reserve with more time: one whole turn's length is added, once."""
    return reserve + _milliseconds(PACES[pace].extension)


def last_moment(ended_at: datetime, reserve: int) -> datetime:
    """When a deputy chooses for this seat."""
    return ended_at + timedelta(milliseconds=reserve)


def is_slow(rules: Game, bot: str) -> bool:
    return bot in rules.BOTS and rules.BOTS[bot].slow


def delay(rules: Game, bot: str, *, deputy: bool) -> timedelta | None:
    """How long after the reveal the clock chooses for this seat; None for a person who is present."""
    if not bot and not deputy:
        return None
    return PATIENCE if is_slow(rules, bot) else MOMENT


def alarm(
    ended_at: datetime | None,
    reserves: Sequence[int],
    *,
    opened_at: datetime,
    waiting: Sequence[int],
    delays: Sequence[timedelta | None],
) -> datetime | None:
    """When the clock next has something to do: a bot or deputy chooses, or a seat runs out of time."""
    moments = [opened_at + wait for seat in waiting if (wait := delays[seat]) is not None]
    if ended_at is not None:
        moments += [last_moment(ended_at, reserves[seat]) for seat in waiting if delays[seat] is None]
    return min(moments, default=None)


def _milliseconds(span: timedelta) -> int:
    return int(span / timedelta(milliseconds=1))
