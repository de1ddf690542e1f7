"""Which account an entry belongs to: never without that person's consent.

Members of the event's club have agreed by being members. Everybody else is asked, and answers on their own
page.
"""

from accounts.models import Membership, User
from games.engine.contract import Refused
from games.tournaments.models import Entry, LinkRequest, Tournament
from games.tournaments.services import paper_rounds
from games.tournaments.services.locking import ANYBODY, Desk, changing, must_not_be_closed, the_entry


def agrees(tournament: Tournament, by: User, person: User) -> bool:
    """Whether `by` may link this person without asking: oneself, or a member of the event's club."""
    if person.pk == by.pk:
        return True
    return (
        tournament.club_id is not None
        and Membership.objects.filter(club=tournament.club_id, user=person).exists()
    )


def must_agree(desk: Desk, person: User) -> None:
    assert desk.by is not None
    if not agrees(desk.tournament, desk.by, person):
        raise Refused("consent-needed", name=person.shown_name)


def link(tournament_id: int, by: User, entry_id: int, person: User | None) -> None:
    """Links an entry to a person, who can then find the seat on the phone. None removes the link.

    Refused (`consent-needed`) if the person has to be asked first: `ask_to_link` does that.
    """
    with changing(tournament_id, by, "link") as desk:
        entry = the_entry(desk.tournament, entry_id)
        if person is not None:
            must_agree(desk, person)
            _must_be_free(entry, person)
        desk.quiet = entry.person_id == (person.pk if person else None)
        put(entry, person)
        desk.note(entry=entry.pk, name=entry.name, person=person.shown_name if person else "")


def ask_to_link(tournament_id: int, by: User, entry_id: int, person: User) -> None:
    """Asks somebody whether they are this entry. A later question about the entry replaces the earlier."""
    with changing(tournament_id, by, "link-asked") as desk:
        must_not_be_closed(desk.tournament)
        entry = the_entry(desk.tournament, entry_id)
        _must_be_free(entry, person)
        _, new = LinkRequest.objects.update_or_create(entry=entry, person=person, defaults={"by": by})
        LinkRequest.objects.filter(entry=entry).exclude(person=person).delete()
        desk.quiet = not new
        desk.note(entry=entry.pk, name=entry.name, person=person.shown_name)


def answer_link(request_id: int, person: User, *, yes: bool) -> Entry:
    """The person who was asked agrees or refuses. Refused (`no-question`) if nobody asks any more."""
    asked = LinkRequest.objects.select_related("entry").filter(pk=request_id, person=person).first()
    if asked is None:
        raise Refused("no-question")
    act = "link-accepted" if yes else "link-refused"
    with changing(asked.entry.tournament_id, person, act, need=ANYBODY) as desk:
        entry = the_entry(desk.tournament, asked.entry_id)
        if not LinkRequest.objects.filter(pk=request_id).exists():
            raise Refused("no-question")
        if yes:
            _must_be_free(entry, person)
            if entry.person_id is not None:
                raise Refused("entered-twice", name=entry.name)
            put(entry, person)
        else:
            LinkRequest.objects.filter(pk=request_id).delete()
        desk.note(entry=entry.pk, name=entry.name)
    return entry


def _must_be_free(entry: Entry, person: User) -> None:
    """Nobody is entered twice."""
    other = Entry.objects.filter(tournament=entry.tournament_id, person=person).exclude(pk=entry.pk).first()
    if other is not None:
        raise Refused("entered-twice", name=other.name)


def put(entry: Entry, person: User | None) -> None:
    """Writes the link. The rounds this person has played on paper follow."""
    entry.person = person
    entry.save(update_fields=["person"])
    paper_rounds.follow_entry(entry)
    if person is not None:
        # Whoever is entered is asked nothing more in this event, and nobody else about this entry.
        LinkRequest.objects.filter(entry=entry).delete()
        LinkRequest.objects.filter(entry__tournament=entry.tournament_id, person=person).delete()
