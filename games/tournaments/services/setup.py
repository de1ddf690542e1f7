"""Creating a tournament, its settings, opening, closing and reopening it, and its helpers."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import Club, User
from games.engine import catalogue, chance
from games.engine.contract import Refused, options_of
from games.tournaments import event_codes
from games.tournaments.models import Helper, Tournament, TournamentRound, Trail
from games.tournaments.services.locking import changing, leads, must_not_be_closed, open_round
from games.tournaments.standings import COUNTINGS, MISSING, TIE_BREAKS

Status = Tournament.Status

MOST_AT_ONCE = 50
"""How many open tournaments one person may have. People never need more, only programs do."""
SETTINGS = frozenset(
    {
        *(
            "name",
            "date",
            "starts_at",
            "capacity",
            "place",
            "about",
            "club",
            "rounds_planned",
            "by_standing",
            "final_seats",
        ),
        *("seats_least", "seats_most", "ideal_least", "ideal_most"),
        *("counting", "tie_breaks", "missing", "registration", "pace", "medium", "round_minutes"),
    }
)
"""What the organiser may decide besides the game and its options."""

FIXED_ONCE_SEATED = frozenset({"game", "options"})


def usual_sizes(game: str) -> dict[str, int]:
    """The table sizes of a new tournament: from three, ideally four or five; any if one can play alone."""
    seats = catalogue.find(game).SEATS
    least = min(seats) if 1 in seats else min(max(3, min(seats)), max(seats))
    ideal = [size for size in (4, 5) if size in seats] or [least]
    return {
        "seats_least": least,
        "seats_most": max(seats),
        "ideal_least": ideal[0],
        "ideal_most": ideal[-1],
    }


def create(
    organiser: User,
    game: str,
    *,
    options: Mapping[str, Any],
    club: Club | None = None,
    code: str = "",
    **settings: Any,
) -> Tournament:
    """Creates a tournament that is still being prepared. `settings` are those in SETTINGS.

    With the `code` that its page has drawn, sending the form twice gives the same tournament.
    """
    tournament = Tournament(organiser=organiser, game=game, club=club, **usual_sizes(game) | settings)
    tournament.options = options_of(catalogue.find(game), options)
    check(tournament)
    with transaction.atomic():
        known = insert(tournament, organiser, code=code)
        if known is None:
            trail(tournament, organiser)
    return known or tournament


def trail(tournament: Tournament, organiser: User, **facts: Any) -> None:
    """The first line of a tournament's trail."""
    name = organiser.shown_name
    Trail.objects.create(tournament=tournament, by=organiser, by_name=name, act="create", facts=facts)


def configure(tournament_id: int, by: User, **settings: Any) -> None:
    """Changes settings; game and options only until the first seating. The trail keeps old and new values."""
    unknown = set(settings) - SETTINGS - FIXED_ONCE_SEATED
    if unknown:
        raise Refused("unknown-setting", setting=min(unknown))
    with changing(tournament_id, by, "configure") as desk:
        tournament = desk.tournament
        must_not_be_closed(tournament)
        if "options" in settings:
            # An option that is not given has its usual value, and is no change if it had that before.
            rules = catalogue.find(settings.get("game", tournament.game))
            settings["options"] = options_of(rules, settings["options"])
        changed = {name: value for name, value in settings.items() if getattr(tournament, name) != value}
        if FIXED_ONCE_SEATED & set(changed) and tournament.rounds.exists():
            raise Refused("rounds-drawn")
        desk.note(**{name: [str(getattr(tournament, name)), str(value)] for name, value in changed.items()})
        for name, value in changed.items():
            setattr(tournament, name, value)
        tournament.options = options_of(tournament.rules, tournament.options)
        check(tournament)
        if tournament.rounds_planned < tournament.rounds.count():
            raise Refused("fewer-rounds-than-played", played=tournament.rounds.count())
        tournament.save()
        desk.quiet = not changed


def open_entries(tournament_id: int, by: User) -> None:
    """Lets people enter now, as far as the registration allows."""
    with changing(tournament_id, by, "open") as desk:
        must_not_be_closed(desk.tournament)
        desk.quiet = desk.tournament.status != Status.DRAFT
        if not desk.quiet:
            desk.tournament.status = Status.OPEN
            desk.tournament.save(update_fields=["status"])


def close(tournament_id: int, by: User) -> None:
    """Ends the tournament: standings are final. A proposed seating that was never published is dropped."""
    with changing(tournament_id, by, "close") as desk:
        tournament = desk.tournament
        if tournament.status == Status.CLOSED:
            desk.quiet = True
            return
        running = open_round(tournament)
        if running and (
            running.status == TournamentRound.Status.PUBLISHED
            or running.tables.filter(reports__isnull=False).exists()
        ):
            raise Refused("round-not-closed", round=running.number)
        if running:
            running.delete()
        tournament.status, tournament.closed_at = Status.CLOSED, desk.now
        tournament.save(update_fields=["status", "closed_at"])


