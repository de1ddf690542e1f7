"""The admin of people and clubs."""

from typing import Any

from allauth.account import admin as allauth_account
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa import admin as allauth_mfa
from allauth.mfa.models import Authenticator
from allauth.usersessions import admin as allauth_sessions
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin_base import (
    BelowOwnRights,
    Careful,
    OnlySuperusersWrite,
    Shown,
    ShownInline,
    confirmed,
    readable,
)
from accounts.models import Club, Membership, User
from accounts.services import clubs, users

# The second factor and the rate limits protect the admin as well.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.admin_view = readable(admin.site.admin_view)  # type: ignore[method-assign]
admin.site.site_header = "Splitsite"
admin.site.site_title = "Splitsite"

POWERS = ("is_staff", "is_superuser", "groups")


class ClubsOfPerson(ShownInline):
    model = Membership
    fields = readonly_fields = ("club", "role", "by_card", "joined")


class PeopleOfClub(ShownInline):
    model = Membership
    fields = readonly_fields = ("user", "role", "by_card", "joined")


class PersonForm(ModelForm):
    def clean(self) -> None:
        """A login card, which others can print, must never open the admin."""
        super().clean()
        if any(self.cleaned_data.get(power) for power in POWERS) and not self.instance.has_usable_password():
            raise ValidationError(_("Staff sign in with a password, and this person has none."))


