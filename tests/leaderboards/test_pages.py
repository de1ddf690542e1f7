"""The leaderboards' pages: who stands where, who may look, and what a wrong address gets."""

from datetime import UTC, date, datetime, timedelta
from html.parser import HTMLParser

import pytest
from django.test import Client

from accounts.models import Membership, User
from accounts.services import clubs, users
from games.leaderboards.models import Rating, Tally
from games.leaderboards.periods import read
from games.leaderboards.services.counting import EVER
from tests.support.clients import browser_of, guest_named
from tests.support.tables import person

pytestmark = pytest.mark.django_db


class Cells(HTMLParser):
    """The body rows of the page's table as lists of words; mine begins with a star."""

    def __init__(self, page: str):
        super().__init__()
        self.rows: list[list[str]] = []
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append(["*"] if "data-you" in dict(attrs) else [])
        self.inside = tag in ("td", "th", "bdi", "a", "span") if self.rows else False

    def handle_endtag(self, tag):
        if tag in ("td", "th", "tr", "table"):
            self.inside = False

    def handle_data(self, data):
        if self.inside and data.strip() and data.strip() != "(you)":
            self.rows[-1].append(data.strip())


def rows(client: Client, path: str) -> list[list[str]]:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return [row for row in Cells(answer.content.decode()).rows[1:] if row != ["⋮"]]


def rated(name: str, mu: float, rounds: int = 40, *, sigma: float = 3, game: str = "splito") -> User:
    who = person(name)
    Rating.objects.create(person=who, game=game, mu=mu, sigma=sigma, rounds=rounds)
    return who


def tallied(who: User, points: int, rounds: int, wins: int = 0, **which: object) -> None:
    usual = {"game": "splito", "variant": "", "span": "all", "start": EVER, "best": points}
    Tally.objects.create(person=who, points=points, rounds=rounds, wins=wins, **usual | which)


def test_equal_ratings_share_a_place_and_the_next_counts_on(client: Client):
    for name, mu in (("Ana", 30), ("Ben", 28), ("Cleo", 28), ("Dan", 26)):
        rated(name, mu)
    assert [row[:2] for row in rows(client, "/leaderboards/")] == [
        ["1", "Ana"],
        ["2", "Ben"],
        ["2", "Cleo"],
        ["4", "Dan"],
    ]


def test_until_settled_somebody_has_a_range_of_places_in_plain_words():
    for number in range(9):
        rated(f"Player {number}", 20 + number)
    mia = rated("Mia", 24.5, rounds=16, sigma=2)
    found = rows(browser_of(mia), "/leaderboards/splito/")
    assert [row[:3] for row in found if row[0] == "*"] == [["*", "2–8", "Mia"]]
    assert found[4][-1] == "about 2nd to 8th · play 4 more"
    rated("Newcomer", 24.4, rounds=6, sigma=8)
    assert "new here · play 14 more" in [row[-1] for row in rows(browser_of(mia), "/leaderboards/splito/")]


def test_who_has_played_too_few_rounds_sees_only_the_own_row(client: Client):
    mia = rated("Mia", 40, rounds=3)
    rated("Ana", 20)
    assert rows(browser_of(mia), "/leaderboards/")[1] == ["*", "–", "Mia", "3", "play 2 more to be listed"]
    assert [row[1] for row in rows(client, "/leaderboards/")] == ["Ana"]


def test_my_row_is_shown_below_the_page_or_above_it():
    crowd = [rated(f"Player {number:02}", 50 - number) for number in range(60)]
    first = rows(browser_of(crowd[30]), "/leaderboards/")
    assert len(first) == 21
    assert first[-1][:3] == ["*", "31", "Player 30"]
    assert rows(browser_of(crowd[3]), "/leaderboards/?page=2")[0][:3] == ["*", "4", "Player 03"]
    second = rows(browser_of(crowd[30]), "/leaderboards/?page=2")
    assert len(second) == 20
    assert second[0][:2] == ["21", "Player 20"]
    assert "?page=2" in browser_of(crowd[30]).get("/leaderboards/").content.decode()


def test_a_tie_goes_on_over_the_end_of_a_page(client: Client):
    for number in range(30):
        rated(f"Player {number:02}", 50 if number < 20 else 40)
    assert {row[0] for row in rows(client, "/leaderboards/?page=2")} == {"21"}


def test_guests_and_deleted_people_are_not_listed_and_a_private_profile_has_no_link(client: Client):
    guest, gone, private = guest_named("Guest"), rated("Gone", 33), rated("Private", 31)
    Rating.objects.create(person=guest, game="splito", mu=40, sigma=2, rounds=50)
    users.delete(gone)
    User.objects.filter(pk=private.pk).update(public_profile=False)
    public = rated("Public", 30)
    page = client.get("/leaderboards/").content.decode()
    assert [row[1] for row in rows(client, "/leaderboards/")] == ["Private", "Public"]
    assert f"/people/{private.pk}/" not in page
    assert f"/people/{public.pk}/" in page
    mine = rows(browser_of(guest), "/leaderboards/")[-1]
    assert mine[:3] == ["*", "–", "Guest"]
    assert mine[-1] == "sign up to be listed"


