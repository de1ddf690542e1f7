"""What happens in tournaments when a guest signs in, and when an account is deleted."""

from typing import Any

from django.db.models import Value
from django.db.models.functions import Cast, Concat

from accounts.models import User
from games.tournaments.models import (
    Correction,
    Entry,
    Helper,
    LinkRequest,
    Result,
    ScoreReport,
    Tournament,
    Trail,
)
from games.tournaments.services import paper_rounds


def follow(guest: User, account: User) -> None:
    """Gives a guest's entries and rights to the account. If both entered, the guest's entry is unlinked."""
    already = Entry.objects.filter(person=account).values("tournament")
    Entry.objects.filter(person=guest).exclude(tournament__in=already).update(person=account)
    left = list(Entry.objects.filter(person=guest))
    Entry.objects.filter(person=guest).update(person=None)
    for entry in left:  # their rounds on paper belong to nobody's account then
        paper_rounds.follow_entry(entry)
    helping = Helper.objects.filter(person=account).values("tournament")
    Helper.objects.filter(person=guest).exclude(tournament__in=helping).update(person=account)
    LinkRequest.objects.filter(person=guest).delete()
    ScoreReport.objects.filter(by_person=guest).update(by_person=account)
    Trail.objects.filter(by=guest).update(by=account)


def farewell(person: User) -> None:
    """Removes the name but keeps results. If an organiser goes, a helper takes over the tournament."""
    mine = Tournament.objects.select_for_update(no_key=True).filter(organiser=person)
    for tournament in mine.order_by("pk"):
        heirs = tournament.helpers.filter(rights=Helper.Rights.ORGANISE).exclude(person=person)
        heir = heirs.order_by("pk").first()
        tournament.organiser_id = heir.person_id if heir else None
        tournament.save(update_fields=["organiser"])
    Helper.objects.filter(person=person).delete()
    LinkRequest.objects.filter(person=person).delete()
    entries = Entry.objects.filter(person=person)
    _forget_in_json(list(entries.values_list("pk", flat=True)))
    entries.filter(places=None).delete()
    entries.exclude(tournament__status=Tournament.Status.CLOSED).update(presence=Entry.Presence.GONE)
    entries.update(name="", name_key=Concat(Value("-"), Cast("pk", Entry._meta.get_field("name_key"))))
    Trail.objects.filter(by=person).update(by_name="")
    Correction.objects.filter(by=person).update(by_name="")


def _forget_in_json(entry_ids: list[int]) -> None:
    for entry in Entry.objects.filter(pk__in=entry_ids).exclude(name=""):
        for correction in Correction.objects.filter(table__places__entry=entry):
            for line in (*correction.old, *correction.new):
                if line["entry"] == entry.pk:
                    line["name"] = ""
            correction.save(update_fields=["old", "new"])
        # The trail names people; of this person it keeps only that something happened.
        for trail in Trail.objects.filter(tournament=entry.tournament_id, facts__icontains=entry.name):
            trail.facts = {}
            trail.save(update_fields=["facts"])
        Trail.objects.filter(tournament=entry.tournament_id, by_name=entry.name).update(by_name="")


def my_part(person: User) -> dict[str, Any]:
    """What tournaments store about a person, for the download of their own data."""
    return {
        "entries": list(
            Entry.objects.filter(person=person).values(
                "tournament__code", "tournament__name", "tournament__date", "name", "presence", "newcomer"
            )
        ),
        "results": list(
            Result.objects.filter(place__entry__person=person).values(
                "place__round__tournament__code", "place__round__number", "points", "rank", "parts"
            )
        ),
        "questions": list(
            LinkRequest.objects.filter(person=person).values(
                "entry__tournament__code", "entry__name", "by__name", "asked_at"
            )
        ),
        "organised": list(Tournament.objects.filter(organiser=person).values("code", "name", "date")),
        "helping": list(Helper.objects.filter(person=person).values("tournament__code", "rights")),
        "acts": list(Trail.objects.filter(by=person).values("tournament__code", "at", "act")),
    }
