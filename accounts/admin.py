"""People and clubs for those who look after the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import people
from accounts.models import Club, Membership, User

# Second factor and rate limits hold for the admin as well.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = "Splitsite"
admin.site.site_title = "Splitsite"


class MembershipInline(admin.TabularInline):
    model = Membership
    extra = 0
    autocomplete_fields = ["user", "club"]


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ["shown_name", "is_guest", "email", "created", "last_seen", "is_active", "is_staff"]
    list_filter = ["is_guest", "is_active", "is_staff", "language", "created"]
    search_fields = ["name", "name_key", "email"]
    date_hierarchy = "created"
    ordering = ["-created"]
    inlines = [MembershipInline]
    readonly_fields = ["name_key", "is_guest", "created", "last_seen", "last_login", "deleted_at"]
    fields = [
        "name",
        "name_key",
        "email",
        "is_guest",
        "is_active",
        "is_staff",
        "is_superuser",
        "groups",
        "language",
        "public_profile",
        "created",
        "last_seen",
        "last_login",
        "deleted_at",
    ]
    filter_horizontal = ["groups"]
    actions = ["suspend", "readmit", "delete_for_good"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # people come by signing up, by a card, or by `make admin`

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False  # the row of a person stays for finished games; see the action below

    @admin.action(description=_("Suspend: log out and keep out"))
    def suspend(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        count = chosen.filter(deleted_at=None).exclude(pk=request.user.pk or 0).update(is_active=False)
        self._say(request, count)

    @admin.action(description=_("Readmit the suspended"))
    def readmit(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        self._say(request, chosen.filter(deleted_at=None).update(is_active=True))

    @admin.action(description=_("Delete for good: results keep a neutral name"))
    def delete_for_good(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        going = chosen.filter(deleted_at=None, is_staff=False).exclude(pk=request.user.pk or 0)
        for user in going:
            people.delete(user)
        skipped = chosen.filter(deleted_at=None).exists()
        self._say(request, len(going))
        if skipped:
            messages.warning(request, gettext("Staff and yourself are never deleted from this list."))

    def _say(self, request: HttpRequest, count: int) -> None:
        messages.success(request, ngettext("%s person changed.", "%s people changed.", count) % count)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ["name", "place", "public", "people", "created", "closed_at"]
    list_filter = ["public", ("closed_at", admin.EmptyFieldListFilter)]
    search_fields = ["name", "slug", "place"]
    date_hierarchy = "created"
    inlines = [MembershipInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return super().get_queryset(request).annotate(people_count=Count("memberships"))

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return False  # close it instead

    @admin.display(description=_("people"), ordering="people_count")
    def people(self, club: Club) -> int:
        return club.people_count  # type: ignore[attr-defined]
