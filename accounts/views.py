"""Coming in, coming back and a person's own settings."""

from typing import Any

from allauth.account.views import SignupView
from django.conf import settings as configuration
from django.contrib import messages
from django.contrib.auth import logout
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.i18n import set_language

from accounts import data_export
from accounts.adapter import guest_of, name_taken
from accounts.forms import GoodbyeForm, GuestForm, SettingsForm
from accounts.models import Membership, User
from accounts.permissions import PersonRequest, next_or, person_required
from accounts.services import guests, return_links, users

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


class SignUp(SignupView):
    """allauth's sign-up in one transaction, with a sentence when somebody else took the name a moment ago."""

    def get_initial(self) -> dict[str, Any]:
        guest = guest_of(self.request)
        return super().get_initial() | ({"username": guest.name} if guest else {})

    def form_valid(self, form: BaseForm) -> HttpResponse:
        try:
            with transaction.atomic():
                return super().form_valid(form)
        except IntegrityError as error:
            if "accounts_name_taken" not in str(error):
                raise
        form.add_error("username", name_taken())
        return self.form_invalid(form)


@never_cache
@get_or_post
def guest(request: HttpRequest) -> HttpResponse:
    """Type a name and go on to the page you wanted."""
    person = request.user if isinstance(request.user, User) else None
    if person and not person.is_guest:
        return redirect(next_or(request, "/"))
    form = GuestForm(request, request.POST or None, initial={"name": person.name if person else ""})
    if request.method == "POST" and form.is_valid():
        form.enter()
        return redirect(next_or(request, "/"))
    return render(request, "accounts/guest.html", {"form": form, "next": next_or(request, "")})


@never_cache
@get_or_post
def back(request: HttpRequest, token: str) -> HttpResponse:
    """A return link. The page asks first, because link previews open pages too."""
    person = return_links.person(token)
    if person is None:
        return render(request, "accounts/back_closed.html", status=404)
    if request.method == "POST":
        _come_back(request, person)
        return redirect(next_or(request, "/"))
    return render(request, "accounts/back.html", {"person": person, "token": token})


def _come_back(request: HttpRequest, person: User) -> None:
    """An account takes over a guest's games; anybody else becomes the person of the link."""
    here = request.user
    if isinstance(here, User) and here.pk != person.pk:
        if person.is_guest and not here.is_guest:
            guests.follow(person, here)
            messages.success(request, _("What you played as a guest is now in your account."))
            return
        if here.is_guest and request.POST.get("bring"):
            guests.follow(here, person)
    guests.come_in(request, person)
    messages.success(request, _("Welcome back, %(name)s.") % {"name": person.shown_name})


@person_required
@require_GET
def me(request: PersonRequest) -> HttpResponse:
    """Links to all of a person's own pages."""
    places = (
        request.user.memberships.filter(club__closed_at=None).select_related("club").order_by("club__name")
    )
    return render(request, "accounts/me.html", {"places": places})


@person_required
@get_or_post
def settings(request: PersonRequest) -> HttpResponse:
    form = SettingsForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            users.change(request.user, **form.cleaned_data)
        except users.NameTaken:
            form.add_error("name", name_taken())
        else:
            _speak(request.user.language)
            messages.success(request, _("Your settings are saved."))
            response = redirect("accounts:settings")
            if not request.user.language:  # then the browser decides, not an earlier choice in the footer
                response.delete_cookie(configuration.LANGUAGE_COOKIE_NAME)
            return response
    return render(request, "accounts/settings.html", {"form": form, "here": "settings"})


def _speak(language: str) -> None:
    if language:
        translation.activate(language)


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose a language: kept in a cookie, and with the person if there is one."""
    chosen = request.POST.get("language", "")
    if chosen not in dict(configuration.LANGUAGES):  # Django knows a hundred languages, the site only a few
        return redirect(next_or(request, "/"))
    if request.user.is_authenticated:
        users.change(request.user, language=chosen)
    return set_language(request)


@never_cache
@person_required
@get_or_post
def return_link(request: PersonRequest) -> HttpResponse:
    user = request.user
    if request.method == "POST":
        if return_links.may_have(user):
            return_links.renew(user, keep=request.session.session_key)
            messages.success(request, _("Here is your new link. The old one no longer works."))
        return redirect("accounts:return_link")
    may_have = return_links.may_have(user)
    address = return_links.address(user) if user.return_secret and may_have else ""
    context = {"address": address, "may_have": may_have, "here": "return_link"}
    return render(request, "accounts/return_link.html", context)


@never_cache
@person_required
@require_GET
def my_data(request: PersonRequest) -> HttpResponse:
    """Everything we keep about a person, as one file."""
    response = JsonResponse(
        data_export.collect(request.user), json_dumps_params={"indent": 2, "ensure_ascii": False}
    )
    response["Content-Disposition"] = f'attachment; filename="splitsite-{timezone.localdate()}.json"'
    return response


@never_cache
@sensitive_post_parameters("password")
@person_required
@get_or_post
def goodbye(request: PersonRequest) -> HttpResponse:
    user = request.user
    form = GoodbyeForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        users.delete(user)
        logout(request)
        messages.success(request, _("Your account is deleted. Thank you for playing."))
        return redirect("/")
    owned = Membership.objects.filter(user=user, role=Membership.Role.OWNER, club__closed_at=None)
    context = {"form": form, "owned": owned.select_related("club"), "here": "goodbye"}
    return render(request, "accounts/goodbye.html", context)
