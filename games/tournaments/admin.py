"""Tournaments in the admin: every action is one of the writes and adds a line to the trail.

Settings, seats and scores are changed at the tournament's own desk, where staff who may change tournaments
have the organiser's rights. The actions here need the same right, whatever kind of row they change.
Tokens of tables and seeds of dice are shown to nobody.
"""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin_base import Shown, ShownInline, confirmed
from accounts.models import User
from games.engine.contract import Refused
from games.tournaments import refusals, sentences, services
from games.tournaments.models import (
    Correction,
    Entry,
    Helper,
    TablePlace,
    Tournament,
    TournamentRound,
    TournamentTable,
    Trail,
)

Write = Callable[[Any, User], object]


class Written(Shown):
    """Rows that are changed only through the writes; each row that is refused is reported."""

    def has_act_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("tournaments.change_tournament")

    def each(self, request: HttpRequest, chosen: QuerySet[Any], deed: str, write: Write) -> None:
        done: list[Model] = []
        person = request.user
        assert isinstance(person, User)
        for one in chosen:
            try:
                write(one, person)
                done.append(one)
            except Refused as refused:
                messages.error(request, f"{one}: {refusals.refusal(refused)}")
        self.done(request, done, deed)


class EntryInline(ShownInline):
    model = Entry
    fields = readonly_fields = ("name", "person", "presence", "newcomer", "entered_at")
    show_change_link = True


class HelperInline(ShownInline):
    model = Helper
    fields = readonly_fields = ("person", "rights")


class RoundInline(ShownInline):
    model = TournamentRound
    fields = readonly_fields = ("number", "status", "published_at", "closed_at")
    show_change_link = True


