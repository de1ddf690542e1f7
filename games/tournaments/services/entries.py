"""Who takes part: entered by hand, as members, from a list or by link; changed, withdrawn; the roll call."""

from collections.abc import Iterable, Mapping

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import names
from accounts.models import User, UserQuerySet
from games.engine.contract import Refused
from games.tournaments import name_lists, waiting_list
from games.tournaments.models import Entry, Tournament, TournamentRound
from games.tournaments.services import links, paper_rounds
from games.tournaments.services.locking import (
    ANYBODY,
    Desk,
    changing,
    must_not_be_closed,
    open_round,
    the_entry,
)

MOST_ENTRIES = 500


def enter(
    tournament_id: int,
    by: User,
    name: str,
    *,
    newcomer: bool = False,
    person: User | None = None,
    presence: str = Entry.Presence.HERE,
) -> Entry:
    """Enters somebody, as present by default. Refused (`entered-twice`) if already entered.

    The name of a member of the club is linked to the member, who has agreed to that by joining the club. An
    account can be given if its person agrees (`links.agrees`).
    """
    with changing(tournament_id, by, "enter") as desk:
        must_not_be_closed(desk.tournament)
        if person is not None:
            links.must_agree(desk, person)
        found = person or _members(desk.tournament, [name]).get(names.key(name))
        entry = _insert(desk, name, newcomer=newcomer, person=found, presence=presence)
        desk.note(entry=entry.pk, name=entry.name)
    return entry


def enter_members(
    tournament_id: int, by: User, user_ids: Iterable[int], *, presence: str = Entry.Presence.HERE
) -> list[Entry]:
    """Enters these members of the club. Who is entered already stays as is, so sending it twice is harmless.

    An entry that was typed with the name of a member becomes the member's.
    """
    with changing(tournament_id, by, "enter-members") as desk:
        must_not_be_closed(desk.tournament)
        entered = []
        unlinked = {one.name_key: one for one in desk.tournament.entries.filter(person=None)}
        known = set(desk.tournament.entries.values_list("person", flat=True))
        for member in membership_of(desk.tournament).filter(pk__in=user_ids).exclude(pk__in=known - {None}):
            entry = unlinked.get(member.name_key)
            if entry is None:
                entry = _insert(desk, member.name, person=member, presence=presence)
            else:
                links.put(entry, member)
            entered.append(entry)
        desk.quiet = not entered
        desk.note(names=[entry.name for entry in entered])
    return entered


def membership_of(tournament: Tournament) -> UserQuerySet:
    """The members of the club whose event this is."""
    if tournament.club_id is None:
        return User.objects.get_queryset().none()
    return User.objects.get_queryset().filter(memberships__club=tournament.club_id, is_active=True)


def _members(tournament: Tournament, typed: Iterable[str]) -> dict[str, User]:
    """The members with these names who are not entered yet, by the key of the name.

    If two members share a name, as guests may, nobody can tell which one was meant.
    """
    keys = {names.key(name) for name in typed}
    free = (
        membership_of(tournament).filter(name_key__in=keys).exclude(tournament_entries__tournament=tournament)
    )
    found: dict[str, list[User]] = {}
    for member in free:
        found.setdefault(member.name_key, []).append(member)
    return {key: members[0] for key, members in found.items() if len(members) == 1}


def take_list(tournament_id: int, by: User, text: str) -> name_lists.Read:
    """Enters every good line and returns the bad ones by number. Sending it twice enters nobody twice."""
    with changing(tournament_id, by, "enter-list") as desk:
        must_not_be_closed(desk.tournament)
        read = name_lists.read(text, taken=_keys(desk.tournament))
        if len(read.good) + desk.tournament.entries.count() > MOST_ENTRIES:
            raise Refused("too-many-entries", most=MOST_ENTRIES)
        members = _members(desk.tournament, [line.name for line in read.good])
        Entry.objects.bulk_create(
            Entry(
                tournament=desk.tournament,
                name=line.name,
                name_key=names.key(line.name),
                newcomer=line.newcomer,
                person=members.get(names.key(line.name)),
                presence=on_entering(desk.tournament),
            )
            for line in read.good
        )
        desk.note(entered=len(read.good), refused=len(read.bad))
        desk.quiet = not read.good
    return read


def look_at_list(tournament: Tournament, text: str) -> name_lists.Read:
    """What take_list would do, without doing it."""
    return name_lists.read(text, taken=_keys(tournament))


def register(tournament_id: int, person: User, name: str, *, mine: bool = False) -> Entry:
    """Lets somebody enter by the link or the open registration. Doing it twice gives the same entry.

    A name that the organiser has typed already is Refused (`name-there`), so that the page can ask whether it
    is the same person. With `mine` that entry is linked to this person.
    """
    with changing(tournament_id, person, "register", need=ANYBODY) as desk:
        tournament = desk.tournament
        known = tournament.entries.filter(person=person).first()
        if known is not None:
            desk.quiet = True
            return known
        if (
            tournament.status not in (Tournament.Status.OPEN, Tournament.Status.RUNNING)
            or tournament.registration == Tournament.Registration.HAND
        ):
            raise Refused("registration-closed")
        same = tournament.entries.filter(name_key=names.key(name_lists.proper(name))).first()
        if same is not None:
            if same.person_id is not None:
                raise Refused("entered-twice", name=same.name)
            if not mine:
                raise Refused("name-there", name=same.name)
            links.put(same, person)
        entry = same or _insert(desk, name, person=person, presence=_on_registering(tournament))
        desk.note(entry=entry.pk, name=entry.name, linked=same is not None)
    return entry


