"""What is stored of a game: who sits where, the seed, and what was chosen. Everything else is computed."""

from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.engine import catalogue, record
from games.engine.contract import DeckText, Refused


class Pace(models.TextChoices):
    """How long a turn may take; the seconds stand in PACES."""

    NONE = "none", _("No clock")
    CALM = "calm", _("Calm")
    CLUB = "club", pgettext_lazy("pace", "Club")
    FAST = "fast", _("Fast")
    DAYS = "days", pgettext_lazy("pace", "Days")


class GameSession(models.Model):
    """People who play one game together with fixed options, for one or more rounds. Its page is the table."""

    class Status(models.TextChoices):
        OPEN = "open", _("gathering")
        PLAYING = "playing", _("playing")
        COUNTED = "counted", _("between rounds")
        OVER = "over", _("finished")
        CLOSED = "closed", _("closed")

    class Medium(models.TextChoices):
        ONLINE = "online", _("online")
        PAPER = "paper", _("on paper")

    code = models.CharField(_("code"), max_length=8, unique=True)
    name = models.CharField(_("name"), max_length=40, blank=True)
    game = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("options"), default=dict)
    seats_wanted = models.PositiveSmallIntegerField(_("seats"))
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), default=3)
    pace = models.CharField(_("pace"), max_length=4, choices=Pace.choices, default=Pace.CALM)
    redraw = models.BooleanField(_("new seats each round"), default=False)
    hints = models.BooleanField(_("live hints"), default=True)
    public = models.BooleanField(_("listed in the lobby"), default=True)
    spectators = models.BooleanField(_("spectators welcome"), default=True)
    # On paper: a table of a club night. It has one round with a score sheet, but no turns and no page of its
    # own; who has no account has no seat either, only a line on the sheet.
    medium = models.CharField(_("medium"), max_length=6, choices=Medium.choices, default=Medium.ONLINE)
    # Its rounds change ratings. For rounds on paper the club decides.
    rated = models.BooleanField(_("rated"), default=True, db_default=True)
    # An event decides who sits here, what is played and when it starts.
    arranged = models.BooleanField(_("arranged by an event"), default=False)
    status = models.CharField(_("status"), max_length=7, choices=Status.choices, default=Status.OPEN)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("host"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    rematch_of = models.OneToOneField(
        "self", verbose_name=_("rematch of"), null=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    # Grows with every visible change except a choice. A page that sees a gap fetches the table again.
    version = models.PositiveIntegerField(default=0)
    # Grows with every commit at the table, choices included, so that a process knows whether its copy is
    # the newest. Never shown: it would tell how often somebody changed their mind.
    revision = models.PositiveIntegerField(default=0)
    paused_at = models.DateTimeField(_("paused since"), null=True)
    created_at = models.DateTimeField(_("opened"), auto_now_add=True)
    touched_at = models.DateTimeField(_("last change"), auto_now_add=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["open", "playing", "counted", "over", "closed"]),
                name="session_status_known",
            ),
            models.CheckConstraint(condition=Q(rounds_planned__range=(1, 9)), name="session_rounds_sane"),
        ]
        indexes = [
            models.Index(
                fields=["-created_at"], condition=Q(status="open", public=True), name="session_lobby"
            ),
            models.Index(
                fields=["touched_at"],
                condition=Q(status__in=["open", "playing", "counted"]),
                name="session_alive",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.code

    @property
    def rules(self):
        return catalogue.find(self.game)


class Seat(models.Model):
    """A place at the table, numbered clockwise; held by a person (account or guest) or a bot."""

    session = models.ForeignKey(GameSession, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("number"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        on_delete=models.CASCADE,
        related_name="seats",
    )
    bot = models.CharField(_("bot level"), max_length=12, blank=True)
    name = models.CharField(_("shown name"), max_length=40)
    deputy_since = models.DateTimeField(_("a deputy plays since"), null=True)
    missed = models.PositiveSmallIntegerField(_("turns missed in a row"), default=0)
    ready = models.BooleanField(_("ready for the next round"), default=False)
    seen_at = models.DateTimeField(_("last seen"), null=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["number"]
        constraints = [
            # Deferred, so that two seats can change places in two statements.
            models.UniqueConstraint(
                fields=["session", "number"], name="seat_number_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.UniqueConstraint(fields=["session", "person"], name="person_sits_once"),
            models.CheckConstraint(
                condition=Q(person__isnull=False, bot="") | (Q(person__isnull=True) & ~Q(bot="")),
                name="seat_person_xor_bot",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Deck(models.Model):
    """What rounds are dealt from, stored once. It never changes: the database refuses that."""

    # The SHA-256 of the text. Two files with the same goals and other names are two decks.
    hash = models.CharField(_("hash"), max_length=64)
    name = models.CharField(_("name"), max_length=40)
    text = models.TextField(_("goals"))
    created_at = models.DateTimeField(_("first used"), auto_now_add=True)

    class Meta:
        verbose_name = _("deck")
        verbose_name_plural = _("decks")
        constraints = [models.UniqueConstraint(fields=["hash", "name"], name="deck_once")]

    def __str__(self) -> str:
        return gettext("The classic deck") if self.name == "classic" else self.name

    @property
    def kept(self) -> DeckText:
        return DeckText(self.name, self.text)


class Round(models.Model):
    """One deal, played to the end and scored."""

    session = models.ForeignKey(GameSession, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    seed = models.BinaryField(max_length=32)
    commitment = models.CharField(_("commitment"), max_length=64)
    # None for games without decks, and for rounds from before decks were kept whose file was gone by then.
    deck = models.ForeignKey(
        Deck, verbose_name=_("deck"), null=True, on_delete=models.PROTECT, related_name="rounds"
    )
    # The format of its record: rounds from before decks were kept have a seal of the seed alone.
    record_format = models.PositiveSmallIntegerField(default=record.FORMAT, db_default=record.FORMAT)
    # The Seat ids in playing order: seat 0 of the rules is the first.
    seating = ArrayField(models.BigIntegerField())
    turn = models.PositiveSmallIntegerField(_("turns revealed"), default=0)
    turn_opened_at = models.DateTimeField(_("turn begun"))
    # When the turn's common time ends. After that each seat uses its own reserve (in milliseconds).
    deadline = models.DateTimeField(_("deadline"), null=True)
    reserves = ArrayField(models.PositiveIntegerField(), default=list)
    extended = ArrayField(models.BooleanField(), default=list)
    # The next moment at which the clock has something to do here.
    alarm = models.DateTimeField(null=True)
    # A slow bot has yet to choose in the open turn.
    thinking = models.BooleanField(default=False)
    started_at = models.DateTimeField(_("started"))
    finished_at = models.DateTimeField(_("finished"), null=True)
    # Others play the same deal until then. Only people who have played it may see it
    # (games/table/permissions.py).
    sealed_until = models.DateTimeField(_("sealed until"), null=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["session"], condition=Q(finished_at__isnull=True), name="one_round_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True) | Q(deadline__isnull=True, alarm__isnull=True),
                name="deadline_only_while_playing",
            ),
        ]
        indexes = [
            models.Index(fields=["alarm"], condition=Q(alarm__isnull=False), name="round_alarm"),
            models.Index(fields=["turn_opened_at"], condition=Q(thinking=True), name="round_thinking"),
        ]

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number}"

    @property
    def options(self) -> dict[str, Any]:
        """What it was dealt with: the table's options and the deck it keeps; Refused if its deck is lost."""
        if self.session.rules.deck is None:
            return dict(self.session.options)
        if self.deck is None:
            raise Refused("lost-deck")
        return self.session.options | {"deck": self.deck.kept}


class Choice(models.Model):
    """What one seat decided in one turn; sealed until the reveal."""

    class By(models.TextChoices):
        PLAYER = "player"
        BOT = "bot"
        DEPUTY = "deputy"
        CLOCK = "clock"

    pk = models.CompositePrimaryKey("round_id", "turn", "seat")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="choices")
    turn = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    move = models.CharField(max_length=40)
    by = models.CharField(max_length=6, choices=By.choices)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(by__in=["player", "bot", "deputy", "clock"]), name="choice_maker_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: turn {self.turn}, seat {self.seat}"  # never the move: it may be sealed


class ScoreSheet(models.Model):
    """A scored round."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="sheet")
    counted_at = models.DateTimeField(_("counted"))

    class Meta:
        verbose_name = _("score sheet")
        verbose_name_plural = _("score sheets")

    def __str__(self) -> str:
        return str(self.round)


class ScoreLine(models.Model):
    """One line of a score sheet: what a seat earned, from which parts, and the place it took."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="lines")
    seat = models.PositiveSmallIntegerField(_("seat"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    bot = models.CharField(_("bot level"), max_length=12, blank=True)
    name = models.CharField(_("shown name"), max_length=40)
    points = models.IntegerField(_("points"))
    rank = models.PositiveSmallIntegerField(_("place"))
    parts = models.JSONField(_("parts"), default=dict)
    deputised = models.PositiveSmallIntegerField(_("turns played by a deputy"), default=0)

    class Meta:
        verbose_name = _("score line")
        verbose_name_plural = _("score lines")
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["sheet", "seat"], name="one_line_a_seat")]
        indexes = [models.Index(F("person"), F("sheet").desc(), name="lines_of_person")]

    def __str__(self) -> str:
        return f"{self.name} {self.points}"


class Nudge(models.Model):
    """A sentence that the rules allow during a round: from one seat to another, about a zone or a goal."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="nudges")
    turn = models.PositiveSmallIntegerField(_("turn"))
    seat = models.PositiveSmallIntegerField(_("from seat"))
    to = models.PositiveSmallIntegerField(_("to seat"))
    kind = models.CharField(_("kind"), max_length=12)
    about = models.CharField(_("about"), max_length=40, blank=True)
    said_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("nudge")
        verbose_name_plural = _("nudges")
        constraints = [models.UniqueConstraint(fields=["round", "turn", "seat"], name="one_nudge_a_turn")]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}".strip()


class Remark(models.Model):
    """A line of the chat that opens when the round is over."""

    session = models.ForeignKey(
        GameSession, verbose_name=_("table"), on_delete=models.CASCADE, related_name="remarks"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.CASCADE, related_name="remarks"
    )
    name = models.CharField(_("shown name"), max_length=40)
    text = models.CharField(_("text"), max_length=300)
    said_at = models.DateTimeField(_("said"), auto_now_add=True)
    removed_at = models.DateTimeField(_("removed"), null=True, blank=True)

    class Meta:
        verbose_name = _("remark")
        verbose_name_plural = _("remarks")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class Mute(models.Model):
    """A person's wish not to read another person's remarks."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [models.UniqueConstraint(fields=["person", "muted"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.person} / {self.muted}"


class Report(models.Model):
    """A request to the staff to look at a remark."""

    remark = models.ForeignKey(Remark, on_delete=models.CASCADE, related_name="reports")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("reported by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    reported_at = models.DateTimeField(_("reported"), auto_now_add=True)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [models.UniqueConstraint(fields=["remark", "person"], name="reported_once")]

    def __str__(self) -> str:
        return str(self.remark)


class ClockBeat(models.Model):
    """When the clock last ran, in a single row. After an outage everybody gets the lost time back."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    at = models.DateTimeField()
    before = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.at)
