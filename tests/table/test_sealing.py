"""Choices over real sockets: sealed together, announced when they are on disk, and the latest one counts."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from channels.layers import InMemoryChannelLayer, channel_layers
from django.db import connection

from games.models import Choice
from games.table import announcements, services, snapshots
from games.table.consumers import NOT_WELCOME
from games.table.services import choices
from tests.support.players import Player
from tests.support.serving import Site, serving
from tests.support.tables import dealt, gather, now, other, person, the_round, wish


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    with serving() as site:
        yield site
        site.wait_until(site.is_quiet)


class Evening:
    """Three people at a table, two of whom have chosen."""

    def __init__(self, site: Site) -> None:
        self.site, self.address = site, f"http://127.0.0.1:{site.port}"
        self.session, self.users = dealt(3)
        self.people = [self.come(user) for user in self.users]
        self.first, self.ben, self.last = self.people
        for one in self.people:
            one.drain()  # until everybody has heard who came
        for one in self.people[:2]:
            one.choose(wish(self.session, one.user).move)
            one.next("sealed")

    def come(self, user) -> Player:
        return Player(self.address, user).sit_at(self.session.code)

    @contextmanager
    def chosen_but_not_written(self, holds: str = "games_gamesession") -> Iterator[None]:
        """The last choice is made, but the database can write it only after this block."""
        with psycopg.connect(**connection.get_connection_params()) as holding:
            holding.execute(f"SELECT FROM {holds} FOR UPDATE")
            self.last.choose(wish(self.session, self.last.user).move)
            self.site.wait_until(somebody_waits_for_a_lock)
            yield

    def close(self) -> None:
        for one in self.people:
            one.close()


def somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        return cursor.fetchone()[0] > 0


@pytest.fixture
def evening(site: Site) -> Iterator[Evening]:
    evening = Evening(site)
    yield evening
    evening.close()


def end_whoever_writes(evening: Evening) -> None:
    """Until the last player hears that it failed: the choice is tried once more, which takes a moment."""
    with connection.cursor() as cursor:
        while "refused" not in [frame["kind"] for frame in evening.last.drain(0.1)]:
            cursor.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )


def seen_before_it_was_written(evening: Evening) -> list[str]:
    """What anybody heard of the reveal before the database wrote it; afterwards it never does."""
    with evening.chosen_but_not_written():
        heard = [frame["kind"] for one in evening.people for frame in one.drain(0.4)]
        end_whoever_writes(evening)
    return [kind for kind in heard if kind not in ("marks", "beat")]


def test_nobody_sees_a_reveal_before_it_is_written(evening):
    assert seen_before_it_was_written(evening) == []
    assert the_round(evening.session).turn == 0
    evening.last.choose(wish(evening.session, evening.last.user).move)
    for one in evening.people:
        one.until(ref="1.1")


def test_a_reveal_told_before_it_is_written_would_be_noticed(evening, monkeypatch):
    """The planted fault: the page that chooses hears that its choice is sealed before it is."""
    commit = choices._commit

    def careless(wishes, *how):
        asyncio.run_coroutine_threadsafe(
            announcements._send(announcements.group(wishes[0].session), {"type": "table.sealed"}),
            evening.site.loop,
        ).result(5)
        return commit(wishes, *how)

    async def table_sealed(self, event):
        await self.push('<div id="sealed" hidden hx-swap-oob="true" data-ref="1.0" data-move="x"></div>')

    monkeypatch.setattr("games.table.consumers.TableConsumer.table_sealed", table_sealed, raising=False)
    monkeypatch.setattr(choices, "_commit", careless)
    assert "sealed" in seen_before_it_was_written(evening)


def shown_after_a_reveal_that_was_drawn_but_not_written(evening: Evening) -> tuple[str, str]:
    """The last player chooses, but the write fails; then chooses another side. What they see, and should."""
    with evening.chosen_but_not_written("games_round"):
        end_whoever_writes(evening)
    evening.last.choose(other(wish(evening.session, evening.last.user)).move)
    evening.last.until(ref="1.1")
    return evening.last.shown, evening.last.get(f"/t/{evening.session.code}/now/").text


def test_a_reveal_that_was_drawn_but_not_written_is_never_shown(evening):
    shown, page = shown_after_a_reveal_that_was_drawn_but_not_written(evening)
    assert shown in page


def test_a_drawing_known_by_its_version_alone_would_be_noticed(evening, monkeypatch):
    monkeypatch.setattr(snapshots.Table, "settled", property(lambda table: table.version))
    shown, page = shown_after_a_reveal_that_was_drawn_but_not_written(evening)
    assert shown not in page


def test_who_comes_while_a_reveal_is_written_sees_it_too(evening):
    with evening.chosen_but_not_written():
        watcher = evening.come(person("Watcher"))
    evening.people.append(watcher)
    for one in evening.people:
        one.until(ref="1.1")
        page = one.get(f"/t/{evening.session.code}/now/").text
        assert one.shown in page


def test_who_leaves_while_a_reveal_is_written_takes_nothing_from_the_others(evening):
    with evening.chosen_but_not_written():
        evening.ben.close()
        evening.people.remove(evening.ben)
    for one in evening.people:
        one.until(ref="1.1")
    evening.people.append(evening.come(evening.ben.user))
    assert evening.people[-1].ref == "1.1"


def test_who_may_not_see_the_deal_hears_nothing_of_it_and_nothing_fails(site, caplog):
    """The page is sent away at the first thing it hears: a deal in which somebody has already chosen."""
    session, (ana, _) = gather(2, spectators=False)
    onlooker = Player(f"http://127.0.0.1:{site.port}", None).sit_at(session.code)
    here = channel_layers.set("default", InMemoryChannelLayer())
    services.start(session.pk, ana)
    services.commit([wish(session, ana)])
    channel_layers.set("default", here)
    announcements.tell_after_commit([now(session)])
    assert onlooker.closed_with() == NOT_WELCOME
    onlooker.close()
    site.wait_until(site.is_quiet)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_whoever_changes_their_mind_quickly_is_taken_at_the_last_word(evening):
    card = wish(evening.session, evening.first.user).move[:-1]
    for change in range(6):
        for side in ("L", "R", "L", "R")[change % 3 :]:
            evening.first.choose(f"{card}{side}")
        heard = [frame["move"] for frame in evening.first.drain() if frame["kind"] == "sealed"]
        assert heard[-1] == f"{card}R", "and the page says so"
        assert Choice.objects.get(seat=0, turn=0).move == f"{card}R"


def test_a_choice_that_overtakes_another_would_be_noticed(evening, monkeypatch):
    """The planted fault: waiting choices are sealed in the wrong order."""
    commit = choices._commit
    monkeypatch.setattr(choices, "_commit", lambda wishes, *how: commit(wishes[::-1]))
    card = wish(evening.session, evening.first.user).move[:-1]
    all_three = [
        services.Wish(evening.session.pk, "1.0", f"{card}{side}", person=evening.users[0].pk)
        for side in "LLR"
    ]
    sealed_together(*all_three)
    assert Choice.objects.get(seat=0, turn=0).move == f"{card}L"


def sealed_together(*wishes: services.Wish) -> list[str]:
    """Choices that arrive at the same moment."""

    async def seal_all():
        return await asyncio.gather(*(services.seal(one) for one in wishes))

    results = asyncio.run(seal_all())
    return [result.refused.code if result.refused else "sealed" for result in results]


@pytest.fixture
def transactions(monkeypatch) -> list[int]:
    """How many choices each transaction held."""
    sizes, commit = [], choices._commit

    def noting(wishes, *how):
        sizes.append(len(wishes))
        return commit(wishes, *how)

    monkeypatch.setattr(choices, "_commit", noting)
    return sizes


@pytest.mark.django_db(transaction=True)
def test_choices_that_wait_together_go_into_one_transaction(transactions):
    session, users = dealt(2)
    mine = [wish(session, users[0]), other(wish(session, users[0])), wish(session, users[0])]
    assert sealed_together(*mine) == ["sealed"] * 3
    assert transactions == [3]
    assert Choice.objects.get().move == mine[-1].move


@pytest.mark.django_db(transaction=True)
def test_what_comes_while_a_transaction_is_under_way_goes_into_the_next(transactions):
    session, users = dealt(2)
    first, *others = [wish(session, users[0]), other(wish(session, users[0])), wish(session, users[0])]

    async def seal_first_then_others():
        under_way = asyncio.create_task(services.seal(first))
        await asyncio.sleep(0.001)
        return await asyncio.gather(under_way, *(services.seal(one) for one in others))

    results = asyncio.run(seal_first_then_others())
    assert not [result.refused for result in results if result.refused]
    assert transactions == [1, 2]
    assert Choice.objects.get().move == others[-1].move


@pytest.mark.django_db(transaction=True)
def test_a_choice_that_cannot_be_written_costs_the_others_nothing(transactions, monkeypatch):
    """The first transaction fails for all of them; then each is tried by itself."""
    session, users = dealt(3)
    wishes = [wish(session, user) for user in users[:2]]
    settle = choices._settle

    def failing(open_turn):
        if 1 in open_turn.chosen:
            raise RuntimeError("This table is broken.")
        return settle(open_turn)

    monkeypatch.setattr(choices, "_settle", failing)
    assert sealed_together(*wishes) == ["sealed", "try-again"]
    assert list(Choice.objects.values_list("seat", flat=True)) == [0]


@pytest.mark.django_db(transaction=True)
def test_who_goes_away_while_sealing_for_all_leaves_nobody_without_an_answer():
    session, users = dealt(3)
    wishes = [wish(session, user) for user in users[:2]]

    async def seal_and_go():
        first = asyncio.create_task(services.seal(wishes[0]))
        second = asyncio.create_task(services.seal(wishes[1]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        first.cancel()
        return await asyncio.wait_for(second, 20)

    result = asyncio.run(seal_and_go())
    assert result.refused is None or result.refused.code == "try-again"
