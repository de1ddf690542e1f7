"""The rounds of a tournament: tables, who sits where, and the dice of a room."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import GameSession
from games.tournaments.models.event import Entry, Tournament
from splitsite.random_text import random_text


def new_token() -> str:
    """A token that is hard to guess: anyone who has it may type the scores of a table."""
    return random_text(16, "abcdefghijkmnpqrstuvwxyz23456789")


class TournamentRound(models.Model):
    """One of the (usually three) rounds: a set of tables."""

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(
        Tournament, verbose_name=_("tournament"), on_delete=models.CASCADE, related_name="rounds"
    )
    number = models.PositiveSmallIntegerField(_("number"))
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.PROPOSED)
    # Counts changes of the seating: a click on an outdated seating is refused.
    draw = models.PositiveIntegerField(_("draw"), default=1)
    # None means as usual: what the tournament says its tables are.
    online_wanted = models.PositiveSmallIntegerField(_("online tables"), null=True, blank=True)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    # A running clock has an end; a stopped one has the time left; one that was not started has neither.
    clock_ends_at = models.DateTimeField(_("clock ends"), null=True, blank=True)
    clock_left = models.DurationField(_("clock stopped with"), null=True, blank=True)

    class Meta:
        verbose_name = _("tournament round")
        verbose_name_plural = _("tournament rounds")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="tournament_round_once"),
            models.UniqueConstraint(
                fields=["tournament"], condition=~Q(status="closed"), name="one_open_tournament_round"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["proposed", "published", "closed"]), name="tournament_round_status"
            ),
            models.CheckConstraint(
                condition=Q(clock_ends_at__isnull=True) | Q(clock_left__isnull=True), name="one_round_clock"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class TournamentTable(models.Model):
    """One table of a round, online or on paper."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for scores")
        REPORTED = "reported", _("waiting to be confirmed")
        DISPUTED = "disputed", _("reports differ")
        COUNTED = "counted", _("counted")

    round = models.ForeignKey(TournamentRound, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    medium = models.CharField(_("medium"), max_length=6, choices=GameSession.Medium)
    session = models.OneToOneField(
        GameSession,
        verbose_name=_("online table"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="tournament_table",
    )
    # A counted paper table is a round like any other: its session with the score sheet.
    paper_session = models.OneToOneField(
        GameSession,
        verbose_name=_("round on paper"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="paper_table",
    )
    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.WAITING)

    class Meta:
        verbose_name = _("tournament table")
        verbose_name_plural = _("tournament tables")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="tournament_table_once"),
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "reported", "disputed", "counted"]),
                name="tournament_table_status",
            ),
            models.CheckConstraint(
                condition=Q(medium="online") | Q(medium="paper", session__isnull=True),
                name="paper_has_no_session",
            ),
            models.CheckConstraint(
                condition=Q(medium="paper") | Q(paper_session__isnull=True), name="online_has_no_paper"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"


class TablePlace(models.Model):
    """Who sits where at a table."""

    round = models.ForeignKey(TournamentRound, on_delete=models.CASCADE, related_name="places")
    table = models.ForeignKey(TournamentTable, on_delete=models.CASCADE, related_name="places")
    seat = models.PositiveSmallIntegerField(_("seat"))
    entry = models.ForeignKey(
        Entry, verbose_name=_("entry"), on_delete=models.RESTRICT, related_name="places"
    )
    # This person is ready to start (online tables).
    ready = models.BooleanField(_("ready"), default=False)

    class Meta:
        verbose_name = _("place at a table")
        verbose_name_plural = _("places at tables")
        ordering = ["seat"]
        constraints = [
            # Deferred, so that two people can change places in two statements.
            models.UniqueConstraint(
                fields=["table", "seat"], name="place_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.UniqueConstraint(
                fields=["round", "entry"], name="sits_once_a_round", deferrable=models.Deferrable.DEFERRED
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.seat}: {self.entry}"


class RoomDice(models.Model):
    """The same dice for all paper tables of a round.

    The seed is secret until the round is closed; the commitment is shown from the start. A roll is never
    taken back: `shown` may go back after a mistake at the projector, and the same rolls come again.
    """

    round = models.OneToOneField(TournamentRound, on_delete=models.CASCADE, related_name="dice")
    seed = models.BinaryField(max_length=32)
    commitment = models.CharField(_("commitment"), max_length=64)
    rolled = models.PositiveSmallIntegerField(_("rolled"), default=0)
    shown = models.PositiveSmallIntegerField(_("shown"), default=0)

    class Meta:
        verbose_name = _("room dice")
        verbose_name_plural = _("room dice")
        constraints = [
            models.CheckConstraint(condition=Q(shown__lte=F("rolled")), name="shown_only_what_is_rolled")
        ]

    def __str__(self) -> str:
        return str(self.round)
