"""An event as a calendar file (iCalendar, RFC 5545). Pure, except for the site's time zone."""

from datetime import UTC, datetime, timedelta

from django.utils import timezone

from games.tournaments.models import Tournament

HOURS = 3
"""How long an evening is in a calendar: nobody is asked for its end."""


def calendar_file(tournament: Tournament, address: str, *, now: datetime) -> str:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Splitsite//Tournaments//EN",
        "BEGIN:VEVENT",
        f"UID:{tournament.code}@{address.split('/')[2]}",
        f"DTSTAMP:{_utc(now)}",
        *_when(tournament),
        f"SUMMARY:{_text(tournament.name)}",
        *([f"LOCATION:{_text(tournament.place)}"] if tournament.place else []),
        *([f"DESCRIPTION:{_text(tournament.about)}"] if tournament.about else []),
        f"URL:{address}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(_folded(line) for line in lines)


def _when(tournament: Tournament) -> list[str]:
    if tournament.starts_at is None:
        day = tournament.date
        return [
            f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
            f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}",
        ]
    start = timezone.make_aware(datetime.combine(tournament.date, tournament.starts_at))
    return [f"DTSTART:{_utc(start)}", f"DTEND:{_utc(start + timedelta(hours=HOURS))}"]


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(words: str) -> str:
    for sign in ("\\", ";", ","):
        words = words.replace(sign, f"\\{sign}")
    return "\\n".join(words.splitlines())


def _folded(line: str) -> str:
    """A line is at most 75 bytes long; what is longer goes on in the next, after a space."""
    parts, part = [], ""
    for letter in line:
        if len((part + letter).encode()) > 73:
            parts.append(part)
            part = ""
        part += letter
    return "\r\n ".join([*parts, part]) + "\r\n"
