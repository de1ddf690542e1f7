"""How a visitor becomes somebody who can sit down."""

from allauth.core import ratelimit
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.forms import GuestForm
from accounts.models import User
from games.contract import Refused


def may_open_a_table(request: HttpRequest) -> None:
    """A person opens a few tables in a minute, a program thousands; asking counts."""
    if not ratelimit.consume(request, action="open_table"):
        raise Refused("too-many-tables")


def person_for(request: HttpRequest) -> User:
    """Who is asking; a visitor becomes a guest with the name typed, or simply Guest."""
    if isinstance(request.user, User):
        return request.user
    form = GuestForm(request, {"name": request.POST.get("name", "").strip() or _("Guest")})
    if not form.is_valid():
        sentences = [sentence for errors in form.errors.values() for sentence in errors]
        raise Refused("no-guest", sentence=sentences[0])
    return form.enter()
