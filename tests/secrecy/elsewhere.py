"""Choices that come from another process: this one hears that something happened, and reads the table."""

import psycopg
from django.db import connection

from games import live, play
from games.rooms import rooms
from tests.secrecy.site import PATIENCE, Site


class Elsewhere:
    """Seals where the rooms of the site are not told, and hands on what the database announces."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.line = psycopg.connect(**connection.get_connection_params(), autocommit=True)
        self.line.execute(f"LISTEN {live.CHANNEL}")

    def seal(self, wish: play.Wish) -> None:
        for _ in self.line.notifies(timeout=0):
            pass  # told by the site itself
        play.forget(frozenset({wish.session}))
        (result,), _ = play.commit([wish])
        assert result.refused is None
        # Perhaps one more of the site came in between; each says only that something happened.
        notice, *_ = self.line.notifies(timeout=PATIENCE, stop_after=1)
        _, *tables = notice.payload.split()
        live._tell(frozenset(map(int, tables)))
        self.site.tell_marks()
        self.site.wait_until(lambda: not rooms.reading and not rooms.again)

    def close(self) -> None:
        self.line.close()
