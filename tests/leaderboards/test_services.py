"""Ratings and sums grow with every count, and can be rebuilt from the score sheets at any time."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.core.management import call_command

from accounts import data_export
from accounts.models import User
from accounts.services import guests, users
from games.engine.ratings import Strength
from games.leaderboards.models import PlayedAsGuest, Rating, RatingStep, Tally
from games.leaderboards.services import rebuilding
from games.models import ScoreLine
from tests.support.clients import guest_named
from tests.support.leaderboards import finished, rows
from tests.support.tables import dealt, person, play_round

NOVEMBER = datetime(2026, 11, 2, 20, tzinfo=UTC)


def tally(who: User, **which: object) -> Tally:
    return Tally.objects.get(person=who, **{"variant": "", "medium": "", "span": "all"} | which)


@pytest.mark.django_db
def test_a_round_of_two_people_moves_both_ratings_and_adds_to_all_sums():
    ana, ben = person("Ana"), person("Ben")
    round = finished("splitter", [ana, ben], luck=Random(4), at=NOVEMBER, sheet="B")
    first, second = round.sheet.lines.order_by("rank")
    assert first.rank != second.rank
    winner, loser = (Rating.objects.get(person=line.person_id) for line in (first, second))
    assert winner.mu > Strength().mu > loser.mu
    assert winner.sigma < Strength().sigma
    assert winner.rounds == loser.rounds == 1
    sums = Tally.objects.filter(person=first.person_id, medium="").order_by("variant", "span")
    assert [(one.variant, one.span, str(one.start)) for one in sums] == [
        ("", "all", "1970-01-01"),
        ("", "month", "2026-11-01"),
        ("", "week", "2026-11-02"),
        ("B", "all", "1970-01-01"),
        ("B", "month", "2026-11-01"),
        ("B", "week", "2026-11-02"),
    ]
    assert {(one.rounds, one.wins, one.points, one.best, one.average) for one in sums} == {
        (1, 1, first.points, first.points, float(first.points))
    }


@pytest.mark.django_db
@pytest.mark.parametrize("players", [[0], [0, "random"]], ids=["alone", "against bots"])
def test_a_round_without_a_second_person_counts_for_nobody(players):
    sitting = [person(f"Player {one}") if isinstance(one, int) else one for one in players]
    finished("splitter", sitting, luck=Random(1))
    assert rows() == {"ratings": [], "steps": [], "sums": []}


@pytest.mark.django_db
def test_bots_are_passed_over_when_places_are_given():
    ana, ben = person("Ana"), person("Ben")
    for luck in range(6):
        finished("splitter", ["random", ana, "random", ben, "random"], luck=Random(luck))
    assert Tally.objects.filter(span="all", variant="", medium="").count() == 2
    assert tally(ana).wins + tally(ben).wins == 6
    assert ScoreLine.objects.exclude(bot="").filter(rank=1).exists()


@pytest.mark.django_db
def test_who_was_away_for_more_than_a_quarter_of_the_turns_is_last_without_points():
    ana, ben = person("Ana"), person("Ben")
    round = finished("splitter", [ana, ben], luck=Random(4), away=[1])
    assert round.sheet.lines.get(person=ben).rank == 1
    assert (tally(ben).wins, tally(ben).points, tally(ben).best) == (0, 0, None)
    assert tally(ana).wins == 1
    assert Rating.objects.get(person=ana).mu > Rating.objects.get(person=ben).mu


@pytest.mark.django_db
def test_equal_scores_share_the_place_and_the_win():
    ana, ben = person("Ana"), person("Ben")
    finished("splitter", [ana, ben], luck=Random(4), alike=True)
    assert tally(ana).wins == tally(ben).wins == 1
    assert Rating.objects.get(person=ben).mu == Rating.objects.get(person=ana).mu == Strength().mu


@pytest.mark.django_db
def test_a_played_round_is_rated_when_its_last_choice_is_sealed():
    session, (ana, ben) = dealt(2, "splitter")
    play_round(session, [ana, ben])
    assert sorted(Rating.objects.values_list("person", flat=True)) == sorted([ana.pk, ben.pk])


@pytest.mark.django_db
def test_a_guests_ladder_follows_into_an_account_without_one():
    ana, guest, account = person("Ana"), guest_named("Ben"), person("Benjamin")
    finished("splitter", [ana, guest], luck=Random(2))
    mu = Rating.objects.get(person=guest).mu
    guests.follow(guest, account)
    assert Rating.objects.get(person=account).mu == mu
    assert tally(account).rounds == 1
    assert RatingStep.objects.filter(person=account).count() == 1


@pytest.mark.django_db
def test_an_account_keeps_its_rating_and_gains_the_sums_of_a_guest():
    ana, guest, account = person("Ana"), guest_named("Ben"), person("Benjamin")
    finished("splitter", [ana, account], luck=Random(2))
    mu = Rating.objects.get(person=account).mu
    finished("splitter", [ana, guest, account], luck=Random(3))
    finished("splitter", [ana, guest], luck=Random(4))
    before = Rating.objects.get(person=account)
    points = tally(account).points + tally(guest).points
    guests.follow(guest, account)
    after = Rating.objects.get(person=account)
    assert (after.mu, after.rounds) == (before.mu, 2)
    assert after.mu != mu
    assert (tally(account).rounds, tally(account).points) == (4, points)
    assert PlayedAsGuest.objects.count() == 2


@pytest.mark.django_db
def test_my_data_has_my_rating_its_steps_and_my_sums():
    ana, ben = person("Ana"), person("Ben")
    finished("splito", [ana, ben], luck=Random(2))
    mine = data_export.collect(ana)["ladders"]
    assert [one["game"] for one in mine["ratings"]] == ["splito"]
    assert len(mine["steps"]) == 1
    assert [one["medium"] for one in mine["sums"]] == [""] * 3 + ["online"] * 3


def a_season(luck: Random) -> Iterator[None]:
    """Many rounds of all kinds; between them guests become accounts and people delete theirs."""
    crowd = [person(f"Player {number}") for number in range(7)]
    visitors = [guest_named(f"Guest {number}") for number in range(4)]
    for number in range(70):
        game = luck.choice(["splito", "splitter", "splitter"])
        sitting = luck.sample([*crowd, *visitors], luck.randint(1, 4)) + ["random"] * luck.choice([0, 0, 1])
        if game == "splito" and len(sitting) < 2:
            sitting.append("random")
        luck.shuffle(sitting)
        finished(
            game,
            sitting,
            luck=luck,
            away=[seat for seat, who in enumerate(sitting) if who != "random" and luck.random() < 0.15],
            alike=game == "splitter" and luck.random() < 0.2,
            at=NOVEMBER + timedelta(days=number),
            **{"sheet": luck.choice("AB")} if game == "splitter" else {},
        )
        if number in (20, 40):
            fresh = person(f"Newcomer {number}")
            guests.follow(visitors.pop(), fresh)
            crowd.append(fresh)
        if number in (30, 50):
            guests.follow(visitors.pop(), crowd[1])
        if number in (35, 60):
            users.delete(crowd.pop(2))
        yield


@pytest.mark.django_db
def test_rebuilding_gives_to_the_last_bit_what_grew_step_by_step():
    for _ in a_season(Random(11)):
        pass
    grown = rows()
    assert PlayedAsGuest.objects.exists()
    assert len(grown["ratings"]) > 12
    assert rebuilding.rebuild() == rebuilding.Report(len(rated_rounds()), 0, 0, 0)
    assert rows() == grown
    Rating.objects.all().delete()
    RatingStep.objects.filter(game="splito").delete()
    Tally.objects.filter(span="week").update(points=7)
    call_command("rerate", verbosity=0)
    assert rows() == grown


def rated_rounds() -> set[int]:
    lines = [
        *RatingStep.objects.values_list("line", flat=True),
        *PlayedAsGuest.objects.values_list("line", flat=True),
    ]
    return set(ScoreLine.objects.filter(pk__in=lines).values_list("sheet", flat=True))


@pytest.mark.django_db
def test_rebuilding_without_a_single_round_empties_the_ladders():
    ana, ben = person("Ana"), person("Ben")
    finished("splito", [ana, ben], luck=Random(2)).session.delete()
    assert Rating.objects.count() == 2
    call_command("rerate", verbosity=0)
    assert rows() == {"ratings": [], "steps": [], "sums": []}