def change(tournament_id: int, by: User, entry_id: int, *, name: str, newcomer: bool) -> None:
    """Changes a name, or whether the person is a newcomer."""
    with changing(tournament_id, by, "change-entry") as desk:
        entry = the_entry(desk.tournament, entry_id)
        desk.note(entry=entry.pk, old=entry.name, new=name_lists.proper(name))
        entry.name, entry.newcomer = name_lists.proper(name), newcomer
        entry.name_key = names.key(entry.name)
        _save_once(entry)
        paper_rounds.follow_entry(entry)


def withdraw(tournament_id: int, by: User, entry_id: int) -> None:
    """Removes an entry that never sat at a table. A person who has played is `gone` and keeps the results."""
    with changing(tournament_id, by, "withdraw") as desk:
        entry = the_entry(desk.tournament, entry_id)
        running = open_round(desk.tournament)
        seated = running and running.places.filter(entry=entry).exists()
        if running and seated and running.status == TournamentRound.Status.PROPOSED:
            _drop_proposal(desk, running)
        desk.note(entry=entry.pk, name=entry.name)
        if entry.places.exists():
            entry.presence = Entry.Presence.GONE
            entry.save(update_fields=["presence"])
        else:
            entry.delete()


def on_entering(tournament: Tournament) -> str:
    """Who enters before the day is expected; on the day people enter at the door and are here."""
    return Entry.Presence.EXPECTED if timezone.localdate() < tournament.date else Entry.Presence.HERE


def _on_registering(tournament: Tournament) -> str:
    """Whoever finds the event full is expected, and so on the waiting list, until there is a place."""
    taken = tournament.entries.exclude(presence=Entry.Presence.GONE).count()
    full = tournament.capacity is not None and taken >= tournament.capacity
    return Entry.Presence.EXPECTED if full else on_entering(tournament)


def check_in(tournament_id: int, entry_id: int, *, person: User | None = None) -> Entry:
    """Marks somebody as here who has come: on the own phone (`person`), or with the printed card.

    A proposed seating stays: its page says who has no seat yet. Refused before the day, and for whoever has
    gone: only the organiser knows whether they are back.
    """
    with changing(tournament_id, person, "check-in", need=ANYBODY) as desk:
        must_not_be_closed(desk.tournament)
        entry = the_entry(desk.tournament, entry_id)
        if person is not None and entry.person_id != person.pk:
            raise Refused("no-entry")
        if entry.presence == Entry.Presence.GONE:
            raise Refused("marked-gone", name=entry.name)
        if timezone.localdate() < desk.tournament.date:
            raise Refused("not-yet-the-day")
        if entry.pk in waiting_list.waiting(list(desk.tournament.entries.all()), desk.tournament.capacity):
            raise Refused("still-waiting")
        desk.quiet = entry.presence == Entry.Presence.HERE
        entry.presence = Entry.Presence.HERE
        entry.save(update_fields=["presence"])
        desk.by_name = desk.by_name or entry.name
        desk.note(entry=entry.pk, name=entry.name)
    return entry


def roll_call(tournament_id: int, by: User, marks: Mapping[int, str]) -> None:
    """Marks who is here, late or gone. A proposed seating that no longer fits is dropped.

    `games.tournaments.roll_call_preview` says in advance what will happen.
    """
    if not set(marks.values()) <= set(Entry.Presence.values):
        raise Refused("unknown-presence")
    with changing(tournament_id, by, "roll-call") as desk:
        must_not_be_closed(desk.tournament)
        changed = [
            entry
            for entry in desk.tournament.entries.filter(pk__in=marks)
            if entry.presence != marks[entry.pk]
        ]
        desk.quiet = not changed
        desk.note(marks={entry.name: [entry.presence, marks[entry.pk]] for entry in changed})
        here = Entry.Presence.HERE
        moved = {entry.pk for entry in changed if here in (entry.presence, marks[entry.pk])}
        running = open_round(desk.tournament)
        if running and running.status == TournamentRound.Status.PROPOSED and moved:
            _drop_proposal(desk, running)
        for entry in changed:
            entry.presence = marks[entry.pk]
        Entry.objects.bulk_update(changed, ["presence"])


def _drop_proposal(desk: Desk, running: TournamentRound) -> None:
    if running.tables.filter(reports__isnull=False).exists():
        raise Refused("scores-typed", round=running.number)
    desk.note(dropped=running.number)
    running.delete()


def _keys(tournament: Tournament) -> set[str]:
    return set(tournament.entries.values_list("name_key", flat=True))


def _insert(
    desk: Desk,
    name: str,
    *,
    newcomer: bool = False,
    person: User | None = None,
    presence: str = Entry.Presence.HERE,
) -> Entry:
    if desk.tournament.entries.count() >= MOST_ENTRIES:
        raise Refused("too-many-entries", most=MOST_ENTRIES)
    proper = name_lists.proper(name)
    entry = Entry(
        tournament=desk.tournament,
        name=proper,
        name_key=names.key(proper),
        newcomer=newcomer,
        person=person,
        presence=presence,
    )
    _save_once(entry)
    return entry


def _save_once(entry: Entry) -> None:
    """Saves an entry. The database allows only one per name and one per account."""
    try:
        with transaction.atomic():
            entry.save()
    except IntegrityError as error:
        raise Refused("entered-twice", name=entry.name) from error
