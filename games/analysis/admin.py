"""Studies in the admin: which ones wait, and which failed and why."""

from django.contrib import admin
from django.http import HttpRequest

from accounts.admin_base import Careful
from games.analysis.models import Study


@admin.register(Study)
class StudyAdmin(Careful):
    list_display = ("kind", "key", "state", "progress", "tries", "asked_at", "done_at", "error")
    list_filter = ("kind", "state")
    exclude = ("facts", "result", "person")
    ordering = ("-asked_at",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Study | None = None) -> bool:
        return False