@admin.register(User)
class UserAdmin(BelowOwnRights):
    person = "pk"
    form = PersonForm
    list_display = ["shown", "is_guest", "email", "created", "last_seen", "is_active", "is_staff"]
    list_filter = ["is_guest", "is_active", "is_staff", "public_profile", "language", "created", "last_seen"]
    search_fields = ["name", "name_key", "email"]
    search_help_text = _("Name or e-mail address")
    date_hierarchy = "created"
    ordering = ["-created"]
    inlines = [ClubsOfPerson]
    readonly_fields = ["name_key", "is_guest", "created", "last_seen", "last_login", "deleted_at"]
    fields = [
        "name",
        "name_key",
        "email",
        "is_guest",
        "is_active",
        *POWERS,
        "language",
        "public_profile",
        "created",
        "last_seen",
        "last_login",
        "deleted_at",
    ]
    filter_horizontal = ["groups"]
    actions = ["suspend", "readmit", "delete_for_good"]

    @admin.display(description=_("name"), ordering="name")
    def shown(self, person: User) -> str:
        return person.shown_name

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # people come by signing up, by a card, or by `make admin`

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Only a superuser sees staff here. A deleted account stays blank."""
        if obj is not None and obj.deleted_at is not None:
            return False
        return Careful.has_change_permission(self, request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False  # a person's row stays for finished games; see the action below

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        return [*self.readonly_fields, *(() if request.user.is_superuser else ("email", *POWERS))]

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        written = [name for name in form.changed_data if name != "groups"]
        if obj.pk == request.user.pk and {"is_active", *POWERS} & set(written):
            messages.warning(request, gettext("Your own rights stay as they are."))
            written = [name for name in written if name not in ("is_active", *POWERS)]
        if written:
            users.change(obj, **{name: getattr(obj, name) for name in written})

    @admin.action(description=_("Suspend: log out and keep out"), permissions=["change"])
    @confirmed
    def suspend(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        self.done(request, users.admit(self._touchable(request, chosen), False), gettext("Suspended"))

    @admin.action(description=_("Lift the suspension"), permissions=["change"])
    def readmit(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        self.done(request, users.admit(self._touchable(request, chosen), True), gettext("Readmitted"))

    @admin.action(description=_("Delete for good: results keep a neutral name"), permissions=["change"])
    @confirmed
    def delete_for_good(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        going = [one for one in self._touchable(request, chosen) if not one.is_staff]
        for user in going:
            users.delete(user)
        self.done(request, going, gettext("Deleted for good"))
        if len(going) < chosen.count():
            messages.warning(request, gettext("Staff and yourself are never deleted from this list."))

    def _touchable(self, request: HttpRequest, chosen: QuerySet[User]) -> list[User]:
        return list(chosen.filter(deleted_at=None).exclude(pk=request.user.pk or 0))


@admin.register(Club)
class ClubAdmin(Careful):
    list_display = ["name", "place", "public", "people", "created", "closed_at"]
    list_filter = ["public", ("closed_at", admin.EmptyFieldListFilter), "created"]
    search_fields = ["name", "slug", "place", "memberships__user__name"]
    search_help_text = _("Name or place of the club, or the name of a member")
    date_hierarchy = "created"
    fields = ["name", "place", "about", "public", "slug", "created", "closed_at"]
    readonly_fields = ["slug", "created", "closed_at"]
    inlines = [PeopleOfClub]
    actions = ["close_clubs"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return super().get_queryset(request).annotate(people_count=Count("memberships", distinct=True))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # a club is founded by its owner

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return False  # close it instead

    def save_model(self, request: HttpRequest, obj: Club, form: ModelForm, change: bool) -> None:
        clubs.staff_describes(obj, **{name: form.cleaned_data[name] for name in form.changed_data})

    @admin.action(description=_("Close the chosen clubs"), permissions=["change"])
    @confirmed
    def close_clubs(self, request: HttpRequest, chosen: QuerySet[Club]) -> None:
        open_ones = list(chosen.filter(closed_at=None))
        for club in open_ones:
            clubs.staff_closes(club)
        self.done(request, open_ones, gettext("Closed"))

    @admin.display(description=_("people"), ordering="people_count")
    def people(self, club: Any) -> int:
        return club.people_count


@admin.register(Membership)
class MembershipAdmin(Shown):
    list_display = ["user", "club", "role", "by_card", "joined"]
    list_filter = ["role", "by_card", "joined"]
    search_fields = ["user__name", "club__name", "club__place"]
    search_help_text = _("Name of the member or of the club")
    list_select_related = ["user", "club"]
    actions = ["make_owner", "remove_members"]

    @admin.action(description=_("Make owner; the previous owner becomes an organiser"), permissions=["act"])
    @confirmed
    def make_owner(self, request: HttpRequest, chosen: QuerySet[Membership]) -> None:
        self._each(request, chosen, clubs.staff_hands_over, gettext("Made owner"))

    @admin.action(description=_("Remove from the club (never its owner)"), permissions=["act"])
    @confirmed
    def remove_members(self, request: HttpRequest, chosen: QuerySet[Membership]) -> None:
        self._each(request, chosen, clubs.staff_removes, gettext("Removed"))

    def _each(self, request: HttpRequest, chosen: QuerySet[Membership], write: Any, deed: str) -> None:
        changed = []
        for place in chosen.select_related("user", "club"):
            number = place.pk
            try:
                write(place)
            except clubs.Refused:
                continue
            place.pk = number  # a removed row has no number any more, but its history needs one
            changed.append(place)
        self.done(request, changed, deed)


# allauth's own admin pages show and edit the secrets of second steps and the keys of open sessions. With
# those of addresses and groups, staff could give themselves the rights of anybody.
admin.site.unregister([allauth_account.EmailAddress, allauth_mfa.Authenticator])
admin.site.unregister([allauth_sessions.UserSession, Group])


@admin.register(Group)
class RightsAdmin(OnlySuperusersWrite, GroupAdmin):
    """Groups of rights: a person who may write one could put any right into it."""


@admin.register(EmailAddress)
class AddressAdmin(BelowOwnRights):
    list_display = ["email", "user", "primary", "verified"]
    list_filter = ["primary", "verified"]
    search_fields = ["email", "user__name"]
    list_select_related = ["user"]
    raw_id_fields = ["user"]


@admin.register(Authenticator)
class SecondStepAdmin(BelowOwnRights):
    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type", "created_at"]
    search_fields = ["user__name"]
    list_select_related = ["user"]
    fields = ["user", "type", "created_at", "last_used_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # a superuser may delete it, for people who have lost their phone


@admin.register(UserSession)
class DeviceAdmin(Shown, BelowOwnRights):
    list_display = ["user", "ip", "created_at", "last_seen_at"]
    list_filter = ["created_at", "last_seen_at"]
    search_fields = ["user__name", "ip"]
    list_select_related = ["user"]
    fields = ["user", "ip", "user_agent", "created_at", "last_seen_at"]
