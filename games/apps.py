"""The games: tables, rounds, choices, score sheets."""

from typing import Any

from django.apps import AppConfig
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        from allauth.account.signals import password_changed, password_reset, password_set
        from django.db.models.signals import post_delete

        from accounts import data, guests, people
        from games.play import people as at_tables

        post_delete.connect(_signed_out, sender="sessions.Session", dispatch_uid="screens of ended sessions")
        for changed in (password_changed, password_set, password_reset):
            changed.connect(_password_changed, dispatch_uid="screens of old passwords")
        guests.followers.append(at_tables.follow)
        people.farewells.append(at_tables.farewell)
        data.parts["games"] = at_tables.my_part


def _signed_out(instance: Any, **facts: Any) -> None:
    """A browser session was ended, by its owner or elsewhere: its screens close at once."""
    from games import live

    if instance.expire_date > timezone.now():  # old ones are cleared away by the thousand
        live.announce([])


def _password_changed(**facts: Any) -> None:
    from games import live

    live.announce([])
