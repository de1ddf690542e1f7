"""People and clubs: one row for each person, guest or account, and the clubs they belong to."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.text import slugify
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import names
from splitsite.random_text import random_text


def new_secret() -> str:
    return random_text(24)


class UserQuerySet(models.QuerySet["User"]):
    def accounts(self) -> "UserQuerySet":
        return self.filter(is_guest=False, deleted_at=None)

    def guests(self) -> "UserQuerySet":
        return self.filter(is_guest=True, deleted_at=None)

    def without_rights(self) -> "UserQuerySet":
        """People who are not staff and have no rights of staff either."""
        return self.filter(is_staff=False, is_superuser=False, user_permissions=None, groups=None)

    def named(self, name: str) -> "UserQuerySet":
        """The one account with this name, if any, whatever its case or look-alike letters."""
        return self.accounts().filter(name_key=names.key(name))


class People(BaseUserManager["User"]):
    def get_queryset(self) -> UserQuerySet:
        return UserQuerySet(self.model, using=self._db)

    def accounts(self) -> UserQuerySet:
        return self.get_queryset().accounts()

    def guests(self) -> UserQuerySet:
        return self.get_queryset().guests()

    def without_rights(self) -> UserQuerySet:
        return self.get_queryset().without_rights()

    def named(self, name: str) -> UserQuerySet:
        return self.get_queryset().named(name)

    def get_by_natural_key(self, name: str | None) -> "User":
        return self.named(name or "").get()

    def create_user(self, name: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(name=names.tidy(name), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> "User":
        self.model(name=name).clean()
        return self.create_user(name, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person. A guest is a row too, so signing up moves nothing."""

    class Colours(models.TextChoices):
        SYSTEM = "system", _("as my device")
        LIGHT = "light", pgettext_lazy("colours", "light")
        DARK = "dark", pgettext_lazy("colours", "dark")

    name = models.CharField(_("name"), max_length=names.LONGEST, blank=True)
    name_key = models.CharField(_("name as compared"), max_length=names.LONGEST_KEY, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    return_secret = models.CharField(max_length=32, blank=True, editable=False)
    language = models.CharField(_("language"), max_length=8, blank=True)
    colours = models.CharField(_("colours"), max_length=8, choices=Colours, default=Colours.SYSTEM)
    sound = models.BooleanField(_("sound"), default=True)
    vibration = models.BooleanField(_("vibration"), default=True)
    public_profile = models.BooleanField(_("public profile"), default=True)
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False)
    created = models.DateTimeField(_("since"), auto_now_add=True)
    last_seen = models.DateField(_("last seen"), auto_now_add=True)
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True, editable=False)

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = People()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.UniqueConstraint(
                fields=["name_key"],
                condition=Q(is_guest=False, deleted_at=None),
                name="accounts_name_taken",
                violation_error_message=_("This name is taken. Please choose another."),
            ),
            models.CheckConstraint(
                condition=Q(deleted_at=None) | Q(name="", email="", is_active=False),
                name="accounts_deleted_is_blank",
            ),
        ]
        indexes = [models.Index(fields=["is_guest", "last_seen"], name="accounts_guests_by_day")]

    def __str__(self) -> str:
        return self.shown_name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = names.key(self.name) if self.name else ""
        if kwargs.get("update_fields") and "name" in kwargs["update_fields"]:
            kwargs["update_fields"] = {*kwargs["update_fields"], "name_key"}
        super().save(*args, **kwargs)

    def clean(self) -> None:
        self.name = names.tidy(self.name)
        names.validate(self.name)
        if not self.is_guest and User.objects.named(self.name).exclude(pk=self.pk).exists():
            raise ValidationError({"name": _("This name is taken. Please choose another.")})

    @property
    def shown_name(self) -> str:
        return self.name if self.deleted_at is None else gettext("Former player")

    @property
    def initial(self) -> str:
        return next((c.upper() for c in self.shown_name if c.isalnum()), "?")

    @property
    def is_account(self) -> bool:
        return not self.is_guest

    @property
    def shows_results(self) -> bool:
        """Whether everybody may see this person's results page; a guest's page is for the guest only."""
        return self.is_account and self.public_profile and self.is_active and self.deleted_at is None

    def get_full_name(self) -> str:
        return self.shown_name

    def get_short_name(self) -> str:
        return self.shown_name


SHOWS_RESULTS_IN_SQL = "u.public_profile AND u.is_active AND NOT u.is_guest AND u.deleted_at IS NULL"
"""The same as `shows_results`, for a user called `u` in a statement."""

SHARES_A_NAME_IN_SQL = """EXISTS (SELECT FROM accounts_user other WHERE other.name_key = u.name_key
    AND NOT other.is_guest AND other.deleted_at IS NULL)"""
"""Whether an account has the name of the guest `u`, or one that looks like it."""


class Club(models.Model):
    """People who play together; only members see its page unless it is public."""

    name = models.CharField(_("name"), max_length=60)
    slug = models.SlugField(_("word in the address"), max_length=60, unique=True, editable=False)
    place = models.CharField(pgettext_lazy("location", "place"), max_length=80, blank=True)
    about = models.TextField(_("about the club"), max_length=1000, blank=True)
    public = models.BooleanField(_("public"), default=False)
    rates_paper = models.BooleanField(_("rounds on paper are rated"), default=False)
    invite_secret = models.CharField(max_length=32, blank=True, editable=False, default=new_secret)
    members = models.ManyToManyField(User, through="Membership", related_name="clubs")
    created = models.DateTimeField(_("founded"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self.slug:
            # The random end keeps clubs of the same name apart; it is no secret.
            self.slug = "-".join(filter(None, (slugify(self.name)[:50], random_text(5).lower())))
        super().save(*args, **kwargs)


class Membership(models.Model):
    """One person's place in one club."""

    class Role(models.TextChoices):
        OWNER = "owner", pgettext_lazy("club role", "owner")
        ORGANISER = "organiser", pgettext_lazy("club role", "organiser")
        MEMBER = "member", pgettext_lazy("club role", "member")

    club = models.ForeignKey(
        Club, verbose_name=_("club"), on_delete=models.CASCADE, related_name="memberships"
    )
    user = models.ForeignKey(
        User, verbose_name=_("person"), on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.MEMBER)
    # True if an organiser of this club made the account, and so may print its login card.
    by_card = models.BooleanField(_("login card"), default=False)
    joined = models.DateTimeField(_("joined"), auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="accounts_member_once"),
            models.UniqueConstraint(
                fields=["club"], condition=Q(role="owner"), name="accounts_one_owner_per_club"
            ),
            models.CheckConstraint(
                condition=Q(role__in=["owner", "organiser", "member"]), name="accounts_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.club}"

    @property
    def organises(self) -> bool:
        return self.role in (self.Role.OWNER, self.Role.ORGANISER)

    @property
    def owns(self) -> bool:
        return self.role == self.Role.OWNER