def test_averages_are_listed_from_a_minimum_of_rounds_on(client: Client):
    ana, ben, cleo = person("Ana"), person("Ben"), person("Cleo")
    tallied(ana, 300, 10)
    tallied(ben, 455, 13)
    tallied(cleo, 900, 9)
    found = rows(client, "/leaderboards/splito/?by=points")
    assert [row[:3] for row in found] == [["1", "Ben", "35.0"], ["2", "Ana", "30.0"]]
    assert rows(browser_of(cleo), "/leaderboards/splito/?by=points")[-1][-1] == "play 1 more to be listed"


def test_wins_are_counted_and_shared(client: Client):
    for name, wins in (("Ana", 2), ("Ben", 5), ("Cleo", 2), ("Dan", 0)):
        tallied(person(name), 100, 8, wins)
    found = rows(client, "/leaderboards/splito/?by=wins")
    assert [row[:4] for row in found] == [
        ["1", "Ben", "5", "62%"],
        ["2", "Ana", "2", "25%"],
        ["2", "Cleo", "2", "25%"],
    ]


def test_months_weeks_and_sheets_have_boards_of_their_own(client: Client):
    today = datetime.now(UTC).date()
    month, monday = today.replace(day=1), today - timedelta(days=today.weekday())
    ana, ben, cleo = person("Ana"), person("Ben"), person("Cleo")
    tallied(ana, 100, 5, 1, game="splitter", variant="A", span="month", start=month)
    tallied(ben, 100, 5, 1, game="splitter", variant="B", span="month", start=month)
    tallied(cleo, 100, 5, 1, game="splitter", variant="A", span="week", start=monday)
    tallied(cleo, 100, 5, 1, game="splitter", span="month", start=date(2026, 2, 1))

    def names(query: str) -> list[str]:
        return [row[1] for row in rows(client, f"/leaderboards/splitter/?{query}")]

    assert names("by=wins&period=month&sheet=A") == ["Ana"]
    assert names("by=points&period=month&sheet=B") == ["Ben"]
    assert names("by=wins&period=week&sheet=A") == ["Cleo"]
    assert names("by=wins&period=2026-02") == ["Cleo"]
    assert names("by=wins") == []


def test_a_rating_board_of_this_month_lists_who_played_in_it(client: Client):
    ana = rated("Ana", 30)
    rated("Ben", 32)
    tallied(ana, 20, 1, span="month", start=datetime.now(UTC).date().replace(day=1))
    assert [row[1] for row in rows(client, "/leaderboards/splito/?period=month")] == ["Ana"]


def test_a_clubs_board_has_its_members_only_and_is_for_them(client: Client):
    ana, ben, _stranger = rated("Ana", 30), rated("Ben", 20), rated("Cleo", 35)
    club = clubs.found(ana, name="Club Linde")
    Membership.objects.create(club=club, user=ben)
    path = f"/leaderboards/splito/?club={club.slug}"
    assert [row[-3:-1] for row in rows(browser_of(ben), path)] == [["1", "Ana"], ["2", "Ben"]]
    assert client.get(path).status_code == 404
    assert browser_of(_stranger).get(path).status_code == 404


def test_a_clubs_page_leads_its_members_to_their_board():
    ana = rated("Ana", 30)
    club = clubs.found(ana, name="Club Linde")
    assert f"/leaderboards/?club={club.slug}" in browser_of(ana).get(f"/clubs/{club.slug}/").content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "chess/",
        "splito%00/",
        "splito/?sheet=A",
        "splitter/?sheet=Z",
        "splitter/?sheet=%00",
        "splito/?by=luck",
        "splito/?period=2026-13",
        "splito/?period=2026-W60",
        "splito/?period=3026-01",
        "splito/?period=%00",
        "splito/?period=" + "9" * 3000,
        "splito/?club=%00",
        "splito/?club=",
        "splito/?page=0",
        "splito/?page=2",
        "splito/?page=-1",
        "splito/?page=99999",
        "splito/?page=" + "9" * 3000,
        "splito/?page=%C2%B2",
        "splito/?page=x",
    ],
)
def test_what_there_is_not_is_a_friendly_404(client: Client, path: str):
    answer = client.get(f"/leaderboards/{path}")
    assert answer.status_code == 404
    assert "Nothing here" in answer.content.decode()


@pytest.mark.parametrize(
    ("word", "start", "before", "after"),
    [
        ("month", "2026-03-01", "2026-02", None),
        ("week", "2026-03-09", "2026-W10", None),
        ("2026-02", "2026-02-01", "2026-01", "month"),
        ("2026-01", "2026-01-01", "2025-12", "2026-02"),
        ("2025-12", "2025-12-01", "2025-11", "2026-01"),
        ("2026-W10", "2026-03-02", "2026-W09", "week"),
        ("2026-W01", "2025-12-29", "2025-W52", "2026-W02"),
    ],
)
def test_periods_follow_each_other(word, start, before, after):
    today = date(2026, 3, 11)
    period = read(word, today)
    later = period.after(today)
    assert str(period.start) == start
    assert period.before().word == before
    assert (later.word if later else None) == after
    assert read(period.word, today) == period
