"""Tables for tests: people who sit down and choose through the product's own writes."""

from datetime import timedelta
from random import Random

from django.db.models import F

from accounts.models import User
from games.models import Choice, GameSession, Round
from games.table import services, snapshots


def person(name: str) -> User:
    return User.objects.create_user(name)


def gather(people: int, game: str = "splito", **settings) -> tuple[GameSession, list[User]]:
    """An open table with this many people."""
    users = [person(f"Player {number}") for number in range(people)]
    usual = {"options": {}, "seats_wanted": people, "rounds_planned": 1, "pace": "none"}
    session = services.open_table(users[0], game, **usual | settings)
    for user in users[1:]:
        services.sit(session.pk, user)
    return session, users


def dealt(people: int, game: str = "splito", **settings) -> tuple[GameSession, list[User]]:
    """A table with this many people and the cards dealt."""
    session, users = gather(people, game, **settings)
    services.start(session.pk, users[0])
    return session, users


def now(session: GameSession) -> snapshots.Table:
    table = snapshots.by_id(session.pk)
    assert table is not None
    return table


def revealed(table: snapshots.Table, seat: int) -> str:
    """The move of this seat as the newest Splito reveal shows it."""
    played = table.deal.state.table.last[seat]
    return f"{played.card} {played.side}"


def wish(session: GameSession, user: User, luck: Random | None = None) -> services.Wish:
    """A legal choice in the open turn: the first one, or a random one."""
    return choice(now(session), user, luck)


def choice(table: snapshots.Table, user: User, luck: Random | None) -> services.Wish:
    moves = table.rules.legal(table.deal.state, table.seat_of(user.pk))
    return services.Wish(table.id, table.deal.ref, luck.choice(moves) if luck else moves[0], person=user.pk)


def seal(*wishes: services.Wish) -> list[str]:
    """Commits the wishes together; returns `sealed` or the refusal's code for each."""
    results, _ = services.commit(wishes)
    return [result.refused.code if result.refused else "sealed" for result in results]


def play_turn(session: GameSession, users: list[User], luck: Random | None = None) -> None:
    table = now(session)
    assert set(seal(*[choice(table, user, luck) for user in users])) == {"sealed"}


def play_round(session: GameSession, users: list[User], luck: Random | None = None) -> None:
    while now(session).status == "playing":
        play_turn(session, users, luck)


def the_round(session: GameSession) -> Round:
    return session.rounds.order_by("-number")[0]


def time_passes(session: GameSession, seconds: float) -> None:
    """Moves everything that happened at this table this much into the past."""
    span = timedelta(seconds=seconds)
    Round.objects.filter(session=session).update(
        deadline=F("deadline") - span, alarm=F("alarm") - span, turn_opened_at=F("turn_opened_at") - span
    )
    Choice.objects.filter(round__session=session).update(made_at=F("made_at") - span)


def other(one: services.Wish) -> services.Wish:
    """The same card to the other side."""
    side = {"L": "R", "R": "L"}[one.move[-1]]
    return services.Wish(one.session, one.aim, one.move[:-1] + side, person=one.person)
