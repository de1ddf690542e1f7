"""Room dice: the same dice for all paper tables of a round, at the organiser's pace.

A roll is never taken back. After a mistake at the projector the display goes back, and the same rolls come
again in the same order.
"""

import secrets

from accounts.models import User
from games.engine import catalogue, chance
from games.engine.contract import Refused
from games.tournaments.models import RoomDice, TournamentRound
from games.tournaments.services.locking import SCORES, Desk, changing, the_round


def lay_out(tournament_id: int, by: User, number: int) -> RoomDice:
    """Seals the dice of a round, so that everybody can write down the commitment before the first roll."""
    with changing(tournament_id, by, "dice", need=SCORES) as desk:
        desk.quiet = RoomDice.objects.filter(round__tournament=desk.tournament, round__number=number).exists()
        dice = _dice(desk, number)
        desk.note(round=number)
    return dice


def roll(tournament_id: int, by: User, number: int, *, shown: int) -> RoomDice:
    """Shows the next roll. `shown` is how many rolls the page showed, so that a double-click rolls once."""
    with changing(tournament_id, by, "roll", need=SCORES) as desk:
        dice = _dice(desk, number)
        if dice.shown != shown:
            desk.quiet = True
            return dice
        rules = catalogue.find(desk.tournament.game)
        if dice.shown >= rules.length(1):
            raise Refused("dice-all-rolled")
        dice.shown += 1
        dice.rolled = max(dice.rolled, dice.shown)
        dice.save(update_fields=["shown", "rolled"])
        desk.note(round=number, shown=dice.shown)
    return dice


def step_back(tournament_id: int, by: User, number: int, *, shown: int) -> RoomDice:
    """Makes the display show one roll less; the roll itself stays."""
    with changing(tournament_id, by, "roll-back", need=SCORES) as desk:
        dice = _dice(desk, number)
        if dice.shown != shown or dice.shown == 0:
            desk.quiet = True
            return dice
        dice.shown -= 1
        dice.save(update_fields=["shown"])
        desk.note(round=number, shown=dice.shown)
    return dice


def _dice(desk: Desk, number: int) -> RoomDice:
    running = the_round(desk.tournament, number, TournamentRound.Status.PUBLISHED)
    if not hasattr(catalogue.find(desk.tournament.game).paper, "room_dice"):
        raise Refused("no-dice")
    seed = secrets.token_bytes(chance.SEED_BYTES)
    return RoomDice.objects.get_or_create(
        round=running, defaults={"seed": seed, "commitment": chance.commitment(seed)}
    )[0]
