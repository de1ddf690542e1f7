"""Who may open a finished round: everyone at a public table; else players, staff, people with its link."""

from django.contrib.auth.models import AnonymousUser
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest
from django.utils import timezone

from accounts.models import User
from accounts.permissions import staff_may
from games.history.queries import finished_rounds
from games.models import GameSession, Round, Seat
from games.table import permissions
from games.table.rate_limits import Thing, looked_up

SALT = "games.past.sharing"  # never changes, so that shared links still open
LONGEST_KEY = 100


def key_of(code: str) -> str:
    """The key at the end of this table's share link. It is signed, not stored, and opens nothing else."""
    return Signer(salt=SALT).signature(code)


def fits(code: str, key: str) -> bool:
    try:
        return bool(key) and Signer(salt=SALT).unsign(f"{code}:{key}") == code
    except BadSignature:
        return False


def may_open(session: GameSession, person: User | AnonymousUser, key: str) -> bool:
    """Whether this visitor may see what was played at this table."""
    return (
        session.public
        or staff_may(person, "games.view_round")
        or fits(session.code, key)
        or sat_at(session, person)
    )


def sat_at(session: GameSession, person: User | AnonymousUser) -> bool:
    return person.pk is not None and Seat.objects.filter(session=session, person=person.pk).exists()


def key_given(request: HttpRequest) -> str:
    return request.GET.get("key", "")[:LONGEST_KEY]


def key_to_share(request: HttpRequest, session: GameSession) -> str | None:
    """The key in this visitor's share link: empty if the table is public; None if they may not share it.

    People who sat there may share the round, and people who were given the link may pass it on.
    """
    if session.public:
        return ""
    if fits(session.code, key_given(request)) or sat_at(session, request.user):
        return key_of(session.code)
    return None


def opened_round(request: HttpRequest, code: str, number: int) -> Round:
    """The finished round, if this visitor may open it.

    A round that is running, sealed or private looks like one that does not exist.
    """
    round = finished_rounds.find(code, number)
    if round is not None and not (
        may_open(round.session, request.user, key_given(request))
        and permissions.may_look_back(round, request.user, timezone.now())
    ):
        round = None
    return _opened(request, code, round)


def opened_rounds(request: HttpRequest, code: str) -> list[Round]:
    """All finished rounds of the table that this visitor may open; at least one."""
    now = timezone.now()
    rounds = [
        round
        for round in finished_rounds.find_all(code)
        if permissions.may_look_back(round, request.user, now)
    ]
    if rounds and not may_open(rounds[0].session, request.user, key_given(request)):
        rounds = []
    return _opened(request, code, rounds or None)


def _opened(request: HttpRequest, code: str, found: Thing | None) -> Thing:
    """What was found, or Http404; for people who belong there it does not count as a wrong code."""
    if found is None and _belongs(request, code):
        raise Http404
    return looked_up(request, found, belongs=lambda _: _belongs(request, code))


def _belongs(request: HttpRequest, code: str) -> bool:
    """Whether this visitor has not guessed the code: they sat there, or were given the link."""
    seats = Seat.objects.filter(session__code=code, person=request.user.pk)
    return fits(code, key_given(request)) or (request.user.pk is not None and seats.exists())
