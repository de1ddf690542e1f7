"""The games: tables, rounds, choices, score sheets."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        from accounts import data, guests, people
        from games.play import people as at_tables

        guests.followers.append(at_tables.follow)
        people.farewells.append(at_tables.farewell)
        data.parts["games"] = at_tables.my_part
