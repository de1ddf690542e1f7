"""Who may open which page."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from accounts.models import User


class PersonRequest(HttpRequest):
    """A request by a signed-in person, guest or account."""

    user: User


View = Callable[..., HttpResponseBase]

# For pages that need a signed-in person; a guest is enough.
person_required = login_required


def account_required(view: View) -> View:
    """For pages that need an account: a guest is asked to sign up and then returns here."""

    @login_required
    @wraps(view)
    def wrapped(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_guest:
            messages.info(request, _("Sign up first: it takes a name and a password, and nothing is lost."))
            query = urlencode({"next": request.get_full_path()})
            return HttpResponseRedirect(f"{reverse('account_signup')}?{query}")
        return view(request, *args, **kwargs)

    return wrapped


def staff_may(person: User | AnonymousUser, right: str) -> bool:
    """Whether this is a member of staff with this right; being staff alone allows nothing."""
    return person.is_staff and person.has_perm(right)


def next_or(request: HttpRequest, fallback: str) -> str:
    """The page to go to next, if it is one of ours."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if ours and target.startswith("/") else fallback
