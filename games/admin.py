"""What staff see of tables. Nobody is shown the seed of a running round, a hand or an open choice."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, Prefetch, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin_base import Shown, ShownInline, confirmed
from games import words
from games.models import Deck, GameSession, Mute, Remark, Report, Round, ScoreLine, Seat
from games.table import permissions, services


class SeatInline(ShownInline):
    model = Seat
    fields = readonly_fields = ("number", "name", "person", "level", "deputy_since", "seen_at")

    @admin.display(description=_("bot level"))
    def level(self, seat: Seat) -> str:
        return render_to_string("table/_bot_level.html", {"level": seat.bot}).strip() if seat.bot else "–"


class RoundInline(ShownInline):
    model = Round
    fields = readonly_fields = ("number", "turn", "commitment", "started_at", "deadline", "finished_at")
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        return super().get_queryset(request).defer("seed")


@admin.register(GameSession)
class GameSessionAdmin(Shown):
    list_display = ["code", "name", "game", "status", "pace", "people", "host", "created_at", "touched_at"]
    list_filter = ["status", "game", "pace", "public", "medium", "created_at", "touched_at"]
    search_fields = ["code", "name", "seats__name", "seats__person__name"]
    search_help_text = _("Code or name of the table, or the name of somebody who sits there")
    date_hierarchy = "created_at"
    ordering = ["-touched_at"]
    inlines = [SeatInline, RoundInline]
    actions = ["close_tables"]
    exclude = ["version", "revision"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameSession]:
        tables = super().get_queryset(request).select_related("host", "rematch_of")
        return tables.annotate(people_count=Count("seats", distinct=True))

    def view_on_site(self, obj: Any) -> str:
        return reverse("table:table", args=[obj.code])

    @admin.display(description=_("seats taken"), ordering="people_count")
    def people(self, session: Any) -> int:
        return session.people_count

    @admin.action(description=_("Close the chosen tables; counted rounds stay"), permissions=["act"])
    @confirmed
    def close_tables(self, request: HttpRequest, chosen: QuerySet[GameSession]) -> None:
        going = [session for session in chosen if session.status not in ("over", "closed")]
        for session in going:
            services.close_table(session.pk)
        self.done(request, going, gettext("Closed"))


class FinishedFilter(admin.SimpleListFilter):
    title = _("stage")
    parameter_name = "stage"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("running", _("being played")), ("finished", _("finished"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Round]) -> QuerySet[Round]:
        if self.value() in ("running", "finished"):
            return queryset.filter(finished_at__isnull=self.value() == "running")
        return queryset


@admin.register(Round)
class RoundAdmin(Shown):
    list_display = ["table", "number", "game", "turn", "started_at", "deadline", "finished_at"]
    list_filter = [FinishedFilter, "session__game", "started_at", "finished_at"]
    search_fields = ["session__code", "session__name", "session__seats__name"]
    search_help_text = _("Code or name of the table, or the name of somebody who sits there")
    date_hierarchy = "started_at"
    ordering = ["-pk"]
    fields = readonly_fields = (
        "table",
        "number",
        "game",
        "turn",
        "started_at",
        "turn_opened_at",
        "deadline",
        "finished_at",
        "deck",
        "commitment",
        "opened_seed",
        "result",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        lines = ScoreLine.objects.order_by("rank", "seat")
        rounds = super().get_queryset(request).select_related("session", "sheet", "deck")
        return rounds.defer("seed").prefetch_related(Prefetch("sheet__lines", lines))

    @admin.display(description=_("table"), ordering="session__code")
    def table(self, round: Round) -> str:
        address = reverse("admin:games_gamesession_change", args=[round.session_id])
        return format_html('<a href="{}">{}</a>', address, round.session.code)

    @admin.display(description=_("game"), ordering="session__game")
    def game(self, round: Round) -> str:
        return words.title(round.session.game)

    @admin.display(description=_("seed"))
    def opened_seed(self, round: Round) -> str:
        if not permissions.seed_is_open(round, timezone.now()):
            return gettext("sealed until nobody plays this deal any more")
        return bytes(round.seed).hex()

    @admin.display(description=_("result"))
    def result(self, round: Round) -> str:
        if not hasattr(round, "sheet"):
            return "–"
        nobody = gettext("Former player")
        return ", ".join(
            f"{line.rank}. {line.name or nobody} {line.points}" for line in round.sheet.lines.all()
        )


@admin.register(Deck)
class DeckAdmin(Shown):
    list_display = ["called", "hash", "rounds_dealt", "created_at"]
    list_filter = ["created_at"]
    search_fields = ["name", "hash"]
    search_help_text = _("Name or hash of the deck")
    date_hierarchy = "created_at"
    ordering = ["name", "-created_at"]
    fields = readonly_fields = ("called", "hash", "created_at", "rounds_dealt")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        return super().get_queryset(request).annotate(round_count=Count("rounds"))

    def view_on_site(self, obj: Any) -> str | None:
        """The rules of its game with its goals as pictures."""
        if round := obj.rounds.select_related("session").first():
            return reverse("lessons:rules", args=[round.session.game]) + f"?deck={obj.hash}#rule-deck"
        return None

    @admin.display(description=_("Name of the deck"), ordering="name")
    def called(self, deck: Any) -> str:
        return str(deck)

    @admin.display(description=_("rounds dealt"), ordering="round_count")
    def rounds_dealt(self, deck: Any) -> int:
        return deck.round_count


@admin.register(Report)
class ReportAdmin(Shown):
    list_display = ["text", "author", "person", "reported_at", "removed_at", "settled_at"]
    list_filter = [("settled_at", admin.EmptyFieldListFilter), "reported_at"]
    search_fields = ["remark__text", "remark__name", "remark__person__name", "person__name"]
    search_help_text = _("Words of the remark, or the name of the person who wrote or reported it")
    list_select_related = ["remark__person", "person"]
    ordering = ["settled_at", "-reported_at"]
    actions = ["remove_remarks", "settle"]

    @admin.display(description=_("remark"))
    def text(self, report: Report) -> str:
        return report.remark.text

    @admin.display(description=_("written by"))
    def author(self, report: Report) -> str:
        address = reverse("admin:accounts_user_change", args=[report.remark.person_id])
        return format_html('<a href="{}">{}</a>', address, report.remark.name or gettext("Former player"))

    @admin.display(description=_("removed"))
    def removed_at(self, report: Report) -> Any:
        return report.remark.removed_at

    @admin.action(description=_("Remove the remark and settle"), permissions=["act"])
    @confirmed
    def remove_remarks(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        for report in chosen.select_related("remark"):
            services.staff_removes(report.remark)
        self._settle(request, chosen, gettext("Removed and settled"))

    @admin.action(description=_("Settle without removing"), permissions=["act"])
    def settle(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        self._settle(request, chosen, gettext("Settled"))

    def _settle(self, request: HttpRequest, chosen: QuerySet[Report], deed: str) -> None:
        waiting = list(chosen.filter(settled_at=None))
        services.settle(Report.objects.filter(pk__in=[report.pk for report in waiting]), timezone.now())
        self.done(request, waiting, deed)


@admin.register(Remark)
class RemarkAdmin(Shown):
    list_display = ["name", "text", "session", "said_at", "removed_at"]
    list_filter = [("removed_at", admin.EmptyFieldListFilter), "said_at"]
    search_fields = ["name", "person__name", "text", "session__code"]
    search_help_text = _("Words of the remark, its author, or the table’s code")
    list_select_related = ["session"]
    date_hierarchy = "said_at"
    ordering = ["-said_at"]
    actions = ["remove"]

    @admin.action(description=_("Remove the chosen remarks"), permissions=["act"])
    @confirmed
    def remove(self, request: HttpRequest, chosen: QuerySet[Remark]) -> None:
        going = list(chosen.filter(removed_at=None))
        for remark in going:
            services.staff_removes(remark)
        self.done(request, going, gettext("Removed"))


@admin.register(Mute)
class MuteAdmin(Shown):
    list_display = ["person", "muted"]
    search_fields = ["person__name", "muted__name"]
    search_help_text = _("Name of the person who muted, or who is muted")
    list_select_related = ["person", "muted"]
    actions = ["lift"]

    @admin.action(description=_("Unmute: they can read each other again"), permissions=["act"])
    @confirmed
    def lift(self, request: HttpRequest, chosen: QuerySet[Mute]) -> None:
        lifted = list(chosen.select_related("person", "muted"))
        self.done(request, lifted, gettext("Lifted"))
        services.unmute(lifted)
