"""A tournament, who takes part, who helps, and who did what."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games.engine import catalogue
from games.engine.contract import Game
from games.models import GameSession, Pace
from games.tournaments.seating import Sizes

LONGEST_NAME = 40


def usual_tie_breaks() -> list[str]:
    return ["wins", "best", "direct"]


class Tournament(models.Model):
    """A club event of several rounds at several tables."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("being prepared")
        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")

    class Registration(models.TextChoices):
        OPEN = "open", _("open to everybody")
        LINK = "link", _("with the link or QR code")
        HAND = "hand", _("only by the organiser")

    class Counting(models.TextChoices):
        POINTS = "points", _("points")
        PLACES = "places", _("place points")
        SHARE = "share", _("share of the table's points")

    class Missing(models.TextChoices):
        NOTHING = "nothing", _("a missed round brings nothing")
        AVERAGE = "average", _("a missed round brings one's own average")

    code = models.CharField(_("code"), max_length=8, unique=True)
    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"))
    starts_at = models.TimeField(_("start"), null=True, blank=True)
    place = models.CharField(pgettext_lazy("location", "place"), max_length=80, blank=True)
    about = models.TextField(_("about the event"), max_length=1000, blank=True)
    club = models.ForeignKey(
        Club, verbose_name=_("club"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("organiser"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="tournaments",
    )
    game = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("options"), default=dict)
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), default=3)
    seats_least = models.PositiveSmallIntegerField(_("fewest at a table"), default=3)
    seats_most = models.PositiveSmallIntegerField(_("most at a table"), default=5)
    ideal_least = models.PositiveSmallIntegerField(_("ideal: from"), default=4)
    ideal_most = models.PositiveSmallIntegerField(_("ideal: up to"), default=5)
    final_seats = models.PositiveSmallIntegerField(_("seats of the final"), null=True, blank=True)
    by_standing = models.BooleanField(_("later rounds by standing"), default=False)
    counting = models.CharField(_("counting"), max_length=6, choices=Counting, default=Counting.POINTS)
    tie_breaks = ArrayField(
        models.CharField(max_length=8), verbose_name=_("tie-breaks"), default=usual_tie_breaks, blank=True
    )
    missing = models.CharField(_("missed rounds"), max_length=8, choices=Missing, default=Missing.NOTHING)
    registration = models.CharField(
        _("registration"), max_length=4, choices=Registration, default=Registration.LINK
    )
    pace = models.CharField(_("pace online"), max_length=4, choices=Pace, default=Pace.CLUB)
    medium = models.CharField(
        _("tables usually"),
        max_length=6,
        choices=GameSession.Medium,
        default=GameSession.Medium.PAPER,
    )
    capacity = models.PositiveSmallIntegerField(_("places for people"), null=True, blank=True)
    round_minutes = models.PositiveSmallIntegerField(_("minutes a round"), null=True, blank=True)
    status = models.CharField(_("status"), max_length=7, choices=Status, default=Status.DRAFT)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    reopened_at = models.DateTimeField(_("reopened"), null=True, blank=True)
    # What the remote has put on the projector; empty while its slides change by themselves.
    wall_slide = models.CharField(max_length=20, blank=True, editable=False)
    wall_revealed = models.PositiveSmallIntegerField(default=0, editable=False)
    # Grows with every write. A page that sees a new version fetches itself again.
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-date", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["draft", "open", "running", "closed"]), name="tournament_status_known"
            ),
            models.CheckConstraint(condition=Q(rounds_planned__range=(1, 9)), name="tournament_rounds_sane"),
            models.CheckConstraint(
                condition=Q(seats_least__gte=1)
                & Q(seats_least__lte=F("ideal_least"))
                & Q(ideal_least__lte=F("ideal_most"))
                & Q(ideal_most__lte=F("seats_most")),
                name="tournament_sizes_in_order",
            ),
            models.CheckConstraint(
                condition=Q(counting__in=["points", "places", "share"]), name="tournament_counting_known"
            ),
            models.CheckConstraint(
                condition=Q(missing__in=["nothing", "average"]), name="tournament_missing_known"
            ),
            models.CheckConstraint(
                condition=Q(registration__in=["open", "link", "hand"]), name="tournament_registration_known"
            ),
            models.CheckConstraint(
                condition=Q(status="closed", closed_at__isnull=False)
                | (~Q(status="closed") & Q(closed_at__isnull=True)),
                name="tournament_closed_when_closed",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Game:
        return catalogue.find(self.game)

    @property
    def sizes(self) -> Sizes:
        """The table sizes that the seating may use."""
        ideal = (self.ideal_least, self.ideal_most)
        return Sizes(self.seats_least, self.seats_most, ideal=ideal, game=self.rules.SEATS)


class Helper(models.Model):
    """Somebody who helps the organiser."""

    class Rights(models.TextChoices):
        ORGANISE = "organise", _("everything the organiser may do")
        SCORES = "scores", _("only entering scores")

    tournament = models.ForeignKey(
        Tournament, verbose_name=_("tournament"), on_delete=models.CASCADE, related_name="helpers"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.CASCADE, related_name="+"
    )
    rights = models.CharField(_("rights"), max_length=8, choices=Rights, default=Rights.SCORES)

    class Meta:
        verbose_name = _("helper")
        verbose_name_plural = _("helpers")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "person"], name="helps_once"),
            models.CheckConstraint(
                condition=Q(rights__in=["organise", "scores"]), name="helper_rights_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} · {self.tournament}"


class Entry(models.Model):
    """Somebody who takes part, with or without an account or a phone."""

    class Presence(models.TextChoices):
        EXPECTED = "expected", pgettext_lazy("roll call", "expected")
        HERE = "here", pgettext_lazy("roll call", "here")
        LATE = "late", pgettext_lazy("roll call", "late")
        GONE = "gone", pgettext_lazy("roll call", "gone")

    tournament = models.ForeignKey(
        Tournament, verbose_name=_("tournament"), on_delete=models.CASCADE, related_name="entries"
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True)
    # A simplified form of the name, so that nobody is entered twice in another spelling.
    name_key = models.CharField(max_length=200, editable=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="tournament_entries",
    )
    presence = models.CharField(_("roll call"), max_length=8, choices=Presence, default=Presence.HERE)
    newcomer = models.BooleanField(_("newcomer"), default=False)
    entered_at = models.DateTimeField(_("entered"), auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name_key"], name="entered_once_by_name"),
            models.UniqueConstraint(fields=["tournament", "person"], name="entered_once_by_account"),
            models.CheckConstraint(
                condition=Q(presence__in=["expected", "here", "late", "gone"]), name="presence_known"
            ),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name, unless the person's account is deleted."""
        return self.name or gettext("Former player")


class LinkRequest(models.Model):
    """A question to somebody: are you this entry? It lasts until it is answered."""

    entry = models.ForeignKey(
        Entry, verbose_name=_("entry"), on_delete=models.CASCADE, related_name="link_requests"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        on_delete=models.CASCADE,
        related_name="link_requests",
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("by"), null=True, on_delete=models.SET_NULL, related_name="+"
    )
    asked_at = models.DateTimeField(_("asked"), auto_now_add=True)

    class Meta:
        verbose_name = _("question about an account")
        verbose_name_plural = _("questions about accounts")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["entry", "person"], name="asked_once")]

    def __str__(self) -> str:
        return f"{self.entry} · {self.person}"


