"""People around a tournament for tests of its pages, each with a browser of their own."""

import re
from html import unescape

from django.test import Client

from accounts.models import Membership, User
from accounts.services import clubs
from games.tournaments import services
from games.tournaments.models import Tournament
from tests.support.clients import browser_of

ROLES = (
    "anonymous",
    "guest",
    "stranger",
    "entrant",
    "member",
    "scores",
    "organise",
    "organiser",
    "staff",
    "aide",
)


def around(tournament: Tournament, by: User) -> dict[str, Client]:
    """One browser for each kind of person who may come by."""
    people = {role: User.objects.create_user(f"The {role}") for role in ROLES[2:7]}
    people["guest"] = User.objects.create_user("Some guest", is_guest=True)
    people["staff"] = User.objects.create_user("The staff", is_staff=True, is_superuser=True)
    people["aide"] = User.objects.create_user("The aide", is_staff=True)  # staff without any right
    club = tournament.club or clubs.found(by, name="Club Linde")
    Membership.objects.create(club=club, user=people["member"])
    entry = services.enter(tournament.pk, by, "Entrant")
    services.ask_to_link(tournament.pk, by, entry.pk, people["entrant"])  # also while it is being prepared
    services.answer_link(entry.link_requests.get().pk, people["entrant"], yes=True)
    for rights in ("scores", "organise"):
        services.add_helper(tournament.pk, by, people[rights], rights=rights)
    return {
        "anonymous": Client(),
        "organiser": browser_of(by),
        **{role: browser_of(person) for role, person in people.items()},
    }


def at(tournament: Tournament, page: str = "") -> str:
    return f"/tournaments/{tournament.code}/{page}"


def do(client: Client, tournament: Tournament, act: str, **fields: object) -> str:
    """Presses a button of the desk; returns the words of the next page."""
    return words(client.post(at(tournament, f"desk/do/{act}/"), fields, follow=True))


def words(response: object) -> str:
    """The text of a page, without the markup."""
    assert response.status_code == 200, response.status_code  # type: ignore[attr-defined]
    html = response.content.decode()  # type: ignore[attr-defined]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def told(response: object) -> list[str]:
    """The messages at the top of a page."""
    return [str(message) for message in response.context["messages"]]  # type: ignore[attr-defined]
