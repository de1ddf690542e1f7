"""The last turn of a round: revealed at once, then counted; a crash between the two loses nothing."""

from datetime import timedelta

import pytest
from django.conf import settings

from games.models import Round, ScoreSheet
from games.table import partials, snapshots
from games.table.services import choices, clock, rounds
from games.table.services.locking import database_now
from tests.support.tables import choice, dealt, now, play_turn, seal, wish

pytestmark = pytest.mark.django_db

GAMES = [("splito", 2), ("splito", 3), ("splitter", 1), ("splitter", 2)]


def revealed_but_not_counted(game: str, people: int, **settings):
    """A round whose last turn is closed, as left by a process that dies before the count."""
    session, users = dealt(people, game, **settings)
    table = now(session)
    for _ in range(table.rules.length(people) - 1):
        play_turn(session, users)
    table = now(session)
    results, (after,) = choices._commit([choice(table, user, None) for user in users])
    assert not any(result.refused for result in results)
    return session, users, after


@pytest.mark.parametrize(("game", "people"), GAMES)
def test_the_last_reveal_is_shown_before_the_count(game, people):
    session, users, after = revealed_but_not_counted(game, people)
    assert after == now(session)._replace(read_at=after.read_at, places=after.places)
    assert after.is_over
    assert not ScoreSheet.objects.exists()
    drawing = partials.Drawing(after)
    for language, _ in settings.LANGUAGES:
        assert drawing.public(language).html
        for person in (users[0].pk, None):
            html, facts = drawing.private(after, person, language)
            assert 'name="move"' not in html
            assert "data-sealed" in facts
    turns = after.rules.length(people)
    assert f"Turn {turns + 1}" not in drawing.public("en").html


@pytest.mark.parametrize(("game", "people"), GAMES)
def test_a_round_that_was_left_uncounted_is_counted_by_the_clock(game, people):
    session, _, _ = revealed_but_not_counted(game, people)
    session.seats.update(seen_at=database_now())
    clock.ring_due()
    assert not ScoreSheet.objects.exists(), "whoever closed the turn has a moment to count it"
    Round.objects.update(alarm=database_now() - timedelta(seconds=1))
    clock.ring_due()
    assert ScoreSheet.objects.count() == 1
    assert now(session).status == "over"
    assert Round.objects.get().alarm is None


def test_an_uncounted_round_is_counted_though_everybody_has_gone():
    session, _, _ = revealed_but_not_counted("splitter", 2, pace="fast")
    session.seats.update(seen_at=None)
    Round.objects.update(alarm=database_now() - timedelta(seconds=1))
    clock.ring_due()
    assert now(session).status == "over"


def test_a_round_is_counted_once_however_often_it_is_tried():
    session, _, _ = revealed_but_not_counted("splitter", 2)
    for _ in range(3):
        rounds.count([session.pk])
    version = now(session).version
    rounds.count([session.pk])
    assert now(session).version == version, "nobody is told that nothing happened"
    assert ScoreSheet.objects.count() == 1


def test_a_running_round_is_not_counted():
    session, _ = dealt(2, "splitter")
    rounds.count([session.pk])
    assert now(session).status == "playing"
    assert not ScoreSheet.objects.exists()


def test_nobody_chooses_after_the_last_turn():
    session, users = dealt(2)
    last = wish(session, users[0])
    while now(session).deal.turn < 25:
        play_turn(session, users)
    table = now(session)
    choices._commit([choice(table, user, None) for user in users])
    snapshots._known.clear()
    after = now(session)
    assert seal(choices.Wish(session.pk, after.deal.ref, last.move, person=users[0].pk)) == ["illegal"]
