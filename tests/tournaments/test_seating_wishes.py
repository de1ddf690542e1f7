"""What is asked of a seating: phones at online tables, wishes, leaders who meet, a final."""

from random import Random

import pytest

from accounts.models import User
from games.tournaments import draw_preview, queries, services
from games.tournaments.models import SeatingWish, TournamentRound
from games.tournaments.seating import Person, Sizes, Wish, propose, unmet
from games.tournaments.seating.swaps import remedy
from tests.support.clients import browser_of
from tests.support.organisers import at, do, told, words
from tests.support.tournaments import event, link, link_all, next_round, published, refused, score_all, seats

CLUB = Sizes(3, 5, ideal=(4, 5), game=range(2, 9))


def crowd(people: int, **fields: object) -> list[Person]:
    return [Person(who, **fields) for who in range(people)]  # type: ignore[arg-type]


def table_of(tables: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    return {who: number for number, table in enumerate(tables, start=1) for who in table}


def test_two_online_tables_are_two_tables_of_people_with_phones():
    people = [Person(who, phone=who % 2 == 0) for who in range(17)]
    drawn = propose(people, [], sizes=CLUB, luck=Random(1), online=2, rounds_left=3)
    assert len(drawn.tables) == 4
    assert all(who % 2 == 0 for table in drawn.tables[-2:] for who in table)
    assert not [one for one in drawn.unmet if one.kind == "phone"]


def test_too_few_phones_are_told_by_name():
    people = [Person(who, phone=who < 3) for who in range(8)]
    drawn = propose(people, [], sizes=CLUB, luck=Random(1), online=1)
    wrong = [one.people for one in drawn.unmet if one.kind == "phone"]
    assert len(wrong) == len([who for who in drawn.tables[-1] if who >= 3]) == 1


def test_the_draw_keeps_wishes_that_can_be_kept():
    wishes = (
        Wish("apart", (0, 1)),
        Wish("together", (2, 3)),
        Wish("table", (4,), table=3),
        Wish("front", (5,)),
        Wish("front", (6,)),
    )
    for luck in range(5):
        drawn = propose(crowd(17), [], sizes=CLUB, luck=Random(luck), rounds_left=3, wishes=wishes)
        found = table_of(drawn.tables)
        assert found[0] != found[1]
        assert found[2] == found[3]
        assert found[4] == 3
        assert max(found[5], found[6]) <= 2  # the front: a third of four tables, rounded up
        assert drawn.unmet == ()


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        ((Wish("table", (0,), table=9),), {("table", "no-such-table")}),
        (tuple(Wish("front", (who,)) for who in range(8)), {("front", "front-is-full")}),
        ((Wish("together", (0, 1)), Wish("table", (0,), table=1), Wish("table", (1,), table=2)), None),
    ],
)
def test_wishes_that_cannot_be_kept_are_told(wishes: tuple[Wish, ...], why: set[tuple[str, str]] | None):
    lacking = propose(crowd(8), [], sizes=CLUB, luck=Random(1), wishes=wishes).unmet
    kinds = {(one.kind, one.why) for one in lacking}
    assert kinds == why if why else len(lacking) == 1


def test_a_wish_about_somebody_who_is_not_here_asks_nothing():
    drawn = propose(crowd(8), [], sizes=CLUB, luck=Random(1), wishes=(Wish("together", (0, 99)),))
    assert drawn.unmet == ()


def test_a_swap_is_found_that_meets_a_wish():
    wishes = (Wish("apart", (0, 1)),)
    tables = ((0, 1, 2, 3), (4, 5, 6, 7))
    wrong = unmet(tables, crowd(8), [], sizes=CLUB, wishes=wishes)[0]
    found = remedy(wrong, tables, crowd(8), [], sizes=CLUB, wishes=wishes)
    assert found
    assert found.instead == ()
    people = [Person(who, phone=who != 4) for who in range(8)]
    online = frozenset({2})
    wrong = unmet(tables, people, [], sizes=CLUB, online=online)[0]
    found = remedy(wrong, tables, people, [], sizes=CLUB, online=online)
    assert found
    assert (found.one, found.other < 4) == (4, True)


