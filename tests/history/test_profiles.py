"""A person's page: numbers that match the score sheets, as charts; private when its owner wants that."""

import re
from random import Random

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from accounts.services import clubs, users
from games.daily import services
from games.engine import catalogue
from games.history.queries import profiles as reads
from games.leaderboards.models import RatingStep
from games.models import ScoreLine
from tests.support.clients import browser_of, guest_named
from tests.support.daily import DAY, NOON, played_day
from tests.support.history import played
from tests.support.tables import person, play_round

pytestmark = pytest.mark.django_db


def look(at: User, by: User | None = None, **asked: str):
    return (browser_of(by) if by else Client()).get(f"/people/{at.pk}/", asked)


def finished(seats: int, game: str = "splito"):
    """The last state of a random round."""
    rules, luck = catalogue.find(game), Random(7)
    state = rules.start({option.name: option.usual for option in rules.OPTIONS}, seats, bytes(32))
    while not rules.over(state):
        state = rules.play(state, [luck.choice(rules.legal(state, seat)) for seat in range(seats)])
    return rules, state


# What a score line keeps


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_line_keeps_how_many_goals_of_each_kind_were_met_in_both_zones(seats: int):
    rules, state = finished(seats)
    told = rules.explain(state)
    for line, kept in zip(told.seats, rules.keepsakes(state), strict=True):
        counts = told.zones[line.left_zone].goals + told.zones[line.right_zone].goals
        assert sum(lying for _, lying in kept["goals"].values()) == len(counts)
        assert sum(met for met, _ in kept["goals"].values()) == sum(count.met for count in counts)


def test_a_line_keeps_what_the_zone_shared_with_each_neighbour_is_worth():
    rules, state = finished(4)
    first = rules.keepsakes(state)[0]["partners"]
    left = rules.scores(state)[0].parts["left"]
    right = rules.scores(state)[0].parts["right"]
    assert first == {"1": left, "3": right}


def test_two_players_share_no_zone():
    rules, state = finished(2)
    assert [kept["partners"] for kept in rules.keepsakes(state)] == [{}, {}]


def test_the_count_of_a_round_stores_what_is_to_be_kept():
    sheet = played([person("Mia"), person("Tom"), person("Eva")], "splito")
    for line in sheet.lines.all():
        assert line.parts.keys() >= {"left", "right", "goals", "partners"}


# The numbers


def test_games_wins_average_and_best_are_those_of_the_sheets():
    mia, tom = person("Mia"), person("Tom")
    for _ in range(3):
        played([mia, tom])
    played([mia])
    mine = list(ScoreLine.objects.filter(person=mia).order_by("sheet_id"))
    total = look(mia).context["total"]
    assert (total.rounds, total.together) == (4, 3)
    assert total.won == sum(line.rank == 1 for line in mine[:3])
    assert total.best == max(line.points for line in mine)
    assert total.average == pytest.approx(sum(line.points for line in mine) / 4)


def test_practice_on_a_days_known_dice_is_left_out():
    mia = person("Mia")
    scored = played_day(mia)
    play_round(services.practise(mia, DAY, now=NOON), [mia], Random(5))
    total = look(mia, game="splitter").context["total"]
    assert (total.rounds, total.best) == (1, scored.points)


def test_goals_are_summed_over_all_rounds():
    mia, tom, eva = person("Mia"), person("Tom"), person("Eva")
    for _ in range(2):
        played([mia, tom, eva], "splito")
    wanted: dict[str, list[int]] = {}
    for line in ScoreLine.objects.filter(person=mia):
        for kind, (met, lying) in line.parts["goals"].items():
            known = wanted.setdefault(kind, [0, 0])
            wanted[kind] = [known[0] + met, known[1] + lying]
    goals = look(mia, game="splito").context["played"].goals
    assert {goal.kind: [goal.met, goal.lying] for goal in goals} == wanted


