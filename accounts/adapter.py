"""Our answers to allauth: names, and guests who sign up or log in."""

import secrets
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import login_attempts, names
from accounts.mail import MailAdapter
from accounts.models import User
from accounts.services import guests, return_links, users


def guest_of(request: HttpRequest) -> User | None:
    """The guest who is signing up or logging in; the middleware sets it aside before allauth's views look."""
    return getattr(request, "guest", None)


class AccountAdapter(MailAdapter):
    error_messages = MailAdapter.error_messages | {
        "username_taken": _("This name is taken. Please choose another."),
        "username_password_mismatch": _("The name or password is wrong."),
        "incorrect_password": _("The password is wrong."),
        "too_many_login_attempts": _("Too many tries. Please wait a few minutes."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name = names.tidy(username)
        names.validate(name)
        if not shallow and users.is_taken(name):
            raise self.validation_error("username_taken")
        return name

    def new_user(self, request: HttpRequest) -> User:
        return guest_of(request) or User()

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> Any:
        user.is_guest = False
        user.return_secret = ""
        return super().save_user(request, user, form, commit=commit)

    def set_password(self, user: User, password: str) -> None:
        """Set the password and close the link that works without one."""
        with transaction.atomic():
            super().set_password(user, password)
            return_links.close(user)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        # allauth counts wrong tries by address here. It would count them by name too, but for everybody
        # together, and anew for every host that a request names; a new word each time prevents that.
        super().pre_authenticate(request, username=secrets.token_hex(8))
        if not login_attempts.begin(request, credentials.get("username", "")):
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        user = super().authenticate(request, **credentials)
        if user:
            login_attempts.succeeded(request, credentials.get("username", ""))
        return user

    def login(self, request: HttpRequest, user: User) -> None:
        guest = guest_of(request)
        with transaction.atomic():
            if guest is not None:
                guests.forget_session(request)
                guests.follow(guest, user)
            super().login(request, user)

    def post_login(self, request: HttpRequest, user: User, **about: Any) -> HttpResponse:
        response = super().post_login(request, user, **about)
        login_attempts.remember(request, response, user.name)
        return response

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:settings")


def code_was_right(request: HttpRequest, user: User, method: str, email: str = "", **more: Any) -> None:
    """allauth's signal that somebody has typed the code from a mail, before it confirms the address."""
    if method == "code" and email and users.prove_first_address(user, email):
        messages.info(
            request,
            _("Your address is confirmed. A password chosen before no longer works: choose a new one."),
        )


def name_taken() -> ValidationError:
    return ValidationError(AccountAdapter.error_messages["username_taken"], code="username_taken")
