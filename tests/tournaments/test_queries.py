"""The pages of a running tournament need a fixed number of queries, however many people play."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.tournaments import services
from tests.support.clients import browser_of
from tests.support.organisers import at
from tests.support.tournaments import NAMES, event, next_round, score_all

pytestmark = pytest.mark.django_db

MOST = {
    "desk/": 16,
    "": 16,
    "me/": 17,
    "wall/": 15,
    "standings/": 15,
    "desk/people/": 10,
    "desk/roll-call/": 12,
}


def asked(people: int) -> dict[str, int]:
    """How many queries each page needs, in the second round with this many people, organiser included."""
    tournament, by, entries = event(0)
    for name in [*NAMES, *(f"{name} O." for name in NAMES)][:people]:
        entries.append(services.enter(tournament.pk, by, name))
    services.link(tournament.pk, by, entries[0].pk, by)
    score_all(tournament, by, next_round(tournament, by))
    services.close_round(tournament.pk, by, 1)
    next_round(tournament, by)
    client, found = browser_of(by), {}
    for page in MOST:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(at(tournament, page)).status_code == 200
        found[page] = len(queries)
    by.delete()
    return found


def test_forty_people_cost_no_more_questions_than_six():
    few, many = asked(6), asked(40)
    assert few == many
    assert {page: number for page, number in many.items() if number > MOST[page]} == {}
