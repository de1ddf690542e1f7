"""A person's language, the day they were last seen, and guests who sign up or log in."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import users

# On these pages a guest may become an account, so allauth must take the guest for a visitor.
DOOR = {
    "account_login",
    "account_signup",
    "account_request_login_code",
    "account_confirm_login_code",
    "account_confirm_email",
    "account_email_verification_sent",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "mfa_authenticate",
    "mfa_login_webauthn",
}
OPEN_TO_GUESTS = {"account_logout", "account_inactive"}
ALLAUTH = ("account_", "mfa_", "usersessions_")


class PeopleMiddleware(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> None:
        user = request.user
        if isinstance(user, User) and user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        # The name with its namespace: some admin pages have names like allauth's.
        name = request.resolver_match.view_name if request.resolver_match else ""
        if not name.startswith(ALLAUTH) or not isinstance(request.user, User):
            return None
        if request.user.is_guest:
            return self.guest_at_the_door(request, name)
        if name.startswith("mfa_") and not request.user.has_usable_password():
            # A second step protects nothing while a login card works without a password.
            messages.info(request, _("Choose a password first."))
            return redirect("account_set_password")
        return None

    def guest_at_the_door(self, request: HttpRequest, name: str) -> HttpResponse | None:
        if name in DOOR:
            request.guest = get_user(request)  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        elif name not in OPEN_TO_GUESTS:
            messages.info(request, _("Sign up first: it takes a name and a password, and nothing is lost."))
            return redirect("account_signup")
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        # Only an action counts: looking at a page writes nothing.
        user = getattr(request, "user", None)
        if isinstance(user, User):
            acted = request.method == "POST" and response.status_code < 400
            if acted and user.pk and user.is_active:
                users.seen(user)
            if "Cache-Control" not in response:
                # A page for a signed-in person may be private: no browser or proxy keeps it.
                patch_cache_control(response, private=True, no_store=True)
        return response
