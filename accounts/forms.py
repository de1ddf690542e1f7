"""What people type about themselves."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import get_language_info, gettext
from django.utils.translation import gettext_lazy as _

from accounts import names, rate_limits
from accounts.adapter import name_taken
from accounts.models import User
from accounts.services import guests, users

AS_BROWSER = "browser"


class NameField(forms.CharField):
    """A name; when it is not allowed, exactly one sentence says why."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Name"))
        kwargs.setdefault("error_messages", {"required": _("Please type a name.")})
        super().__init__(**kwargs)
        self.widget.attrs |= {"maxlength": names.LONGEST, "autocapitalize": "words", "spellcheck": "false"}
        self.validators = [names.validate]

    def to_python(self, value: Any) -> str:
        return names.tidy(super().to_python(value) or "")


class GuestForm(forms.Form):
    """Type a name and play. `GuestForm(request)` shows it, `GuestForm(request, request.POST)` uses it."""

    name = NameField(label=_("Your name"))

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.fields["name"].widget.attrs |= {"autocomplete": "nickname", "enterkeyhint": "go"}

    def clean_name(self) -> str:
        if names.is_reserved(self.cleaned_data["name"]):
            raise name_taken()
        return self.cleaned_data["name"]

    def clean(self) -> None:
        new = not self.errors and not self.request.user.is_authenticated
        if new and not rate_limits.allows(self.request, "guest"):
            raise ValidationError(_("Too many new guests at once. Please wait a minute."), code="too_many")

    def enter(self) -> User:
        return guests.enter(self.request, self.cleaned_data["name"])


class SettingsForm(forms.ModelForm):
    name = NameField()
    language = forms.ChoiceField(label=_("Language"))

    class Meta:
        model = User
        fields = ["name", "language", "colours", "sound", "vibration", "public_profile"]
        labels = {
            "colours": _("Colours"),
            "sound": _("Play a sound when it is my turn"),
            "vibration": _("Vibrate when it is my turn"),
            "public_profile": _("Anyone can see my results page"),
        }
        widgets = {"colours": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        languages = [
            (code, get_language_info(code)["name_local"].capitalize()) for code, _ in settings.LANGUAGES
        ]
        self.fields["language"].choices = [(AS_BROWSER, gettext("as my browser")), *languages]  # type: ignore[attr-defined]
        self.initial["language"] = self.instance.language or AS_BROWSER
        if self.instance.is_guest:
            del self.fields["public_profile"]

    def clean_language(self) -> str:
        chosen = self.cleaned_data["language"]
        return "" if chosen == AS_BROWSER else chosen

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        user = self.instance
        # People may keep a reserved name that they already have, staff for example.
        changed = names.key(name) != user.name_key
        taken = names.is_reserved(name) if user.is_guest else users.is_taken(name, by_other_than=user)
        if changed and taken:
            raise name_taken()
        return name

    def _post_clean(self) -> None:
        """Sets nothing on the row: only `users.change` writes it."""


class GoodbyeForm(forms.Form):
    """Deleting an account asks for the password, or for the name if there is no password."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    name = forms.CharField(label=_("Type your name to confirm"), max_length=200)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        del self.fields["name" if user.has_usable_password() else "password"]

    def clean_password(self) -> str:
        # allauth counts wrong tries here as it does at login.
        if not get_adapter().reauthenticate(self.user, self.cleaned_data["password"]):
            raise ValidationError(_("The password is wrong."), code="password")
        return self.cleaned_data["password"]

    def clean_name(self) -> str:
        if names.key(self.cleaned_data["name"]) != self.user.name_key:
            raise ValidationError(_("That is not your name on this site."), code="name")
        return self.cleaned_data["name"]
