"""The form with which a host makes a table, and what it shares with other forms that ask for a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _

from accounts.club_forms import validate_plain
from accounts.forms import NameField
from accounts.models import User
from games import words
from games.decks.queries import OFFERED, offers
from games.engine import catalogue
from games.engine.contract import DeckText, Option
from games.models import GameSession, Pace

ROUNDS = range(1, 6)
USUAL_SEATS = 4


@dataclass(frozen=True, slots=True)
class Part:
    """The questions of a form for one game."""

    game: str
    number: int
    options: tuple[forms.BoundField, ...]

    @property
    def template(self) -> str:
        return f"{self.game}/_setup.html"


@dataclass(frozen=True, slots=True)
class SeatedPart(Part):
    """The same with the number of players and of rounds."""

    seats: forms.BoundField
    rounds: forms.BoundField


class GameForm(forms.Form):
    """Asks for a game and its own options, in fields that begin with the game's name: `splitter_sheet`."""

    def _option_fields(
        self, person: User | AnonymousUser, *, chosen: Mapping[str, Any] | None = None, link: str = ""
    ) -> dict[str, forms.Field]:
        """A field for every option. What was `chosen` stays possible; `link` is a shared deck’s."""
        fields = {}
        for game in catalogue.names():
            rules = catalogue.find(game)
            for option in rules.OPTIONS:
                decks = (
                    _decks(person, game, chosen or {}, link) if rules.deck and option.name == "deck" else {}
                )
                fields[f"{game}_{option.name}"] = option_field(option, game, decks)
        return fields

    def _show_options(self, game: str, options: Mapping[str, Any]) -> None:
        """What is chosen now; a deck that is a value has a button of its own."""
        for name, value in options.items():
            field = f"{game}_{name}"
            if isinstance(value, list | tuple):
                offered = self.fields[field].decks  # type: ignore[attr-defined]
                value = next(key for key, deck in offered.items() if deck == DeckText(*value))
            self.initial[field] = value

    def own_fields(self, game: str) -> tuple[forms.BoundField, ...]:
        """The fields for the options of this game."""
        return tuple(self[f"{game}_{option.name}"] for option in catalogue.find(game).OPTIONS)

    def clean(self) -> dict[str, Any]:
        """Ignores errors in the fields of games that are not chosen: nobody sees those fields."""
        game = self.cleaned_data.get("game")
        for other in catalogue.names():
            if other != game:
                for field in [name for name in self.errors if name.startswith(f"{other}_")]:
                    del self.errors[field]
        return self.cleaned_data

    @property
    def chosen_game(self) -> str:
        return self.cleaned_data["game"]

    @property
    def options(self) -> dict[str, Any]:
        """The chosen game's own options; one that was not sent has its usual value."""
        names = {option.name for option in catalogue.find(self.chosen_game).OPTIONS}
        given = {name: self.cleaned_data[f"{self.chosen_game}_{name}"] for name in names}
        return {name: value for name, value in given.items() if value != ""}


