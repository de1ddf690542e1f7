"""Every byte sent to somebody at or around a table is the same, whatever they must not know."""

import os
from random import Random

import pytest

from games.engine import catalogue
from tests.secrecy.leaks import LEAKS, LEAKS_OF_ERRORS, Leak, mailing, the_order_in_what_is_read
from tests.secrecy.worlds import Setting, Transcript, play_world
from tests.support.serving import Site

GAMES = int(os.environ.get("GAMES", "0"))
"""The number of whole games (`make proofs`); 0 means the first turns of a few."""


LEAKY = Setting("splito", seats=3, seat=0, number=1, turns=2, around=False)
"""Where leaks are planted; without them nothing differs here."""

ELSEWHERE = [
    Setting("splito", seats=3, seat=0, number=4, turns=2, around=False, elsewhere=True),
    Setting("splitter", seats=2, seat=None, number=5, turns=2, around=False, elsewhere=True),
]
BROKEN = Setting("splito", seats=2, seat=0, number=1, turns=1, around=False, fails=True)


def some_settings() -> list[Setting]:
    """All games, two to eight seats, each seat's view and a stranger's, at club tables and tournaments."""
    luck = Random(9)
    settings = [LEAKY, *ELSEWHERE]
    games = catalogue.names()
    for number in range(GAMES or len(games) + 1):
        game = games[number % len(games)]
        wanted = (2, 5, 3, 8, 4, 7, 6)[number // len(games) % 7]
        seats = min(max(wanted, catalogue.find(game).SEATS[0]), catalogue.find(game).SEATS[-1])
        seat = luck.choice([None, *range(seats)])
        whole = {"thorough": False} if GAMES else {"turns": 2, "around": number == 2}
        elsewhere = number % 8 in (3, 6)
        event = number % 3 == 2 and seats < 6  # more people would sit at two tables
        settings.append(Setting(game, seats, seat, number, event=event, elsewhere=elsewhere, **whole))
    return settings


def differences(one: Transcript, other: Transcript) -> list[str]:
    assert one.keys() == other.keys()
    return [
        f"{name}: {asked} / {asked_again}\n{excerpts(sent, sent_again)}"
        for name in one
        for (asked, sent), (asked_again, sent_again) in zip(one[name], other[name], strict=False)
        if (asked, sent) != (asked_again, sent_again)
    ] + [f"{name}: more came in one world" for name in one if len(one[name]) != len(other[name])]


def excerpts(one: bytes, other: bytes) -> str:
    """Both texts, from a little before the first byte that differs."""
    first = next((n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    return "\n".join(f"  {sent[max(0, first - 80) : first + 80]!r}" for sent in (one, other))


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("setting", some_settings(), ids=str)
def test_not_a_byte_tells_what_others_hold_or_choose(site: Site, setting: Setting):
    first, second = (play_world(site, setting, world) for world in (0, 1))
    found = differences(first, second)
    assert not found, "\n".join(found[:3])


@pytest.mark.parametrize("plant", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(site: Site, monkeypatch: pytest.MonkeyPatch, plant: Leak):
    plant(monkeypatch, site)
    first, second = (play_world(site, LEAKY, world) for world in (0, 1))
    assert differences(first, second)


def test_a_leak_planted_where_tables_are_read_again_is_found(site: Site, monkeypatch: pytest.MonkeyPatch):
    the_order_in_what_is_read(monkeypatch, site)
    first, second = (play_world(site, ELSEWHERE[0], world) for world in (0, 1))
    assert any("frame" in one for one in differences(first, second))


def test_an_error_tells_nobody_what_lay_at_hand(site: Site):
    first, second = (play_world(site, BROKEN, world) for world in (0, 1))
    assert not differences(first, second)
    assert any(sent.startswith(b"500") for _, sent in first["seat 0"])
    assert any(b"This act is broken." in line for _, line in first["log"])
    assert first["mails"] == [], "the site mails nothing of its errors, even where it knows to whom"


def test_a_mail_without_hands_would_be_equal(site: Site, monkeypatch: pytest.MonkeyPatch):
    """Next to the planted leak: mails are compared, and only a hand makes them differ."""
    mailing(monkeypatch, thorough=False)
    first, second = (play_world(site, BROKEN, world) for world in (0, 1))
    assert first["mails"]
    assert not differences(first, second)


@pytest.mark.parametrize("plant", LEAKS_OF_ERRORS, ids=lambda leak: leak.__name__)
def test_a_leak_planted_in_an_error_is_found(site: Site, monkeypatch: pytest.MonkeyPatch, plant: Leak):
    plant(monkeypatch, site)
    first, second = (play_world(site, BROKEN, world) for world in (0, 1))
    assert any(one.startswith(f"{LEAKS_OF_ERRORS[plant]}: ") for one in differences(first, second))
