"""Splito on a score pad: each zone value once; products and ties follow from them."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.contract import Options, PaperCount, PaperDoubt, PaperField, Refused, Score, ranks
from games.engine.score_pad import against_the_clock
from games.splito.blank_paper import blank as blank
from games.splito.deck import Deck, of
from games.splito.goals import MAJORITIES, PROMO
from games.splito.state import HAND, NEIGHBOURS, ZONES, places

MOST_TYPED = 999
UNLIKELY = 30
"""A zone worth more than this is very rare: perhaps a product was typed instead of a value."""


def fields(options: Options, seats: int, typed: Mapping[str, int]) -> tuple[PaperField, ...]:
    """The value of each zone, as the circles on the pad run; the cards in a zone only if a tie needs them."""
    zones = [_zone("zone", zone, seats) for zone in circles(seats)]
    if any(field.name not in typed for field in zones):
        return tuple(zones)
    tied = _tied([line[0] for line in _lines(seats, typed)])
    wanted = {zone for seat in tied for zone in ZONES[seats][seat].values()}
    return (*zones, *(_zone("cards", zone, seats) for zone in circles(seats) if zone in wanted))


def count(options: Options, seats: int, typed: Mapping[str, int]) -> PaperCount:
    """Left × right; if scores are equal, fewer cards are better. Without card counts a tie stays a tie."""
    missing = tuple(name for zone in range(places(seats)) if (name := f"zone-{zone}") not in typed)
    doubts = _doubts(options, seats, typed)
    if missing:
        return PaperCount((), missing, doubts)
    lines = _lines(seats, typed)
    tied = _tied([points for points, *_ in lines])
    counted = {seat for seat in tied if lines[seat][3] is not None}
    # A tie is broken only if everyone in it has counted.
    whole = {
        seat
        for seat in counted
        if all(other in counted for other in tied if lines[other][0] == lines[seat][0])
    }
    placed = ranks([(line[0], -(line[3] or 0) if seat in whole else 0) for seat, line in enumerate(lines)])
    scores = []
    for seat, ((points, left, right, cards), rank) in enumerate(zip(lines, placed, strict=True)):
        parts = {"left": left, "right": right} | ({"cards": cards} if seat in whole else {})
        scores.append(Score(seat, points, rank, parts=parts))
    return PaperCount(tuple(scores), doubts=doubts)


def typed(parts: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """The zone values without card counts: a seat's cards do not say which zone they lie in."""
    sides = zip(ZONES[len(parts)], parts, strict=True)
    return {
        f"zone-{zones[side]}": int(part[name])
        for zones, part in sides
        for side, name in (("L", "left"), ("R", "right"))
    }


def circles(seats: int) -> tuple[int, ...]:
    """The zones as their circles stand on the pad, from left to right, each once."""
    sides = "LR" if seats == 2 else "L"
    return tuple(ZONES[seats][seat][side] for seat in against_the_clock(seats) for side in sides)


def _between(zone: int, seats: int) -> tuple[int, ...]:
    """The seats left and right of a circle on the pad; with two players its one owner."""
    return NEIGHBOURS[seats][zone] if seats == 2 else ((zone + 1) % seats, zone)


def _zone(kind: str, zone: int, seats: int) -> PaperField:
    return PaperField(
        f"{kind}-{zone}",
        kind,
        _between(zone, seats),
        about=zone,
        most=MOST_TYPED,
        needed=kind == "zone",
    )


def _lines(seats: int, typed: Mapping[str, int]) -> list[tuple[int, int, int, int | None]]:
    """For each seat: the product, left, right, and the cards in both if they were counted."""
    lines = []
    for sides in ZONES[seats]:
        left, right = (typed[f"zone-{sides[side]}"] for side in "LR")
        cards = [typed.get(f"cards-{sides[side]}") for side in "LR"]
        known = [number for number in cards if number is not None]
        lines.append((left * right, left, right, sum(known) if len(known) == 2 else None))
    return lines


def _tied(points: list[int]) -> list[int]:
    return [seat for seat, mine in enumerate(points) if points.count(mine) > 1]


def _doubts(options: Options, seats: int, typed: Mapping[str, int]) -> tuple[PaperDoubt, ...]:
    try:
        deck = of(options)
    except Refused:  # its file is gone or was broken since: nothing can be said against these numbers
        return ()
    promo = deck.promo.points if options.get("promo42") else 0
    most = most_of_a_zone(deck) + promo
    values = {name: value for name, value in typed.items() if name.startswith("zone-")}
    doubts = []
    for name, value in values.items():
        if value > most:
            doubts.append(PaperDoubt("impossible", "zone-too-much", (name,), {"value": value, "most": most}))
        elif value > UNLIKELY:
            doubts.append(PaperDoubt("unlikely", "zone-very-much", (name,), {"value": value}))
    total = sum(deck.goals[card].points for card in deck.cards) + promo
    if sum(values.values()) > total:
        doubts.append(PaperDoubt("impossible", "zones-too-much", tuple(values), {"most": total}))
    cards = {name: value for name, value in typed.items() if name.startswith("cards-")}
    dealt = HAND * places(seats)
    # Every dealt card lies in some zone, and the public goals may join them.
    public = 2 + bool(promo)
    low = dealt if len(cards) == places(seats) else 0
    if cards and not low <= sum(cards.values()) <= dealt + public:
        facts = {"least": low, "most": dealt + public}
        doubts.append(PaperDoubt("impossible", "cards-do-not-add-up", tuple(cards), facts))
    return tuple(doubts)


def most_of_a_zone(deck: Deck) -> int:
    """The most a zone can be worth: of goals that exclude each other only the best one counts."""
    best: dict[object, int] = {}
    for goal in deck.goals.values():
        if goal.kind == PROMO.kind:
            continue
        asks_exactly = not goal.up and (goal.subject or goal.among) and goal.kind not in MAJORITIES
        key = (goal.subject, goal.among) if asks_exactly else goal.id
        best[key] = max(best.get(key, 0), goal.points * deck.cards.count(goal.id))
    return sum(best.values())
