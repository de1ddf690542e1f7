"""Decks that belong to clubs."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    name = "games.decks"
    verbose_name = _("decks of clubs")

    def ready(self) -> None:
        from accounts import data_export
        from accounts.services import guests, users
        from games.decks import account_events as in_decks

        guests.followers.append(in_decks.follow)
        users.farewells.append(in_decks.farewell)
        data_export.parts["decks"] = in_decks.my_part
