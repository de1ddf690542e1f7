"""Club events of several rounds at several tables, on paper and online."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    verbose_name = _("tournaments")
