"""The form with which an organiser sets up a tournament."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as now_
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.club_forms import validate_plain
from accounts.models import Club, Membership, User
from games import words
from games.engine import catalogue
from games.models import GameSession, Pace
from games.table.forms import GameForm, Part
from games.tournaments import event_names, sentences, services
from games.tournaments.models import Tournament
from games.tournaments.standings import TIE_BREAKS

SIZES = ("seats_least", "ideal_least", "ideal_most", "seats_most")
MOST_TIE_BREAKS = 4
PACES = [(pace, word) for pace, word in Pace.choices if pace != Pace.DAYS]
"""Paces for a whole room: a round is not played over days."""
DAY = "%Y-%m-%d"
"""The date format that browsers send, whatever the language."""


@dataclass(frozen=True, slots=True)
class SizedPart(Part):
    """The same with the sizes of tables."""

    sizes: tuple[forms.BoundField, ...]


class TournamentForm(GameForm):
    """What the organiser decides. The names of a game's fields begin with the game: `splito_seats_least`."""

    name = forms.CharField(label=_("Name of the tournament"), max_length=80, validators=[validate_plain])
    date = forms.DateField(
        label=_("Date"),
        widget=forms.DateInput({"type": "date"}, format=DAY),
        input_formats=[DAY],
    )
    starts_at = forms.TimeField(
        label=_("Start"), required=False, widget=forms.TimeInput({"type": "time"}, format="%H:%M")
    )
    capacity = forms.IntegerField(
        label=_("Places for people"),
        help_text=_("Whoever enters when all are taken waits until somebody withdraws. Empty: no limit."),
        required=False,
        min_value=2,
        max_value=500,
    )
    place = forms.CharField(
        label=pgettext_lazy("location", "Place"), max_length=80, required=False, validators=[validate_plain]
    )
    about = forms.CharField(
        label=_("About the event"),
        max_length=1000,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )
    club = forms.ModelChoiceField(
        Club.objects.none(),
        label=_("Club"),
        required=False,
        empty_label=_("no club"),
        error_messages={"invalid_choice": _("Only a club’s organisers can set up its tournaments.")},
    )
    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect, required=False)
    rounds_planned = forms.TypedChoiceField(
        label=_("Rounds"),
        coerce=int,
        choices=[(number, str(number)) for number in range(1, 10)],
        initial=3,
        widget=forms.RadioSelect,
    )
    counting = forms.ChoiceField(
        label=_("How points count"), choices=Tournament.Counting, initial="points", widget=forms.RadioSelect
    )
    missing = forms.ChoiceField(
        label=_("Missed rounds"), choices=Tournament.Missing, initial="nothing", widget=forms.RadioSelect
    )
    registration = forms.ChoiceField(
        label=_("Registration"), choices=Tournament.Registration, initial="link", widget=forms.RadioSelect
    )
    medium = forms.ChoiceField(
        label=_("Tables are usually"), choices=GameSession.Medium, initial="paper", widget=forms.RadioSelect
    )
    pace = forms.ChoiceField(
        label=_("Pace of online tables"), choices=PACES, initial=Pace.CLUB, widget=forms.RadioSelect
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes per round"),
        help_text=_(
            "The clock on the wall starts with this many minutes. Leave it empty to play without a clock."
        ),
        required=False,
        min_value=1,
        max_value=600,
    )
    final_seats = forms.TypedChoiceField(
        label=_("Final"),
        help_text=_("In the last round the best of the standings meet at table 1."),
        coerce=int,
        empty_value=None,
        required=False,
    )
    by_standing = forms.BooleanField(
        label=_("Seat later rounds by standings"),
        help_text=_("the best sit together; otherwise everybody meets as many people as possible"),
        required=False,
    )

    def __init__(
        self, data: Any = None, *, person: User, tournament: Tournament | None = None, club: str = ""
    ):
        """For a new tournament, perhaps of the club with this slug, or for an existing one."""
        super().__init__(data)
        self.tournament = tournament
        self.fixed = tournament is not None and tournament.rounds.exists()
        clubs = Club.objects.filter(
            memberships__user=person,
            memberships__role__in=[Membership.Role.OWNER, Membership.Role.ORGANISER],
            closed_at=None,
        )
        if tournament is not None and tournament.club_id:
            clubs = clubs | Club.objects.filter(pk=tournament.club_id)
        self.fields["club"].queryset = clubs.distinct()  # type: ignore[attr-defined]
        # Whoever organises one club means that club.
        mine = list(clubs.distinct())
        chosen = next((one for one in mine if one.slug == club), mine[0] if len(mine) == 1 else None)
        self.initial["club"] = chosen.pk if chosen else None
        self.initial["name"] = event_names.usual(chosen)
        self.fields["name"].widget.attrs["autofocus"] = tournament is None
        self.fields["game"].choices = words.titles()  # type: ignore[attr-defined]
        self.initial.update({"game": catalogue.names()[0], "date": timezone.localdate()})
        seats = range(2, 1 + max(max(catalogue.find(game).SEATS) for game in catalogue.names()))
        self.fields["final_seats"].choices = [  # type: ignore[attr-defined]
            ("", now_("no final")),
            *((number, now_("the best %(number)s") % {"number": number}) for number in seats),
        ]
        breaks = [("", now_("nothing more")), *((name, sentences.tie_break(name)) for name in TIE_BREAKS)]
        for place in range(MOST_TIE_BREAKS):
            self.fields[f"tie_{place}"] = forms.ChoiceField(
                label=_("Tie-break %(number)s") % {"number": place + 1}, choices=breaks, required=False
            )
        for game in catalogue.names():
            self._ask_sizes(game)
        options = self._option_fields(person, chosen=tournament.options if tournament else {})
        self.fields |= options
        self._show(tournament or Tournament())
        if self.fixed:
            for name in ("game", *options):
                self.fields[name].disabled = True

    def _ask_sizes(self, game: str) -> None:
        seats = catalogue.find(game).SEATS
        usual = services.usual_sizes(game)
        labels = {
            "seats_least": _("fewest at a table"),
            "ideal_least": _("ideal: from"),
            "ideal_most": _("ideal: up to"),
            "seats_most": _("most at a table"),
        }
        for name in SIZES:
            self.fields[f"{game}_{name}"] = forms.IntegerField(
                label=labels[name],
                min_value=min(seats),
                max_value=max(seats),
                initial=usual[name],
                required=False,
            )

    def _show(self, tournament: Tournament) -> None:
        for place, name in enumerate(tournament.tie_breaks):
            self.initial[f"tie_{place}"] = name
        if tournament.pk is None:
            return
        names = [name for name in self.fields if name in services.SETTINGS and name != "club"]
        self.initial.update({name: getattr(tournament, name) for name in names})
        self.initial.update({"club": tournament.club_id, "game": tournament.game})
        self.initial.update({f"{tournament.game}_{name}": getattr(tournament, name) for name in SIZES})
        self._show_options(tournament.game, tournament.options)

    @property
    def parts(self) -> list[SizedPart]:
        return [
            SizedPart(game, number, self.own_fields(game), tuple(self[f"{game}_{name}"] for name in SIZES))
            for number, game in enumerate(catalogue.names(), start=1)
        ]

    @property
    def unfolded(self) -> bool:
        """Whether something below the name needs attention."""
        return bool(set(self.errors) - {"name"})

    @property
    def tie_breaks(self) -> list[forms.BoundField]:
        return [self[f"tie_{place}"] for place in range(MOST_TIE_BREAKS)]

    @property
    def ways(self) -> list[tuple[str, Any, str]]:
        """The ways to count, each with its explanation."""
        return [(way, word, sentences.counting(way)) for way, word in Tournament.Counting.choices]

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not any(letter.isalnum() for letter in name):
            raise ValidationError(now_("A name needs at least one letter or digit."))
        return name

    def clean_about(self) -> str:
        return self.cleaned_data["about"].replace("\0", "")

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["game"] = self.cleaned_data.get("game") or catalogue.names()[0]
        return super().clean()

    @property
    def settings(self) -> dict[str, Any]:
        said = self.cleaned_data
        usual = services.usual_sizes(self.chosen_game)
        sizes = {name: said.get(f"{self.chosen_game}_{name}") or usual[name] for name in SIZES}
        breaks = [said[f"tie_{place}"] for place in range(MOST_TIE_BREAKS)]
        simple = services.SETTINGS - {*SIZES, "tie_breaks"}
        return {
            **{name: said[name] for name in sorted(simple)},
            **sizes,
            "tie_breaks": [name for name in breaks if name],
        }
