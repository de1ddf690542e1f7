"""A reveal is drawn while the database writes it: nothing of the drawing leaves before it is on disk."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection

from games import play
from games.drawing import Draft, Drawing
from games.models import Choice
from games.play import News, choices
from games.play.desks import Desk
from games.rooms import Rooms, rooms
from games.sockets import TableScreen
from tests.live.players import Player
from tests.live.test_agreement import parts
from tests.secrecy.site import Site, serving
from tests.tables import dealt, person, the_round, wish
from tests.test_recall import elsewhere, other


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    """One for each test: what is planted in its rooms must be there when they open."""
    with serving() as site:
        yield site
        site.wait_until(site.is_quiet)


@pytest.fixture
def drafts(monkeypatch: pytest.MonkeyPatch) -> list[Draft]:
    """Every draft that is drawn, kept for the test to compare."""
    kept: list[Draft] = []
    draft = Rooms.draft

    def keeping(self: Rooms, news: list[News]) -> Iterator[None]:
        for step in draft(self, news):
            kept.extend(one for one in self.drafts.values() if one.news in news and one not in kept)
            yield step

    monkeypatch.setattr(Rooms, "draft", keeping)
    return kept


@pytest.fixture
def drafts_leave_at_once(drafts: list[Draft], monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: what is drawn is sent before it is written."""
    draft = Rooms.draft

    def careless(self: Rooms, news: list[News]) -> Iterator[None]:
        for step in draft(self, news):
            for one in self.drafts.values():
                self.show(one.drawing)
            yield step

    monkeypatch.setattr(Rooms, "draft", careless)


def public(draft: Draft) -> str:
    """The part of it that all screens share."""
    return draft.drawing.public["en"].html


class Evening:
    """Three people at a table of which this process knows how it stands: two of them have chosen."""

    def __init__(self, site: Site) -> None:
        self.site, self.address = site, f"http://127.0.0.1:{site.port}"
        self.session, self.users = dealt(3)
        self.pages: dict[Player, dict[str, str]] = {}
        self.people = [self.come(user) for user in self.users]
        self.first, self.ben, self.last = self.people
        for one in self.people:
            one.drain()  # until everybody has heard who came
            self.pages[one] = self.asked(one)
        for one in self.people[:2]:
            one.choose(wish(self.session, one.user).move)
            one.next("sealed")

    def come(self, user) -> Player:
        one = Player(self.address, user).sit_at(self.session.code)
        self.pages[one] = self.asked(one)
        return one

    def asked(self, one: Player) -> dict[str, str]:
        return parts(one.get(f"/t/{self.session.code}/now/").text)

    def pushed(self, one: Player, ref: str) -> dict[str, str]:
        """What this person's page shows when its frames have brought it there."""
        while one.ref != ref:
            self.hear(one)
        return self.pages[one]

    def hear(self, one: Player) -> None:
        self.pages[one] |= parts(one.next("table")["html"])

    def went_out(self, draft: Draft) -> bool:
        """Whether anybody received what was drawn in it."""
        return any(public(draft) in one.received for one in self.people)

    def is_shown_truly(self, ref: str) -> bool:
        return all(self.pushed(one, ref) == self.asked(one) for one in self.people)

    @contextmanager
    def drawn_but_not_written(self) -> Iterator[None]:
        """The last choice is made and its reveal drawn; the database can write it only when this is over."""
        with psycopg.connect(**connection.get_connection_params()) as holding:
            holding.execute("SELECT FROM games_gamesession WHERE id = %s FOR UPDATE", [self.session.pk])
            self.last.choose(wish(self.session, self.last.user).move)
            self.site.wait_until(lambda: self.session.pk in rooms.drafts)
            yield

    def close(self) -> None:
        for one in self.people:
            one.close()


@pytest.fixture
def evening(site: Site, drafts: list[Draft]) -> Iterator[Evening]:
    evening = Evening(site)
    yield evening
    evening.close()


def a_choice_changed_elsewhere(evening: Evening) -> None:
    """The draft shows what Ben chose before he changed his mind at another process."""
    elsewhere(other(wish(evening.session, evening.users[1])))
    evening.last.choose(wish(evening.session, evening.last.user).move)


def a_database_gone(evening: Evening) -> None:
    """The database ends every session that would write the reveal; Cleo then chooses something else."""
    first, last = wish(evening.session, evening.last.user), evening.last
    with evening.drawn_but_not_written(), connection.cursor() as cursor:
        while not any(frame["kind"] == "refused" for frame in last.drain(0.05)):
            cursor.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
    assert the_round(evening.session).turn == 0
    last.choose(other(first).move, aim=first.aim)


TROUBLES = [a_choice_changed_elsewhere, a_database_gone]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_nobody_sees_a_draft_that_was_not_written(evening, drafts, trouble):
    trouble(evening)
    assert evening.is_shown_truly("1.1")
    assert public(drafts[0]) != evening.first.shown
    assert not evening.went_out(drafts[0])
    assert the_round(evening.session).turn == 1


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_draft_that_leaves_at_once_would_be_noticed(drafts_leave_at_once, evening, drafts, trouble):
    trouble(evening)
    assert not evening.is_shown_truly("1.1")
    assert evening.went_out(drafts[0])


