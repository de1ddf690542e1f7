"""Who may see a table, and who may still."""

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from games.tables import Table


def may_see(table: Table, person: User | AnonymousUser) -> bool:
    """Who sits there; before the deal whoever knows the code; then spectators where they are welcome."""
    return table.seat_of(person.pk) is not None or table.status == "open" or table.spectators


def still_signed_in(session_keys: set[str]) -> set[str]:
    """Those of these browser sessions that still stand for an active person."""
    sessions = Session.objects.filter(session_key__in=session_keys - {""}, expire_date__gt=timezone.now())
    people = {one.session_key: int(one.get_decoded().get(SESSION_KEY, 0)) for one in sessions}
    active = set(User.objects.filter(pk__in=people.values(), is_active=True).values_list("pk", flat=True))
    return {key for key, person in people.items() if person in active}
