"""What was played: score sheets, replays, histories and people's pages."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PastConfig(AppConfig):
    name = "games.history"
    label = "past"  # the name its tables have in existing databases
    verbose_name = _("past rounds")