@admin.register(Tournament)
class TournamentAdmin(Written):
    list_display = ["name", "code", "date", "game", "status", "people", "club", "organiser"]
    list_filter = ["status", "game", "registration", "counting", "date"]
    search_fields = ["name", "code", "club__name", "organiser__name", "entries__name"]
    search_help_text = _("Name or code of the tournament, its club, organiser or somebody who takes part")
    date_hierarchy = "date"
    ordering = ["-date", "-pk"]
    inlines = [HelperInline, RoundInline, EntryInline]
    actions = ["open_entries", "close", "reopen", "remove"]
    exclude = ["version", "tie_breaks"]
    readonly_fields = ["breaks"]

    @admin.display(description=_("tie-breaks"))
    def breaks(self, tournament: Tournament) -> str:
        return ", ".join(sentences.tie_break(name) for name in tournament.tie_breaks) or "–"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        events = super().get_queryset(request).select_related("club", "organiser")
        return events.annotate(people_count=Count("entries", distinct=True))

    def view_on_site(self, obj: Any) -> str:
        return reverse("tournaments:desk", args=[obj.code])

    @admin.display(description=_("entries"), ordering="people_count")
    def people(self, tournament: Any) -> int:
        return tournament.people_count

    @admin.action(description=_("Open registration"), permissions=["act"])
    def open_entries(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        self.each(request, chosen, gettext("Opened"), lambda one, by: services.open_entries(one.pk, by))

    @admin.action(description=_("Close the tournament"), permissions=["act"])
    @confirmed
    def close(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        self.each(request, chosen, gettext("Closed"), lambda one, by: services.close(one.pk, by))

    @admin.action(description=_("Reopen the tournament; its pages will say so"), permissions=["act"])
    @confirmed
    def reopen(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        self.each(request, chosen, gettext("Reopened"), lambda one, by: services.reopen(one.pk, by))

    @admin.action(description=_("Remove it (only if no round was published)"), permissions=["act"])
    @confirmed
    def remove(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> None:
        self.each(request, chosen, gettext("Removed"), lambda one, by: services.remove(one.pk, by))


@admin.register(Entry)
class EntryAdmin(Written):
    list_display = ["name", "tournament", "person", "presence", "newcomer", "entered_at"]
    list_filter = ["presence", "newcomer", "tournament__status", "entered_at"]
    search_fields = ["name", "person__name", "tournament__name", "tournament__code"]
    search_help_text = _("Name of the entry or the account, or name or code of the tournament")
    list_select_related = ["tournament", "person"]
    ordering = ["-pk"]
    actions = ["here", "late", "gone", "newcomers", "experienced", "unlink", "withdraw"]

    def _mark(self, request: HttpRequest, chosen: QuerySet[Entry], presence: str) -> None:
        word = str(Entry.Presence(presence).label)
        self.each(
            request,
            chosen,
            word,
            lambda one, by: services.roll_call(one.tournament_id, by, {one.pk: presence}),
        )

    @admin.action(description=_("Roll call: here"), permissions=["act"])
    def here(self, request: HttpRequest, chosen: QuerySet[Entry]) -> None:
        self._mark(request, chosen, Entry.Presence.HERE)

    @admin.action(description=_("Roll call: late"), permissions=["act"])
    def late(self, request: HttpRequest, chosen: QuerySet[Entry]) -> None:
        self._mark(request, chosen, Entry.Presence.LATE)

    @admin.action(description=_("Roll call: gone"), permissions=["act"])
    @confirmed
    def gone(self, request: HttpRequest, chosen: QuerySet[Entry]) -> None:
        self._mark(request, chosen, Entry.Presence.GONE)

    @admin.action(description=_("Mark as newcomers"), permissions=["act"])
    def newcomers(self, request: HttpRequest, chosen: QuerySet[Entry]) -> None:
        self.each(request, chosen, gettext("Marked as newcomer"), _newcomer(True))

    @admin.action(description=_("Mark as experienced"), permissions=["act"])
    def experienced(self, request: HttpRequest, chosen: QuerySet[Entry]) -> None:
        self.each(request, chosen, gettext("Marked as experienced"), _newcomer(False))

    @admin.action(description=_("Unlink from the account"), permissions=["act"])
    @confirmed
    def unlink(self, request: HttpRequest, chosen: QuerySet[Entry]) -> None:
        self.each(
            request,
            chosen,
            gettext("Unlinked"),
            lambda one, by: services.link(one.tournament_id, by, one.pk, None),
        )

    @admin.action(description=_("Withdraw; people who have played keep their results"), permissions=["act"])
    @confirmed
    def withdraw(self, request: HttpRequest, chosen: QuerySet[Entry]) -> None:
        self.each(
            request,
            chosen,
            gettext("Withdrawn"),
            lambda one, by: services.withdraw(one.tournament_id, by, one.pk),
        )


def _newcomer(newcomer: bool) -> Write:
    return lambda one, by: services.change(one.tournament_id, by, one.pk, name=one.name, newcomer=newcomer)


class TableInline(ShownInline):
    model = TournamentTable
    fields = readonly_fields = ("number", "medium", "status", "session")
    show_change_link = True


@admin.register(TournamentRound)
class TournamentRoundAdmin(Written):
    list_display = ["event", "number", "status", "published_at", "closed_at"]
    list_filter = ["status", "tournament__game", "published_at"]
    search_fields = ["tournament__name", "tournament__code"]
    search_help_text = _("Name or code of the tournament")
    list_select_related = ["tournament"]
    ordering = ["-pk"]
    inlines = [TableInline]
    actions = ["publish", "undo_publish", "close_round", "reopen_round"]

    @admin.display(description=_("tournament"), ordering="tournament__name")
    def event(self, one: TournamentRound) -> str:
        return one.tournament.name

    @admin.action(description=_("Publish the seating"), permissions=["act"])
    @confirmed
    def publish(self, request: HttpRequest, chosen: QuerySet[TournamentRound]) -> None:
        self.each(
            request,
            chosen,
            gettext("Published"),
            lambda one, by: services.publish(one.tournament_id, by, one.number, draw=one.draw),
        )

    @admin.action(description=_("Unpublish the seating; typed scores are kept"), permissions=["act"])
    @confirmed
    def undo_publish(self, request: HttpRequest, chosen: QuerySet[TournamentRound]) -> None:
        self.each(
            request,
            chosen,
            gettext("Taken back"),
            lambda one, by: services.undo_publish(one.tournament_id, by, one.number),
        )

    @admin.action(description=_("Close the round"), permissions=["act"])
    def close_round(self, request: HttpRequest, chosen: QuerySet[TournamentRound]) -> None:
        self.each(
            request,
            chosen,
            gettext("Closed"),
            lambda one, by: services.close_round(one.tournament_id, by, one.number),
        )

    @admin.action(description=_("Reopen the round"), permissions=["act"])
    @confirmed
    def reopen_round(self, request: HttpRequest, chosen: QuerySet[TournamentRound]) -> None:
        self.each(
            request,
            chosen,
            gettext("Reopened"),
            lambda one, by: services.reopen_round(one.tournament_id, by, one.number),
        )


class PlaceInline(ShownInline):
    model = TablePlace
    fields = readonly_fields = ("seat", "entry", "scored")

    def get_queryset(self, request: HttpRequest) -> QuerySet[TablePlace]:
        return super().get_queryset(request).select_related("entry", "result")

    @admin.display(description=_("points"))
    def scored(self, place: TablePlace) -> str:
        return str(place.result.points) if hasattr(place, "result") else "–"


class CorrectionInline(ShownInline):
    model = Correction
    fields = readonly_fields = ("at", "by_name", "reason", "old", "new")


@admin.register(TournamentTable)
class TournamentTableAdmin(Written):
    list_display = ["event", "round_number", "number", "medium", "status", "desk"]
    list_filter = ["status", "medium", "round__status"]
    search_fields = ["round__tournament__name", "round__tournament__code", "places__entry__name"]
    search_help_text = _("Name or code of the tournament, or somebody who sits at the table")
    list_select_related = ["round__tournament"]
    ordering = ["-pk"]
    fields = readonly_fields = ("event", "round_number", "number", "medium", "session", "status", "desk")
    inlines = [PlaceInline, CorrectionInline]
    actions = ["start", "on_paper", "online"]

    @admin.display(description=_("tournament"), ordering="round__tournament__name")
    def event(self, table: TournamentTable) -> str:
        return table.round.tournament.name

    @admin.display(description=_("round"), ordering="round__number")
    def round_number(self, table: TournamentTable) -> int:
        return table.round.number

    @admin.display(description=_("scores"))
    def desk(self, table: TournamentTable) -> str:
        """A link to the desk: scores are typed and corrected where a reason is asked for."""
        if table.round.status == TournamentRound.Status.PROPOSED:
            return "–"
        address = reverse("tournaments:desk-table", args=[table.round.tournament.code, table.pk])
        return format_html('<a href="{}">{}</a>', address, gettext("Enter or correct"))

    @admin.action(description=_("Start the online table"), permissions=["act"])
    @confirmed
    def start(self, request: HttpRequest, chosen: QuerySet[TournamentTable]) -> None:
        self.each(
            request,
            chosen,
            gettext("Started"),
            lambda one, by: services.start(one.round.tournament_id, by, one.pk),
        )

    @admin.action(description=_("Play on paper; the online table is put away"), permissions=["act"])
    @confirmed
    def on_paper(self, request: HttpRequest, chosen: QuerySet[TournamentTable]) -> None:
        self._medium(request, chosen, "paper")

    @admin.action(description=_("Play online"), permissions=["act"])
    @confirmed
    def online(self, request: HttpRequest, chosen: QuerySet[TournamentTable]) -> None:
        self._medium(request, chosen, "online")

    def _medium(self, request: HttpRequest, chosen: QuerySet[TournamentTable], medium: str) -> None:
        self.each(
            request,
            chosen,
            gettext("Changed"),
            lambda one, by: services.set_medium(one.round.tournament_id, by, one.pk, medium),
        )


class ActFilter(admin.SimpleListFilter):
    title = _("what")
    parameter_name = "act"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        acts = Trail.objects.order_by("act").values_list("act", flat=True).distinct()
        return [(name, sentences.act(name, {})) for name in acts]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Trail]) -> QuerySet[Trail]:
        return queryset.filter(act=self.value()) if self.value() else queryset


@admin.register(Trail)
class TrailAdmin(Shown):
    list_display = fields = readonly_fields = ("at", "tournament", "by_name", "told")
    list_filter = [ActFilter, "at"]
    search_fields = ["tournament__name", "tournament__code", "by_name"]
    search_help_text = _("Name or code of the tournament, or who did it")
    list_select_related = ["tournament"]
    ordering = ["-pk"]

    @admin.display(description=_("what"))
    def told(self, line: Trail) -> str:
        return sentences.act(line.act, line.facts)
