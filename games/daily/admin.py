"""Days and attempts in the admin. Nobody sees a day's seed before the day's own page shows it."""

from django.contrib import admin

from accounts.admin_base import Shown
from games.daily.models import Attempt, Day


@admin.register(Day)
class DayAdmin(Shown):
    list_display = ["date", "sheet", "commitment", "drawn_at"]
    date_hierarchy = "date"
    fields = ["date", "sheet", "commitment", "drawn_at"]


@admin.register(Attempt)
class AttemptAdmin(Shown):
    list_display = ["day", "person", "scored", "points", "seen", "started_at", "finished_at"]
    list_filter = ["scored", "seen"]
    search_fields = ["person__name"]
    date_hierarchy = "started_at"
    list_select_related = ["day", "person"]
    fields = ["day", "person", "scored", "points", "seen", "started_at", "finished_at"]
