"""Finished rounds for tests of leaderboards: dealt, played at random and counted by the product itself."""

from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.decks.services import keep
from games.engine import catalogue, chance
from games.engine.contract import deck_of, options_of
from games.leaderboards.models import Rating, RatingStep, Tally
from games.models import Choice, GameSession, Round, Seat
from games.table.services import rounds


def finished(game: str, players: Sequence[User | str], *, luck: Random, **how: Any) -> Round:
    """A round of people and bots, played to the end and counted."""
    round, state = played(game, players, luck=luck, **how)
    count(round, state)
    return round


def count(round: Round, state: Any) -> None:
    rounds.count([round.session_id], now=round.turn_opened_at)


def played(
    game: str,
    players: Sequence[User | str],
    *,
    luck: Random,
    away: Sequence[int] = (),
    alike: bool = False,
    at: datetime | None = None,
    medium: str = "online",
    **options: object,
) -> tuple[Round, Any]:
    """A round at its end, not counted yet. Bots are named by level; with `alike` all write the same."""
    rules, now = catalogue.find(game), at or timezone.now()
    seats = len(players)
    session = GameSession.objects.create(
        game=game,
        code=f"{luck.randrange(36**8):08x}"[:8],
        options=options_of(rules, options),
        seats_wanted=seats,
        rounds_planned=1,
        status="playing",
        medium=medium,
    )
    sitting = Seat.objects.bulk_create(
        Seat(session=session, number=number, name=f"Seat {number}", bot=player, person=None)
        if isinstance(player, str)
        else Seat(session=session, number=number, name=player.name, person=player)
        for number, player in enumerate(players)
    )
    seed = luck.randbytes(chance.SEED_BYTES)
    state = rules.start(session.options, seats, seed)
    turns: list[list[str]] = []
    while not rules.over(state):
        if alike:
            moves = [luck.choice(rules.legal(state, 0))] * seats
        else:
            moves = [luck.choice(rules.legal(state, seat)) for seat in range(seats)]
        turns.append(moves)
        state = rules.play(state, moves)
    deck = keep(deck_of(rules, session.options))
    round = Round.objects.create(
        session=session,
        number=1,
        seed=seed,
        commitment=chance.commitment(seed, deck.kept if deck else None),
        deck=deck,
        seating=[seat.pk for seat in sitting],
        turn=rules.turn(state),
        turn_opened_at=now,
        started_at=now,
    )
    Choice.objects.bulk_create(
        Choice(
            round=round,
            turn=turn,
            seat=seat,
            move=move,
            by="deputy" if seat in away and turn < len(turns) // 2 else "player",
            made_at=now,
        )
        for turn, moves in enumerate(turns)
        for seat, move in enumerate(moves)
    )
    return round, state


def rows() -> dict[str, list[Any]]:
    """All derived rows, to the last bit."""
    return {
        "ratings": sorted(Rating.objects.values_list("person", "game", "mu", "sigma", "rounds")),
        "steps": sorted(RatingStep.objects.values_list("line", "person", "game", "mu", "sigma")),
        "sums": sorted(
            Tally.objects.values_list(
                "person", "game", "variant", "medium", "span", "start", "rounds", "wins", "points", "best"
            ),
            key=str,
        ),
    }