def test_by_standing_leaders_meet_even_if_they_met_before():
    first = propose(crowd(16), [], sizes=CLUB, luck=Random(1)).tables
    order = [who for table in first for who in table]
    people = [Person(who, standing=place) for place, who in enumerate(order, start=1)]
    drawn = propose(people, [first], sizes=CLUB, luck=Random(2), by_standing=True)
    assert set(drawn.tables[0]) == set(order[:4])
    assert {one.why for one in drawn.unmet if one.kind == "tablemates"} <= {"by-standing"}
    assert not [one for one in drawn.unmet if one.kind == "standing"]


def test_a_final_seats_the_best_at_the_first_table_and_everybody_else_as_usual():
    first = propose(crowd(17), [], sizes=CLUB, luck=Random(1)).tables
    people = [Person(who, standing=who + 1) for who in range(17)]
    drawn = propose(people, [first], sizes=CLUB, luck=Random(2), final=4)
    assert set(drawn.tables[0]) == {0, 1, 2, 3}
    assert sorted(who for table in drawn.tables for who in table) == list(range(17))
    # With six people the two who are left could not play: no final.
    few = propose(people[:5], [], sizes=Sizes(3, 5, ideal=(4, 5), game=range(2, 6)), luck=Random(1), final=4)
    assert len(few.tables) == 1


