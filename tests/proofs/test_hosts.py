"""No page of the site names the host that a request claims to be sent to."""

import pytest
from django.core.cache import cache

from accounts import qr
from tests.proofs.addresses import build
from tests.support.daily import NOON

EVIL, SITE = "evil.example", "https://play.example.org"

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]


def test_no_page_shows_the_host_of_the_request(settings, monkeypatch: pytest.MonkeyPatch):
    """Every address of the site, for everybody: no link, preview or drawn code repeats a foreign host."""
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["*"], SITE
    monkeypatch.setattr("games.daily.views.database_now", lambda: NOON)
    drawn: list[str] = []
    draw = qr.svg
    monkeypatch.setattr(qr, "svg", lambda text, **more: drawn.append(text) or draw(text, **more))
    world = build()
    for role in ("visitor", "guest", "seated", "organiser", "staff"):
        browser = world.browser(role)
        for place in world.places():
            page = browser.get(place.path, headers={"host": EVIL})
            cache.clear()
            told = page.get("Location", "") + ("" if page.streaming else page.content.decode(errors="ignore"))
            assert EVIL not in told, (role, place)
    assert drawn
    assert all(text.startswith(f"{SITE}/") for text in drawn)
