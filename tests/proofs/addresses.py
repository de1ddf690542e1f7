"""Every address of the site with something real behind it, and one browser for each kind of person."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts import clubs
from accounts.models import Membership, User
from games import play
from games.tournaments import writes
from games.tournaments.models import TournamentTable
from tests.tables import play_round
from tests.tournaments import next_round

ROLES = ("visitor", "guest", "account", "seated", "member", "organiser", "helper", "staff")
"""Nobody known; somebody with a name only; an account; who sits at the tables; who is in the club; who leads
the club and its tournament; who helps at the tournament; staff."""

REGEX_HOLES = {"key": "abc", "uidb36": "1", "url": "nothing/"}
"""What stands in the holes of allauth's and the admin's own patterns."""


@dataclass(frozen=True)
class Place:
    """One address: the route it was made from, and which of several things is behind it."""

    route: str
    path: str
    about: str = ""

    @property
    def name(self) -> str:
        return f"{self.route} ({self.about})" if self.about else self.route


@dataclass(frozen=True)
class World:
    people: dict[str, User]
    holes: dict[str, dict[str, dict[str, str]]]
    """By the beginning of a route, what each thing behind it puts into the holes."""

    def browser(self, role: str, *, strict: bool = False) -> Client:
        client = Client(raise_request_exception=False, enforce_csrf_checks=strict)
        if role in self.people:
            client.force_login(self.people[role], backend="accounts.backends.NameBackend")
        return client

    def places(self) -> list[Place]:
        """The site's own addresses."""
        return [place for place in self._all() if not place.route.startswith("/admin/")]

    def admin_places(self) -> list[Place]:
        return [place for place in self._all() if place.route.startswith("/admin/")]

    def _all(self) -> list[Place]:
        return [place for route in routes() for place in self._places(route)]

    def _places(self, route: str) -> Iterator[Place]:
        if "<" not in route and "(?P" not in route:
            yield Place(route, clean(route))
            return
        start = max((one for one in self.holes if route.startswith(one)), key=len, default=None)
        assert start is not None, f"{route}: say in tests/proofs/addresses.py what is behind it"
        for about, values in self.holes[start].items():
            yield Place(route, clean(filled(route, values)), about)


def filled(route: str, values: dict[str, str]) -> str:
    path = re.sub(r"<(?:\w+:)?(\w+)>", lambda hole: values.get(hole[1]) or hole[0], route)
    return re.sub(r"\(\?P<(\w+)>[^)]*\)", lambda hole: REGEX_HOLES[hole[1]], path)


def clean(path: str) -> str:
    """A path without the signs of regular expressions."""
    return re.sub(r"\\(.)", r"\1", path.replace("^", "").replace("$", "").replace(r"\Z", ""))


def routes() -> list[str]:
    """Every route of the site, once."""
    return list(dict.fromkeys(route for route in _routes(get_resolver().url_patterns, "/")))


def _routes(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[str]:
    for one in patterns:
        route = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _routes(one.url_patterns, route)
        else:
            yield route


def build() -> World:
    people = {role: User.objects.create_user(f"The {role}") for role in ROLES[2:7]}
    people["guest"] = User.objects.create_user("Some guest", is_guest=True)
    people["staff"] = User.objects.create_user("The staff", is_staff=True, is_superuser=True)
    club = clubs.found(people["organiser"], name="Club Linde")
    for role in ("member", "helper"):
        Membership.objects.create(club=club, user=people[role])
    tables = {name: _table(people["seated"], name) for name in ("gathering", "closed", "watched", "played")}
    tournament = writes.create(
        people["organiser"], "splito", options={}, name="Cup", date=date(2026, 11, 14), club=club
    )
    writes.open_entries(tournament.pk, people["organiser"])
    entries = [writes.enter(tournament.pk, people["organiser"], name) for name in ["Ana", "Ben", "Cleo"]]
    writes.add_helper(tournament.pk, people["organiser"], people["helper"], rights="scores")
    next_round(tournament, people["organiser"])
    paper = TournamentTable.objects.get()
    draft = writes.create(
        people["organiser"], "splito", options={}, name="Draft", date=date(2026, 12, 14), club=club
    )
    event = {
        "code": tournament.code,
        "entry_id": str(entries[0].pk),
        "table_id": str(paper.pk),
        "name": "standings",
        "kind": "csv",
        "what": "slips",
    }
    codes = {name: {"code": code, "number": "1", "act": "sit"} for name, code in tables.items()}
    one = {"": {"slug": club.slug, "secret": club.invite_secret, "number": str(people["member"].pk)}}
    return World(
        people,
        {
            "/t/": codes,
            "/replay/": codes,
            "/sheet/": codes,
            "/look-back/": codes,
            "/clubs/": one,
            "/back/": {"": {"token": "1.abc"}},
            "/people/": {"": {"number": str(people["account"].pk)}},
            "/leaderboards/": {"": {"game": "splito"}},
            "/rules/": {"": {"game": "splitter"}},
            "/learn/": {"": {"game": "splito"}},
            "/days/": {"past": {"date": "2020-01-01"}, "no day": {"date": "x"}},
            "/tournaments/table/": {"": {"token": paper.token}},
            "/tournaments/": {
                "running": event | {"act": "propose"},
                "draft": event | {"code": draft.code, "act": "propose"},
            },
            "/accounts/": {"": {"pk": "1"}},
            "/admin/": {"": {"object_id": "1", "content_type_id": "1", "app_label": "games"}},
        },
    )


def _table(host: User, name: str) -> str:
    """Waits for people, is played without spectators, is played with spectators, or is over."""
    if name == "played":
        session = play.play_now(host, "splitter", options={}, bots=0)
        play_round(session, [host])
        return session.code
    session = play.open_table(
        host,
        "splitter",
        options={},
        seats_wanted=2,
        rounds_planned=1,
        pace="none",
        public=name != "closed",
        spectators=name != "closed",
    )
    if name != "gathering":
        play.add_bot(session.pk, host, "random")
        play.start(session.pk, host)
    return session.code
