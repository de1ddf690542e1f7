"""What will happen if the roll call is confirmed, shown in advance. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.contract import Refused
from games.tournaments.seating import Sizes, best_sizes


@dataclass(frozen=True, slots=True)
class Effect:
    """One consequence for one entry.

    `sits-next`: gets a seat in the next round; `waits`: gets no seat until marked as here;
    `leaves`: gets no more seats and keeps any results; `plays-on`: has a seat in the current round and keeps
    it. Online a deputy plays; on paper the table goes on without the person, and the scores are typed as they
    are.
    """

    entry: int
    code: str
    table: int = 0


@dataclass(frozen=True, slots=True)
class Preview:
    effects: tuple[Effect, ...]
    drops_proposal: bool
    """The proposed seating no longer fits and has to be drawn again."""
    here_before: int
    here_after: int
    tables_before: tuple[int, ...]
    tables_after: tuple[int, ...]
    """The sizes of the next round's tables; empty if the game cannot seat this number of people."""
    next_round: int


def preview(
    presence: Mapping[int, str],
    marks: Mapping[int, str],
    *,
    sizes: Sizes,
    round_number: int,
    round_status: str = "",
    seated: Mapping[int, int] | None = None,
) -> Preview:
    """What marking these entries this way would do.

    `round_status` is that of the open round (`proposed`, `published`) or empty. `round_number` is its number,
    or that of the next round. `seated` says who sits at which table in it.
    """
    changed = {who: mark for who, mark in marks.items() if who in presence and presence[who] != mark}
    after = {**presence, **changed}
    playing = (seated or {}) if round_status == "published" else {}
    effects = []
    for who, mark in changed.items():
        if mark != "here" and who in playing:
            effects.append(Effect(who, "plays-on", table=playing[who]))
        code = {"here": "sits-next", "gone": "leaves"}.get(mark, "waits")
        effects.append(Effect(who, code))
    before, now = (sum(mark == "here" for mark in marks_.values()) for marks_ in (presence, after))
    moved = any("here" in (presence[who], mark) for who, mark in changed.items())
    return Preview(
        tuple(effects),
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
