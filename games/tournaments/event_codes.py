"""The code of an event that is about to be made, drawn when its page is shown.

The page sends it back signed. So a form that is sent twice makes one event, and nobody chooses a code.
"""

from django.core.signing import BadSignature, Signer

from games.table.services.seats import LETTERS
from splitsite.random_text import random_text

LENGTH = 6
_signer = Signer(salt="tournaments.event_codes")


def draw() -> str:
    return random_text(LENGTH, LETTERS)


def offer() -> str:
    """A new code for the hidden field of a form."""
    return _signer.sign(draw())


def read(offered: str) -> str:
    """The code in such a field; empty if it is not one of ours."""
    try:
        return _signer.unsign(offered)
    except BadSignature:
        return ""
