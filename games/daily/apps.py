"""Splitter alone: the ladder of those who play it, and the same dice for everybody each day."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DailyConfig(AppConfig):
    name = "games.daily"
    verbose_name = _("the day’s Splitter")
