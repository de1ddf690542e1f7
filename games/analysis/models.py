"""What is stored of work in the background: what was asked for, its progress, and its result."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Study(models.Model):
    """One piece of work: asked for once, done by any free worker, its findings kept."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        WORKING = "working", _("working")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    kind = models.SlugField(_("kind"), max_length=24, db_index=False)
    key = models.CharField(_("key"), max_length=80)
    # The person whose findings these are; null if everyone may read them.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        on_delete=models.CASCADE,
        related_name="studies",
    )
    facts = models.JSONField(default=dict)
    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.WAITING)
    progress = models.FloatField(_("progress"), default=0.0)
    # During the work: the result so far.
    result = models.JSONField(null=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    asked_at = models.DateTimeField(_("asked"))
    taken_at = models.DateTimeField(_("taken"), null=True)
    touched_at = models.DateTimeField(_("last sign of life"), null=True)
    done_at = models.DateTimeField(_("ended"), null=True)
    # For the site's operators; people read only that it did not work.
    error = models.CharField(_("error"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("study")
        verbose_name_plural = _("studies")
        constraints = [
            models.UniqueConstraint(fields=["kind", "key"], name="study_asked_once"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "working", "done", "failed"]), name="study_state_known"
            ),
            models.CheckConstraint(condition=Q(progress__range=(0.0, 1.0)), name="study_progress_is_a_share"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "working"], done_at__isnull=True)
                | Q(state__in=["done", "failed"], done_at__isnull=False),
                name="study_ended_or_not",
            ),
            models.CheckConstraint(
                condition=~Q(state="working") | Q(touched_at__isnull=False), name="study_worked_on_shows_life"
            ),
        ]
        indexes = [
            models.Index(
                fields=["asked_at"], condition=Q(state__in=["waiting", "working"]), name="study_to_do"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
