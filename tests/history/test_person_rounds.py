"""My games: listed, filtered, paged; a guest's games follow into the account."""

from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Membership, User
from accounts.services import clubs, guests
from games.history.queries import person_rounds
from games.models import ScoreLine, ScoreSheet
from games.tournaments import services
from tests.support.clients import browser_of, guest_named
from tests.support.history import played
from tests.support.tables import dealt, person, play_round
from tests.support.tournaments import online_round

pytestmark = pytest.mark.django_db


def page(somebody: User, **asked: str) -> str:
    answer = browser_of(somebody).get("/history/", asked)
    assert answer.status_code == 200
    return answer.content.decode()


def shown(somebody: User, **asked: str) -> list[int]:
    """The sheets on the page, in order."""
    answer = browser_of(somebody).get("/history/", asked)
    return [past.mine.sheet_id for past in answer.context["page"].rounds]


def test_a_round_is_listed_with_game_people_result_and_date():
    mia, tom = person("Mia"), person("Tom")
    sheet = played([mia, tom], name="Kitchen table")
    ScoreLine.objects.filter(sheet=sheet, person=mia).update(points=41, rank=1)
    ScoreLine.objects.filter(sheet=sheet, person=tom).update(points=29, rank=2)
    html = " ".join(page(mia).split())
    assert "Kitchen table" in html
    assert "sheet A" in html
    assert f'<a href="/people/{tom.pk}/">Tom</a>' in html
    assert '<dd class="number">41</dd>' in html
    assert '<span class="number">1</span> of 2' in html
    assert f'datetime="{sheet.counted_at:%Y-%m-%dT}' in html


def test_only_finished_rounds_of_ones_own_are_listed():
    mia, tom = person("Mia"), person("Tom")
    mine = played([mia])
    played([tom])
    dealt(2, "splitter")
    assert shown(mia) == [mine.pk]


def test_a_visitor_is_asked_to_sign_in():
    assert Client().get("/history/").status_code == 302


def test_a_history_can_be_narrowed_by_game():
    mia, tom = person("Mia"), person("Tom")
    splitter, splito = played([mia]), played([mia, tom], "splito")
    assert shown(mia, game="splito") == [splito.pk]
    assert shown(mia, game="splitter") == [splitter.pk]


def test_a_history_can_be_narrowed_by_a_name_typed_in_part():
    mia, tom, eva = person("Mia"), person("Tommaso"), person("Eva")
    both, _other = played([mia, tom]), played([mia, eva])
    assert shown(mia, people="TOM") == [both.pk]
    assert shown(mia, people="mia") == []  # my own name finds nothing: I always play with myself


def test_who_has_changed_the_name_is_found_by_both():
    mia, tom = person("Mia"), person("Tom")
    sheet = played([mia, tom])
    tom.name = "Ludwig"
    tom.save()
    assert shown(mia, people="ludwig") == shown(mia, people="tom") == [sheet.pk]


def test_a_history_can_be_narrowed_to_rounds_with_members_of_my_club():
    mia, tom, eva = person("Mia"), person("Tom"), person("Eva")
    linde = clubs.found(mia, name="Club Linde", place="Bern")
    Membership.objects.create(club=linde, user=tom)
    with_tom, _with_eva, _alone = played([mia, tom]), played([mia, eva]), played([mia])
    assert shown(mia, club=str(linde.pk)) == [with_tom.pk]
    assert "Club Linde" not in page(eva)  # nothing to choose, so no such field
    assert 'name="club"' not in page(eva)


def test_a_club_that_is_not_mine_narrows_nothing_and_says_so():
    mia, eva = person("Mia"), person("Eva")
    theirs = clubs.found(eva, name="Club Aare", place="")
    clubs.found(mia, name="Club Linde", place="")
    sheet = played([mia, eva])
    assert shown(mia, club=str(theirs.pk)) == [sheet.pk]
    assert "Select a valid choice" in page(mia, club=str(theirs.pk))


