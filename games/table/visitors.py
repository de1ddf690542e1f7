"""How a visitor becomes a person who can sit down."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.forms import GuestForm
from accounts.models import User
from games.engine.contract import Refused


def person_for(request: HttpRequest) -> User:
    """The person who is asking. A visitor becomes a guest with the typed name, or simply Guest."""
    if isinstance(request.user, User):
        return request.user
    form = GuestForm(request, {"name": request.POST.get("name", "").strip() or _("Guest")})
    if not form.is_valid():
        sentences = [sentence for errors in form.errors.values() for sentence in errors]
        raise Refused("no-guest", sentence=sentences[0])
    return form.enter()
