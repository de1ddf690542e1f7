"""Every address of the site with something real behind it, and one browser for each kind of person."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.utils import quote
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.http import HttpRequest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from accounts.models import Club, Membership, User
from accounts.services import clubs, return_links
from games.daily.days import ONE_DAY
from games.decks import services as deck_services
from games.decks.queries import newest_of
from games.engine import catalogue
from games.engine.contract import deck_of
from games.models import GameSession, Mute, Remark, Report
from games.splito.deck import load
from games.table import services as table_services
from games.tournaments import cards, services
from games.tournaments.models import LinkRequest, TournamentTable
from tests.support.daily import DAY, played_day
from tests.support.serving import asgi
from tests.support.tables import play_round
from tests.support.tournaments import next_round

ROLES = ("visitor", "guest", "account", "seated", "member", "organiser", "helper", "staff", "aide", "clerk")
"""The kinds of people: an unknown visitor; a guest, who has only a name; an account; a player at the tables;
a member of the club; the organiser of the club and its tournament; a helper at the tournament; staff; an
aide, who is staff without any rights; and a clerk, who is staff with every right on how people sign in, and
no others.

The member uses a login card and has no password. The account and the player have just typed their passwords,
so they reach the pages of second steps: the account to set them up, the player has them all. The others are
asked for their password first.
"""

SIGN_IN = ("emailaddress", "emailconfirmation", "authenticator", "usersession", "group", "permission")
"""The models that say who signs in, how, and what they may do then."""

FRESH = ("account", "seated")
PASSWORD = make_password("violet pencil 7")


@dataclass(frozen=True)
class Place:
    """One address: its route, and which of several things is behind it."""

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
    """By the beginning of a route: what each thing behind it puts into the holes."""

    def browser(self, role: str, *, strict: bool = False) -> Client:
        client = Client(raise_request_exception=False, enforce_csrf_checks=strict)
        if role in self.people:
            client.force_login(self.people[role], backend="accounts.backends.NameBackend")
        if role in FRESH:
            request = HttpRequest()
            request.session = client.session
            record_authentication(request, self.people[role], "password", reauthenticated=True)
            request.session.save()
        return client

    def places(self) -> list[Place]:
        """Every address, also those of the admin."""
        return [place for route in routes() for place in self._places(route)]

    def sockets(self) -> list[Place]:
        """Every address of a WebSocket, and one that does not exist."""
        return [place for route in socket_routes() for place in self._places(route)]

    def _places(self, route: str) -> Iterator[Place]:
        if "<" not in route and "(?P" not in route:
            yield Place(route, clean(route))
            return
        start = max((one for one in self.holes if route.startswith(one)), key=len, default=None)
        assert start is not None, f"{route}: say in tests/proofs/addresses.py what is behind it"
        for about, values in self.holes[start].items():
            yield Place(route, clean(filled(route, values)), about)


def filled(route: str, values: dict[str, str]) -> str:
    path = re.sub(r"\(\?P<(\w+)>[^)]*\)", lambda hole: values[hole[1]], route)
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda hole: values[hole[1]], path)


def clean(path: str) -> str:
    """A path without the characters of regular expressions."""
    return re.sub(r"\\(.)", r"\1", path.replace("^", "").replace("$", "").replace(r"\Z", ""))


def routes() -> list[str]:
    """Every route of the site, once."""
    return list(dict.fromkeys(route for route in _routes(get_resolver().url_patterns, "/")))


def socket_routes() -> list[str]:
    """Every route of a WebSocket; the last one takes whatever no other takes."""
    assert (asgi.application.pages, asgi.application.screens) == (asgi.pages, asgi.patient_screens)
    *known, other = _routes(asgi.screens.routes, "/")
    assert other == "/", "the last route turns away what has no address"
    return [*known, "/ws/<path:other>"]


def _routes(patterns: Iterable[URLPattern | URLResolver], prefix: str) -> Iterator[str]:
    for one in patterns:
        route = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _routes(one.url_patterns, route)
        else:
            yield route


def build() -> World:
    people = {role: User.objects.create_user(f"The {role}") for role in ROLES[2:7]}
    people["guest"] = User.objects.create_user("Some guest", is_guest=True)
    return_links.renew(people["guest"])
    forgetful = User.objects.create_user("The forgetful")
    people["staff"] = User.objects.create_user("The staff", is_staff=True, is_superuser=True)
    people["aide"] = User.objects.create_user("The aide", is_staff=True)
    people["clerk"] = User.objects.create_user("The clerk", is_staff=True)
    people["clerk"].user_permissions.set(Permission.objects.filter(content_type__model__in=SIGN_IN))
    User.objects.exclude(pk__in=[people["guest"].pk, people["member"].pk]).update(password=PASSWORD)
    people = {role: User.objects.get(pk=person.pk) for role, person in people.items()}
    club = clubs.found(people["organiser"], name="Club Linde")
    for role in ("member", "helper"):
        Membership.objects.create(club=club, user=people[role])
    tables = {name: _table(people["seated"], name) for name in ("gathering", "closed", "watched", "played")}
    tournament = services.create(
        people["organiser"], "splito", options={}, name="Cup", date=date(2026, 11, 14), club=club
    )
    services.open_entries(tournament.pk, people["organiser"])
    entries = [services.enter(tournament.pk, people["organiser"], name) for name in ["Ana", "Ben", "Cleo"]]
    services.add_helper(tournament.pk, people["organiser"], people["helper"], rights="scores")
    next_round(tournament, people["organiser"])
    services.ask_to_link(tournament.pk, people["organiser"], entries[1].pk, people["account"])
    paper = TournamentTable.objects.get()
    draft = services.create(
        people["organiser"], "splito", options={}, name="Draft", date=date(2026, 12, 14), club=club
    )
    decks = _decks(club, people["organiser"], people["member"])
    event = {
        "code": tournament.code,
        "entry_id": str(entries[0].pk),
        "table_id": str(paper.pk),
        "name": "standings",
        "kind": "csv",
        "what": "slips",
        "request_id": str(LinkRequest.objects.get().pk),
    }
    for day in (DAY - ONE_DAY, DAY):
        played_day(people["seated"], day)
    keys = _second_steps(people["seated"])
    chief = User.objects.create_user("The chief", is_staff=True, is_superuser=True)
    _second_steps(chief)
    EmailAddress.objects.create(user=chief, email="chief@example.org", verified=True, primary=True)
    address = EmailAddress.objects.create(user=forgetful, email="forgetful@example.org", primary=True)
    _words(people["seated"], people["account"], tables["played"])
    Group.objects.create(name="Night watch")
    table_services.rounds.keep(deck_of(catalogue.find("splito"), {}))
    codes = {name: {"code": code, "number": "1", "act": "sit"} for name, code in tables.items()}
    one = {"": {"slug": club.slug, "secret": club.invite_secret, "number": str(people["member"].pk)}}
    one[""]["key"] = decks["the club's"]["key"]
    return World(
        people,
        {
            "/t/": codes,
            "/replay/": codes,
            "/sheet/": codes,
            "/look-back/": codes,
            "/clubs/": one,
            "/decks/": decks | {"classic": {"key": "classic"}, "none": {"key": "nothing"}},
            "/ws/t/": codes | {"no table": {"code": "NOPE9"}},
            "/ws/": {"": {"other": "nothing/"}},
            "/back/": {
                "guest's": {"token": return_links.token(people["guest"])},
                "forged": {"token": "1.abc"},
            },
            "/people/": {"": {"number": str(people["account"].pk)}},
            "/leaderboards/": {"": {"game": "splito"}},
            "/rules/": {"": {"game": "splitter"}},
            "/learn/": {"": {"game": "splito"}},
            "/days/": {
                "past": {"date": str(DAY - ONE_DAY)},
                "running": {"date": str(DAY)},
                "to come": {"date": str(DAY + ONE_DAY)},
                "no day": {"date": "x"},
            },
            "/tournaments/table/": {"": {"token": paper.token}},
            "/tournaments/card/": {"": {"token": cards.token(entries[0])}},
            "/tournaments/": {
                "running": event | {"act": "propose"},
                "draft": event | {"code": draft.code, "act": "propose"},
            },
            "/accounts/2fa/": {"seated's": {"pk": str(keys.pk)}},
            "/accounts/^confirm-email/": {
                "forgetful's": {"key": EmailConfirmationHMAC(address).key},
                "forged": {"key": "abc"},
            },
            "/accounts/^password/reset/key/": {
                "forgetful's": _reset(User.objects.get(pk=forgetful.pk)),
                "forged": {"uidb36": "1", "key": "abc"},
            },
            **_rows_for_staff(),
        },
    )


def _decks(club: Club, organiser: User, member: User) -> dict[str, dict[str, str]]:
    """Two decks of the club, one of them open to everybody with its link, and a report about one."""
    text = load("classic").text
    own, shared = [
        deck_services.make(club, organiser, game="splito", name=name, text=text) for name in ("Own", "Shared")
    ]
    deck_services.share(shared, organiser, shared=True)
    deck_services.report(newest_of(own).kept.kept, own, member, "no 2")
    return {"the club's": {"key": own.key}, "shared": {"key": shared.key}}


def _second_steps(person: User) -> Authenticator:
    """Adds an authenticator app and recovery codes; returns a passkey."""
    Authenticator.objects.create(user=person, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    Authenticator.objects.create(
        user=person, type="recovery_codes", data={"seed": "12" * 20, "used_mask": 0, "viewed": False}
    )
    UserSession.objects.create(
        user=person, session_key=f"{person.pk:032}", ip="127.0.0.1", user_agent="A phone"
    )
    return Authenticator.objects.create(
        user=person, type="webauthn", data={"name": "Key", "credential": _passkey()}
    )


def _passkey() -> dict[str, Any]:
    """What a browser sends when it has made a passkey."""
    key = ES256({1: 2, 3: -7, -1: 1, -2: b"x" * 32, -3: b"y" * 32})
    made = AttestedCredentialData.create(b"\0" * 16, b"key", key)
    shown = AuthenticatorData.create(b"\0" * 32, AuthenticatorData.FLAG.AT, 0, made)
    asked = CollectedClientData.create("webauthn.create", b"challenge", "http://testserver")
    return {
        "id": websafe_encode(b"key"),
        "rawId": websafe_encode(b"key"),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(asked),
            "attestationObject": websafe_encode(AttestationObject.create("none", shown, {})),
        },
        "clientExtensionResults": {},
    }


def _reset(person: User) -> dict[str, str]:
    """The link in the mail to somebody who forgot the password; it ends when they sign in."""
    return {"uidb36": user_pk_to_url_str(person), "key": default_token_generator.make_token(person)}


def _words(reader: User, author: User, code: str) -> None:
    """A remark that its reader reports and does not want to read again."""
    remark = Remark.objects.create(
        session=GameSession.objects.get(code=code), person=author, name=author.name, text="Well played"
    )
    Report.objects.create(remark=remark, person=reader)
    Mute.objects.create(person=reader, muted=author)


def _rows_for_staff() -> dict[str, dict[str, dict[str, str]]]:
    """A real row of each kind that staff see."""
    table = GameSession.objects.latest("pk")
    kind = str(ContentType.objects.get_for_model(table).pk)
    shown = {
        "/admin/": {"": {"app_label": "games", "url": "nothing/"}},
        "/admin/r/": {"table": {"content_type_id": kind, "object_id": str(table.pk)}},
    }
    for model in admin.site._registry:
        row = model._default_manager.order_by("pk").first()
        assert row is not None, f"{model.__name__}: say in tests/proofs/addresses.py how one comes to be"
        name = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        shown[name] = {"": {"object_id": quote(str(row.pk))}}
        if model in (EmailAddress, Authenticator, UserSession):
            for about, chief in (("", False), ("chief's", True)):
                row = model._default_manager.filter(user__is_superuser=chief).earliest("pk")
                shown[name][about] = {"object_id": quote(str(row.pk))}
    return shown


def _table(host: User, name: str) -> str:
    """A table that waits for people, is played without or with spectators, or is over."""
    if name == "played":
        session = table_services.play_now(host, "splitter", options={}, bots=0)
        play_round(session, [host])
        return session.code
    session = table_services.open_table(
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
        table_services.add_bot(session.pk, host, "random")
        table_services.start(session.pk, host)
    return session.code
