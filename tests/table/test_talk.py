"""Nudges in mid-round, words after it."""

import pytest

from games.models import Mute, Nudge, Remark, Report
from games.table import services
from games.table.rendering import mine
from games.table.services import talk
from tests.support.tables import dealt, now, person, play_round, play_turn

pytestmark = pytest.mark.django_db(transaction=True)


def refusal(call, *args, **kwargs) -> str:
    with pytest.raises(services.Refused) as refused:
        call(*args, **kwargs)
    return refused.value.code


def test_a_player_may_ask_a_neighbour_to_look_after_the_shared_zone():
    session, (ana, *_) = dealt(4)
    services.nudge(session.pk, ana, "zone", to=1, about="0")
    assert [(said.seat, said.to, said.kind) for said in now(session).nudges] == [(0, 1, "zone")]


def test_nobody_nudges_across_the_table():
    session, (ana, *_) = dealt(4)
    assert refusal(services.nudge, session.pk, ana, "zone", to=2, about="0") == "no-such-nudge"


@pytest.mark.parametrize(
    ("kind", "to", "about"), [("shout", 1, "0"), ("zone", 1, "2"), ("goal", 1, "0:none-2"), ("zone", -1, "0")]
)
def test_only_what_the_rules_allow_can_be_said(kind, to, about):
    session, (ana, *_) = dealt(4)
    assert refusal(services.nudge, session.pk, ana, kind, to=to, about=about) == "no-such-nudge"


def test_one_nudge_per_turn_and_person():
    session, people = dealt(4)
    services.nudge(session.pk, people[0], "zone", to=1, about="0")
    assert refusal(services.nudge, session.pk, people[0], "zone", to=3, about="3") == "nudged-already"
    play_turn(session, people)
    assert now(session).nudges == ()
    services.nudge(session.pk, people[0], "zone", to=3, about="3")
    assert Nudge.objects.count() == 2


def test_who_has_chosen_may_remind_who_has_not():
    session, (ana, ben) = dealt(2, "splitter")
    assert refusal(services.nudge, session.pk, ana, "wait", to=1, about="") == "no-such-nudge"
    table = now(session)
    services.commit(
        [services.Wish(session.pk, "1.0", table.rules.legal(table.deal.state, 0)[0], person=ana.pk)]
    )
    services.nudge(session.pk, ana, "wait", to=1, about="")
    assert refusal(services.nudge, session.pk, ben, "wait", to=0, about="") == "no-such-nudge"


def test_free_words_wait_until_the_round_is_over():
    session, people = dealt(2, "splitter")
    assert refusal(services.say, session.pk, people[0], "my next card is …") == "table-playing"
    play_round(session, people)
    services.say(session.pk, people[0], "  Well\nplayed!  ")
    assert Remark.objects.get().text == "Well played!"


def test_a_spectator_does_not_chat():
    session, people = dealt(2, "splitter")
    play_round(session, people)
    assert refusal(services.say, session.pk, person("Watcher"), "hello") == "not-seated"


@pytest.mark.parametrize(
    ("text", "code"), [("", "empty-remark"), (" \n ", "empty-remark"), ("x" * 301, "long-remark")]
)
def test_a_remark_has_words_but_not_too_many(text, code):
    session, people = dealt(2, "splitter")
    play_round(session, people)
    assert refusal(services.say, session.pk, people[0], text) == code


def test_a_muted_persons_remarks_are_not_shown_to_who_muted():
    session, (ana, ben) = dealt(2, "splitter")
    play_round(session, [ana, ben])
    services.say(session.pk, ben, "nonsense")
    services.mute(session.pk, ana, Remark.objects.get().pk)
    assert Mute.objects.count() == 1
    assert mine(now(session), ana.pk).remarks == ()
    assert len(mine(now(session), ben.pk).remarks) == 1


def test_the_host_can_remove_a_remark_and_others_report_it():
    session, (ana, ben) = dealt(2, "splitter")
    play_round(session, [ana, ben])
    services.say(session.pk, ana, "nonsense")
    remark = Remark.objects.get()
    assert refusal(services.remove_remark, session.pk, ben, remark.pk) == "not-host"
    services.report(session.pk, ben, remark.pk)
    services.report(session.pk, ben, remark.pk)
    assert Report.objects.count() == 1
    services.remove_remark(session.pk, ana, remark.pk)
    assert now(session).remarks == ()


def test_nobody_uses_up_the_chat_for_the_others(monkeypatch):
    monkeypatch.setattr(talk, "MOST_REMARKS", 6)
    session, (ana, ben) = dealt(2, "splitter")
    play_round(session, [ana, ben])
    for _ in range(3):
        services.say(session.pk, ana, "again")
    assert refusal(services.say, session.pk, ana, "and again") == "own-share-of-remarks"
    services.say(session.pk, ben, "my turn")


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u2069", "\u200f", "\u061c"])
def test_a_remark_cannot_turn_the_page_around_it(sign):
    session, people = dealt(2, "splitter")
    play_round(session, people)
    services.say(session.pk, people[0], f"look{sign} here")
    assert Remark.objects.get().text == "look here"
    assert refusal(services.say, session.pk, people[0], f" {sign} ") == "empty-remark"


def test_families_of_emoji_stay_together():
    session, people = dealt(2, "splitter")
    play_round(session, people)
    services.say(session.pk, people[0], "we are \U0001f468\u200d\U0001f469\u200d\U0001f467")
    assert Remark.objects.get().text.endswith("\U0001f468\u200d\U0001f469\u200d\U0001f467")
