"""What staff see of tables. Seeds of running rounds, hands and open choices are shown to nobody."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import play
from games.models import GameSession, Mute, Remark, Report, Round, Seat


class ReadOnly(admin.ModelAdmin):
    """Tables are changed at the table, never behind its back."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(admin.TabularInline):
    model = Seat
    fields = readonly_fields = ("number", "name", "person", "bot", "deputy_since", "seen_at")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class RoundInline(admin.TabularInline):
    model = Round
    fields = readonly_fields = ("number", "turn", "commitment", "started_at", "deadline", "finished_at")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(GameSession)
class GameSessionAdmin(ReadOnly):
    list_display = ["code", "name", "game", "status", "pace", "people", "host", "touched_at"]
    list_filter = ["status", "game", "pace", "public", "medium"]
    search_fields = ["code", "name", "seats__name"]
    date_hierarchy = "created_at"
    inlines = [SeatInline, RoundInline]
    actions = ["close_tables"]
    exclude = ["version"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameSession]:
        return super().get_queryset(request).select_related("host").annotate(people_count=Count("seats"))

    @admin.display(description=_("seats taken"), ordering="people_count")
    def people(self, session: Any) -> int:
        return session.people_count

    @admin.action(description=_("Close the chosen tables"))
    def close_tables(self, request: HttpRequest, chosen: QuerySet[GameSession]) -> None:
        for session in chosen:
            play.close_table(session.pk)


@admin.register(Report)
class ReportAdmin(ReadOnly):
    list_display = ["remark", "person", "reported_at", "settled_at"]
    list_filter = ["settled_at"]
    search_fields = ["remark__text", "remark__name"]
    list_select_related = ["remark", "person"]
    actions = ["remove_remarks", "settle"]

    @admin.action(description=_("Remove the remark and settle"))
    def remove_remarks(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        for report in chosen.select_related("remark"):
            play.staff_removes(report.remark)
        self.settle(request, chosen)

    @admin.action(description=_("Settle without removing"))
    def settle(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        play.settle(chosen.filter(settled_at=None), timezone.now())


@admin.register(Remark)
class RemarkAdmin(ReadOnly):
    list_display = ["name", "text", "session", "said_at", "removed_at"]
    search_fields = ["name", "text", "session__code"]
    list_select_related = ["session"]


@admin.register(Mute)
class MuteAdmin(ReadOnly):
    list_display = ["person", "muted"]
    list_select_related = ["person", "muted"]
