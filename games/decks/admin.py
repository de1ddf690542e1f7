"""What staff see of the decks of clubs, and what was reported to them."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin_base import Shown, ShownInline
from games.decks import services
from games.decks.models import ClubDeck, DeckReport, Version


class VersionInline(ShownInline):
    model = Version
    fields = readonly_fields = ("number", "kept", "by", "note", "made_at")


@admin.register(ClubDeck)
class ClubDeckAdmin(Shown):
    list_display = ["name", "club", "game", "shared", "retired_at"]
    list_filter = ["shared", ("retired_at", admin.EmptyFieldListFilter)]
    search_fields = ["name", "club__name"]
    search_help_text = _("Name of the deck or of its club")
    list_select_related = ["club"]
    inlines = [VersionInline]

    def view_on_site(self, obj: ClubDeck) -> str:
        return reverse("history:deck", args=[obj.key])


@admin.register(DeckReport)
class DeckReportAdmin(Shown):
    list_display = ["kept", "deck", "words", "person", "reported_at", "settled_at"]
    list_filter = [("settled_at", admin.EmptyFieldListFilter), ("deck", admin.EmptyFieldListFilter)]
    search_fields = ["kept__name", "words", "person__name"]
    search_help_text = _("Name of the deck, or words of the report")
    list_select_related = ["kept", "deck", "person"]
    ordering = ["settled_at", "-reported_at"]
    actions = ["settle"]

    @admin.action(description=_("Settle"), permissions=["act"])
    def settle(self, request: HttpRequest, chosen: QuerySet[DeckReport]) -> None:
        waiting = list(chosen.filter(settled_at=None))
        services.staff_settles([report.pk for report in waiting], timezone.now())
        self.done(request, waiting, gettext("Settled"))
