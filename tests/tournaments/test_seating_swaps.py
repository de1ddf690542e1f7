"""A wish that a seating does not meet: the page proposes the cheapest swap."""

from games.tournaments.seating import Person, Sizes, unmet
from games.tournaments.seating.swaps import remedy, swapped

PEOPLE = tuple(Person(who) for who in range(8))
SIZES = Sizes(4, 4, ideal=(4, 4), game=range(3, 9))
FIRST = ((0, 1, 2, 3), (4, 5, 6, 7))


def test_two_who_sat_side_by_side_are_parted_by_a_swap():
    tables = ((0, 1, 4, 6), (2, 5, 3, 7))
    wish = next(one for one in unmet(tables, PEOPLE, [FIRST], sizes=SIZES) if one.kind == "neighbours")
    mended = remedy(wish, tables, PEOPLE, [FIRST], sizes=SIZES)
    assert mended is not None
    after = unmet(swapped(tables, mended.one, mended.other), PEOPLE, [FIRST], sizes=SIZES)
    assert (wish.kind, wish.people) not in [(one.kind, one.people) for one in after]
    assert set(mended.instead) <= set(after)


def test_where_no_swap_helps_none_is_proposed():
    three = tuple(Person(who) for who in range(3))
    sizes = Sizes(3, 3, ideal=(3, 3), game=range(3, 9))
    tables = ((0, 1, 2),)
    for wish in unmet(tables, three, [tables], sizes=sizes):
        assert remedy(wish, tables, three, [tables], sizes=sizes) is None


def test_two_newcomers_side_by_side_are_parted():
    people = tuple(Person(who, newcomer=who in (0, 1)) for who in range(8))
    tables = ((0, 1, 4, 6), (2, 5, 3, 7))
    wish = next(one for one in unmet(tables, people, [], sizes=SIZES) if one.kind == "newcomers")
    mended = remedy(wish, tables, people, [], sizes=SIZES)
    assert mended is not None
    assert mended.instead == ()
