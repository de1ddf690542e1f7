"""Club events of several rounds at several tables, on paper and online."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    verbose_name = _("tournaments")

    def ready(self) -> None:
        from accounts import data_export
        from accounts.services import guests, users
        from games.table import hooks
        from games.tournaments.queries.hall import address_of, home_of
        from games.tournaments.services import account_events as in_tournaments

        hooks.finders.append(address_of)
        hooks.homes.append(home_of)
        guests.followers.append(in_tournaments.follow)
        # Before the tables: code that locks a tournament and its tables locks the tournament first.
        users.farewells.insert(0, in_tournaments.farewell)
        data_export.parts["tournaments"] = in_tournaments.my_part
