"""Every byte that each player and a spectator receive during whole rounds: nothing hidden is in them."""

import re
from random import Random

import pytest

from games.table import services
from tests.support.tables import dealt, now, person, wish

NOBODY = frozenset()


def words_in(texts: list[str]) -> set[str]:
    return set(re.findall(r"[\w-]+", " ".join(texts)))


@pytest.mark.parametrize(("game", "people"), [("splito", 2), ("splito", 4), ("splitter", 3)])
def test_nothing_hidden_is_in_what_anyone_receives(player, game, people):
    session, users = dealt(people, game)
    players = [
        player(user).sit_at(session.code, language=("en", "de")[n % 2]) for n, user in enumerate(users)
    ]
    watcher = player(person("Watcher")).sit_at(session.code)
    eyes = [*((one, frozenset({seat})) for seat, one in enumerate(players)), (watcher, NOBODY)]
    luck = Random(11)
    while (table := now(session)).status == "playing" and not table.is_over:
        state, ref = table.deal.state, table.deal.ref
        wishes = [wish(session, user, luck) for user in users]
        for one, _ in eyes:
            one.until(ref=ref)
            one.get(f"/t/{session.code}/")
            one.get(f"/t/{session.code}/now/")
            one.get(f"/t/{session.code}/look/", move=wishes[0].move.split(" ")[0])
            one.get(f"/t/{session.code}/nudges/")
        for one, sent in zip(players[:-1], wishes, strict=False):
            one.choose(sent.move)
            one.next("sealed")
        for one, seen in eyes:
            one.drain(0.05)
            check(one.received, table.rules.secrets(state, seen))
            one.received.clear()
        players[-1].choose(wishes[-1].move)
        for one, _ in eyes:
            while one.ref == ref:
                one.next("table")
            # The reveal belongs to the next turn.
            one.received[:-1] = []


def check(received: list[str], secrets: frozenset[str]) -> None:
    text = "\n".join(received)
    words = words_in(received)
    leaked = [secret for secret in secrets if secret in words or (" " in secret and secret in text)]
    assert not leaked


def test_the_leak_test_would_notice_a_leak(player):
    """The planted fault: a neighbour's hand in somebody else's page."""
    session, (ana, *_) = dealt(3)
    table = now(session)
    mine = player(ana)
    mine.get(f"/t/{session.code}/")
    neighbours = table.rules.view(table.deal.state, frozenset({1})).own
    mine.received.append(f'<span data-card="{neighbours[0]}"></span> {" ".join(neighbours)}')
    with pytest.raises(AssertionError):
        check(mine.received, table.rules.secrets(table.deal.state, frozenset({0})))


def test_what_others_choose_or_change_makes_no_difference_to_what_i_receive(player):
    session, (ana, ben, _) = dealt(3)
    mine, theirs = player(ana).sit_at(session.code), player(ben).sit_at(session.code)
    mine.drain()
    first = wish(session, ben)
    theirs.choose(first.move)
    assert mine.next("marks") == {"kind": "marks", "ref": "1.0", "chosen": [1]}
    page = page_of(mine, session.code)
    theirs.drain()
    theirs.choose(first.move[:-1] + "R")
    theirs.next("sealed")
    assert mine.drain() == []
    assert page_of(mine, session.code) == page


def test_taking_back_is_seen_as_thinking_again(player):
    session, (ana, ben, _) = dealt(3)
    mine, theirs = player(ana).sit_at(session.code), player(ben).sit_at(session.code)
    mine.drain()  # a choice made while arrivals are still announced is shown with those, not as a mark
    theirs.choose(wish(session, ben).move)
    assert mine.next("marks")["chosen"] == [1]
    theirs.choose("")
    assert mine.next("marks")["chosen"] == []


def test_the_pages_do_not_tell_in_which_order_people_chose(player):
    session, (ana, ben, cleo) = dealt(3)
    mine = player(ana)
    pages = []
    for order in ((ben, cleo), (cleo, ben)):
        for user in order:
            services.commit([wish(session, user)])
        pages.append(page_of(mine, session.code))
        for user in order:
            services.commit([services.Wish(session.pk, "1.0", "", person=user.pk)])
    assert pages[0] == pages[1]


def page_of(one, code: str) -> str:
    """The page without what differs in every answer: the form's token and the time of day."""
    return re.sub(
        r'name="csrfmiddlewaretoken" value="[^"]+"|data-now="[^"]+"', "", one.get(f"/t/{code}/").text
    )
