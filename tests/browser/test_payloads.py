"""Names that contain scripts: on every main page they are only names, and the script policy holds."""

from datetime import date

import pytest
from playwright.sync_api import Browser, Page

from accounts.models import Club, User
from accounts.services import clubs
from games.table import services as table_services
from games.tournaments import services
from games.tournaments.models import Entry, Tournament
from tests.support import tables
from tests.support.browser import Visit
from tests.support.browser_splito import come_to
from tests.support.tournaments import next_round, score_all

PAYLOAD = "<img src=x onerror=ran=1>"
OTHERS = ['"><svg onload=ran=1>', "'-alert(1)-'", "{{7*7}}${7*7}", "</script><b>"]


def addresses(host: User, users: list[User]) -> list[str]:
    """Makes one of everything, each with such a name; returns the pages that show them."""
    club = clubs.found(host, name="Club")
    event = services.create(host, "splito", options={}, name="Cup", date=date(2026, 11, 14), club=club)
    services.open_entries(event.pk, host)
    for number, user in enumerate(users):
        entry = services.register(event.pk, user, f"Entry {number}")
        # Forms refuse such names, but pages must not rely on that.
        Entry.objects.filter(pk=entry.pk).update(name=user.name)
    Club.objects.update(name=PAYLOAD)
    Tournament.objects.update(name=PAYLOAD)
    score_all(event, host, next_round(event, host))
    entry, paper = event.entries.first(), event.rounds.get().tables.first()
    settings = {"options": {}, "seats_wanted": 4, "rounds_planned": 1, "pace": "none", "name": PAYLOAD}
    codes = []
    for stage in ("gathering", "playing", "counted"):
        session = table_services.open_table(host, "splito", **settings)
        for user in users:
            table_services.sit(session.pk, user)
        if stage != "gathering":
            table_services.start(session.pk, host)
        if stage == "counted":
            tables.play_round(session, [host, *users])
            table_services.say(session.pk, host, PAYLOAD)
        codes.append(session.code)
    gathering, playing, counted = codes
    at = f"/tournaments/{event.code}"
    return [
        *(
            "/",
            "/tables/",
            "/tables/new/",
            "/history/",
            "/leaderboards/splito/",
            "/clubs/",
            "/me/",
            "/settings/",
        ),
        *(f"/clubs/{club.slug}/", f"/clubs/{club.slug}/members/", f"/people/{users[0].pk}/"),
        *(f"/t/{gathering}/", f"/t/{playing}/", f"/t/{counted}/", f"/t/{gathering}/settings/"),
        *(f"/replay/{counted}/1/", f"/replay/{counted}/1/count/", f"/replay/{counted}/1/check/"),
        *(f"/sheet/{counted}/", f"/sheet/{counted}/sheet.svg", f"/look-back/{counted}/1/", "/tournaments/"),
        *(f"{at}/", f"{at}/standings/", f"{at}/wall/", f"{at}/me/", f"{at}/print/slips/"),
        *(f"{at}/desk/", f"{at}/desk/people/", f"{at}/desk/people/{entry.pk}/", f"{at}/desk/trail/"),
        *(f"{at}/desk/tables/{paper.pk}/", f"/tournaments/table/{paper.token}/"),
        *("/admin/accounts/user/", "/admin/games/gamesession/"),
    ]


@pytest.mark.timeout(400)
def test_a_name_that_is_a_program_is_only_a_name(visit: Visit):
    host = User.objects.create_user(PAYLOAD, is_staff=True, is_superuser=True)
    users = [User.objects.create_user(name) for name in OTHERS[:3]]
    paths = addresses(host, users)
    session, _ = tables.gather(2)
    page = come_to(visit, session, host)
    shown = 0
    for path in paths:
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        assert not ran(page), path
        assert page.locator("img[src='x'], svg[onload]").count() == 0, path
        shown += PAYLOAD in page.content().replace("&lt;", "<").replace("&gt;", ">")
    assert shown > len(paths) / 2, "the names were hardly on any page"


def ran(page: Page) -> bool:
    return bool(page.evaluate("() => 'ran' in window"))


def test_a_name_written_into_a_page_as_it_is_would_be_noticed(site: str, browser: Browser):
    """The planted fault: the policy stops it and reports it, and the element is found."""
    page = browser.new_page(base_url=site)
    page.goto("/")
    with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        page.evaluate("name => { document.body.innerHTML = name }", PAYLOAD)
    assert page.locator("img[src='x']").count() == 1
    page.close()
