"""People: accounts, guests, clubs."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("people")

    def ready(self) -> None:
        from allauth.account.signals import authentication_step_completed

        from accounts.adapter import code_was_right

        authentication_step_completed.connect(code_was_right)
