"""Every page of the site, opened by every kind of visitor: no word is left untranslated."""

import logging
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.translation import trans_real

from games.engine import catalogue
from scripts.messages import PLURALS
from tests.languages import pseudo
from tests.languages.english import English
from tests.languages.filled import Filled, Visit, links, route
from tests.languages.visible import pieces

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900)]

A_WORD = re.compile(r"[^\W\d_]{3,}")
THE_SAME_EVERYWHERE = {
    *catalogue.names(),
    *(catalogue.find(game).TITLE for game in catalogue.names()),
    "".join(catalogue.find(game).TITLE for game in catalogue.names()),
    *("Splitsite", "UTC", "CSV", "JSON"),
    *("Ada", "Bruno", "Chloé", "Dmitri", "KRT"),  # people and a code in examples
    *("English", "Deutsch", "Français", "Italiano", "Русский"),
}
OTHERS_FORGOT = {"Search", "True", "False", "Authenticators", "User", "sessions"}
"""Words of the admin that Django and allauth do not translate."""

LITERAL = re.compile(
    r"\b[0-9a-f]{16,}\b|https?://\S+|testserver\S*|/\w+/|\S+@\S+|(echo|printf|python) \S.*|\{.*\}"
)
"""Fingerprints, addresses, commands to type, data."""

NO_PAGES = {  # they answer a form, or are no page
    *(
        "accounts:club_member",
        "decks:report",
        "decks:settings",
        "history:deck-count",
        "colours",
        "daily:practise",
        "daily:start",
        "daily:start-solo",
        "favicon.ico",
        "worker",
    ),
    *("table:act", "table:choose", "lobby:play-now", "robots.txt", "set_language", "tournaments:desk-act"),
    *("tournaments:ready", "tournaments:sheet-confirm", "tournaments:wall-clock", "tournaments:wall-dice"),
    *("tournaments:desk-again", "tournaments:here", "tournaments:calendar"),
    *(
        "table:event",
        "livez",
        "readyz",
        "metrics",
        "tournaments:pulse",
        "mfa_download_recovery_codes",
        "mfa_login_webauthn",
    ),
    "offline",  # uses the language of its address, whoever asks, because a browser keeps it
    # they need a key that only a browser has, or a login half done
    *("mfa_authenticate", "mfa_edit_webauthn", "mfa_remove_webauthn", "mfa_reauthenticate_webauthn"),
    "account_confirm_login_code",
}
NOT_OURS = (
    "/admin/auth/",
    "/admin/study/",
    "/admin/mfa/",
    "/admin/usersessions/",
    "/admin/account/",
    "/style/",
)
"""Other apps translate their admin pages themselves; studies and the style page are for developers."""


class Crawl:
    """One walk over all pages, in brackets."""

    def __init__(self, site: Filled) -> None:
        self.site = site
        self.visits: dict[Visit, int] = {}
        self.said: defaultdict[str, set[str]] = defaultdict(set)
        with pseudo.brackets() as self.asked:
            self.walk()
        names = sorted(site.names(), key=len, reverse=True)
        # A seat shows the initial first, or two letters where initials clash.
        typed = "|".join(f"(?:{name[0]}\\w?)?{re.escape(name)}" for name in names)
        self.names = re.compile(rf"(?<![^\W\d_])(?:{typed})(?![^\W\d_])")

    def walk(self) -> None:
        """The seeds, and one page of every kind that they link to."""
        waiting = list(dict.fromkeys(self.site.seeds))
        kinds = {route(visit.path) for visit in waiting}
        for visit in waiting:
            answer = self.site.clients[visit.who].get(visit.path, headers={"accept-language": "de"})
            self.visits[visit] = answer.status_code
            if readable(answer) and not visit.path.startswith(NOT_OURS):
                for piece in pieces(answer.content.decode()):
                    self.said[piece].add(visit.path)
            for path in links(answer):
                kind = route(path)
                if kind and kind not in kinds:
                    kinds.add(kind)
                    waiting.append(Visit(visit.who, path))

    def unmarked(self) -> dict[str, str]:
        return {
            left: min(paths)
            for piece, paths in self.said.items()
            if (left := untranslated(piece, self.names))
        }


def readable(answer: object) -> bool:
    return any(kind in answer["Content-Type"] for kind in ("html", "svg"))


def untranslated(piece: str, names: re.Pattern[str]) -> str:
    """The words of a bracketed page that are neither translated nor somebody's name."""
    left = LITERAL.sub(" ", names.sub(" ", pseudo.outside(piece)))
    return left.strip() if set(A_WORD.findall(left)) - THE_SAME_EVERYWHERE - OTHERS_FORGOT else ""


@pytest.fixture(scope="module")
def crawl(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[Crawl]:
    """One site for all tests here, crawled once: filling it takes longer than crawling it."""
    logging.disable(logging.CRITICAL)  # refused pages are part of the walk
    with django_db_blocker.unblock(), transaction.atomic():
        yield Crawl(Filled())
        transaction.set_rollback(True)
    logging.disable(logging.NOTSET)


def test_every_page_says_only_what_is_marked_for_translation(crawl: Crawl):
    assert crawl.unmarked() == {}


def test_a_word_that_was_never_marked_is_caught():
    names = re.compile(r"\bMia\b")
    assert untranslated("⟦%(name)s has chosen⟧".replace("%(name)s", "Mia"), names) == ""
    assert untranslated("⟦Turn 3⟧ Hello Mia", names) == "Hello"
    assert untranslated("Your turn", names) == "Your turn"
    html = '<p lang="de">Hallo</p><p>⟦Your <b>turn</b>⟧</p><a aria-label="Close">×</a><img alt="A cat">'
    assert [one for one in pieces(html) if untranslated(one, names)] == ["Close", "A cat"]


def test_every_page_there_is_was_looked_at(crawl: Crawl):
    opened = {route(visit.path) for visit, status in crawl.visits.items() if status < 500}
    missed = {name for name in every_route(get_resolver().url_patterns) if not name.startswith("admin:")}
    assert missed - opened - NO_PAGES == set(), "show these in tests/languages/filled.py"


def every_route(patterns: list[URLPattern | URLResolver], namespace: str = "") -> Iterator[str]:
    for one in patterns:
        if isinstance(one, URLResolver):
            inner = f"{namespace}{one.namespace}:" if one.namespace else namespace
            yield from every_route(one.url_patterns, inner)
        else:
            yield namespace + (one.name or str(one.pattern))


@pytest.mark.parametrize("language", PLURALS)
def test_all_that_pages_say_has_a_translation(crawl: Crawl, language: str):
    """Also the words of Django and allauth: their catalogues have gaps, which ours has to fill."""
    known = trans_real.translation(language)._catalog
    assert {message for message in crawl.asked if message not in known} == set()


@pytest.mark.parametrize("language", PLURALS)
def test_no_page_in_another_language_shows_an_english_sentence(crawl: Crawl, language: str):
    english = English(language)
    shown: defaultdict[str, set[str]] = defaultdict(set)
    kinds = set()
    for visit in crawl.visits:
        if (kind := route(visit.path)) in kinds or visit.path.startswith(NOT_OURS):
            continue
        kinds.add(kind)
        answer = crawl.site.clients[visit.who].get(visit.path, headers={"accept-language": language})
        if readable(answer):
            assert answer["Content-Language"] == language, visit
            for piece in pieces(answer.content.decode()):
                shown[crawl.names.sub("Mia", piece)].add(visit.path)
    assert {piece: min(paths) for piece, paths in shown.items() if english.is_in(piece)} == {}
