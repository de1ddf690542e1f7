"""Where an attempt was begun: browser and address, hashed with a key and the day, and kept for that day."""

from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from splitsite.addresses import network_of

LETTERS = 32


@dataclass(frozen=True, slots=True)
class Origin:
    browser: str = ""
    address: str = ""


NOWHERE = Origin()


def origin_of(request: HttpRequest, device: str, date: date) -> Origin:
    return Origin(_hash(date, device), _hash(date, network_of(request)))


def _hash(date: date, word: str) -> str:
    return salted_hmac("games.daily.origins", f"{date} {word}").hexdigest()[:LETTERS]
