"""The newest reveal: the table as it was before it, and so what it changed."""

from dataclasses import replace

from games.splito.cards import total
from games.splito.goals import PROMO
from games.splito.state import Cards, Table


def before(table: Table) -> Table:
    """The table without its newest cards; before the first reveal the table itself."""
    if not table.last:
        return table
    pairs = zip(table.zones, newest(table), strict=True)
    zones = tuple([cards[: len(cards) - len(new)] for cards, new in pairs])
    promo, promo_zone = table.promo, table.promo_zone
    if promo_zone is not None and total(table.zones[promo_zone]) == PROMO.count != total(zones[promo_zone]):
        promo, promo_zone = "open", None
    return replace(table, zones=zones, turn=table.turn - 1, last=(), promo=promo, promo_zone=promo_zone)


def newest(table: Table) -> list[Cards]:
    """What the newest reveal brought into each zone: always the cards that lie there last."""
    new: list[Cards] = [()] * len(table.zones)
    for played in table.last:
        new[played.zone] += (played.card,)
    return new