class SeatingWish(models.Model):
    """A wish about where somebody sits, in every round of the event."""

    class Kind(models.TextChoices):
        APART = "apart", pgettext_lazy("seating wish", "not at a table with")
        TOGETHER = "together", pgettext_lazy("seating wish", "at a table with")
        TABLE = "table", pgettext_lazy("seating wish", "always at table")
        FRONT = "front", pgettext_lazy("seating wish", "near the front")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="wishes")
    kind = models.CharField(_("wish"), max_length=8, choices=Kind)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="wishes")
    other = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    table = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)

    class Meta:
        verbose_name = _("seating wish")
        verbose_name_plural = _("seating wishes")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["apart", "together"], other__isnull=False, table__isnull=True)
                | Q(kind="table", other__isnull=True, table__isnull=False)
                | Q(kind="front", other__isnull=True, table__isnull=True),
                name="seating_wish_is_whole",
            ),
            models.UniqueConstraint(
                fields=["entry", "kind", "other", "table"], nulls_distinct=False, name="seating_wish_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_kind_display()} {self.other or self.table or ''}".strip()


class Trail(models.Model):
    """Who did what and when: one line per write."""

    tournament = models.ForeignKey(
        Tournament, verbose_name=_("tournament"), on_delete=models.CASCADE, related_name="trail"
    )
    at = models.DateTimeField(_("when"), auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    by_name = models.CharField(_("by"), max_length=LONGEST_NAME, blank=True)
    act = models.CharField(_("what"), max_length=30)
    facts = models.JSONField(_("details"), default=dict)

    class Meta:
        verbose_name = _("trail")
        verbose_name_plural = _("trail")
        ordering = ["pk"]
        indexes = [models.Index(fields=["tournament", "-id"], name="trail_newest")]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.by_name}"
