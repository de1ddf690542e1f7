"""Every page of the site with something on it, for tests that look at all of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

from django.utils import timezone

from accounts.models import Club, Membership, User
from accounts.services import clubs
from games.analysis import lookback
from games.decks import services as deck_services
from games.engine import catalogue
from games.models import GameSession
from games.splito.deck import load
from games.table import services as table_services
from games.tournaments import cards, services
from tests.support import tables
from tests.support.daily import alone, played_day
from tests.support.tournaments import event, link, next_round, published, score_all

PASSWORD = "violet pencil 7"
OTHERS = [
    "Ada Lovelace",
    "Ben",
    "Cléo",
    "Daniil",
    "Ewa",
    "Friederike von Stein",
    "Gus",
    "Hal",
    "Ida",
    "Jan",
    "Kim",
]


@dataclass
class World:
    """Who is there, and what they have played."""

    mia: User
    others: list[User]
    staff: User
    club: Club
    luck: Random = field(default_factory=lambda: Random(7))

    def table(self, game: str, people: int, *, turns: int = 0, **settings: object) -> GameSession:
        """A table of Mia and this many others, after this many turns; -1 means to the end of the round."""
        users = [self.mia, *self.others[: people - 1]]
        usual = {
            "options": {},
            "seats_wanted": people,
            "rounds_planned": 1,
            "pace": "none",
            "spectators": True,
        }
        session = table_services.open_table(self.mia, game, **usual | settings)  # type: ignore[arg-type]
        for user in users[1:]:
            table_services.sit(session.pk, user)
        table_services.start(session.pk, self.mia)
        while turns and tables.now(session).status == "playing":
            tables.play_turn(session, users, self.luck)
            turns -= 1
        return session


def build() -> World:
    mia, staff = (
        User.objects.create_user("Mia", PASSWORD),
        User.objects.create_user("Boss", is_staff=True, is_superuser=True),
    )
    others = [User.objects.create_user(name) for name in OTHERS]
    club = clubs.found(mia, name="Club Linde", place="Bern", about="Every Monday evening.", public=True)
    Membership.objects.create(club=club, user=others[0], role="organiser")
    Membership.objects.create(club=club, user=others[1], by_card=True)
    deck_services.make(club, mia, game="splito", name="Linde deck", text=load("classic").text)
    return World(mia, others, staff, club)


@dataclass(frozen=True)
class Place:
    who: str
    """`mia`, `ada`, `staff`, or `visitor` for somebody unknown."""
    path: str


def doors(world: World) -> Iterator[Place]:
    """Sign-in pages, and a person's own pages."""
    for path in ("", "guest/", "back/1.abc/", "nowhere/", "accounts/confirm-email/abc/"):
        yield Place("visitor", f"/{path}")
    for path in ("login/", "signup/", "login/code/", "password/reset/", "password/reset/done/"):
        yield Place("visitor", f"/accounts/{path}")
    for path in ("", "me/", "settings/", "settings/return-link/", "settings/delete/", "accounts/email/"):
        yield Place("mia", f"/{path}")
    for path in ("password/change/", "sessions/", "logout/", "reauthenticate/", "2fa/", "2fa/totp/activate/"):
        yield Place("mia", f"/accounts/{path}")
    for path in ("2fa/webauthn/", "2fa/webauthn/add/"):
        yield Place("mia", f"/accounts/{path}")
    for path in ("rules/", "rules/splito/", "rules/splitter/"):
        yield Place("visitor", f"/{path}")


def of_clubs(world: World) -> Iterator[Place]:
    slug = world.club.slug
    yield Place("visitor", f"/clubs/join/{world.club.invite_secret}/")
    yield Place("visitor", f"/clubs/{slug}/")
    for path in ("", "new/", *(f"{slug}/{page}" for page in ("", "edit/", "invite/", "members/", "cards/"))):
        yield Place("mia", f"/clubs/{path}")
    yield Place("ada", f"/clubs/{slug}/leave/")
    deck = world.club.decks.get()
    yield Place("mia", f"/clubs/{slug}/decks/")
    yield Place("mia", f"/clubs/{slug}/decks/{deck.key}/")
    yield Place("ada", f"/decks/{deck.key}/")
    yield Place("visitor", "/decks/classic/")
    yield Place("staff", f"/clubs/join/{world.club.invite_secret}/")


