"""What will happen if the roll call is confirmed: shown before it is. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.contract import Refused
from games.tournaments.seating import Sizes, best_sizes


@dataclass(frozen=True, slots=True)
class Happening:
    """One consequence for one entry.

    `sits-next`: gets a seat in the next round; `waits`: late, gets no seat until marked here; `leaves`: gets
    no more seats and keeps any results; `plays-on`: sits in the round being played, where the seat stays: a
    deputy plays online, on paper the table goes on without and the scores are typed as they are.
    """

    entry: int
    code: str
    table: int = 0


@dataclass(frozen=True, slots=True)
class Outlook:
    happenings: tuple[Happening, ...]
    drops_proposal: bool
    """A seating that was proposed no longer fits and has to be drawn again."""
    here_before: int
    here_after: int
    tables_before: tuple[int, ...]
    tables_after: tuple[int, ...]
    """The sizes of the next round's tables; none when the game cannot seat so many."""
    next_round: int


def roll_call(
    presence: Mapping[int, str],
    marks: Mapping[int, str],
    *,
    sizes: Sizes,
    round_number: int,
    round_status: str = "",
    seated: Mapping[int, int] | None = None,
) -> Outlook:
    """What marking these entries so would do.

    `round_status` is that of the open round (`proposed`, `published`) or empty, `round_number` its number or
    that of the next one, `seated` who sits at which table in it.
    """
    changed = {who: mark for who, mark in marks.items() if who in presence and presence[who] != mark}
    after = {**presence, **changed}
    playing = (seated or {}) if round_status == "published" else {}
    happenings = []
    for who, mark in changed.items():
        if mark != "here" and who in playing:
            happenings.append(Happening(who, "plays-on", table=playing[who]))
        code = {"here": "sits-next", "late": "waits", "gone": "leaves"}[mark]
        happenings.append(Happening(who, code))
    before, now = (sum(mark == "here" for mark in marks_.values()) for marks_ in (presence, after))
    moved = any("here" in (presence[who], mark) for who, mark in changed.items())
    return Outlook(
        tuple(happenings),
        drops_proposal=round_status == "proposed" and moved,
        here_before=before,
        here_after=now,
        tables_before=_tables(before, sizes),
        tables_after=_tables(now, sizes),
        next_round=round_number + (round_status == "published"),
    )


def _tables(people: int, sizes: Sizes) -> tuple[int, ...]:
    try:
        return best_sizes(people, sizes)[0] if people else ()
    except Refused:
        return ()
