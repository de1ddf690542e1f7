"""The forms around a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import catalog
from games.models import GameSession, Pace


class TableForm(forms.ModelForm):
    """What the host decides; each game's own options are fields called `option-…`."""

    class Meta:
        model = GameSession
        fields = [
            "name",
            "game",
            "seats_wanted",
            "rounds_planned",
            "pace",
            "hints",
            "redraw",
            "public",
            "spectators",
        ]

    game = forms.ChoiceField(label=_("Game"))
    seats_wanted = forms.IntegerField(label=_("Seats"), min_value=1, max_value=12, initial=4)
    rounds_planned = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=5, initial=3)
    pace = forms.ChoiceField(label=_("Pace"), choices=Pace.choices, initial=Pace.CALM)

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [(name, name.title()) for name in catalog.names()]
        for name, option in self._options():
            values = option.values()
            if isinstance(option.usual, bool):
                field: forms.Field = forms.BooleanField(required=False, initial=option.usual)
            else:
                choices = [(value, value) for value in values]
                field = forms.ChoiceField(choices=choices, initial=option.usual, required=False)
            self.fields[name] = field
            if self.instance.pk and option.name in self.instance.options:
                self.initial[name] = self.instance.options[option.name]

    def _options(self) -> list[tuple[str, Any]]:
        return [
            (f"option-{game}-{option.name}", option)
            for game in catalog.names()
            for option in catalog.find(game).OPTIONS
        ]

    @property
    def options(self) -> dict[str, Any]:
        """The chosen game's own options."""
        prefix = f"option-{self.cleaned_data['game']}-"
        return {
            name.removeprefix(prefix): value
            for name, value in self.cleaned_data.items()
            if name.startswith(prefix) and value != ""
        }

    @property
    def settings(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields if name != "game"}
