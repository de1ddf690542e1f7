"""The printed card with which somebody checks in: its address is signed, so nothing has to be stored."""

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from games.tournaments.models import Entry
from splitsite.site_address import absolute

_signer = Signer(salt="tournaments.cards", sep=".")


def address(entry: Entry) -> str:
    """What the QR code on the card opens."""
    return absolute(reverse("tournaments:card", args=[token(entry)]))


def token(entry: Entry) -> str:
    return _signer.sign(str(entry.pk))


def entry_of(token: str) -> Entry | None:
    """Whose card this is; None if it is not one of ours or the entry is withdrawn."""
    try:
        number = int(_signer.unsign(token))
    except BadSignature:
        return None
    return Entry.objects.select_related("tournament__club", "person").filter(pk=number).first()
