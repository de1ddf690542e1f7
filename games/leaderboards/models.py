"""What is derived from score sheets: ratings, their steps, sums by period. `manage.py rerate` rebuilds it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Cast
from django.utils.translation import gettext_lazy as _

from games.models import ScoreLine


class Rating(models.Model):
    """A person's strength in a game after their counted rounds. Guests have one too, but are not listed."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(_("game"), max_length=20)
    mu = models.FloatField(_("strength"))
    sigma = models.FloatField(_("uncertainty"))
    rounds = models.PositiveIntegerField(_("rounds"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["game", "person"], name="one_rating_a_game")]
        indexes = [models.Index(fields=["game", "-mu", "person"], name="rating_order", include=["rounds"])]

    def __str__(self) -> str:
        return f"{self.person} {self.mu:.1f} ± {self.sigma:.1f}"


class RatingStep(models.Model):
    """A person's rating after a round. Lines are numbered in the order in which rounds were counted."""

    line = models.OneToOneField(ScoreLine, on_delete=models.CASCADE, primary_key=True, related_name="step")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    game = models.CharField(max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        indexes = [models.Index(fields=["person", "game", "line"], name="steps_of_person")]

    def __str__(self) -> str:
        return f"{self.line_id}: {self.mu:.1f} ± {self.sigma:.1f}"


class Tally(models.Model):
    """A person's counted rounds in a game, added up: online, on paper or both; ever, in a month or a week."""

    class Span(models.TextChoices):
        ALL = "all", _("all time")
        MONTH = "month", _("month")
        WEEK = "week", _("week")

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tallies")
    game = models.CharField(max_length=20)
    # The sheet it was played on, if the game has several; empty means any sheet.
    variant = models.CharField(max_length=20, blank=True)
    # Where it was played; empty means anywhere.
    medium = models.CharField(max_length=6, blank=True, default="")
    span = models.CharField(max_length=5, choices=Span.choices)
    start = models.DateField()
    rounds = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    points = models.IntegerField()
    best = models.IntegerField(null=True)
    average = models.GeneratedField(
        expression=Cast(F("points"), models.FloatField()) / F("rounds"),
        output_field=models.FloatField(),
        db_persist=True,
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "variant", "medium", "span", "start", "person"], name="one_tally_a_period"
            ),
            models.CheckConstraint(condition=Q(span__in=["all", "month", "week"]), name="tally_span_known"),
            models.CheckConstraint(condition=Q(rounds__gt=0), name="tally_of_rounds"),
        ]
        indexes = [
            models.Index(
                fields=["game", "variant", "medium", "span", "start", "-average", "person"],
                name="tally_average",
                include=["rounds"],
            ),
            models.Index(
                fields=["game", "variant", "medium", "span", "start", "-wins", "person"], name="tally_wins"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.points} in {self.rounds}"


class PlayedAsGuest(models.Model):
    """A line that was played as a guest, by a person whose account already had a rating in that game.

    It stays rated as the guest's, so that signing in changes nobody's past; the sums go to the account.
    """

    line = models.OneToOneField(ScoreLine, on_delete=models.CASCADE, primary_key=True, related_name="+")
    guest = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.line_id}"