def test_a_line_from_before_goals_were_kept_does_not_disturb():
    mia, tom, eva = person("Mia"), person("Tom"), person("Eva")
    played([mia, tom, eva], "splito")
    ScoreLine.objects.update(parts={"left": 3, "right": 4, "cards": 20})
    shown = look(mia).context["played"]
    assert shown.goals == shown.partners == ()
    assert shown.cross is not None


def test_partners_are_those_beside_and_rivals_those_at_the_table():
    mia, tom, eva, noa = people_here = [person(name) for name in ("Mia", "Tom", "Eva", "Noa")]
    played(people_here, "splito")
    shown = look(mia, mia).context["played"]
    assert {one.person for one in shown.partners} == {tom.pk, noa.pk}
    assert {one.person for one in shown.rivals} == {tom.pk, eva.pk, noa.pk}
    lines = {line.person_id: line.rank for line in ScoreLine.objects.all()}
    for one in shown.rivals:
        assert bool(one.ahead) == (lines[mia.pk] < lines[one.person])
        assert bool(one.behind) == (lines[mia.pk] > lines[one.person])


def test_who_looks_sees_how_the_two_of_them_fared():
    mia, tom = person("Mia"), person("Tom")
    sheet = played([mia, tom])
    ScoreLine.objects.filter(sheet=sheet, person=mia).update(rank=2)
    ScoreLine.objects.filter(sheet=sheet, person=tom).update(rank=1)
    between = look(mia, tom).context["played"].between
    assert (between.rounds, between.ahead, between.behind) == (1, 0, 1)
    assert "You and" in look(mia, tom).content.decode()
    assert look(mia).context["played"].between is None


def test_a_round_from_which_one_was_away_is_left_out():
    mia = person("Mia")
    played([mia])
    ScoreLine.objects.update(deputised=6)
    assert look(mia).context["total"] is None
    ScoreLine.objects.update(deputised=5)
    assert look(mia).context["total"].rounds == 1


def test_charts_have_a_title_words_and_a_table_and_no_inline_style():
    mia, tom = person("Mia"), person("Tom")
    for _ in range(2):
        played([mia, tom], "splito")
    html = look(mia).content.decode()
    for chart in re.findall(r'<svg class="chart".*?</svg>', html, re.S):
        names = re.search(r'aria-labelledby="(\S+) (\S+)"', chart)
        assert names
        assert all(f'id="{name}"' in chart for name in names.groups())
        assert "<title" in chart
        assert "<desc" in chart
    assert html.count('<svg class="chart"') == 4
    assert html.count("As a table") == 3
    assert "style=" not in html


def test_the_rating_is_drawn_as_it_went():
    mia, tom = person("Mia"), person("Tom")
    for _ in range(3):
        played([mia, tom])
    steps = look(mia).context["played"].steps
    wanted = RatingStep.objects.filter(person=mia).order_by("line_id").values_list("mu", flat=True)
    assert [step.guess for step in steps] == list(wanted)
    assert [step.rounds for step in steps] == [1, 2, 3]


def test_of_a_long_rating_some_steps_are_drawn_and_always_the_newest(monkeypatch):
    monkeypatch.setattr(reads, "MARKS", 2)
    mia, tom = person("Mia"), person("Tom")
    for _ in range(5):
        played([mia, tom])
    assert [step.rounds for step in look(mia).context["played"].steps] == [2, 5]


# Who may look


def test_a_public_page_is_for_everybody():
    mia = person("Mia")
    assert look(mia).status_code == 200


def bare(answer) -> str:
    """A page without its forms' token and without its own address."""
    return re.sub(r'(csrfmiddlewaretoken" value="|/people/)\w+', "", answer.content.decode())


def test_a_private_page_is_for_its_owner_and_staff_and_others_learn_nothing():
    mia, tom = person("Mia"), person("Tom")
    boss = User.objects.create_user("Boss", is_staff=True, is_superuser=True)
    played([mia, tom])
    nobody = Client().get("/people/999999999/")
    users.change(mia, public_profile=False)
    assert look(mia, mia).status_code == look(mia, boss).status_code == 200
    for stranger in (None, tom):
        answer = look(mia, stranger)
        assert answer.status_code == nobody.status_code == 404
        assert "Mia" not in answer.content.decode()
    assert bare(look(mia)) == bare(nobody)


