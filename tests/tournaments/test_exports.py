"""No cell of a downloaded table makes a spreadsheet compute anything."""

import csv
import io
import re

import pytest

from games.tournaments import exports, services
from games.tournaments.models import Entry
from tests.support.tournaments import event

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
