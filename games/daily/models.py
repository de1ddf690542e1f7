"""What is stored of days and of Splitter alone: the day's seed, attempts, and results for quick lookup."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.daily.origins import LETTERS
from games.models import Round

LAST = 10
"""How many rounds an average needs."""


class Day(models.Model):
    """One UTC day with the same dice for everybody. Nobody may see its seed before the day is over."""

    date = models.DateField(_("date"), primary_key=True)
    sheet = models.CharField(_("sheet"), max_length=1)
    seed = models.BinaryField(max_length=32)
    commitment = models.CharField(_("commitment"), max_length=64)
    drawn_at = models.DateTimeField(_("drawn"), auto_now_add=True)

    class Meta:
        verbose_name = _("day")
        verbose_name_plural = _("days")

    def __str__(self) -> str:
        return self.date.isoformat()


class Attempt(models.Model):
    """A person's try at the dice of a day: the first one counts, the others are practice."""

    class Seen(models.TextChoices):
        """Whether somebody had seen the dice where this attempt was made."""

        NOT = "", _("no")
        ADDRESS = "address", _("same address")
        BROWSER = "browser", _("same browser")

    day = models.ForeignKey(Day, verbose_name=_("day"), on_delete=models.CASCADE, related_name="attempts")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.CASCADE, related_name="attempts"
    )
    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="attempt")
    scored = models.BooleanField(_("scored"))
    started_at = models.DateTimeField(_("started"))
    # Hashed, and only until the day is over.
    browser = models.CharField(max_length=LETTERS, blank=True, editable=False)
    address = models.CharField(max_length=LETTERS, blank=True, editable=False)
    seen = models.CharField(_("dice seen before"), max_length=7, choices=Seen, blank=True, default=Seen.NOT)
    # Both derived from the score sheet, for leaderboards; a command rebuilds them.
    finished_at = models.DateTimeField(_("finished"), null=True)
    points = models.PositiveSmallIntegerField(_("points"), null=True)

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        constraints = [
            models.UniqueConstraint(
                fields=["day", "person"], condition=Q(scored=True), name="one_scored_attempt_a_day"
            ),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True, points__isnull=True)
                | Q(finished_at__isnull=False, points__isnull=False),
                name="attempt_finished_with_points",
            ),
            models.CheckConstraint(
                condition=Q(seen__in=["", "address", "browser"]), name="attempt_seen_known"
            ),
        ]
        indexes = [
            models.Index(
                F("day"),
                F("points").desc(),
                condition=Q(scored=True, points__isnull=False),
                name="board_of_the_day",
            ),
            models.Index(fields=["person", "day"], name="attempts_of_person"),
        ]

    def __str__(self) -> str:
        return f"{self.day_id} {self.person_id}"


class SoloResult(models.Model):
    """A finished round of Splitter alone, with its own dice and without a deputy. Derived."""

    round = models.OneToOneField(Round, primary_key=True, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    sheet = models.CharField(max_length=1)
    points = models.PositiveSmallIntegerField()
    finished_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(F("person"), F("sheet"), F("finished_at").desc(), name="solo_rounds_of_person")
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.points}"


class SoloStanding(models.Model):
    """One person's results alone on one sheet. Derived."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    sheet = models.CharField(max_length=1)
    rounds = models.PositiveIntegerField(default=0)
    best = models.PositiveSmallIntegerField(default=0)
    # The total points of the last ten rounds; null until there are ten.
    recent = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "sheet"], name="one_standing_a_sheet")]
        indexes = [
            models.Index(F("sheet"), F("best").desc(), name="solo_by_best"),
            models.Index(
                F("sheet"), F("recent").desc(), condition=Q(recent__isnull=False), name="solo_by_average"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.sheet}: {self.best}"
