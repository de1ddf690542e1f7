"""What is stored of a club's deck: its name, and every version with who made it and when."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games.models import Deck
from splitsite.random_text import random_text

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_key() -> str:
    return random_text(10, LETTERS)


class ClubDeck(models.Model):
    """A deck of a club. Its goals are those of its newest version."""

    club = models.ForeignKey(Club, verbose_name=_("club"), on_delete=models.CASCADE, related_name="decks")
    game = models.CharField(_("game"), max_length=20)
    # In its address. It cannot be guessed: whoever has the link of a shared deck may play with it.
    key = models.CharField(max_length=10, unique=True, default=new_key, editable=False)
    name = models.CharField(_("name"), max_length=40)
    shared = models.BooleanField(_("open to everybody with the link"), default=False)
    retired_at = models.DateTimeField(_("no longer offered"), null=True, blank=True)

    class Meta:
        verbose_name = _("deck of a club")
        verbose_name_plural = _("decks of clubs")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "game", "name"], name="club_deck_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Version(models.Model):
    """The goals of a club's deck from one moment on. Rounds keep the stored deck, whatever comes later."""

    deck = models.ForeignKey(
        ClubDeck, verbose_name=_("deck"), on_delete=models.CASCADE, related_name="versions"
    )
    number = models.PositiveSmallIntegerField(_("number"))
    kept = models.ForeignKey(Deck, verbose_name=_("goals"), on_delete=models.PROTECT, related_name="versions")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    note = models.CharField(_("what was corrected"), max_length=80, blank=True)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("version of a deck")
        verbose_name_plural = _("versions of decks")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["deck", "number"], name="deck_version_once")]

    def __str__(self) -> str:
        return f"{self.deck} {self.number}"


class DeckReport(models.Model):
    """Somebody says that a deck is wrong: to the club whose deck it is, else to the staff."""

    kept = models.ForeignKey(Deck, verbose_name=_("goals"), on_delete=models.CASCADE, related_name="reports")
    deck = models.ForeignKey(
        ClubDeck,
        verbose_name=_("deck of a club"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="reports",
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("reported by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    words = models.CharField(_("what is wrong"), max_length=200, blank=True)
    reported_at = models.DateTimeField(_("reported"), auto_now_add=True)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    class Meta:
        verbose_name = _("report about a deck")
        verbose_name_plural = _("reports about decks")
        ordering = ["-reported_at"]
        constraints = [
            models.UniqueConstraint(fields=["kept", "person"], name="deck_reported_once"),
        ]

    def __str__(self) -> str:
        return str(self.kept)
