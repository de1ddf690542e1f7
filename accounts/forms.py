"""What people type about themselves."""

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import guests, names, people
from accounts.adapter import name_taken
from accounts.models import User


class NameField(forms.CharField):
    """A name, with exactly one sentence when it cannot be."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Name"))
        kwargs.setdefault("error_messages", {"required": _("Please type a name.")})
        super().__init__(**kwargs)
        self.widget.attrs |= {"maxlength": names.LONGEST, "autocapitalize": "words", "spellcheck": "false"}
        self.validators = [names.validate]

    def to_python(self, value: Any) -> str:
        return names.tidy(super().to_python(value) or "")


class GuestForm(forms.Form):
    """Type a name and play. `GuestForm(request)` to show it, `GuestForm(request, request.POST)` to use it."""

    name = NameField(label=_("Your name"))

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.fields["name"].widget.attrs |= {"autocomplete": "nickname", "enterkeyhint": "go"}

    def clean(self) -> None:
        if not self.errors and not self.request.user.is_authenticated and not guests.may_enter(self.request):
            raise ValidationError(_("Too many new guests at once. Please wait a minute."), code="too_many")

    def enter(self) -> User:
        return guests.enter(self.request, self.cleaned_data["name"])


class SignupForm(allauth_forms.SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"] = NameField(
            help_text=_("What others see at the table. You also sign in with it."),
            widget=forms.TextInput(attrs={"autocomplete": "username"}),
        )
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].help_text = _("Only to get back in when you forget your password.")
        self.fields["password1"].help_text = _("At least 8 characters, and not a common password.")
        without_placeholders(self)


class LoginForm(allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")
        self.fields["login"].validators = []
        self.fields["login"].widget.attrs |= {"autocapitalize": "words", "spellcheck": "false"}
        self.fields["password"].help_text = ""
        without_placeholders(self)

    def clean_login(self) -> str:
        # Nothing is looked up that could not be a name: same words as for a wrong password.
        login = names.tidy(super().clean_login())
        try:
            names.validate(login)
        except ValidationError:
            return "?"
        return login


def without_placeholders(form: forms.Form) -> None:
    """A label says it better, and stays when somebody types."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class SettingsForm(forms.ModelForm):
    name = NameField()
    language = forms.ChoiceField(label=_("Language"), required=False)

    class Meta:
        model = User
        fields = ["name", "language", "colours", "sound", "vibration", "public_profile"]
        labels = {
            "colours": _("Colours"),
            "sound": _("Play a sound when it is my turn"),
            "vibration": _("Vibrate when it is my turn"),
            "public_profile": _("Everybody may see my results page"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = [(code, settings_name(code)) for code, _name in settings.LANGUAGES]
        languages = self.fields["language"]
        languages.choices = [("", _("as my browser")), *own]  # type: ignore[attr-defined]
        if self.instance.is_guest:
            del self.fields["public_profile"]

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        user = self.instance
        # Staff and others may keep a reserved name that they already have.
        changed = names.key(name) != user.name_key
        if not user.is_guest and changed and people.is_taken(name, by_other_than=user):
            raise name_taken()
        return name

    def _post_clean(self) -> None:
        """The row is written by `people.change` alone, so nothing is set on it here."""


def settings_name(code: str) -> str:
    """A language in its own words, for somebody who does not read the present one."""
    return {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano", "ru": "Русский"}.get(
        code, code
    )


class GoodbyeForm(forms.Form):
    """Deleting an account asks for the password, or for the name of somebody without one."""

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
        if not self.user.check_password(self.cleaned_data["password"]):
            raise ValidationError(_("The password is not right."), code="password")
        return self.cleaned_data["password"]

    def clean_name(self) -> str:
        if names.key(self.cleaned_data["name"]) != self.user.name_key:
            raise ValidationError(_("This is not your name here."), code="name")
        return self.cleaned_data["name"]
