"""Who plays how well: ratings and leaderboards, derived from finished rounds."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    name = "games.ladder"
    verbose_name = _("ladders")
