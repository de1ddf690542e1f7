"""Pages that belong to no app: the first page, the style page, the switch between light and dark."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

A_YEAR = 365 * 24 * 60 * 60


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html")


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Every part of the look on one page, for those who build the site."""
    if not (settings.DEBUG or request.user.is_staff):
        raise Http404
    return render(request, "style.html")


@require_POST
def colours(request: HttpRequest) -> HttpResponse:
    """Light or dark for a visitor; whoever has signed in keeps it with the other settings."""
    onward = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(onward, {request.get_host()}, request.is_secure()):
        onward = "/"
    response = HttpResponseRedirect(onward)
    if (wish := request.POST.get("colours")) in {"light", "dark", "system"}:
        response.set_cookie(
            "colours", wish, A_YEAR, samesite="Lax", secure=request.is_secure(), httponly=True
        )
    return response
