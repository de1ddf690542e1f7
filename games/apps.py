"""The games: tables, rounds, choices, score sheets."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth import SESSION_KEY
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        from allauth.account.signals import password_changed, password_reset, password_set
        from django.db.models.signals import post_delete

        from accounts import data_export
        from accounts.services import guests, users
        from games.lessons import first_game
        from games.table import hooks
        from games.table.services import account_events as at_tables

        post_delete.connect(_signed_out, sender="sessions.Session", dispatch_uid="screens of ended sessions")
        for changed in (password_changed, password_set, password_reset):
            changed.connect(_password_changed, dispatch_uid="screens of old passwords")
        guests.followers.append(at_tables.follow)
        users.farewells.append(at_tables.farewell)
        hooks.samples.append(first_game.samples)
        data_export.parts["games"] = at_tables.my_part


def _signed_out(instance: Any, **facts: Any) -> None:
    """Closes a person's screens at once when a browser session ends, here or elsewhere."""
    from games.table import announcements

    person = instance.get_decoded().get(SESSION_KEY)
    if person and instance.expire_date > timezone.now():  # expired sessions are deleted by the thousand
        announcements.check_sign_in_after_commit(int(person))


def _password_changed(user: Any, **facts: Any) -> None:
    from games.table import announcements

    announcements.check_sign_in_after_commit(user.pk)
