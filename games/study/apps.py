"""Work done in the background for a player: looking back at a round, the best that was in the dice."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StudyConfig(AppConfig):
    name = "games.study"
    verbose_name = _("studies")