def reopen(tournament_id: int, by: User) -> None:
    """Reopens a closed tournament; its pages say so from then on. Only the organiser or staff may do this."""
    with changing(tournament_id, by, "reopen") as desk:
        tournament = desk.tournament
        if not leads(tournament, by):
            raise Refused("not-organiser")
        if tournament.status != Status.CLOSED:
            desk.quiet = True
            return
        tournament.status = Status.RUNNING if tournament.rounds.exists() else Status.OPEN
        tournament.closed_at, tournament.reopened_at = None, desk.now
        tournament.save(update_fields=["status", "closed_at", "reopened_at"])


def remove(tournament_id: int, by: User) -> None:
    """Deletes a tournament in which no round was published yet."""
    with changing(tournament_id, by, "remove") as desk:
        desk.quiet = True
        if not leads(desk.tournament, by):
            raise Refused("not-organiser")
        if desk.tournament.rounds.filter(published_at__isnull=False).exists():
            raise Refused("rounds-played")
        desk.tournament.delete()


def add_helper(tournament_id: int, by: User, person: User, *, rights: str) -> None:
    """Gives somebody rights, or changes them."""
    if rights not in Helper.Rights.values:
        raise Refused("unknown-rights")
    if rights == Helper.Rights.ORGANISE:
        must_sign_in_by_password(person)
    with changing(tournament_id, by, "helper") as desk:
        desk.note(name=person.shown_name, rights=rights)
        Helper.objects.update_or_create(
            tournament=desk.tournament, person=person, defaults={"rights": rights}
        )


def remove_helper(tournament_id: int, by: User, person_id: int) -> None:
    with changing(tournament_id, by, "helper-removed") as desk:
        helper = desk.tournament.helpers.select_related("person").filter(person=person_id).first()
        if helper is None:
            desk.quiet = True
            return
        desk.note(name=helper.person.shown_name)
        helper.delete()


def check(tournament: Tournament) -> None:
    """Refuses, with a code, what the database would refuse too and what it cannot know."""
    seats = tournament.rules.SEATS
    least, most = tournament.seats_least, tournament.seats_most
    if not min(seats) <= least <= tournament.ideal_least <= tournament.ideal_most <= most <= max(seats):
        raise Refused("bad-table-sizes", least=min(seats), most=max(seats))
    if not 1 <= tournament.rounds_planned <= 9:
        raise Refused("bad-rounds")
    if tournament.counting not in COUNTINGS or tournament.missing not in MISSING:
        raise Refused("bad-counting")
    breaks = tournament.tie_breaks
    if len(set(breaks)) != len(breaks) or not set(breaks) <= set(TIE_BREAKS):
        raise Refused("bad-tie-breaks")
    if tournament.final_seats is not None and tournament.final_seats not in seats:
        raise Refused("bad-final", least=min(seats), most=max(seats))
    if tournament.club is not None and tournament.club.closed_at is not None:
        raise Refused("no-club")
    # A trial deal, so that a broken deck is refused now and not when everybody is seated.
    tournament.rules.start(tournament.options, max(least, min(seats)), bytes(chance.SEED_BYTES))


def must_sign_in_by_password(person: User) -> None:
    """Whoever runs a tournament needs an account that nobody else can open: organisers print login cards."""
    if person.is_guest:
        raise Refused("account-needed")
    if person.return_secret:
        raise Refused("password-needed")


def insert(tournament: Tournament, organiser: User, *, code: str) -> Tournament | None:
    """Saves a new tournament; or returns the one that a form with this code has already made.

    The organiser's row is locked, so that of two equal clicks the second one sees what the first one made.
    """
    User.objects.select_for_update(no_key=True).get(pk=organiser.pk)
    known = organiser.tournaments.filter(code=code).first() if code else None
    if known is not None:
        return known
    must_sign_in_by_password(organiser)
    if organiser.tournaments.exclude(status=Status.CLOSED).count() >= MOST_AT_ONCE:
        raise Refused("too-many-tournaments", most=MOST_AT_ONCE)
    for _ in range(20):
        # A clash is rare and simply drawn again.
        tournament.code = code or event_codes.draw()
        try:
            with transaction.atomic():
                tournament.save(force_insert=True)
            return None
        except IntegrityError:
            if not Tournament.objects.filter(code=tournament.code).exists():
                raise
            code = ""
    raise Refused("try-again")
