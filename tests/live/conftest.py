"""The real site and people who talk to it over sockets."""

from collections.abc import Callable, Iterator

import pytest

from accounts.models import User
from tests.support.players import Player
from tests.support.running_site import running_site, site

__all__ = ["running_site", "site"]


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
