"""kill -9 at named points: what was promised is there, and counts once."""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.db import connection
from websockets.exceptions import ConnectionClosed

from accounts.models import User
from games import splito
from games.leaderboards.models import Rating, Tally
from games.management.commands.clock import CLOCK
from games.models import Choice, GameSession, ScoreSheet
from games.table import services as table_services
from games.table.services.choices import COUNT_AFTER
from games.tournaments import services
from tests.support.emptying import empty_the_database
from tests.support.players import Player, reconnected
from tests.support.sites import Site
from tests.support.tables import dealt, gather, play_turn, the_round, wish
from tests.support.tournaments import event, link_all

pytestmark = pytest.mark.timeout(400)

DYING = Path(__file__).parent / "dying"


class MortalSite(Site):
    """A site whose processes die where a test says; the product knows nothing of it."""

    def __init__(self, points: Path, **environment: str) -> None:
        self.points = points
        super().__init__(PYTHONPATH=str(DYING), DIES_IN=str(points), **environment)

    def arm(self, point: str) -> None:
        (self.points / point).touch()

    def died(self, point: str) -> bool:
        return not (self.points / point).exists()


@pytest.fixture(scope="module")
def mortal(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MortalSite]:
    """For tests in which the web process dies twice; a site whose process ends too often gives up."""
    site = MortalSite(tmp_path_factory.mktemp("points"))
    yield site
    site.stop()


@pytest.fixture
def mortal_site(mortal: MortalSite, django_db_blocker: Any) -> Iterator[MortalSite]:
    with django_db_blocker.unblock():
        empty_the_database()
        yield mortal
        empty_the_database()
        connection.close()


@pytest.fixture
def another_mortal_site(transactional_db: None, tmp_path: Path) -> Iterator[MortalSite]:
    site = MortalSite(tmp_path)
    yield site
    site.stop()


def choose_into_death(site: MortalSite, point: str, session: GameSession, user: User) -> str:
    """Chooses, and the answer never comes; returns the move."""
    doomed = reconnected(site.address, user, session.code)
    doomed.drain()  # until everybody has heard who came
    site.arm(point)
    doomed.choose(move := wish(session, user).move)
    doomed.closed_with()
    doomed.close()
    assert site.died(point)
    return move


def test_wherever_a_choice_dies_it_is_there_whole_or_not_at_all(another_mortal_site):
    """Before anybody looks, before it is written, and after that but before anybody is told."""
    session, (ana, ben, cleo) = dealt(3)
    ends = {"before the look": 0, "before the write": 0, "before announcing": 1}
    for turn, (point, is_kept) in enumerate(ends.items()):
        first = reconnected(another_mortal_site.address, ana, session.code)
        first.choose(sealed := wish(session, ana).move)
        assert first.next("sealed")["move"] == sealed
        unanswered = choose_into_death(another_mortal_site, point, session, ben)
        first.close()
        there = Choice.objects.filter(turn=turn)
        assert there.get(seat=0).move == sealed
        assert [one.move for one in there.filter(seat=1)] == [unanswered] * is_kept
        back = [reconnected(another_mortal_site.address, user, session.code) for user in (ben, cleo)]
        for one, user in zip(back, (ben, cleo), strict=True):
            one.choose(wish(session, user).move)
        back[0].until(ref=f"1.{turn + 1}")
        assert the_round(session).turn == turn + 1
        assert there.count() == 3
        for one in back:
            one.close()


def sealed_before_death(site: MortalSite, point: str, session: GameSession, users: list[User]) -> dict:
    """Everybody sits before anybody chooses, so the site knows the table; the last choice dies at this point.

    Returns what the site called sealed, by seat.
    """
    people = [reconnected(site.address, user, session.code) for user in users]
    for one in people:
        one.drain()  # until everybody has heard who came
    sealed = {}
    for seat, one in enumerate(people):
        if one is people[-1]:
            people[0].next("marks")  # the others' choices are announced
            site.arm(point)
        with suppress(ConnectionClosed):
            one.choose(wish(session, users[seat]).move)
            sealed[seat] = one.next("sealed")["move"]
    people[-1].closed_with()
    for one in people:
        one.close()
    assert site.died(point)
    return sealed


def stored(turn: int) -> dict:
    return dict(Choice.objects.filter(turn=turn).values_list("seat", "move"))


def test_wherever_the_last_choice_of_a_turn_dies_the_turn_is_closed_or_still_open(another_mortal_site):
    """A statement that was sent is not lost: the database does what it was told."""
    session, users = dealt(3)
    ends = {"before the write": 0, "sent, not answered": 1, "before announcing": 1}
    for point, is_kept in ends.items():
        turn = the_round(session).turn
        sealed = sealed_before_death(another_mortal_site, point, session, users)
        assert sealed.keys() == {0, 1}
        while is_kept and the_round(session).turn == turn:
            pass  # the database may still be writing
        assert sealed.items() <= stored(turn).items()
        assert len(stored(turn)) == 2 + is_kept
        assert the_round(session).turn == turn + is_kept
        if not is_kept:
            again = reconnected(another_mortal_site.address, users[2], session.code)
            again.choose(wish(session, users[2]).move)
            again.until(ref=f"1.{turn + 1}")
            again.close()
    assert the_round(session).turn == 3
    assert Choice.objects.count() == 9


