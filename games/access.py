"""Who may see a table."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.tables import Table


def may_see(table: Table, person: User | AnonymousUser) -> bool:
    """Who sits there; before the deal whoever knows the code; then spectators where they are welcome."""
    return table.seat_of(person.pk) is not None or table.status == "open" or table.spectators
