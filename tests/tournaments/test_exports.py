"""No cell of a downloaded table makes a spreadsheet compute anything."""

import csv
import io
import re

import pytest

from games.tournaments import exports, services
from games.tournaments.models import Entry
from tests.support.clients import browser_of
from tests.support.organisers import at
from tests.support.tournaments import event, published, zones

pytestmark = pytest.mark.django_db

EVIL = ["=1+1", ";=1+1", "Ana;=1+1", "=", "+", "-", "@", "\t=1", "\r=1", "Ana,@SUM(1)", "x\n+1", " =1", "＝1"]


def cells(table: str, separator: str) -> list[str]:
    rows = csv.reader(io.StringIO(table.removeprefix("\ufeff")), delimiter=separator)
    return [cell for row in rows for cell in row]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("name", EVIL)
def test_a_name_is_never_a_formula_however_the_file_is_split(name: str, separator: str):
    tournament, by, _ = event(3)
    services.enter(tournament.pk, by, "Zoe")
    Entry.objects.filter(name="Zoe").update(name=name)
    for cell in cells(exports.entries_csv(tournament), separator):
        assert not re.match(r"\s*[=+\-@＝]|[\t\r\n]", cell), (name, cell)


def test_ordinary_names_stay_as_they_are():
    tournament, by, _ = event(0)
    plain = ["O'Neill", "Zoë-Marie", "Ana, the second", "Ben + Eva", "a=b"]
    for name in plain:
        services.enter(tournament.pk, by, name)
    table = list(csv.reader(io.StringIO(exports.entries_csv(tournament).removeprefix("\ufeff"))))
    assert sorted(row[0] for row in table[1:]) == sorted(plain)


def test_a_file_with_semicolons_also_has_decimal_commas():
    tournament, by, running = published(4, counting="share")
    services.enter_scores(tournament.pk, by, running.tables.get().pk, zones(3, 4, 5, 6))
    rows = list(csv.reader(io.StringIO(exports.standings_csv(tournament, ";")[1:]), delimiter=";"))
    assert rows[0][:4] == ["Place", "Name", "Total", "Round 1"]
    assert rows[1][2] == "150"
    assert {row[2] for row in rows[2:]} == {"100", "90", "60"}
    services.correct(
        tournament.pk, by, running.tables.get().pk, zones(3, 4, 5, 7), reason="It says 7", seen=0
    )
    rows = list(csv.reader(io.StringIO(exports.standings_csv(tournament, ";")[1:]), delimiter=";"))
    assert "," in rows[2][2]
    assert "." not in rows[2][2]


def test_the_semicolon_variant_is_downloaded_by_its_own_address():
    tournament, by, running = published(4)
    client, address = browser_of(by), at(tournament, "files/results.csv")
    services.enter_scores(tournament.pk, by, running.tables.get().pk, zones(3, 4, 5, 6))
    assert "Round;Table;Seat" in client.get(address, {"separator": "semicolon"}).content.decode()
    assert "Round,Table,Seat" in client.get(address).content.decode()
    assert client.get(address, {"separator": "x"}).status_code == 404
