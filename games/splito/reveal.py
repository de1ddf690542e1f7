"""The newest reveal: the table before it, and so what it changed."""

from dataclasses import replace

from games.splito.cards import total
from games.splito.goals import PROMO
from games.splito.state import Cards, Table


def before(table: Table) -> Table:
    """The table without its newest cards; the table itself before the first reveal."""
    if not table.last:
        return table
    pairs = zip(table.zones, newest(table), strict=True)
    zones = tuple([cards[: len(cards) - len(new)] for cards, new in pairs])
    promo, promo_zone = table.promo, table.promo_zone
    if promo_zone is not None and total(table.zones[promo_zone]) == PROMO.count != total(zones[promo_zone]):
        promo, promo_zone = "open", None
    return replace(table, zones=zones, turn=table.turn - 1, last=(), promo=promo, promo_zone=promo_zone)


def newest(table: Table) -> list[Cards]:
    """The cards that the newest reveal brought into each zone: always the last ones there."""
    new: list[Cards] = [()] * len(table.zones)
    for played in table.last:
        new[played.zone] += (played.card,)
    return new
