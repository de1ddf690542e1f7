"""What a person may download about themselves."""

from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession

from accounts.models import Membership, User

# Other apps add a heading and a function (person) that returns their part as plain lists and dicts.
parts: dict[str, Callable[[User], Any]] = {}


def collect(user: User) -> dict[str, Any]:
    """Everything kept about this person, with one heading for each part."""
    own = {
        "account": _account(user),
        "email_addresses": list(
            EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
        ),
        "clubs": list(
            Membership.objects.filter(user=user).values("club__name", "club__slug", "role", "joined")
        ),
        "devices": list(UserSession.objects.filter(user=user).values("created_at", "ip", "user_agent")),
    }
    return own | {heading: part(user) for heading, part in parts.items()}


def _account(user: User) -> dict[str, Any]:
    fields = (
        "name",
        "email",
        "is_guest",
        "language",
        "colours",
        "sound",
        "vibration",
        "public_profile",
        "created",
        "last_seen",
        "last_login",
    )
    return {field: getattr(user, field) for field in fields}