def seen_first_by_a_latecomer(evening: Evening) -> str:
    """The turn that the first frame brings to somebody who came when the reveal was drawn."""
    with evening.drawn_but_not_written():
        evening.people.append(evening.come(person("Watcher")))
    *players, watcher = evening.people
    for one in players:
        evening.pushed(one, "1.1")
    for one in players:
        one.choose(wish(evening.session, one.user).move)
    evening.hear(watcher)
    return watcher.ref


def test_who_comes_when_a_reveal_is_drawn_sees_it_too(evening):
    assert seen_first_by_a_latecomer(evening) == "1.1"
    assert evening.is_shown_truly("1.2")


def test_a_draft_sent_whoever_came_meanwhile_would_be_noticed(evening, monkeypatch):
    """The planted fault: the first reveal goes to the screens it was drawn for."""
    show = Rooms.show

    def careless(self: Rooms, drawing: Drawing) -> None:
        here = self.screens[drawing.table.id]
        if drawing.table.deal and drawing.table.deal.ref == "1.1":
            self.screens[drawing.table.id] = set(drawing.pages)
        show(self, drawing)
        self.screens[drawing.table.id] = here

    monkeypatch.setattr(Rooms, "show", careless)
    assert seen_first_by_a_latecomer(evening) == "1.2"


def test_who_leaves_when_a_reveal_is_drawn_takes_nothing_from_the_others(evening, drafts):
    """Ben's page closes, which changes the table itself, and he comes back to the reveal."""
    with evening.drawn_but_not_written():
        evening.ben.close()
        evening.people.remove(evening.ben)
        evening.site.wait_until(lambda: len(rooms.screens[evening.session.pk]) == 2)
    assert drafts
    for one in evening.people:
        while evening.pushed(one, "1.1") != evening.asked(one):
            evening.hear(one)  # that Ben has gone
    evening.people.append(evening.come(evening.ben.user))
    assert evening.people[-1].ref == "1.1"


def test_whoever_changes_their_mind_quickly_is_taken_at_the_last_word(evening):
    card = wish(evening.session, evening.first.user).move[:-1]
    for change in range(6):
        if change % 2:
            play.forget(frozenset({evening.session.pk}))  # the first of them then goes by the writer's thread
        for side in ("L", "R", "L", "R")[change % 3 :]:
            evening.first.choose(f"{card}{side}")
        evening.first.drain()
        assert Choice.objects.get(seat=0, turn=0).move == f"{card}R"


def overtaken(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a third choice, heard at the moment the first is sealed, is taken before the second."""
    card = wish(evening.session, evening.first.user).move[:-1]
    frame = json.dumps({"aim": "1.0", "move": f"{card}L"}).encode()
    taken: list[bool] = []
    chosen = TableScreen.chosen

    def hearing_one_more(self: TableScreen, sealed: "asyncio.Future[play.Result]") -> None:
        chosen(self, sealed)
        if not taken:
            taken.append(self.take(frame))

    monkeypatch.setattr(TableScreen, "chosen", hearing_one_more)
    with psycopg.connect(**connection.get_connection_params()) as holding:
        holding.execute("SELECT FROM games_gamesession WHERE id = %s FOR UPDATE", [evening.session.pk])
        evening.first.choose(f"{card}L")
        evening.first.choose(f"{card}R")
        evening.site.wait_until(lambda: any(one.receiving for one in rooms.screens[evening.session.pk]))
    evening.site.wait_until(lambda: bool(taken))
    evening.first.drain()
    return taken[0]


def test_no_choice_overtakes_another(evening, monkeypatch):
    assert not overtaken(evening, monkeypatch)
    assert Choice.objects.get(seat=0, turn=0).move.endswith("R")


def test_a_choice_that_overtakes_would_be_noticed(evening, monkeypatch):
    """The planted fault: a page that has a frame waiting takes the next one at once."""
    monkeypatch.setattr(TableScreen, "take", take_carelessly)
    assert overtaken(evening, monkeypatch)


def take_carelessly(page: TableScreen, frame: bytes, take=TableScreen.take) -> bool:
    waiting, page.receiving = page.receiving, False
    try:
        return take(page, frame)
    finally:
        page.receiving = waiting


def test_news_told_in_the_wrong_order_change_nobodys_choice(evening):
    """The writer's thread seals for Ana and is slow to tell it; meanwhile the loop seals for Ben."""
    told = told_in_the_wrong_order(evening)
    assert told == {choice.seat: choice.move for choice in Choice.objects.filter(turn=0)}


def test_news_that_tell_everybodys_choices_would_be_noticed(evening, monkeypatch):
    """The planted fault: a screen takes all that a commit knew for what is so now."""
    settle = choices._settle

    def careless(desk: Desk) -> News:
        everything = {seat: (move, by) for seat, (move, by, _) in desk.moves.items()}
        news = settle(desk)
        news.chosen = everything
        return news

    monkeypatch.setattr(choices, "_settle", careless)
    told = told_in_the_wrong_order(evening)
    assert told != {choice.seat: choice.move for choice in Choice.objects.filter(turn=0)}


def told_in_the_wrong_order(evening: Evening) -> dict[int, str]:
    """What the site then believes to lie sealed."""
    (_, slow), (_, quick) = (play.commit([other(wish(evening.session, user))]) for user in evening.users[:2])
    for news in (quick, slow):
        rooms.news_from_writer(news)
    evening.site.tell_marks()
    deal = rooms.tables[evening.session.pk].deal
    assert deal is not None
    return {seat: move for seat, move, _ in deal.moves}
