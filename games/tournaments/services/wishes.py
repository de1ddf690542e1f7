"""Wishes about where somebody sits: apart, together, a fixed table, near the front."""

from django.db.models import Q

from accounts.models import User
from games.engine.contract import Refused
from games.tournaments.models import Entry, SeatingWish
from games.tournaments.services.locking import changing, must_not_be_closed

MOST_WISHES = 200
LARGEST_TABLE = 99
PAIRED = (SeatingWish.Kind.APART, SeatingWish.Kind.TOGETHER)


def add_wish(
    tournament_id: int, by: User, entry_id: int, *, kind: str, other_id: int = 0, table: int = 0
) -> None:
    """Notes a wish; the next draw weighs it. A wish between two people is one wish, whoever has it."""
    if kind not in SeatingWish.Kind.values:
        raise Refused("unknown-wish")
    with changing(tournament_id, by, "wish") as desk:
        must_not_be_closed(desk.tournament)
        people = {one.pk: one for one in desk.tournament.entries.filter(pk__in=[entry_id, other_id])}
        entry, other = people.get(entry_id), people.get(other_id) if kind in PAIRED else None
        if entry is None:
            raise Refused("no-entry")
        if kind in PAIRED and (other is None or other == entry):
            raise Refused("wish-needs-a-person")
        if kind == SeatingWish.Kind.TABLE and not 1 <= table <= LARGEST_TABLE:
            raise Refused("wish-needs-a-table")
        if desk.tournament.wishes.count() >= MOST_WISHES:
            raise Refused("too-many-wishes", most=MOST_WISHES)
        desk.note(name=entry.name, kind=kind)
        if _known(entry, kind, other):
            desk.quiet = True
            return
        contrary = _contrary(kind)
        if contrary and _known(entry, contrary, other):
            raise Refused("contrary-wish", name=entry.name, other=other.name if other else "")
        if kind == SeatingWish.Kind.TABLE:
            entry.wishes.filter(kind=kind).delete()  # somebody sits at one table only
        SeatingWish.objects.create(
            tournament=desk.tournament,
            kind=kind,
            entry=entry,
            other=other,
            table=table if kind == SeatingWish.Kind.TABLE else None,
        )


def remove_wish(tournament_id: int, by: User, wish_id: int) -> None:
    with changing(tournament_id, by, "wish-removed") as desk:
        found = desk.tournament.wishes.select_related("entry").filter(pk=wish_id).first()
        if found is None:
            desk.quiet = True
            return
        desk.note(name=found.entry.name, kind=found.kind)
        found.delete()


def _contrary(kind: str) -> str:
    pair = {
        SeatingWish.Kind.APART: SeatingWish.Kind.TOGETHER,
        SeatingWish.Kind.TOGETHER: SeatingWish.Kind.APART,
    }
    return pair.get(SeatingWish.Kind(kind), "")


def _known(entry: Entry, kind: str, other: Entry | None) -> bool:
    if kind == SeatingWish.Kind.TABLE:
        return False
    if other is None:
        return entry.wishes.filter(kind=kind).exists()
    both = Q(entry=entry, other=other) | Q(entry=other, other=entry)
    return SeatingWish.objects.filter(both, kind=kind).exists()
