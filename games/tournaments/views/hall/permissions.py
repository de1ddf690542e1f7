"""Who is asking, for which tournament, and what they may do there."""

from django.http import HttpRequest

from accounts.models import User
from games.table.rate_limits import looked_up
from games.tournaments import queries, services
from games.tournaments.models import Tournament

LARGEST_ID = 2**63 - 1


def person_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def rights_of(request: HttpRequest, tournament: Tournament) -> str:
    return services.rights(tournament, person_of(request))


def the_tournament(request: HttpRequest, code: str) -> Tournament:
    """The tournament with this code; while it is being prepared, only for those who prepare it."""
    found = queries.by_code(code)
    if found and found.status == Tournament.Status.DRAFT and not rights_of(request, found):
        found = None
    return looked_up(request, found, belongs=lambda event: _belongs(request, event))


def _belongs(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether this visitor runs the tournament or takes part in it."""
    person = person_of(request)
    if person is None:
        return False
    return bool(rights_of(request, tournament)) or tournament.entries.filter(person=person).exists()


def number(text: str | None) -> int:
    """A number from a form; anything else is -1, which nothing has."""
    word = (text or "").strip()
    if not (word.isascii() and word.isdigit() and len(word) < 20):
        return -1
    return min(int(word), LARGEST_ID)
