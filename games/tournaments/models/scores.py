"""What tables scored: reports of paper tables, results, and corrections of them."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tournaments.models.event import LONGEST_NAME, Entry
from games.tournaments.models.rounds import TablePlace, TournamentTable


class ScoreReport(models.Model):
    """A paper table's report of its scores: the typed numbers, for the people as they sat then."""

    table = models.ForeignKey(TournamentTable, on_delete=models.CASCADE, related_name="reports")
    # The entry ids in seat order when it was typed: after a swap it no longer fits this table.
    seating = ArrayField(models.BigIntegerField())
    typed = models.JSONField(_("typed"), default=dict)
    by_entry = models.ForeignKey(
        Entry,
        verbose_name=_("typed by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    by_person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("typed by (account)"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    made_at = models.DateTimeField(_("typed at"), auto_now_add=True)
    # Replaced by a later report of the same person, or set aside by the organiser.
    dropped_at = models.DateTimeField(_("set aside"), null=True, blank=True)

    class Meta:
        verbose_name = _("score report")
        verbose_name_plural = _("score reports")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.table} · {self.pk}"


class Confirmation(models.Model):
    """A confirmation by somebody at the table that a report is right."""

    report = models.ForeignKey(ScoreReport, on_delete=models.CASCADE, related_name="confirmations")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    # The browser that was used, so that the organiser can see that one phone was passed around.
    device = models.CharField(max_length=16, blank=True)
    made_at = models.DateTimeField(_("confirmed at"), auto_now_add=True)

    class Meta:
        verbose_name = _("confirmation")
        verbose_name_plural = _("confirmations")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["report", "entry"], name="confirmed_once")]

    def __str__(self) -> str:
        return f"{self.report} · {self.entry}"


class Result(models.Model):
    """What one place of a counted table earned."""

    place = models.OneToOneField(TablePlace, on_delete=models.CASCADE, related_name="result")
    points = models.IntegerField(_("points"))
    rank = models.PositiveSmallIntegerField(_("place"))
    parts = models.JSONField(_("parts"), default=dict)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")

    def __str__(self) -> str:
        return f"{self.place}: {self.points}"


class Correction(models.Model):
    """A counted table that was changed: who, when, why, old and new.

    `old` and `new` are lists of {"entry", "name", "points", "place", "parts"} in seat order.
    """

    table = models.ForeignKey(TournamentTable, on_delete=models.CASCADE, related_name="corrections")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    by_name = models.CharField(_("by"), max_length=LONGEST_NAME, blank=True)
    at = models.DateTimeField(_("when"), auto_now_add=True)
    reason = models.CharField(_("reason"), max_length=300)
    old = models.JSONField(_("before"))
    new = models.JSONField(_("after"))

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="correction_has_a_reason")]

    def __str__(self) -> str:
        return f"{self.table}: {self.reason}"
