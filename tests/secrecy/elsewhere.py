"""Choices from another process: this one hears that something happened, and reads the table."""

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, channel_layers

from games.table import announcements, services, snapshots
from games.table.layers import PostgresChannelLayer
from tests.support.serving import Site


class Elsewhere:
    """Seals choices without telling this site, forgets them again, and announces them by the database."""

    def __init__(self, site: Site) -> None:
        self.site, self.layer = site, PostgresChannelLayer()

    def seal(self, wish: services.Wish) -> None:
        remembered = dict(snapshots._known)
        here = channel_layers.set("default", InMemoryChannelLayer())
        (result,), (table,) = services.commit([wish])
        channel_layers.set("default", here)
        assert result.refused is None
        snapshots._known.clear()
        snapshots.remember(remembered.values())
        news = {"type": "table.changed", "revision": table.revision}
        async_to_sync(self.layer.group_send)(announcements.group(table.id), news)
        self.site.wait_until(lambda: self.has_heard(table))

    def has_heard(self, table: snapshots.Table) -> bool:
        known = snapshots.known(table.id)
        return known is not None and known.revision >= table.revision and not snapshots._reading