def of_the_lobby(world: World) -> Iterator[Place]:
    """Finding a table and waiting at it."""
    mia, ada = world.mia, world.others[0]
    for game in catalogue.names():
        session = table_services.open_table(
            mia, game, options={}, seats_wanted=5, pace="club", name=f"Monday {game}"
        )
        table_services.sit(session.pk, ada)
        table_services.add_bot(session.pk, mia, table_services.usual_bot(game))
        yield Place("mia", f"/t/{session.code}/")
        yield Place("ada", f"/t/{session.code}/")
        yield Place("visitor", f"/t/{session.code}/")
        yield Place("mia", f"/tables/new/?game={game}")
    for path in ("/tables/", "/tables/new/", "/join/", "/join/?code=NOSUCH"):
        yield Place("visitor", path)
    yield Place("mia", "/tables/")


def of_tables(world: World) -> Iterator[Place]:
    """Every kind of table, from the first turn to the last count."""
    for people in (2, 3, 5, 8):
        pace = "days" if people == 3 else "none"
        yield Place("mia", f"/t/{world.table('splito', people, turns=people, pace=pace).code}/")
    for people in (2, 12):
        session = world.table("splitter", people, turns=6, options={"sheet": "B" if people == 2 else "A"})
        yield Place("mia", f"/t/{session.code}/")
    for game in catalogue.names():
        sealed = world.table(game, 4, turns=3)
        tables.seal(
            tables.wish(sealed, world.mia, world.luck), tables.wish(sealed, world.others[0], world.luck)
        )
        between = world.table(game, 3, turns=-1, rounds_planned=3)
        for who in ("mia", "visitor"):
            yield Place(who, f"/t/{sealed.code}/")
            yield Place(who, f"/t/{between.code}/")
        yield Place("mia", f"/t/{world.table(game, 4, turns=-1).code}/")


def of_the_past(world: World) -> Iterator[Place]:
    for game in catalogue.names():
        session = world.table(game, 3, turns=-1)
        code, turn = session.code, min(9, session.rules.length(3))
        if lookback.offered(game):
            yield Place("mia", f"/look-back/{code}/1/")
            yield Place("visitor", f"/look-back/{code}/1/")
        yield Place("visitor", f"/replay/{code}/1/?turn={turn}")
        yield Place("visitor", f"/replay/{code}/1/count/")
        yield Place("visitor", f"/replay/{code}/1/check/")
        yield Place("visitor", f"/sheet/{code}/")
    for path in ("/history/", f"/people/{world.mia.pk}/", f"/people/{world.others[0].pk}/"):
        yield Place("mia", path)


def of_days(world: World) -> Iterator[Place]:
    today = timezone.now().date()
    alone(world.mia, luck=3)
    for day in (today - timedelta(days=1), today):
        for number, person in enumerate((world.mia, *world.others[:3])):
            played_day(person, day, luck=number)
    yield Place("staff", "/today/")
    for path in ("/solo/", "/today/", "/days/", f"/days/{today - timedelta(days=1)}/"):
        yield Place("mia", path)
    for path in ("/leaderboards/", "/leaderboards/splito/", "/leaderboards/splitter/"):
        yield Place("mia", path)


