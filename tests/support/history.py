"""Finished rounds of one person for tests of histories."""

from random import Random

from accounts.models import User
from games.models import ScoreSheet
from tests.support.tables import play_round


def played(people: list[User], game: str = "splitter", **settings) -> ScoreSheet:
    """A finished random round of these people."""
    from games.table import services as table_services

    usual = {"options": {}, "seats_wanted": len(people), "rounds_planned": 1, "pace": "none"}
    session = table_services.open_table(people[0], game, **usual | settings)
    for one in people[1:]:
        table_services.sit(session.pk, one)
    table_services.start(session.pk, people[0])
    play_round(session, people, Random(session.pk))
    return ScoreSheet.objects.get(round__session=session)
