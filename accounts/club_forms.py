"""What people type about their clubs."""

import unicodedata
from dataclasses import dataclass

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts import names
from accounts.models import Club
from accounts.services import users

MOST_LINES = 100


def validate_plain(text: str) -> None:
    """Names of clubs and places are read aloud and printed: letters and signs only."""
    if any(
        unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn") and c not in names.JOINERS for c in text
    ):
        raise ValidationError(
            gettext_lazy("Please use letters, digits and ordinary signs only."), code="control"
        )


class ClubForm(forms.ModelForm):
    class Meta:
        model = Club
        fields = ["name", "place", "about", "public", "rates_paper"]
        labels = {
            "name": gettext_lazy("Name of the club"),
            "place": pgettext_lazy("location", "Place"),
            "about": gettext_lazy("About the club"),
            "public": gettext_lazy("Anyone can find this club"),
            "rates_paper": gettext_lazy("Rounds on paper count for ratings"),
        }
        help_texts = {
            "place": gettext_lazy("For example the town, or the room where you meet."),
            "public": gettext_lazy("Strangers then see its name, place and text, but never its members."),
            "rates_paper": gettext_lazy(
                "From now on, for events of this club. Histories and sums have them in any case."
            ),
        }
        widgets = {"about": forms.Textarea(attrs={"rows": 3})}

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        validate_plain(name)
        if not any(c.isalnum() for c in name):
            raise ValidationError(_("A name needs at least one letter or digit."), code="letterless")
        return name

    def clean_place(self) -> str:
        validate_plain(self.cleaned_data["place"])
        return self.cleaned_data["place"]


@dataclass(frozen=True)
class BadLine:
    text: str
    reason: str


class MembersForm(forms.Form):
    """A list of names, one per line. Good lines are taken; bad ones come back, each with a reason."""

    names = forms.CharField(
        label=gettext_lazy("Names, one per line"),
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "words"}),
    )

    def clean_names(self) -> list[str]:
        lines = [names.tidy(line) for line in self.cleaned_data["names"].splitlines()]
        lines = [line for line in lines if line]
        if len(lines) > MOST_LINES:
            raise ValidationError(
                _("Please type at most %(most)s names at a time."), code="many", params={"most": MOST_LINES}
            )
        return lines

    def sorted_out(self) -> tuple[list[str], list[BadLine]]:
        """The names that can be taken, and the lines that cannot, each with its reason."""
        good: dict[str, str] = {}
        bad = []
        for name in self.cleaned_data["names"]:
            reason = why_not(name)
            if not reason and names.key(name) in good:
                reason = _("This name is on the list twice.")
            if reason:
                bad.append(BadLine(name, reason))
            else:
                good[names.key(name)] = name
        return list(good.values()), bad


def why_not(name: str) -> str:
    """Why no member can have this name; empty when one can."""
    try:
        names.validate(name)
    except ValidationError as error:
        return str(error.messages[0])
    if users.is_taken(name):
        return _("This name is taken; “%(free)s” is free.") % {"free": users.free_name_like(name)}
    return ""