def of_tournaments(world: World) -> Iterator[Place]:
    """An event at each of its steps."""
    olga = world.staff
    yield Place("visitor", "/tournaments/")
    yield Place("staff", "/tournaments/")
    yield Place("staff", "/tournaments/new/")
    fresh, _, _ = event(0, by=olga, name="Empty evening")
    yield Place("staff", f"/tournaments/{fresh.code}/desk/")
    entered, _, _ = event(9, by=olga, name="Entered")
    yield Place("staff", f"/tournaments/{entered.code}/desk/")
    link(entered, services.enter(entered.pk, olga, "Ella", presence="expected"), world.mia)
    yield Place("staff", f"/tournaments/{entered.code}/desk/people/")
    yield Place("mia", f"/tournaments/{entered.code}/me/")
    yield Place("staff", f"/tournaments/{entered.code}/print/cards/")
    yield Place("visitor", f"/tournaments/card/{cards.token(entered.entries.get(name='Ella'))}/")
    yield Place("visitor", f"/tournaments/{entered.code}/join/")
    yield Place("visitor", f"/tournaments/{entered.code}/")
    proposed, _, _ = event(17, by=olga, name="Proposed")
    services.propose(proposed.pk, olga, luck=Random(1))
    yield Place("staff", f"/tournaments/{proposed.code}/desk/")
    yield from _a_second_round(world, olga)
    yield from _a_round_of_splitter(olga)
    over, _, running = published(7, by=olga, name="Over", rounds_planned=1)
    score_all(over, olga, running)
    yield Place("staff", f"/tournaments/{over.code}/desk/")
    services.close_round(over.pk, olga, 1)
    services.close(over.pk, olga)
    for path in ("", "desk/", "standings/", "desk/trail/", "wall/"):
        yield Place("staff" if path else "visitor", f"/tournaments/{over.code}/{path}")
    yield Place("staff", f"/tournaments/{over.code}/print/certificates/?top=3")


def _a_second_round(world: World, olga: User) -> Iterator[Place]:
    """Splito on paper, one round counted: the whole desk, hall and printed pages."""
    tournament, _, entries = event(9, by=olga, name="Second round")
    link(tournament, entries[0], world.mia)
    score_all(tournament, olga, next_round(tournament, olga))
    services.close_round(tournament.pk, olga, 1)
    table = next_round(tournament, olga).tables.order_by("number")[0]
    base = f"/tournaments/{tournament.code}/"
    for path in (
        "",
        "people/",
        "people/list/",
        f"people/{entries[1].pk}/",
        "roll-call/",
        "helpers/",
        "remote/",
        "scores/",
    ):
        yield Place("staff", f"{base}desk/{path}")
    for path in (f"tables/{table.pk}/", "trail/", "settings/", "files/", "remove/"):
        yield Place("staff", f"{base}desk/{path}")
    for path in ("slips", "sheets", "seating", "standings"):
        yield Place("staff", f"{base}print/{path}/")
    yield Place("staff", f"{base}wall/")
    yield Place("mia", f"{base}me/")
    for path in ("", "join/", "standings/", "wall/", "embedded/"):
        yield Place("visitor", f"{base}{path}")
    yield Place("visitor", f"/tournaments/table/{table.token}/")


def _a_round_of_splitter(olga: User) -> Iterator[Place]:
    """What is different in the other game: its sheets, its numbers and the dice for the room."""
    tournament, _, running = published(5, by=olga, game="splitter", name="Dice for all")
    services.lay_out(tournament.pk, olga, running.number)
    services.roll(tournament.pk, olga, running.number, shown=0)
    table = running.tables.get()
    yield Place("staff", f"/tournaments/{tournament.code}/desk/tables/{table.pk}/")
    yield Place("staff", f"/tournaments/{tournament.code}/print/sheets/")
    yield Place("visitor", f"/tournaments/{tournament.code}/wall/")
    yield Place("visitor", f"/tournaments/table/{table.token}/")


def to_learn(world: World) -> Iterator[Place]:
    """First games, and pages that few ever see."""
    for path in ("/learn/splito/", "/learn/splitter/", "/offline/"):
        yield Place("visitor", path)
    yield Place("staff", "/style/")


ALL = (doors, to_learn, of_clubs, of_the_lobby, of_tables, of_the_past, of_days, of_tournaments)