@pytest.mark.django_db
class TestAtTheDesk:
    def test_two_online_tables_please_is_one_choice(self):
        tournament, by, _ = event(17)
        for entry in tournament.entries.all()[:9]:
            link(tournament, entry, User.objects.create_user(f"{entry.name} Account"))
        page = browser_of(by).get(at(tournament, "desk/"))
        assert 'name="online"' in page.content.decode()
        do(browser_of(by), tournament, "propose", online="2")
        running = TournamentRound.objects.get()
        assert sorted(running.tables.values_list("medium", flat=True)) == ["online"] * 2 + ["paper"] * 2
        services.publish(tournament.pk, by, 1, draw=running.draw)  # everybody there has a phone

    def test_more_online_tables_than_phones_are_told_and_stay_on_paper(self):
        tournament, by, _ = event(9)
        entry = tournament.entries.first()
        link(tournament, entry, User.objects.create_user("Account"))
        page = do(browser_of(by), tournament, "propose", online="2")
        assert "0 of 2 online tables 1 person has a phone." in page
        assert set(TournamentRound.objects.get().tables.values_list("medium", flat=True)) == {"paper"}

    def test_after_every_change_the_reasons_are_true(self):
        tournament, by, _ = event(8)
        link_all(tournament, by)
        entry = tournament.entries.first()
        services.link(tournament.pk, by, entry.pk, None)
        page = do(browser_of(by), tournament, "propose", online="1")
        assert "People without a phone sit at paper tables" in page
        running = TournamentRound.objects.get()
        online = running.tables.get(medium="online")
        other = seats(online)[0]
        page = do(browser_of(by), tournament, "swap", round=1, draw=running.draw, who=[entry.pk, other.pk])
        assert "People without a phone sit at paper tables" not in page
        assert f"Table {online.number} cannot play online" in page
        assert "Try that swap" in page

    def test_a_wish_is_noted_weighed_and_told(self):
        tournament, by, entries = event(8)
        client = browser_of(by)
        address = at(tournament, f"desk/people/{entries[0].pk}/")
        for _ in range(2):  # a double-click
            client.post(address, {"act": "wish", "kind": "together", "other": entries[1].pk})
        assert SeatingWish.objects.count() == 1
        assert "at a table with Ben" in words(client.get(address))
        assert "at a table with Ana" in words(client.get(at(tournament, f"desk/people/{entries[1].pk}/")))
        page = do(client, tournament, "propose")
        assert "1 of 1 wish is met" in page
        running = TournamentRound.objects.get()
        table = running.places.get(entry=entries[0]).table
        outsider = running.places.exclude(table=table).first().entry
        page = do(client, tournament, "swap", round=1, draw=1, who=[entries[1].pk, outsider.pk])
        assert "Ana and Ben want to sit together and are at two tables." in page
        seen = client.get(at(tournament, "desk/")).content.decode()
        assert seen.count("data-at-odds") == 2
        wish = SeatingWish.objects.get()
        client.post(address, {"act": "unwish", "wish": wish.pk})
        assert not SeatingWish.objects.exists()

    def test_wishes_that_make_no_sense_are_refused_in_one_sentence(self):
        tournament, by, entries = event(3)
        ana, ben, _ = (entry.pk for entry in entries)
        services.add_wish(tournament.pk, by, ana, kind="apart", other_id=ben)
        wrong = [
            ({"kind": "together", "other_id": ana}, "wish-needs-a-person"),
            ({"kind": "together", "other_id": 0}, "wish-needs-a-person"),
            ({"kind": "table", "table": 0}, "wish-needs-a-table"),
            ({"kind": "window"}, "unknown-wish"),
        ]
        for fields, code in wrong:
            assert refused(services.add_wish, tournament.pk, by, ana, **fields) == code
        assert (
            refused(services.add_wish, tournament.pk, by, ben, kind="together", other_id=ana)
            == "contrary-wish"
        )
        page = browser_of(by).post(
            at(tournament, f"desk/people/{ana}/"), {"act": "wish", "kind": "table", "table": "x"}, follow=True
        )
        assert len(told(page)) == 1
        assert SeatingWish.objects.count() == 1

    def test_with_a_script_a_swap_answers_with_the_seating_alone(self):
        tournament, by, _ = event(8)
        running = services.propose(tournament.pk, by)
        one, other = (table.places.first().entry for table in running.tables.all())
        sent = {"round": 1, "draw": running.draw, "who": [one.pk, other.pk]}
        act = at(tournament, "desk/do/swap/")
        answer = browser_of(by).post(act, sent, headers={"HX-Request": "true"})
        page = words(answer)
        assert f"{one.name} and {other.name} have changed places." in page
        assert "<html" not in answer.content.decode()
        again = words(browser_of(by).post(act, sent, headers={"HX-Request": "true"}))
        assert "Somebody else has changed this in the meantime." in again

    def test_before_the_draw_the_page_says_who_meets_at_table_one(self):
        tournament, by, running = published(16, by_standing=True)
        score_all(tournament, by, running)
        services.close_round(tournament.pk, by, 1)
        board = queries.board(tournament, rights="organise")
        ahead = draw_preview.ahead(board)
        assert ahead
        assert ahead.told in words(browser_of(by).get(at(tournament, "desk/")))
        second = next_round(tournament, by)
        best = {line.name for line in board.standings[:4]}
        assert {entry.name for entry in seats(second.tables.get(number=1))} == best
        assert all(name in ahead.told for name in best)

    def test_the_last_round_is_a_final_of_the_best(self):
        tournament, by, running = published(17, rounds_planned=2, final_seats=5)
        score_all(tournament, by, running)
        services.close_round(tournament.pk, by, 1)
        assert "The final:" in words(browser_of(by).get(at(tournament, "desk/")))
        best = {line.name for line in queries.standings(tournament)[:5]}
        final = next_round(tournament, by).tables.get(number=1)
        assert {entry.name for entry in seats(final)} == best

    def test_a_final_has_as_many_seats_as_the_game_allows(self):
        tournament, by, _ = event(3)
        assert refused(services.configure, tournament.pk, by, final_seats=30) == "bad-final"

    def test_what_no_seating_avoids_is_one_line(self):
        tournament, by, running = published(4)
        score_all(tournament, by, running)
        services.close_round(tournament.pk, by, 1)
        page = do(browser_of(by), tournament, "propose")
        assert page.count("There are too few people to avoid it.") <= 2  # neighbours, tablemates
        assert "pairs sit side by side again." in page
        seen = browser_of(by).get(at(tournament, "desk/")).content.decode()
        assert "data-at-odds" not in seen
