"""Which language a reader gets, and that choosing another one loses nothing."""

import re
from datetime import date
from pathlib import Path

import allauth
import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from accounts.models import User
from splitsite.library_translations import ordinal
from tests.support.tables import dealt

pytestmark = pytest.mark.django_db

COOKIE = settings.LANGUAGE_COOKIE_NAME


def spoken(client: Client, path: str = "/", wants: str = "") -> str:
    answer = client.get(path, headers={"accept-language": wants} if wants else {})
    html = re.search(r'<html lang="([^"]+)"', answer.content.decode())
    assert html
    assert html[1] == answer["Content-Language"]
    return html[1]


def test_the_account_is_heard_before_the_cookie_and_the_cookie_before_the_browser(client: Client):
    assert spoken(client) == "en"
    assert spoken(client, wants="ru, en;q=0.5") == "ru"
    assert spoken(client, wants="fr-CH, de;q=0.9") == "fr"
    assert spoken(client, wants="ja, en;q=0.1") == "en"
    client.cookies[COOKIE] = "it"
    assert spoken(client, wants="ru") == "it"
    client.force_login(User.objects.create_user("Mia", language="de"))
    assert spoken(client, wants="ru") == "de"


def test_a_choice_is_kept_for_a_year_and_leads_back_to_the_very_page(client: Client):
    here = "/leaderboards/splitter/?by=wins&span=month"
    page = client.get(here).content.decode()
    (back,) = set(re.findall(r'name="next" value="([^"]+leaderboards[^"]*)"', page))
    assert back.replace("&amp;", "&") == here
    answer = client.post("/language/setlang/", {"language": "ru", "next": here})
    assert answer["Location"] == here
    assert answer.cookies[COOKIE]["max-age"] == 365 * 24 * 3600
    assert spoken(client, here) == "ru"


def test_at_a_table_the_menu_offers_the_languages_and_leads_back_to_it(client: Client):
    session, (host, *_) = dealt(2)
    client.force_login(host)
    page = client.get(f"/t/{session.code}/").content.decode()
    assert f'name="next" value="/t/{session.code}/"' in page
    for code, _ in settings.LANGUAGES:
        assert f'name="language" value="{code}"' in page


def test_as_my_browser_forgets_what_was_chosen_in_the_footer(client: Client):
    client.force_login(User.objects.create_user("Mia"))
    client.post("/language/setlang/", {"language": "de", "next": "/"})
    assert spoken(client, wants="fr") == "de"
    client.post("/settings/", {"name": "Mia", "language": "browser", "colours": "system"})
    assert spoken(client, wants="fr") == "fr"


@pytest.mark.parametrize("path", ["/", "/rules/splito/", "/leaderboards/", "/no/such/page/"])
def test_whoever_keeps_pages_keeps_one_for_each_language(client: Client, path: str):
    varies = {one.strip().lower() for one in client.get(path)["Vary"].split(",")}
    assert {"accept-language", "cookie"} <= varies


def test_a_mail_speaks_as_the_page_that_asked_for_it(client: Client):
    cache.clear()
    User.objects.create_user("Mia", "violet pencil 7", email="mia@example.org")
    client.post("/accounts/password/reset/", {"email": "mia@example.org"}, headers={"accept-language": "de"})
    (letter,) = mail.outbox
    assert "Passwort" in letter.subject + letter.body
    assert "password" not in letter.body.replace("/password/", "")


def test_places_days_and_numbers_are_written_as_the_language_writes_them():
    page = Template('{{ half|floatformat:1 }} {{ day|date:_("l, j E Y") }}')
    facts = Context({"half": 2.5, "day": date(2026, 11, 16)})
    said = {}
    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            said[code] = f"{ordinal(1)} {ordinal(2)} {ordinal(21)} {page.render(facts)}"
    assert said == {
        "en": "1st 2nd 21st 2.5 Monday, 16 November 2026",
        "de": "1. 2. 21. 2,5 Montag, 16. November 2026",
        "fr": "1er 2e 21e 2,5 lundi 16 novembre 2026",
        "it": "1° 2° 21° 2,5 Lunedì 16 Novembre 2026",
        "ru": "1-й 2-й 21-й 2,5 Понедельник, 16 ноября 2026",
    }


FORMAL = {"de": r"\b(Sie|Ihnen|Ihr\w*)\b", "fr": r"\b([Vv]ous|[Vv]otre|[Vv]os)\b"}


@pytest.mark.parametrize("language", FORMAL)
def test_mails_are_as_informal_as_the_pages(language: str):
    """All but the mails of a way to reset passwords that is not in use."""
    templates = Path(allauth.__file__).parent / "templates"
    found = [path for kind in ("account", "mfa") for path in (templates / kind / "email").glob("*.txt")]
    names = [path.relative_to(templates).as_posix() for path in found]
    facts = {"email": "mia@example.org", "user": User(name="Mia")}
    with translation.override(language):
        said = {name: render_to_string(name, facts) for name in names if "reset_code" not in name}
    assert len(said) > 25
    assert {name: words for name, words in said.items() if re.search(FORMAL[language], words)} == {}
