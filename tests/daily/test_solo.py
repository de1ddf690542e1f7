"""Splitter alone: personal best, distribution and leaderboards; and derived rows can be derived again."""

from functools import partial

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from accounts.services import guests
from accounts.services.users import delete
from games.daily import services, solo_queries
from games.daily.models import Attempt, SoloResult, SoloStanding
from games.models import GameSession, Round, ScoreLine
from games.table import services as table_services
from tests.support.clients import browser_of
from tests.support.daily import DAY, NOON, alone, played_day
from tests.support.tables import dealt, gather, person, play_round, play_turn, the_round
from tests.support.threads import together

pytestmark = pytest.mark.django_db


def results(who: User, sheet: str, *points: int) -> None:
    """Finished rounds with these points, the newest last."""
    for number in points:
        session = alone(who, sheet)
        SoloResult.objects.filter(round=the_round(session)).update(points=number)
        ScoreLine.objects.filter(sheet__round=the_round(session)).update(points=number)
    services.stand(who.pk, sheet)


def everything_derived() -> list[list[tuple]]:
    return [
        sorted(SoloResult.objects.values_list("round", "person", "sheet", "points", "finished_at")),
        sorted(SoloStanding.objects.values_list("person", "sheet", "rounds", "best", "recent")),
        sorted(Attempt.objects.values_list("pk", "points", "finished_at")),
    ]


def test_a_finished_round_alone_is_noted_with_its_sheet():
    ana = person("Ana")
    session = alone(ana, "B")
    line = ScoreLine.objects.get()
    noted = SoloResult.objects.get()
    assert (noted.round, noted.person, noted.sheet) == (the_round(session), ana, "B")
    assert noted.points == line.points
    assert SoloStanding.objects.get().best == line.points


def test_rounds_with_others_with_bots_and_of_a_day_are_not_rounds_alone():
    session, users = dealt(2, "splitter")
    play_round(session, users)
    played_day(users[0])
    practice = services.practise(users[0], DAY, now=NOON)
    play_round(practice, [users[0]])
    assert Round.objects.filter(finished_at__isnull=False).count() == 3
    assert not SoloResult.objects.exists()


def test_a_round_in_which_the_clock_chose_does_not_count():
    ana = person("Ana")
    session = table_services.play_now(ana, "splitter", options={"sheet": "A"}, bots=0)
    ref = f"1.{the_round(session).turn}"
    from tests.support.tables import now

    move = now(session).rules.legal(now(session).deal.state, 0)[0]
    table_services.commit([table_services.Wish(session.pk, ref, move, seat=0, by="clock")])
    play_round(session, [ana])
    assert ScoreLine.objects.get().deputised == 1
    assert not SoloResult.objects.exists()


def test_the_average_is_of_the_last_ten_and_needs_ten():
    ana = person("Ana")
    results(ana, "A", 50, *[30] * 8)
    assert (solo_queries.mine(ana.pk, "A").average, solo_queries.mine(ana.pk, "A").missing) == (None, 1)
    results(ana, "A", 40)
    assert solo_queries.mine(ana.pk, "A").average == 33.0
    results(ana, "A", 40)
    mine = solo_queries.mine(ana.pk, "A")
    assert (mine.average, mine.best, mine.rounds) == (32.0, 50, 11)
    assert mine.last[:3] == (40, 40, 30)
    assert solo_queries.mine(ana.pk, "B").rounds == 0


def test_the_distribution_has_a_column_for_each_of_the_twelve_verdicts():
    steps, block = solo_queries.distribution({27: 2, 28: 1, 30: 1, 51: 3})
    assert [step.rounds for step in steps] == [2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]
    assert [(steps[1].least, steps[1].most), (steps[11].least, steps[11].most)] == [(28, 30), (51, None)]
    assert [step.step for step in steps if step.best] == [12]
    assert (block, len(steps[0].blocks)) == (1, 2)
    steps, block = solo_queries.distribution({27: 100, 40: 1})
    assert (block, len(steps[0].blocks), len(steps[5].blocks)) == (9, 12, 1)


def test_a_ladder_has_shared_places_and_always_my_own_line(monkeypatch):
    ana, ben, cleo = person("Ana"), person("Ben"), person("Cleo")
    dov = User.objects.create(name="Dov", is_guest=True)
    for who, points in [(ana, 41), (ben, 44), (cleo, 41), (dov, 20)]:
        results(who, "A", points, 15)
    lines = solo_queries.ladder("A", "best", dov.pk).lines
    assert [(line.place, line.points) for line in lines] == [(1, 44), (2, 41), (2, 41), (4, 20)]
    assert [line.mine for line in lines] == [False, False, False, True]
    monkeypatch.setattr(solo_queries, "LISTED", 2)
    short = solo_queries.ladder("A", "best", dov.pk)
    assert (short.own.place, short.own.person, short.people) == (4, dov, 4)
    assert not solo_queries.ladder("B", "best", dov.pk).lines
    assert not solo_queries.ladder("A", "average", dov.pk).lines


