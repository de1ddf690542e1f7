"""Shared by all admin pages: lists are filtered only by what they show, and actions are confirmed."""

from collections.abc import Callable
from functools import update_wrapper, wraps
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth import get_permission_codename
from django.core.exceptions import BadRequest, ValidationError
from django.db import DataError
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.utils.translation import gettext, ngettext

from accounts.models import User

LOOKUPS = ("exact", "in", "isnull", "isempty", "gt", "gte", "lt", "lte", "year", "month", "day")
LISTED = 100

Action = Callable[[Any, HttpRequest, QuerySet[Any]], Any]


def readable(admin_view: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps every page of the admin and refuses an address with a NUL: no stored text contains one."""

    def wrapped(view: Callable[..., Any], cacheable: bool = False) -> Callable[..., Any]:
        page = admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            said = [request.path, *(value for _, values in request.GET.lists() for value in values)]
            if any("\0" in word for word in said):
                raise BadRequest("No text has a NUL.")
            try:
                return page(request, *args, **kwargs)
            except ValidationError as nonsense:  # a word that cannot be the key of a row
                raise Http404 from nonsense

        return update_wrapper(guarded, page)

    return wrapped


class Careful(admin.ModelAdmin):
    """Allows only the listed filters: with Django's, staff could guess a secret field letter by letter."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        filters = self.list_filter if request is None else self.get_list_filter(request)
        shown = {one if isinstance(one, str) else one[0] for one in filters if isinstance(one, str | tuple)}
        shown.add(self.date_hierarchy or "")
        name, _, last = lookup.rpartition("__")
        return lookup in shown or (name in shown and last in LOOKUPS)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        try:
            return super().changelist_view(request, extra_context)
        except (ValueError, OverflowError, DataError) as nonsense:  # numbers and dates that no row can have
            raise BadRequest("No such list.") from nonsense

    def done(self, request: HttpRequest, chosen: list[Any], deed: str) -> None:
        """Tells what was done and writes it into the history of each row."""
        for one in chosen:
            self.log_change(request, one, deed)
        count = len(chosen)
        sentence = ngettext("%(deed)s: %(count)s changed.", "%(deed)s: %(count)s changed.", count)
        messages.success(request, sentence % {"deed": deed, "count": count})
        if not count:
            messages.warning(request, gettext("Nothing you chose could be changed that way."))


class Shown(Careful):
    """Read-only rows: they are changed on their own pages, or by the actions of the list."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_act_permission(self, request: HttpRequest) -> bool:
        """People who may change these rows may use the list's actions."""
        meta = self.opts
        return request.user.has_perm(f"{meta.app_label}.{get_permission_codename('change', meta)}")


class OnlySuperusersWrite(admin.ModelAdmin):
    """Rows with which one could give oneself the rights of anybody."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)


class BelowOwnRights(OnlySuperusersWrite, Careful):
    """Rows about who signs in and how: staff see only those of people without rights, superusers all.

    Whoever may write such a row can sign in as that person, so only superusers may.
    """

    person = "user"
    """The field that leads from a row to its person."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        if request.user.is_superuser:
            return rows
        return rows.filter(**{f"{self.person}__in": User.objects.without_rights().values("pk")})


class ShownInline(admin.TabularInline):
    """Read-only rows beside another one."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def confirmed(action: Action) -> Action:
    """Asks before an action: the first post shows what would be done to whom, only the second does it."""

    @wraps(action)
    def wrapped(self: Any, request: HttpRequest, chosen: QuerySet[Model]) -> HttpResponseBase | None:
        if request.POST.get("confirmed"):
            return action(self, request, chosen)
        name = request.POST["action"]
        context = self.admin_site.each_context(request) | {
            "title": self.get_actions(request)[name][2],
            "opts": self.model._meta,
            "action": name,
            "number": chosen.count(),
            "chosen": [str(one) for one in chosen[:LISTED]],
            "marked": request.POST.getlist("_selected_action"),
            "select_across": request.POST.get("select_across", "0"),
        }
        return TemplateResponse(request, "admin/confirm_action.html", context)

    return wrapped
