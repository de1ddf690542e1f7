"""Work in the background for a player: looking back at a round, the best sheet that the dice allowed."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StudyConfig(AppConfig):
    name = "games.analysis"
    label = "study"  # the name its tables have in existing databases
    verbose_name = _("studies")

    def ready(self) -> None:
        from accounts import data_export
        from accounts.services import guests, users
        from games.analysis import account_events as findings
        from games.analysis import balance, kinds, lookback

        guests.followers.append(findings.follow)
        users.farewells.append(findings.farewell)
        data_export.parts["studies"] = findings.my_part
        kinds.KINDS[lookback.KIND] = lookback.work
        kinds.KINDS[balance.KIND] = balance.work
