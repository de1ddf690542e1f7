"""Splitter alone: its leaderboards, and the same dice for everybody each day."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DailyConfig(AppConfig):
    name = "games.daily"
    verbose_name = _("the day’s Splitter")

    def ready(self) -> None:
        from accounts import data_export
        from accounts.services import guests, users
        from games.analysis.kinds import KINDS
        from games.daily import account_events as players
        from games.daily import best_sheet, services
        from games.table.services import rounds

        rounds.counted.append(services.note)
        KINDS[best_sheet.KIND] = best_sheet.work
        guests.followers.append(players.follow)
        users.farewells.append(players.farewell)
        data_export.parts["daily"] = players.my_part
