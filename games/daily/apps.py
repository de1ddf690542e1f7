"""Splitter alone: the ladder of those who play it, and the same dice for everybody each day."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DailyConfig(AppConfig):
    name = "games.daily"
    verbose_name = _("the day’s Splitter")

    def ready(self) -> None:
        from accounts import data, guests, people
        from games.daily import best, writes
        from games.daily import people as players
        from games.play import rounds
        from games.study.kinds import KINDS

        rounds.counted.append(writes.note)
        KINDS[best.KIND] = best.work
        guests.followers.append(players.follow)
        people.farewells.append(players.farewell)
        data.parts["daily"] = players.my_part
