"""Who is asking, for which tournament, and what they may do there."""

from django.http import Http404, HttpRequest, HttpResponse

from accounts.models import User
from games.table.rate_limits import check_guessing, missed
from games.tournaments import queries, services
from games.tournaments.models import Tournament
from splitsite.random_text import random_text

DEVICE = "hall_device"
DEVICE_LETTERS = 16
A_MONTH = 30 * 24 * 3600
LARGEST_ID = 2**63 - 1


def person_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def rights_of(request: HttpRequest, tournament: Tournament) -> str:
    return services.rights(tournament, person_of(request))


def the_tournament(request: HttpRequest, code: str) -> Tournament:
    """The tournament with this code; while it is being prepared, only for those who prepare it."""
    found = queries.by_code(code)
    if found is None:
        missed(request)
        raise Http404
    if person_of(request) is None:
        check_guessing(request)
    if found.status == Tournament.Status.DRAFT and not rights_of(request, found):
        raise Http404
    return found


def number(text: str | None) -> int:
    """A number from a form; anything else is -1, which nothing has."""
    word = (text or "").strip()
    if not (word.isascii() and word.isdigit() and len(word) < 20):
        return -1
    return min(int(word), LARGEST_ID)


def device_of(request: HttpRequest) -> str:
    """A text that tells browsers apart, so that one phone passed around is recognised."""
    known = request.COOKIES.get(DEVICE, "")
    good = known.isascii() and known.isalnum() and len(known) == DEVICE_LETTERS
    return known if good else random_text(DEVICE_LETTERS)


def remember(request: HttpRequest, response: HttpResponse, device: str) -> HttpResponse:
    response.set_cookie(DEVICE, device, A_MONTH, samesite="Lax", secure=request.is_secure(), httponly=True)
    return response


def is_here_only(request: HttpRequest) -> bool:
    """Whether a phone cannot open the address in use: then QR codes with it lead nowhere."""
    return request.get_host().rpartition(":")[0] in ("localhost", "127.0.0.1", "[::1]")