class TableForm(GameForm):
    """What the host of a table decides."""

    table_name = forms.CharField(
        label=_("Name of the table"), max_length=40, required=False, validators=[validate_plain]
    )
    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    pace = forms.ChoiceField(
        label=_("Pace"), choices=Pace.choices, initial=Pace.CALM, widget=forms.RadioSelect
    )
    hints = forms.BooleanField(
        label=_("Live hints"),
        help_text=_("what is still missing, while you play"),
        required=False,
        initial=True,
    )
    same_seats = forms.BooleanField(
        label=_("Same seats for the whole match"),
        help_text=_("otherwise new seats are drawn for each round"),
        required=False,
        initial=True,
    )
    spectators = forms.BooleanField(
        label=_("Spectators welcome"), help_text=_("they never see a hand"), required=False, initial=True
    )
    public = forms.BooleanField(
        label=_("Listed in the lobby"),
        help_text=_("otherwise people join by code, link or QR code"),
        required=False,
        initial=True,
    )

    def __init__(
        self,
        data: Any = None,
        *,
        table: GameSession | None = None,
        person: User | AnonymousUser,
        game: str = "",
        link: str = "",
        typed_name: str = "",
    ):
        """For a new table or an open one; a visitor is also asked for a name, unless one was typed before."""
        super().__init__(data)
        self.link = link
        if not person.is_authenticated:
            self.fields["name"] = NameField(label=_("Your name"), initial=typed_name)
            self.fields["name"].widget.attrs["autocomplete"] = "nickname"
        self.fields["game"].choices = words.titles()  # type: ignore[attr-defined]
        self.initial["game"] = game if game in catalogue.names() else catalogue.names()[0]
        for name in catalogue.names():
            self.fields[f"{name}_seats"] = _seats_field(name)
            self.fields[f"{name}_rounds"] = _rounds_field(name)
        chosen = table.options if table else {}
        self.fields |= self._option_fields(person, chosen=chosen, link=link)
        for name in catalogue.names():
            if f"{OFFERED}{link}" in getattr(self.fields.get(f"{name}_deck"), "decks", {}):
                self.initial.update({"game": name, f"{name}_deck": f"{OFFERED}{link}"})
        if table is not None:
            self._show(table)

    def _show(self, table: GameSession) -> None:
        self.initial.update(
            {
                "table_name": table.name,
                "game": table.game,
                f"{table.game}_seats": table.seats_wanted,
                f"{table.game}_rounds": table.rounds_planned,
                "pace": table.pace,
                "hints": table.hints,
                "same_seats": not table.redraw,
                "spectators": table.spectators,
                "public": table.public,
            }
        )
        self._show_options(table.game, table.options)

    @property
    def parts(self) -> list[SeatedPart]:
        return [
            SeatedPart(game, number, self.own_fields(game), self[f"{game}_seats"], self[f"{game}_rounds"])
            for number, game in enumerate(catalogue.names(), start=1)
        ]

    @property
    def settings(self) -> dict[str, Any]:
        """The fields of GameSession that the host decides."""
        said = self.cleaned_data
        usual_rounds = catalogue.find(self.chosen_game).USUAL_ROUNDS
        return {
            "name": said["table_name"],
            "seats_wanted": said[f"{self.chosen_game}_seats"] or usual_seats(self.chosen_game),
            "rounds_planned": said[f"{self.chosen_game}_rounds"] or usual_rounds,
            "pace": said["pace"],
            "hints": said["hints"],
            "redraw": not said["same_seats"],
            "spectators": said["spectators"],
            "public": said["public"],
        }


def usual_seats(game: str) -> int:
    """How many sit at a table if nobody says how many."""
    seats = catalogue.find(game).SEATS
    return USUAL_SEATS if USUAL_SEATS in seats else min(seats)


def _seats_field(game: str) -> forms.Field:
    seats = catalogue.find(game).SEATS
    sentence = _("This game is for %(fewest)s to %(most)s players.") % {
        "fewest": min(seats),
        "most": max(seats),
    }
    return forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[(number, str(number)) for number in seats],
        initial=usual_seats(game),
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": sentence},
    )


def _rounds_field(game: str) -> forms.Field:
    return forms.TypedChoiceField(
        label=_("Rounds"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[(number, str(number)) for number in ROUNDS],
        initial=catalogue.find(game).USUAL_ROUNDS,
        widget=forms.RadioSelect,
    )


KEPT = "kept"
"""The button for a deck that was chosen earlier and is corrected since, or no longer offered."""


def _decks(
    person: User | AnonymousUser, game: str, chosen: Mapping[str, Any], link: str
) -> dict[str, DeckText]:
    """The decks of clubs that this person may choose, by the value of their button."""
    decks = {offer.value: offer.kept for offer in offers(person, game, link)}
    now = chosen.get("deck")
    if isinstance(now, list | tuple) and DeckText(*now) not in decks.values():
        decks[KEPT] = DeckText(*now)
    return decks


class OptionField(forms.TypedChoiceField):
    """A row of buttons; `decks` are those that stand for a deck as a value."""

    decks: Mapping[str, DeckText] = {}


def option_field(option: Option, game: str, decks: Mapping[str, DeckText] | None = None) -> forms.Field:
    """A switch or a row of buttons for an option of a game."""
    label = words.option_label(option, game)
    if isinstance(option.usual, bool):
        return forms.BooleanField(label=label, required=False, initial=option.usual)
    decks = decks or {}
    own: list[tuple[Any, Any]] = [(value, words.named(str(value).title(), game)) for value in option.values()]
    if option.name == "deck":
        own[0] = (option.usual, _("The classic deck"))
    field = OptionField(
        label=label,
        choices=[*own, *((value, deck.name) for value, deck in decks.items())],
        coerce=({str(value): value for value in option.values()} | dict(decks)).__getitem__,
        initial=option.usual,
        required=False,
        widget=forms.RadioSelect,
    )
    field.decks = decks
    return field
