"""allauth's forms in the site's words: labels instead of placeholders."""

from typing import Any

from allauth.account import forms as door
from allauth.account.adapter import get_adapter
from allauth.mfa.webauthn import forms as keys
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import names, rate_limits
from accounts.forms import NameField
from accounts.services import users


class Plain(forms.Form):
    """Labels instead of placeholders: a label stays while somebody types."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name == "email":
                field.label = _("E-mail address")
            if "new-password" in field.widget.attrs.values() and field.help_text:
                field.help_text = _("At least 8 characters, and not a common password.")


class SignupForm(Plain, door.SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"] = NameField(
            help_text=_("What others see at the table. You also sign in with it."),
            widget=forms.TextInput(attrs={"autocomplete": "username"}),
        )
        self.fields["email"].help_text = _("Only to get back in if you forget your password.")


class LoginForm(Plain, door.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")
        self.fields["login"].validators = []
        self.fields["login"].widget.attrs |= {"autocapitalize": "words", "spellcheck": "false"}
        self.fields["password"].help_text = ""

    def clean_login(self) -> str:
        # What cannot be a name is not looked up; the answer is the same as for a wrong password.
        login = names.tidy(super().clean_login())
        try:
            names.validate(login)
        except ValidationError:
            return "?"
        return login


class AddEmailForm(Plain, door.AddEmailForm):
    """One more address."""


class ChangePasswordForm(Plain, door.ChangePasswordForm):
    """Old password, new password."""


class SetPasswordForm(Plain, door.SetPasswordForm):
    """A first password, for somebody who came with a login card."""


def count_mail(mailbox: str) -> None:
    """Counts one mail that somebody asks for; raises ValidationError if it is one too many."""
    adapter = get_adapter()
    if not rate_limits.allows_mail(adapter.request, mailbox):
        raise adapter.validation_error("too_many_login_attempts")


class ResetPasswordForm(Plain, door.ResetPasswordForm):
    """An address to send the link to."""

    def clean_email(self) -> str:
        count_mail(self.cleaned_data["email"])
        email = super().clean_email()
        self.users = users.opened_by(email)
        return email


class ResetPasswordKeyForm(Plain, door.ResetPasswordKeyForm):
    """The new password behind that link."""


class RequestLoginCodeForm(Plain, door.RequestLoginCodeForm):
    """An address to send the code to."""

    def clean_email(self) -> str:
        count_mail(self.cleaned_data["email"])
        email = super().clean_email()
        self._user = next(iter(users.opened_by(email)), None)
        return email


class ConfirmLoginCodeForm(Plain, door.ConfirmLoginCodeForm):
    """The code."""


class ReauthenticateForm(Plain, door.ReauthenticateForm):
    """The password once more."""


class Careful(forms.Form):
    """allauth expects a well-formed answer of a key; here a broken one gets a sentence."""

    def full_clean(self) -> None:
        try:
            super().full_clean()
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
            self.add_error(None, _("The key’s answer could not be read. Please try again."))


class PasskeyForm(Careful, keys.AuthenticateWebAuthnForm):
    """The key as a second step."""


class PasskeyLoginForm(Careful, keys.LoginWebAuthnForm):
    """The key alone."""


class PasskeyAgainForm(Careful, keys.ReauthenticateWebAuthnForm):
    """The key once more."""


class AddPasskeyForm(Careful, Plain, keys.AddWebAuthnForm):
    """Adds a key. The passkey option is on, since that is what most people want."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of this key")
        self.fields["passwordless"].initial = True
        self.fields["passwordless"].label = _("Use it to sign in without a password")
        self.fields["passwordless"].help_text = _(
            "Your fingerprint, face or PIN then replaces your name and password."
        )