def test_a_site_that_acknowledges_before_the_commit_would_be_noticed(transactional_db, tmp_path):
    """The planted fault: the page hears that its choice is sealed, and then the site dies."""
    site = MortalSite(tmp_path, PLANTED="acknowledges first")
    session, users = dealt(3)
    sealed = sealed_before_death(site, "before the write", session, users)
    site.stop()
    assert not sealed.items() <= stored(turn=0).items()


def test_a_choice_sent_as_a_form_that_dies_on_its_way_is_there(mortal_site):
    session, users = dealt(2)
    one, other = (reconnected(mortal_site.address, user, session.code) for user in users)
    for each in (one, other):
        each.drain()  # until both have heard who came
    one.choose(wish(session, users[0]).move)
    one.next("sealed")
    mortal_site.arm("sent, not answered")
    with pytest.raises(httpx.HTTPError):
        other.post(f"/t/{session.code}/choose/", aim="1.0", move=(last := wish(session, users[1]).move))
    for each in (one, other):
        each.close()
    assert mortal_site.died("sent, not answered")
    while the_round(session).turn == 0:
        pass  # the database may still be writing
    assert stored(turn=0)[1] == last


LAST = splito.length(2) - 1
"""The last turn of two people."""


def one_choice_from_the_end() -> tuple[GameSession, list[User]]:
    session, people = dealt(2)
    for _ in range(LAST):
        play_turn(session, people)
    table_services.commit([wish(session, people[0])])
    return session, people


@pytest.mark.parametrize("point", ["before the count", "in rating"])
def test_a_round_whose_count_dies_is_counted_once_by_the_clock(another_mortal_site, point):
    """The last reveal is on disk; nobody needs to choose again or come back for the count."""
    session, people = one_choice_from_the_end()
    last = choose_into_death(another_mortal_site, point, session, people[1])
    assert stored(LAST)[1] == last
    assert the_round(session).turn == LAST + 1
    assert not ScoreSheet.objects.exists()
    assert not Rating.objects.exists()
    died_at = time.monotonic()
    while not ScoreSheet.objects.exists():
        assert time.monotonic() < died_at + 20
        time.sleep(0.1)
    again = reconnected(another_mortal_site.address, people[1], session.code)
    again.until(status="over")
    again.close()
    assert the_round(session).finished_at - the_round(session).turn_opened_at >= COUNT_AFTER
    assert ScoreSheet.objects.count() == 1
    assert [rating.rounds for rating in Rating.objects.all()] == [1, 1]
    assert {tally.rounds for tally in Tally.objects.all()} == {1}


def test_a_seating_that_dies_while_it_is_published_can_be_published_again(mortal_site):
    tournament, by, _ = event(8, medium="online", pace="none")
    link_all(tournament, by)
    running = services.propose(tournament.pk, by)
    desk = Player(mortal_site.address, by)
    address = f"/tournaments/{tournament.code}/desk/do/publish/"
    fields = {"round": str(running.number), "draw": str(running.draw)}
    mortal_site.arm("in seating")
    with pytest.raises(httpx.HTTPError):
        desk.post(address, **fields)
    desk.close()
    assert mortal_site.died("in seating")
    running.refresh_from_db()
    assert running.status == "proposed"
    assert not GameSession.objects.exists()
    desk = Player(mortal_site.address, by)
    assert desk.post(address, **fields).status_code == 302
    desk.close()
    running.refresh_from_db()
    assert running.status == "published"
    opened = {table.session_id for table in running.tables.all()}
    assert len(opened) == running.tables.count() == GameSession.objects.count()


def test_a_clock_that_dies_at_a_table_rings_there_again(mortal_site):
    mortal_site.arm("in the clock")
    session, (ana,) = gather(1, seats_wanted=2)
    table_services.add_bot(session.pk, ana, "random")
    table_services.start(session.pk, ana)
    one = Player(mortal_site.address, ana).sit_at(session.code)
    turns = 0
    while not mortal_site.died("in the clock"):
        let_another_clock_work()
        one.choose(wish(session, ana).move)
        turns += 1
        one.until(ref=f"1.{turns}")
    one.close()
    for turn in range(turns):
        chosen = Choice.objects.filter(turn=turn).order_by("seat")
        assert [choice.by for choice in chosen] == ["player", "bot"]


def let_another_clock_work() -> None:
    """Ends the clock that works: it may belong to another test's site, which never dies."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s",
            [CLOCK],
        )