def test_the_ladder_of_averages_ranks_who_has_ten_rounds():
    ana, ben = person("Ana"), person("Ben")
    results(ana, "A", *[30] * 10)
    results(ben, "A", *[30] * 9, 33)
    lines = solo_queries.ladder("A", "average", None).lines
    assert [(line.person, line.points, line.rounds) for line in lines] == [(ben, 30.3, 10), (ana, 30.0, 10)]


def test_a_guests_rounds_follow_and_a_deleted_persons_go():
    guest, ana = User.objects.create(name="Ana G", is_guest=True), person("Ana")
    results(guest, "A", 44)
    results(ana, "A", 30)
    guests.follow(guest, ana)
    assert (solo_queries.mine(ana.pk, "A").best, solo_queries.mine(ana.pk, "A").rounds) == (44, 2)
    assert SoloStanding.objects.count() == 1
    delete(ana)
    assert not solo_queries.ladder("A", "best", None).lines
    services.rebuild()
    assert not SoloResult.objects.exists()


def test_everything_derived_can_be_derived_again(capsys):
    ana, ben = person("Ana"), person("Ben")
    for number in range(11):
        alone(ana, "A", luck=number)
    alone(ben, "B", luck=1)
    session, users = dealt(2, "splitter")
    play_round(session, users)
    played_day(ana)
    services.start(ben, DAY, now=NOON)
    before = everything_derived()
    assert SoloStanding.objects.get(person=ana).recent
    SoloResult.objects.filter(person=ana).update(points=1)
    SoloStanding.objects.filter(person=ana).update(best=99)
    SoloStanding.objects.filter(person=ben).delete()
    Attempt.objects.filter(person=ana).update(points=60)
    call_command("redo_days")
    assert everything_derived() == before
    assert "12 rounds alone and 1 attempts" in capsys.readouterr().out


# The pages


def test_one_tap_begins_a_round_on_the_chosen_sheet(client: Client):
    answer = client.post("/solo/start/", {"sheet": "B", "name": "Ana"}, follow=True)
    the_round = Round.objects.get()
    assert answer.redirect_chain[-1][0] == f"/t/{the_round.session.code}/"
    assert (the_round.session.options, the_round.session.seats.get().name) == ({"sheet": "B"}, "Ana")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("address", "asked"),
    [("/solo/start/", {"sheet": "B"}), ("/play/now/", {"game": "splito", "bots": "2"})],
)
def test_a_double_click_opens_one_table(address, asked):
    ana = person("Ana")
    clicks = [partial(browser_of(ana).post, address, asked) for _ in range(5)]
    opened = {answer.url for answer in together(*clicks)}
    assert opened == {f"/t/{GameSession.objects.get().code}/"}


def test_who_has_chosen_or_wants_another_sheet_gets_another_table():
    ana = person("Ana")
    first = table_services.play_now(ana, "splitter", options={"sheet": "A"}, bots=0)
    other = table_services.play_now(ana, "splitter", options={"sheet": "B"}, bots=0)
    play_turn(first, [ana])
    again = table_services.play_now(ana, "splitter", options={"sheet": "A"}, bots=0)
    assert len({first.pk, other.pk, again.pk}) == 3


def test_a_table_prepared_by_hand_is_not_taken_for_one_opened_by_a_tap():
    session, (ana,) = gather(1, seats_wanted=2, public=False)
    table_services.add_bot(session.pk, ana, "master")
    table_services.start(session.pk, ana)
    assert table_services.play_now(ana, "splito", options={}, bots=1).pk != session.pk


@pytest.mark.parametrize("sheet", ["", "C", "a", "A\x00", "A" * 5000])
def test_no_other_sheet_can_be_asked_for(client: Client, sheet):
    answer = client.post("/solo/start/", {"sheet": sheet}, follow=True)
    assert "That value is not possible" in answer.text
    assert not Round.objects.exists()


def test_the_page_says_how_i_do_in_words_too(client: Client):
    ana = person("Ana")
    results(ana, "A", 29, 29, 44)
    client.force_login(ana)
    page = client.get("/solo/").text
    assert "28 to 30 points: 2 rounds." in page
    assert "43 to 44 points: 1 round." in page
    assert "after 7 more rounds" in page


@pytest.mark.parametrize("query", ["?sheet=C", "?by=worst", "?sheet=%00&by=%00", "?sheet=B&by=average", ""])
def test_any_question_about_the_ladder_is_answered(client: Client, query):
    assert client.get(f"/solo/{query}").status_code == 200


def test_who_opens_the_address_of_the_form_is_led_on(client: Client):
    assert client.get("/solo/start/").url == "/solo/"
    assert not Round.objects.exists()