def test_a_history_can_be_narrowed_to_a_period_in_the_readers_own_days():
    mia = person("Mia")
    old, late = played([mia]), played([mia])
    ScoreSheet.objects.filter(pk=old.pk).update(counted_at=timezone.now() - timedelta(days=40))
    # Half past eleven in the evening in London is already the next day in Zurich.
    evening = late.counted_at.replace(year=2026, month=1, day=15, hour=23, minute=30)
    ScoreSheet.objects.filter(pk=late.pk).update(counted_at=evening)
    assert shown(mia, **{"from": "2026-01-15", "to": "2026-01-15"}) == [late.pk]
    assert shown(mia, **{"from": "2026-01-16", "to": "2026-01-16", "zone": "Europe/Zurich"}) == [late.pk]
    assert shown(mia, **{"from": "2026-01-16", "to": "2026-01-16"}) == []
    since = str((timezone.now() - timedelta(days=41)).date())
    assert old.pk in shown(mia, **{"from": since})


@pytest.mark.parametrize(
    "asked",
    [
        {"from": "0001-01-01", "to": "9999-12-31", "zone": "Pacific/Kiritimati"},
        {"from": "yesterday"},
        {"from": "\0"},
        {"people": "\0"},
        {"people": "x" * 5000},
        {"people": "%_\\"},
        {"game": "chess"},
        {"club": "9" * 400},
        {"zone": "../../etc/passwd", "from": "2026-01-01"},
        {"zone": "\0"},
    ],
)
def test_nonsense_in_the_form_is_never_a_fault(asked: dict[str, str]):
    mia = person("Mia")
    played([mia])
    page(mia, **asked)


@pytest.mark.parametrize("number", ["x", "-1", "9" * 19, "9" * 5000, "²", "\0", "1.5"])
@pytest.mark.parametrize("name", ["before", "after"])
def test_a_page_that_cannot_be_is_not_found(name: str, number: str):
    assert browser_of(person("Mia")).get("/history/", {name: number}).status_code == 404


def test_pages_lead_to_older_rounds_and_back(monkeypatch):
    monkeypatch.setattr(person_rounds, "PAGE", 2)
    mia = person("Mia")
    sheets = [played([mia]).pk for _ in range(5)]
    client = browser_of(mia)
    first = client.get("/history/?game=splitter").context["page"]
    assert [past.mine.sheet_id for past in first.rounds] == sheets[:2:-1]
    assert first.newer == 0
    second = shown(mia, before=str(first.older))
    assert second == sheets[2:0:-1]
    assert shown(mia, before=str(second[-1])) == sheets[:1]
    assert shown(mia, after=str(second[0])) == sheets[:2:-1]
    assert "game=splitter&amp;before=" in client.get("/history/?game=splitter").content.decode()


def test_a_guests_games_follow_into_the_account():
    mia, guest = person("Mia"), guest_named("Ben")
    sheet = played([mia, guest])
    assert shown(guest) == [sheet.pk]
    ben = person("Benjamin")
    guests.follow(guest, ben)
    assert shown(ben) == [sheet.pk]
    assert browser_of(ben).get(f"/people/{ben.pk}/").context["total"].rounds == 1


def test_a_former_player_has_no_name_and_no_link():
    from accounts.services import users

    mia, tom = person("Mia"), person("Tom")
    played([mia, tom])
    users.delete(tom)
    html = page(mia)
    assert "Former player" in html
    assert f"/people/{tom.pk}/" not in html


def test_a_long_history_is_read_with_few_questions(django_assert_max_num_queries):
    mia, tom = person("Mia"), person("Tom")
    clubs.found(mia, name="Club Linde", place="")
    for _ in range(3):
        played([mia, tom])
    client = browser_of(mia)
    with django_assert_max_num_queries(8):
        client.get("/history/", {"people": "tom", "game": "splitter"})


def test_a_history_can_be_narrowed_to_a_tournament():
    tournament, by, table = online_round(game="splitter")
    people = [place.entry.person for place in table.places.select_related("entry__person").order_by("seat")]
    elsewhere = played(people[:2])
    assert "Autumn Cup" not in page(people[0])
    services.start(tournament.pk, by, table.pk)
    play_round(table.session, people, Random(1))
    within = ScoreSheet.objects.get(round__session=table.session)
    assert "Autumn Cup" in page(people[0])
    assert shown(people[0]) == [within.pk, elsewhere.pk]
    assert shown(people[0], tournament=tournament.code) == [within.pk]
    assert "Autumn Cup" not in page(person("Stranger"))
