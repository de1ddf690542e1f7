"""Fills an empty site with believable play, through the product's own writes, for pictures of every page.

People of one club, some finished matches, tables in every state, a day's Splitter, two tournaments. People
here choose as the bots do, with given luck, so that the pictures look alike each time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from accounts.models import Club, Membership, User
from accounts.services import clubs
from games.daily import services as days
from games.models import GameSession
from games.table import services, snapshots
from games.table.services.locking import database_now
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, Tournament, TournamentRound

NAMES = ("Mia", "Ada", "Bruno", "Chloé", "Dmitri", "Elif", "Frédéric", "Giulia", "Henrike Sommerfeld", "Ilja")
PAPERS = ("seating", "slips", "sheets", "standings", "certificates")
MORE = ("Jonas", "Kira", "Lorenzo", "Maren", "Nadja", "Otto", "Paulina")


@dataclass(frozen=True, slots=True)
class Shown:
    """Who looks, and the places in this state that following links would not find."""

    me: User
    places: dict[str, str]


def fill(luck: Random) -> Shown:
    people = [User.objects.create_user(name) for name in NAMES]
    mia = people[0]
    club = clubs.found(mia, name="Club Linde", place="Freiburg", about="Thursdays from seven.", public=True)
    for person in people[1:8]:
        Membership.objects.create(club=club, user=person)
    finished = _history(people, luck)
    places = {
        "table-gathering": _gathering(mia, people[1:3]),
        **{f"table-{name}": place for name, place in _running(people, luck).items()},
        "table-counted-splito": f"/t/{finished[0].code}/",
        "table-counted-splitter": f"/t/{finished[1].code}/",
        **{
            f"{page}-{session.game}": f"/{page}/{session.code}/1/"
            for page in ("replay", "look-back")
            for session in finished[:2]
        },
        **{
            f"{page}-{session.game}": f"/replay/{session.code}/1/{page}/"
            for page in ("count", "check")
            for session in finished[:2]
        },
        **{f"sheet-{session.game}": f"/sheet/{session.code}/" for session in finished[:2]},
    }
    for sheet in "AB":
        play_on(services.play_now(mia, "splitter", options={"sheet": sheet}, bots=0), [mia], luck)
    _day(people, luck)
    for game in ("splito", "splitter"):
        places |= _tournament(mia, club, people, game, luck)
    return Shown(mia, places)


def play_on(session: GameSession, people: Sequence[User], luck: Random, turns: int = 100) -> None:
    """Plays this many turns, or to the end of the round; all people choose as a bot would."""
    for _ in range(turns):
        table = snapshots.by_id(session.pk)
        if table is None or table.deal is None or table.status != "playing":
            return
        services.commit([_wish(table, session, person, luck) for person in people])


def _wish(table: snapshots.Table, session: GameSession, person: User, luck: Random) -> services.Wish:
    assert table.deal is not None
    seat = table.seat_of(person.pk)
    assert seat is not None
    bot = table.rules.BOTS[services.usual_bot(session.game)]
    move = bot.choose(table.rules.view(table.deal.state, frozenset({seat})), luck)
    return services.Wish(session.pk, table.deal.ref, move, person=person.pk)


def _dealt(people: Sequence[User], game: str, **settings: Any) -> GameSession:
    usual: dict[str, Any] = {"options": {}, "rounds_planned": 1, "pace": "none"}
    session = services.open_table(people[0], game, seats_wanted=len(people), **usual | settings)
    for person in people[1:]:
        services.sit(session.pk, person)
    services.start(session.pk, people[0])
    return session


def _history(people: Sequence[User], luck: Random) -> list[GameSession]:
    """Finished rounds, Mia in all of them; returns the newest of each game, Splito first."""
    finished = []
    for number in range(14):
        game = "splitter" if number % 2 else "splito"
        sitting = [people[0], *luck.sample(people[1:], 3)]
        finished.append(_dealt(sitting, game, name="Kitchen table"))
        play_on(finished[-1], sitting, luck)
    return (
        finished[::-1][1::-1] if finished[-1].game == "splito" else finished[::-1][1:2] + finished[::-1][:1]
    )


def _gathering(mia: User, others: Sequence[User]) -> str:
    session = services.open_table(
        mia, "splito", options={}, seats_wanted=5, rounds_planned=3, pace="calm", name="Kitchen table"
    )
    for person in others:
        services.sit(session.pk, person)
    services.open_table(others[0], "splitter", options={}, seats_wanted=4, rounds_planned=1, pace="none")
    services.open_table(others[1], "splito", options={}, seats_wanted=6, rounds_planned=3, pace="club")
    return f"/t/{session.code}/"


def _running(people: Sequence[User], luck: Random) -> dict[str, str]:
    """Tables in the middle of play: an open turn, a sealed one, many players, and both sheets of Splitter."""
    found = {}
    for name, sitting, turns, sealed in (
        ("splito", people[:5], 6, people[1:3]),
        ("splito-sealed", people[:4], 4, people[:2]),
        ("splito-eight", people[:8], 7, people[1:4]),
    ):
        session = _dealt(sitting, "splito", name="Kitchen table")
        play_on(session, sitting, luck, turns)
        table = snapshots.by_id(session.pk)
        assert table is not None
        services.commit([_wish(table, session, person, luck) for person in sealed])
        found[name] = f"/t/{session.code}/"
    for sheet in "AB":
        session = _dealt(people[:4], "splitter", name="Kitchen table", options={"sheet": sheet})
        play_on(session, people[:4], luck, 12)
        found[f"splitter-{sheet.lower()}"] = f"/t/{session.code}/"
    return found


def _day(people: Sequence[User], luck: Random) -> None:
    """Yesterday's and today's Splitter, played by most people."""
    now = database_now()
    for ago in (1, 0):
        moment = now - timedelta(days=ago)
        for person in people[: 8 - ago]:
            play_on(days.start(person, moment.date(), now=moment), [person], luck)


def _tournament(by: User, club: Club, people: Sequence[User], game: str, luck: Random) -> dict[str, str]:
    """An evening in its second round: one table counted, one reported, the others at play."""
    name = "Autumn Cup" if game == "splito" else "Dice Evening"
    event = tournaments.create(by, game, options={}, club=club, name=name, date=database_now().date())
    tournaments.open_entries(event.pk, by)
    for person in people:
        tournaments.register(event.pk, person, person.name)
    for without_phone in MORE:
        tournaments.enter(event.pk, by, without_phone)
    _counted(event, by, _published(event, by, luck), luck)
    tournaments.close_round(event.pk, by, 1)
    running = _published(event, by, luck)
    tables_now = list(running.tables.order_by("number"))
    _score(event, by, tables_now[0].pk, seats=tables_now[0].places.count(), luck=luck)
    at = f"/tournaments/{event.code}/"
    entry = Entry.objects.filter(tournament=event).order_by("pk")[2]
    return {
        f"event-{game}": at,
        f"event-{game}-me": f"{at}me/",
        f"event-{game}-wall": f"{at}wall/",
        f"event-{game}-desk": f"{at}desk/",
        f"event-{game}-desk-table": f"{at}desk/tables/{tables_now[1].pk}/",
        f"event-{game}-entry": f"{at}desk/people/{entry.pk}/",
        f"event-{game}-typing": f"/tournaments/table/{tables_now[1].token}/",
        **{
            f"event-{game}-print-{what}": f"{at}print/{what}/"
            for what in ("seating", "slips", "sheets", "standings", "certificates")
        },
    }


def _published(event: Tournament, by: User, luck: Random) -> TournamentRound:
    running = tournaments.propose(event.pk, by, luck=luck)
    tournaments.publish(event.pk, by, running.number, draw=running.draw)
    for table in running.tables.filter(medium="online"):
        tournaments.set_medium(event.pk, by, table.pk, "paper")
    return running


def _counted(event: Tournament, by: User, running: TournamentRound, luck: Random) -> None:
    for table in running.tables.all():
        _score(event, by, table.pk, seats=table.places.count(), luck=luck)


def _score(event: Tournament, by: User, table_id: int, *, seats: int, luck: Random) -> None:
    if event.game == "splito":
        raw = {f"zone-{zone}": str(luck.randint(2, 14)) for zone in range(seats)}
    else:
        raw = {
            f"number-{seat}-{number}": str(number * luck.randint(0, 2))
            for seat in range(seats)
            for number in range(1, 7)
        }
    tournaments.enter_scores(event.pk, by, table_id, raw)
