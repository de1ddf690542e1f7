"""A reveal is rehearsed while the last one thinks: nothing of it leaves, and what comes is drawn truly."""

from collections.abc import Iterator

import pytest

from games import play, screens
from games.models import Choice
from games.rooms import Rooms
from games.templatetags import pieces
from tests.secrecy.site import serving
from tests.tables import wish
from tests.test_drafts import Evening


@pytest.fixture
def rehearsals(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The public part of every rehearsal, kept for the test to compare."""
    kept: list[str] = []
    hands = Rooms.rehearse_hands

    def keeping(self: Rooms, after, shown: screens.Screen) -> None:
        hands(self, after, shown)
        kept.append(screens.public_html(shown, "en"))

    monkeypatch.setattr(Rooms, "rehearse_hands", keeping)
    return kept


@pytest.fixture
def rehearsals_are_shown(rehearsals: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: what was only rehearsed goes to the screens."""
    hands = Rooms.rehearse_hands

    def careless(self: Rooms, after, shown: screens.Screen) -> None:
        hands(self, after, shown)
        self.show(after, self.draw(after))

    monkeypatch.setattr(Rooms, "rehearse_hands", careless)


@pytest.fixture
def evening(rehearsals: list[str], transactional_db: None) -> Iterator[Evening]:
    yield from an_evening()


@pytest.fixture
def careless_evening(rehearsals_are_shown: None, transactional_db: None) -> Iterator[Evening]:
    yield from an_evening()


def an_evening() -> Iterator[Evening]:
    with serving() as site:
        evening = Evening(site)
        yield evening
        evening.close()
        site.wait_until(site.is_quiet)


def leaks(evening: Evening, rehearsals: list[str]) -> bool:
    """Whether anybody received what was only rehearsed; the last one has not chosen."""
    evening.site.wait_until(lambda: bool(rehearsals))
    for one in evening.people:
        one.drain()
    return any(html in one.received for one in evening.people for html in rehearsals)


def test_nothing_of_a_rehearsal_leaves(evening: Evening, rehearsals: list[str]):
    assert not leaks(evening, rehearsals)
    assert {one.ref for one in evening.people} == {"1.0"}


def test_a_rehearsal_that_leaves_is_found(careless_evening: Evening, rehearsals: list[str]):
    assert leaks(careless_evening, rehearsals)


def test_a_rehearsed_reveal_is_what_is_drawn_anew(evening: Evening, rehearsals: list[str]):
    evening.site.wait_until(lambda: bool(rehearsals))
    evening.last.choose(wish(evening.session, evening.last.user).move)
    pushed = [evening.pushed(one, "1.1") for one in evening.people]
    pieces.forget()
    assert pushed == [evening.asked(one) for one in evening.people]


def test_whoever_changes_their_mind_quickly_is_taken_at_the_last_word(evening: Evening):
    card = wish(evening.session, evening.first.user).move[:-1]
    for change in range(6):
        if change % 2:
            play.forget(frozenset({evening.session.pk}))  # the first of them then goes by the writer's thread
        for side in ("L", "R", "L", "R")[change % 3 :]:
            evening.first.choose(f"{card}{side}")
        evening.first.drain()
        assert Choice.objects.get(seat=0, turn=0).move == f"{card}R"
