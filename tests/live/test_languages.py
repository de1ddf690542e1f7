"""Two languages at one table: what the site pushes, refuses, previews and says is in each reader's own."""

import pytest
from django.utils import translation
from django.utils.translation import gettext

from games.table import services
from tests.support.tables import dealt, now, seal, wish


@pytest.fixture
def table(player):
    """Ana reads German, Ben Russian, Cleo English, all with their sockets open."""
    session, people = dealt(3, hints=True)
    sitting = []
    for person, language in zip(people, ("de", "ru", "en"), strict=True):
        person.language = language
        person.save()
        sitting.append(player(person).sit_at(session.code, language=language))
    return session, people, sitting


def said(language: str, sentence: str, **facts: object) -> str:
    with translation.override(language):
        return gettext(sentence) % facts


def all_choose(session, people) -> None:
    assert set(seal(*[wish(session, person) for person in people])) == {"sealed"}


def test_a_reveal_reaches_everybody_in_their_own_language(table):
    session, people, sitting = table
    all_choose(session, people)
    for one, language in zip(sitting, ("de", "ru", "en"), strict=True):
        one.until(ref="1.1")
        heard = one.received[-2] + one.received[-1]
        for other in ("de", "ru", "en"):
            turn = said(other, "Turn %(number)s of %(of)s", number=2, of=13)
            assert (turn in heard) == (other == language), (language, other)
        assert f'<html lang="{language}"' in one.get(f"/t/{session.code}/").text


def test_a_nudge_is_read_in_the_readers_language(table):
    session, (_, _, cleo), (ana, ben, _) = table
    kind, to, about = next(one for one in services.nudges_for(now(session), cleo.pk) if one[0] == "zone")
    services.nudge(session.pk, cleo, kind, to=to, about=about)
    german, russian = (one.next("table")["html"] for one in (ana, ben))
    assert german != russian
    assert any("а" <= letter <= "я" for letter in russian.lower())
    assert not any("а" <= letter <= "я" for letter in german.lower())


def test_a_refusal_and_a_preview_speak_the_page_they_are_for(table):
    session, (ana, *_), (german, russian, _) = table
    for one, language in ((german, "de"), (russian, "ru")):
        one.choose("nonsense")
        wrong = "You cannot choose that in this turn."
        assert one.next("refused")["message"] == said(language, wrong)
    german.send(look=wish(session, ana).move.split(" ")[0])
    assert "data-side" in german.next("look")["html"]


def test_who_catches_up_gets_the_language_of_the_account(table):
    session, _, (german, *_) = table
    answer = german.get(f"/t/{session.code}/now/")
    assert answer.headers["content-language"] == "de"
    assert said("de", "Turn %(number)s of %(of)s", number=1, of=13) in answer.text