def test_the_settings_decide_whether_a_page_is_private():
    mia = person("Mia")
    wishes = {"name": "Mia", "language": "browser", "colours": "system"}
    assert browser_of(mia).post("/settings/", wishes).status_code == 302
    assert look(mia).status_code == 404
    browser_of(mia).post("/settings/", wishes | {"public_profile": "on"})
    assert look(mia).status_code == 200


def test_people_with_private_pages_are_not_named_on_others_pages():
    mia, tom, eva = person("Mia"), person("Tom"), person("Eva")
    played([mia, tom, eva], "splito")
    users.change(tom, public_profile=False)
    assert "Tom" not in look(mia).content.decode()
    assert "Tom" not in look(mia, eva).content.decode()
    assert "Tom" in look(mia, mia).content.decode()  # people may see whom they met at their own tables
    assert f"/people/{tom.pk}/" not in look(mia, mia).content.decode()


def test_a_guests_page_is_the_guests_alone():
    guest = guest_named("Ben")
    played([guest])
    assert look(guest, guest).status_code == 200
    assert look(guest).status_code == 404


def test_deleted_and_suspended_people_have_no_page():
    mia, tom = person("Mia"), person("Tom")
    played([mia, tom])
    users.change(tom, is_active=False)
    assert look(tom).status_code == 404
    users.delete(mia)
    boss = User.objects.create_user("Boss", is_staff=True, is_superuser=True)
    assert look(mia, boss).status_code == 404


def test_names_of_private_tables_and_private_clubs_stay_private():
    mia, tom = person("Mia"), person("Tom")
    clubs.found(mia, name="Secret club", place="")
    played([mia, tom], name="Hidden room", public=False)
    html = look(mia).content.decode()
    assert "Hidden room" not in html
    assert "Secret club" not in html
    assert "Hidden room" in look(mia, mia).content.decode()


def test_a_page_without_a_round_says_so():
    assert "No finished round yet." in look(person("Mia")).content.decode()


@pytest.mark.parametrize("game", ["chess", "\0", "x" * 3000])
def test_an_unknown_game_shows_the_one_most_played(game: str):
    mia = person("Mia")
    played([mia])
    assert look(mia, game=game).context["total"].game == "splitter"


@pytest.mark.parametrize("number", ["0", "9" * 18, "9" * 400, "x", "-1", "%00"])
def test_a_person_who_cannot_be_is_not_found(client: Client, number: str):
    assert client.get(f"/people/{number}/").status_code == 404


def test_a_page_is_read_with_few_questions(django_assert_max_num_queries):
    mia, tom, eva = person("Mia"), person("Tom"), person("Eva")
    for _ in range(2):
        played([mia, tom, eva], "splito")
    client = browser_of(tom)
    with django_assert_max_num_queries(12):
        client.get(f"/people/{mia.pk}/?game=splito")


def test_names_at_a_counted_table_lead_to_public_pages_only():
    mia, tom, guest = person("Mia"), person("Tom"), guest_named("Ben")
    users.change(tom, public_profile=False)
    sheet = played([mia, tom, guest], "splito")
    html = Client().get(f"/t/{sheet.round.session.code}/").content.decode()
    assert f'href="/people/{mia.pk}/"' in html
    assert f"/people/{tom.pk}/" not in html
    assert f"/people/{guest.pk}/" not in html


def test_ones_own_things_lead_to_history_and_page():
    mia = person("Mia")
    html = browser_of(mia).get("/me/").content.decode()
    assert f'href="/people/{mia.pk}/"' in html
    assert 'href="/history/"' in html


def test_being_staff_without_a_right_opens_no_private_page():
    mia = person("Mia")
    users.change(mia, public_profile=False)
    aide = User.objects.create_user("Aide", is_staff=True)
    assert look(mia, aide).status_code == 404
    aide.user_permissions.add(Permission.objects.get(codename="view_user"))
    assert look(mia, User.objects.get(pk=aide.pk)).status_code == 200
