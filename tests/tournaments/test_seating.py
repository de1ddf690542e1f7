"""Seating a tournament: everybody once, and nobody beside the same person twice where that is possible."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.contract import Refused
from games.tournaments.seating import Person, Sizes, best_sizes, propose, unmet
from games.tournaments.seating.proposal import STEPS

CLUB = Sizes(3, 5, ideal=(4, 5), game=range(2, 9))


def people(number, newcomers=0):
    return [Person(who, newcomer=who < newcomers) for who in range(number)]


def beside(table, one, other):
    """The neighbours by brute force: look at both sides of everybody."""
    place = table.index(one)
    return other in (table[place - 1], table[(place + 1) % len(table)])


def recount(tables, earlier, newcomers=frozenset()):
    """Every complaint about pairs, found by looking at all pairs at all tables."""
    found = []
    for table in tables:
        for one, other in combinations(sorted(table), 2):
            shared = [old for seating in earlier for old in seating if one in old and other in old]
            if beside(table, one, other) and any(beside(old, one, other) for old in shared):
                found.append(("neighbours", (one, other)))
            elif shared:
                found.append(("tablemates", (one, other)))
            if beside(table, one, other) and {one, other} <= newcomers:
                found.append(("newcomers", (one, other)))
    return sorted(found)


def evening(crowds, *, luck, newcomers=0, steps=STEPS):
    """A round for each crowd, one after the other; returns all proposals."""
    earlier, proposals = [], []
    for number, crowd in enumerate(crowds):
        who = [person for person in people(50, newcomers) if person.id in crowd]
        left = len(crowds) - number
        proposals.append(propose(who, list(earlier), sizes=CLUB, luck=luck, rounds_left=left, steps=steps))
        earlier.append(proposals[-1].tables)
    return proposals


@pytest.mark.parametrize("number", [7, 8, 9, 10, 13, 17, 26, 40])
def test_in_three_rounds_nobody_sits_beside_the_same_person_twice(number):
    """Seven people use every pair exactly once; `make bench-seating` tries every number up to forty."""
    proposals = evening([set(range(number))] * 3, luck=Random(number))
    assert not [one for proposal in proposals for one in proposal.unmet if one.kind == "neighbours"]


crowds = st.lists(
    st.sets(st.integers(0, 15), min_size=3, max_size=16),
    min_size=1,
    max_size=3,
)


@settings(max_examples=25, deadline=None)
@given(crowds, st.integers(0, 5), st.integers(0, 1000))
def test_everybody_sits_exactly_once_whoever_comes_or_goes(crowds, newcomers, luck):
    for crowd, proposal in zip(
        crowds, evening(crowds, luck=Random(luck), newcomers=newcomers, steps=300), strict=True
    ):
        assert sorted(who for table in proposal.tables for who in table) == sorted(crowd)
        assert {len(table) for table in proposal.tables} <= set(CLUB.game)


@settings(max_examples=25, deadline=None)
@given(crowds, st.integers(0, 5), st.integers(0, 1000))
def test_what_is_reported_as_unmet_is_what_an_independent_count_finds(crowds, newcomers, luck):
    proposals = evening(crowds, luck=Random(luck), newcomers=newcomers, steps=300)
    earlier = []
    for proposal in proposals:
        said = [(one.kind, one.people) for one in proposal.unmet if one.kind not in ("size", "standing")]
        assert sorted(said) == recount(proposal.tables, earlier, frozenset(range(newcomers)))
        earlier.append(proposal.tables)


shuffled = st.integers(0, 10**6).map(lambda luck: Random(luck).sample(range(12), 12))


@given(st.lists(shuffled, min_size=2, max_size=3))
def test_any_seating_by_hand_is_judged_as_an_independent_count_judges_it(orders):
    seatings = [(tuple(order[:5]), tuple(order[5:8]), tuple(order[8:])) for order in orders]
    *earlier, tables = seatings
    said = unmet(tables, people(12, 4), earlier, sizes=CLUB)
    assert sorted((one.kind, one.people) for one in said if one.kind != "size") == recount(
        tables, earlier, frozenset(range(4))
    )
    for one in said:
        if one.kind in ("neighbours", "tablemates"):
            sat = [
                number
                for number, seating in enumerate(earlier, 1)
                for table in seating
                if set(one.people) <= set(table) and (one.kind == "tablemates" or beside(table, *one.people))
            ]
            assert list(one.rounds) == sat


def test_the_same_luck_draws_the_same_tables_and_other_luck_others():
    first, again, other = (
        propose(people(17), [], sizes=CLUB, luck=Random(luck), rounds_left=3).tables for luck in (5, 5, 6)
    )
    assert first == again != other


def test_a_late_comer_and_a_leaver_change_only_who_is_there():
    proposals = evening([set(range(12)), set(range(1, 13)), set(range(2, 14))], luck=Random(3))
    assert not [one for proposal in proposals for one in proposal.unmet if one.kind == "neighbours"]
    assert 13 in {who for table in proposals[2].tables for who in table}


def test_six_people_sit_at_one_table_of_six_not_at_two_of_three():
    assert best_sizes(6, Sizes(3, 8, ideal=(4, 5)))[0] == (6,)


@pytest.mark.parametrize(
    ("number", "division"),
    [(7, (4, 3)), (8, (4, 4)), (9, (5, 4)), (11, (4, 4, 3)), (17, (5, 4, 4, 4)), (20, (5, 5, 5, 5))],
)
def test_tables_are_even_and_near_the_ideal(number, division):
    assert best_sizes(number, CLUB)[0] == division


def test_nobody_is_sent_to_a_table_alone_to_avoid_meeting_again():
    anything = Sizes(1, 12, ideal=(4, 5), game=range(1, 13))
    for number, division in ((2, (2,)), (4, (4,)), (6, (6,))):
        last = propose(people(number), [(tuple(range(number)),)] * 2, sizes=anything, luck=Random(1))
        assert tuple(map(len, last.tables)) == division


def test_where_the_wish_cannot_be_kept_the_game_decides_and_the_page_says_so():
    strict = Sizes(4, 5, ideal=(4, 5), game=range(2, 9))
    proposal = propose(people(7), [], sizes=strict, luck=Random(1))
    assert sorted(map(len, proposal.tables)) in ([3, 4], [7])
    assert [(one.kind, one.why) for one in proposal.unmet] == [("size", "number")]


def test_too_few_people_for_the_game_are_refused():
    with pytest.raises(Refused, match="no-table-sizes"):
        propose(people(1), [], sizes=CLUB, luck=Random(1))
    with pytest.raises(Refused, match="nobody-here"):
        propose([], [], sizes=CLUB, luck=Random(1))


def test_newcomers_sit_between_experienced_players():
    for luck in range(2):
        proposals = evening([set(range(17))] * 3, luck=Random(luck), newcomers=4)
        assert not [
            one for proposal in proposals for one in proposal.unmet if one.kind in ("newcomers", "neighbours")
        ]


def test_more_newcomers_than_separate_places_are_said_to_be_too_many():
    proposal = propose(people(8, newcomers=7), [], sizes=CLUB, luck=Random(2))
    assert {(one.kind, one.why) for one in proposal.unmet} == {("newcomers", "too-many-newcomers")}


def test_four_people_meet_again_in_the_third_round_because_there_are_too_few():
    proposals = evening([set(range(4))] * 3, luck=Random(4))
    again = [one for one in proposals[2].unmet if one.kind == "neighbours"]
    assert again
    assert {one.why for one in again} == {"too-few-people"}


def test_a_table_of_five_cannot_be_spread_over_four_tables():
    proposals = evening([set(range(17))] * 2, luck=Random(1))
    assert [(one.kind, one.why) for one in proposals[1].unmet] == [("tablemates", "too-few-tables")]


def test_by_standing_the_first_of_the_standings_share_the_first_table():
    crowd = [Person(who, standing=who + 1) for who in range(16)]
    tables = propose(crowd, [], sizes=CLUB, luck=Random(1), by_standing=True).tables
    assert [set(table) for table in tables] == [set(range(i, i + 4)) for i in (0, 4, 8, 12)]


def test_at_a_table_of_two_both_sides_are_one_neighbour():
    pair = Sizes(2, 2, ideal=(2, 2))
    again = unmet(((1, 2),), [Person(1), Person(2)], [((2, 1),)], sizes=pair)
    assert [(one.kind, one.people, one.rounds) for one in again] == [("neighbours", (1, 2), (1,))]
