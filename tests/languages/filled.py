"""A site with something of everything on it, and the addresses that every kind of visitor opens."""

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from random import Random
from typing import NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.core.cache import cache
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from accounts.models import Club, Membership, User
from accounts.services import clubs
from games.analysis import balance, lookback
from games.analysis.models import Study
from games.daily import days
from games.decks import services as deck_services
from games.decks.queries import newest_of
from games.engine import catalogue
from games.history.permissions import key_of
from games.models import Deck, GameSession, Remark, Seat
from games.splito.deck import load
from games.table import services as table_services
from games.table.services.locking import database_now
from games.table.services.seats import BOT_NAMES
from games.tournaments import cards, services
from games.tournaments.models import Entry, Tournament, TournamentRound
from tests.support.analysis import do_all_studies
from tests.support.daily import alone, played_day
from tests.support.tables import now, play_round, play_turn, seal, wish
from tests.support.tournaments import event, link_all, next_round, score_all, seats, zones

PASSWORD = "violet pencil 7"
FOLLOWED = re.compile(r'(?:href|hx-get|src)="(/[^"#]*)')
OTHER_APPS = ("/static/", "/admin/")


class Visit(NamedTuple):
    """Somebody opens an address."""

    who: str
    path: str


class Filled:
    """Everything at once: tables in all states, days, leaderboards, events, a club, every kind of person."""

    def __init__(self) -> None:
        cache.clear()
        self.luck = Random(8)
        self.people = {name: User.objects.create_user(name, PASSWORD) for name in ("Mia", "Tom", "Eva")}
        self.mia, self.tom, self.eva = self.people.values()
        self.seeds: list[Visit] = []
        self.clients = {
            "visitor": Client(),
            **{name: self.browser_of(one) for name, one in self.people.items()},
        }
        self._guest_staff_and_secured()
        self._club()
        self._tables()
        self._alone_and_days()
        self._tournaments()
        Study.objects.exclude(kind=lookback.KIND).delete()  # finding the best sheet of a day takes a minute
        do_all_studies()
        figures = {"none-1": [4, 3, 3]}
        result = {"here": figures, "rounds": 1, "simulated": figures, "simulations": 2}
        asked = {"state": "done", "asked_at": database_now(), "done_at": database_now(), "result": result}
        Study.objects.create(kind=balance.KIND, key=balance.key_of(self.counted), **asked)
        self._admin()

    def browser_of(self, person: User) -> Client:
        client = Client()
        client.force_login(person)
        return client

    def look(self, who: str, *paths: str) -> None:
        self.seeds += [Visit(who, path) for path in paths]

    def _guest_staff_and_secured(self) -> None:
        guest = User.objects.create_user("Gil", is_guest=True)
        staff = User.objects.create_user("Kai", PASSWORD, is_staff=True, is_superuser=True)
        secured = User.objects.create_user("Sia", PASSWORD, email="sia@example.org")
        EmailAddress.objects.create(user=secured, email="sia@example.org", primary=True, verified=True)
        Authenticator.objects.create(user=secured, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
        Authenticator.objects.create(
            user=secured, type="recovery_codes", data={"seed": "12" * 20, "used_mask": 0}
        )
        for person in (guest, staff, secured):
            self.people[person.name] = person
            self.clients[person.name] = self.browser_of(person)
        for who in ("visitor", "Gil", "Sia"):
            self.look(
                who,
                "/",
                "/join/",
                "/join/?code=ABCDE",
                "/learn/splito/look/?move=green-5",
                "/learn/splito/details/?played=green-5+L&played=exactly-two-3+R&played=blue-3+R&of=exactly-two-3+3",
                "/me/",
                "/no/such/page/",
                "/guest/",
                "/accounts/inactive/",
                "/settings/",
                "/back/1.abc/",
            )
            self.look(who, *(f"/accounts/{page}" for page in DOORS))

    def _club(self) -> None:
        club = clubs.found(self.mia, name="Linde", place="Bern")
        Membership.objects.create(club=club, user=self.tom, role="organiser")
        card = User.objects.create_user("Ole")
        Membership.objects.create(club=club, user=card, by_card=True)
        self.clients["Ole"] = self.browser_of(card)
        self.look("Mia", f"/clubs/{club.slug}/", f"/clubs/{club.slug}/cards/")
        self.look(
            "Mia", f"/clubs/{club.slug}/invite/", f"/clubs/{club.slug}/edit/", f"/clubs/{club.slug}/members/"
        )
        self.look("Tom", f"/clubs/{club.slug}/", f"/clubs/{club.slug}/leave/")
        self._decks(club)
        self.look("Ole", f"/clubs/{club.slug}/", "/settings/", "/settings/return-link/")
        for who in ("Eva", "visitor"):
            self.look(who, f"/clubs/join/{club.invite_secret}/", "/clubs/join/abc/", f"/clubs/{club.slug}/")

    def _decks(self, club: Club) -> None:
        """A deck that was corrected once and reported, and one that everybody with the link may use."""
        text = load("classic").text
        own, shared = (
            deck_services.make(club, self.mia, game="splito", name=name, text=text)
            for name in ("Weide", "Ulme")
        )
        other = text.replace("none-1 1", "none-1 2").replace("at-most-11 2\n", "each-2-4 2\nnone-red 1\n")
        deck_services.use(own, self.mia, name="Weide", text=other, base=1)
        deck_services.share(shared, self.mia, shared=True)
        deck_services.report(newest_of(own).kept.kept, own, self.tom, "")
        self.counted = newest_of(shared).kept.kept
        self.look("Mia", f"/clubs/{club.slug}/decks/", f"/clubs/{club.slug}/decks/{own.key}/?from=1")
        self.look("Mia", f"/clubs/{club.slug}/decks/{shared.key}/", f"/decks/{own.key}/", "/decks/classic/")
        self.look("Ole", f"/clubs/{club.slug}/decks/")
        self.look("visitor", f"/decks/{shared.key}/", f"/decks/{newest_of(own).kept.hash}/")

    def table(self, game: str, *people: User, start: bool = True, **settings: object) -> GameSession:
        usual = {"options": {}, "seats_wanted": len(people), "rounds_planned": 1, "pace": "none"}
        session = table_services.open_table(people[0], game, **usual | settings)
        for one in people[1:]:
            table_services.sit(session.pk, one)
        if start:
            table_services.start(session.pk, people[0])
        self.look("visitor", f"/t/{session.code}/")
        for one in people:
            self.look(one.name, f"/t/{session.code}/")
        return session

    def _tables(self) -> None:
        three = (self.mia, self.tom, self.eva)
        gathering = self.table("splito", self.mia, start=False, seats_wanted=4, pace="club", name="Birke")
        table_services.add_bot(gathering.pk, self.mia, "master")
        sheets = self.table("splitter", self.tom, self.mia, start=False, seats_wanted=5)
        for level in ("random", "easy", "regular"):
            if level in now(sheets).rules.BOTS:
                table_services.add_bot(sheets.pk, self.tom, level)
        self.look("Mia", f"/t/{gathering.code}/settings/")
        for session in (
            self.table("splito", *three, pace="calm"),
            self.table("splito", *three[:2], hints=True),
        ):
            self._talk(session, three)
        for sheet in "AB":
            session = self.table("splitter", *three, options={"sheet": sheet})
            play_turn(session, list(three), self.luck)
            seal(wish(session, self.mia, self.luck))
            self._look_and_nudge(session)
        for game in catalogue.names():
            match = self.table(game, *three, rounds_planned=2, redraw=True)
            play_round(match, list(three), self.luck)
            table_services.say(match.pk, self.tom, "≈≈≈")
            over = self.table(game, *three)
            play_round(over, list(three), self.luck)
            two = self.table(game, *three[:2], public=False)
            play_round(two, list(three[:2]), self.luck)
            self._after(over, two)
        table_services.rematch(over.pk, self.mia)

    def _talk(self, session: GameSession, three: tuple[User, ...]) -> None:
        sitting = [one for one in three if now(session).seat_of(one.pk) is not None]
        for _ in range(5):
            play_turn(session, sitting, self.luck)
        said = table_services.nudges_for(now(session), self.mia.pk)
        for person, kind in ((self.mia, "zone"), (self.tom, "goal")):
            for name, to, about in table_services.nudges_for(now(session), person.pk):
                if name == kind:
                    table_services.nudge(session.pk, person, name, to=to, about=about)
                    break
        seal(wish(session, self.mia, self.luck))
        if said:
            self.look("Mia", f"/t/{session.code}/nudges/")
        self._look_and_nudge(session)

    def _look_and_nudge(self, session: GameSession) -> None:
        """What the page requests while a player thinks."""
        table = now(session)
        for person in (self.tom, self.mia):
            moves = table.rules.legal(table.deal.state, table.seat_of(person.pk))
            for card in list(dict.fromkeys(move.split(" ")[0] for move in moves))[:4]:
                self.look(person.name, f"/t/{session.code}/look/?move={card}")
                self.look(person.name, f"/t/{session.code}/details/?of={card}")
            self.look(person.name, f"/t/{session.code}/now/", f"/t/{session.code}/nudges/")

    def _after(self, *sessions: GameSession) -> None:
        for session in sessions:
            key = f"?key={key_of(session.code)}"
            for who in ("Mia", "visitor"):
                for page in ("", "count/", "check/", "record.json"):
                    self.look(who, f"/replay/{session.code}/1/{page}{key}")
                self.look(who, f"/sheet/{session.code}/{key}", f"/sheet/{session.code}/sheet.svg{key}")
                self.look(who, f"/look-back/{session.code}/1/{key}")
        self.clients["Mia"].post(f"/look-back/{sessions[0].code}/1/")

    def _alone_and_days(self) -> None:
        for sheet in "AB":
            alone(self.mia, sheet, luck=3)
        today = days.day_of(database_now())
        for person in (self.mia, self.tom):
            played_day(person, today - timedelta(days=1), luck=person.pk)
        played_day(self.tom, today)
        for day in (today, today - timedelta(days=1), today + timedelta(days=1), today - timedelta(days=300)):
            for who in ("visitor", "Mia", "Tom"):
                self.look(who, f"/days/{day.isoformat()}/", f"/days/{day.isoformat()}/best/")
        for who in ("visitor", "Mia"):
            self.look(
                who, "/solo/?sheet=A&by=month", "/days/?month=2026-10", "/leaderboards/splitter/?by=week"
            )

    def _tournaments(self) -> None:
        olga = User.objects.create_user("Olga")
        self.clients["Olga"] = self.browser_of(olga)
        draft = services.create(olga, "splito", options={}, name="Pappel", date=database_now().date())
        empty, *_ = event(0, by=olga, name="Erle")
        opened, *_ = event(5, by=olga, name="Esche", registration="link")
        proposed, *_ = event(7, by=olga, name="Eiche")
        services.propose(proposed.pk, olga, luck=self.luck)
        running, *_ = event(9, by=olga, name="Ulme", rounds_planned=2)
        first = next_round(running, olga)
        services.set_clock(running.pk, olga, 1, minutes=30)
        self._paper(running, first)
        ended, *_ = event(8, by=olga, name="Ahorn", rounds_planned=2, counting="places")
        for _ in range(2):
            this = next_round(ended, olga)
            score_all(ended, olga, this)
            table = this.tables.first()
            services.correct(
                ended.pk, olga, table.pk, zones(*range(2, 2 + table.places.count())), reason="≈≈", seen=0
            )
            services.close_round(ended.pk, olga, this.number)
        services.close(ended.pk, olga)
        dice, *_ = event(6, by=olga, game="splitter", name="Linde", options={"sheet": "A"})
        next_round(dice, olga)
        services.lay_out(dice.pk, olga, 1)
        services.roll(dice.pk, olga, 1, shown=0)
        online, *_ = event(4, by=olga, name="Weide", medium="online", pace="club")
        link_all(online, olga)
        self.clients["Ana Account"] = self.browser_of(User.objects.get(name="Ana Account"))
        next_round(online, olga)
        helper = services.register(running.pk, self.mia, "Mia")
        services.add_helper(running.pk, olga, self.tom, rights="scores")
        services.ask_to_link(opened.pk, olga, opened.entries.first().pk, self.tom)
        question = self.tom.link_requests.get().pk
        self.look("Tom", "/tournaments/", f"/tournaments/questions/{question}/")
        services.roll_call(running.pk, olga, {helper.pk: "late"})
        for one in (draft, empty, opened, proposed, running, ended, dice, online):
            self.look("Olga", *(f"/tournaments/{one.code}/{page}" for page in ("", "desk/", "wall/")))
        for one in (running, ended, dice):
            self.look("Olga", *(f"/tournaments/{one.code}/{page}" for page in ORGANISER))
            self.look("Olga", *(f"/tournaments/{one.code}/print/{paper}/" for paper in PAPERS))
        self.look("Olga", *(f"/tournaments/{dice.code}/print/{paper}/?blank=1" for paper in PAPERS))
        self.look("visitor", f"/tournaments/card/{cards.token(helper)}/")
        for who in ("visitor", "Mia", "Tom"):
            for page in ("", "standings/", "join/", "me/", "wall/", "desk/"):
                self.look(who, *(f"/tournaments/{one.code}/{page}" for one in (running, opened)))
        self.look("Ana Account", f"/tournaments/{online.code}/me/", f"/tournaments/{online.code}/")

    def _paper(self, running: Tournament, first: TournamentRound) -> None:
        """Three paper tables of one round: one reported, one disputed, one untouched."""
        reported, doubtful, *_ = first.tables.order_by("number")
        for table, values in ((reported, [(5, 6, 7)]), (doubtful, [(3, 4, 5), (3, 4, 6)])):
            for entry, typed in zip(seats(table), values, strict=False):
                raw = zones(*typed, *[1] * (table.places.count() - 3))
                services.report(table.token, entry.pk, raw, device=f"d{entry.pk}")
        for table in first.tables.all():
            for who in ("visitor", "Olga"):
                self.look(
                    who,
                    f"/tournaments/table/{table.token}/",
                    f"/tournaments/table/{table.token}/count/?zone-0=4",
                )
            self.look("Olga", f"/tournaments/{running.code}/desk/tables/{table.pk}/")

    def _admin(self) -> None:
        self.look("Kai", "/admin/", "/style/", "/admin/password_change/", "/admin/login/")
        self.look("visitor", "/admin/login/")
        for model in admin.site._registry:
            name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
            self.look(
                "Kai", reverse("admin:app_list", args=[model._meta.app_label]), reverse(f"{name}_changelist")
            )
            first = model._default_manager.order_by("pk").first()
            if first is not None:
                self.look("Kai", reverse(f"{name}_change", args=[first.pk]))

    def names(self) -> set[str]:
        """Everything people typed, which every language shows unchanged."""
        typed = {*BOT_NAMES, *User.objects.values_list("name", flat=True)}
        typed |= {*User.objects.exclude(name_key="").values_list("name_key", flat=True)}
        for model, field in TYPED:
            typed |= {str(value) for value in model.objects.values_list(field, flat=True) if value}
        lines = {line for text in Deck.objects.values_list("text", flat=True) for line in text.splitlines()}
        # Nobody typed the name of the site's own deck.
        return (typed | {name[:3] for name in typed if len(name) > 3} | lines) - {"classic"}


def links(answer: object) -> Iterator[str]:
    if answer.status_code in (301, 302):
        if answer["Location"].startswith("/"):
            yield answer["Location"]
    elif "html" in answer["Content-Type"]:
        yield from (
            unescape(path)
            for path in FOLLOWED.findall(answer.content.decode())
            if not path.startswith(("//", *OTHER_APPS))
        )


def route(path: str) -> str:
    """The name of the page at an address; nothing if there is none."""
    try:
        match = resolve(path.split("?")[0])
    except Resolver404:
        return ""
    return match.view_name or match.route


DOORS = (
    *("login/", "signup/", "login/code/", "password/reset/", "password/reset/done/", "password/change/"),
    *("password/set/", "email/", "2fa/", "2fa/totp/activate/", "2fa/webauthn/", "2fa/webauthn/add/"),
    *("2fa/recovery-codes/", "2fa/recovery-codes/generate/", "2fa/totp/deactivate/", "sessions/", "logout/"),
    *("reauthenticate/", "confirm-email/", "confirm-email/abc/", "password/reset/key/1-set-password/"),
    "password/reset/key/done/",
)
ORGANISER = (
    *("", "standings/", "join/", "me/", "wall/", "desk/", "desk/settings/", "desk/remove/", "desk/helpers/"),
    *("desk/people/", "desk/people/list/", "desk/roll-call/", "desk/trail/", "desk/files/"),
    *("desk/remote/", "desk/scores/", "embedded/"),
)
TYPED = (
    *((Club, "name"), (Club, "place"), (Club, "slug"), (GameSession, "name"), (GameSession, "code")),
    *((Seat, "name"), (Remark, "text"), (Entry, "name"), (Tournament, "name"), (Tournament, "code")),
    (Deck, "name"),
)
PAPERS = ("cards", "slips", "sheets", "seating", "standings", "certificates")
