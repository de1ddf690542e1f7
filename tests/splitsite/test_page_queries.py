"""No page needs more than a dozen queries, whatever was played; `make bench-pages` measures times."""

from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.services import clubs
from benchmarks import pages, seeding
from games.leaderboards.services import rebuilding
from tests.support.tables import person


@pytest.mark.django_db
def test_no_heavy_page_needs_more_than_twelve_queries(client: Client):
    mia = person("Mia")
    club = clubs.found(mia, name="Club Linde")
    seeding.seed(900, me=mia, luck=Random(2))
    with connection.cursor() as cursor:
        cursor.execute(
            "ANALYZE"
        )  # else the database may take the tables for empty, and plan for minutes of work
    rebuilding.rebuild()
    client.force_login(mia)
    facts = {"me": mia.pk, "club": club.slug, "code": seeding.newest_table_of(mia)}
    asked = {}
    for name, given in pages.PAGES:
        path = pages.address(name, given.format(**facts))
        if path and "page=" not in path:
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path).status_code == 200, path
            asked[path] = len(queries)
    assert "/leaderboards/" in asked
    assert {path: many for path, many in asked.items() if many > pages.MOST_QUERIES} == {}
