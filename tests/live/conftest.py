"""The real site and people who talk to it over sockets."""

from collections.abc import Callable, Iterator

import pytest

from accounts.models import User
from tests.support.players import Player
from tests.support.running_site import run_the_site, site

__all__ = ["site"]

running_site = pytest.fixture(scope="module", name="running_site")(run_the_site)
"""It ends with its file: other files start sites of their own, and its bots and clock would play there."""


@pytest.fixture
def player(site: str) -> Iterator[Callable[[User | None], Player]]:
    """`player(user)` is somebody with a session on the running site; `player(None)` a visitor."""
    made: list[Player] = []

    def make(user: User | None) -> Player:
        made.append(Player(site, user))
        return made[-1]

    yield make
    for one in made:
        one.close()
