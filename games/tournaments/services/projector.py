"""The remote of the projector: which slide is shown, and how far the prize-giving is."""

import re

from accounts.models import User
from games.engine.contract import Refused
from games.tournaments.models import Tournament
from games.tournaments.services.locking import SCORES, Desk, changing

PRIZES = "prizes"
KEY = re.compile(r"[a-z]{1,12}(-[0-9]{1,3})?|")


def show(tournament_id: int, by: User, slide: str) -> None:
    """Puts this slide on every projector of the event, until another one is chosen; empty lets them turn."""
    if not KEY.fullmatch(slide):
        raise Refused("try-again")
    with changing(tournament_id, by, "show", need=SCORES) as desk:
        if desk.tournament.wall_slide != slide:
            _set(desk, slide=slide, revealed=0 if slide == PRIZES else desk.tournament.wall_revealed)
        desk.quiet = True


def reveal(tournament_id: int, by: User, *, seen: int) -> None:
    """Reveals the next prize. `seen` is how many were open before, so a double-click opens one."""
    with changing(tournament_id, by, "reveal", need=SCORES) as desk:
        if desk.tournament.wall_slide == PRIZES and desk.tournament.wall_revealed == seen < 3:
            _set(desk, slide=PRIZES, revealed=seen + 1)
        desk.quiet = True


def _set(desk: Desk, *, slide: str, revealed: int) -> None:
    """Every projector sees a new version and follows. What was shown is nothing for the trail."""
    Tournament.objects.filter(pk=desk.tournament.pk).update(
        wall_slide=slide, wall_revealed=revealed, version=desk.tournament.version + 1
    )
