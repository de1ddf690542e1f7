"""The signs on people's discs."""

import pytest

from games.engine.initials import initials


@pytest.mark.parametrize(
    ("names", "signs"),
    [
        (["Ada", "Bruno", "mia"], ("A", "B", "M")),
        (["Ada", "Bruno", "Anna"], ("Ad", "B", "An")),
        (["Anna", "Anton", "Anke"], ("An", "At", "Ak")),
        (["Ana", "Ana 2", "Ana 3"], ("An", "A2", "A3")),
        (["Frau Ott", "Finn"], ("Fr", "Fi")),
        (["Юля", "юрий"], ("Юл", "Юр")),
        (["A", "Adi"], ("A", "Ad")),
        (["A", "A"], ("A", "A")),
        (["", "Ada", ""], ("–", "A", "–")),
        ([], ()),
    ],
)
def test_two_letters_stand_where_initials_clash(names: list[str], signs: tuple[str, ...]):
    assert initials(names) == signs
