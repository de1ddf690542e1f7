"""Who plays how well: which rounds count for whom, and what a result says about strength. Pure.

Strength is a normal distribution for each person: `mu` is the guess, `sigma` how unsure it is. A round moves
both by the Plackett-Luce model of Weng and Lin (2011) as OpenSkill computes it, with its own settings.
What that says about places was tried on simulated people of known strength; docs/ratings.md has the figures.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

MODEL = PlackettLuce()

WIDTH = 1.3
"""How many sigmas each side of the guess has; the true place is inside about nine times in ten."""

SETTLED_AFTER = 20
"""From this many rounds on, a rating shows one place; before that, a range of possible places."""

LISTED_AFTER = 5
"""People with fewer rounds are not listed among the others: too little is known about them."""

AWAY = 1 / 4
"""A person for whom deputy or clock chose in more than this share of the turns has not played the round."""


@dataclass(frozen=True, slots=True)
class Strength:
    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def low(self) -> float:
        return self.mu - WIDTH * self.sigma

    @property
    def high(self) -> float:
        return self.mu + WIDTH * self.sigma


@dataclass(frozen=True, slots=True)
class Line:
    """A person's line of a score sheet."""

    rank: int
    points: int
    deputised: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a counted round is worth to a person: a place among the people, points, maybe a win."""

    place: int
    points: int
    won: bool
    played: bool


def results(people: Sequence[Line], *, turns: int) -> tuple[Result, ...]:
    """What a round is worth to each person. It counts if at least two people played; bots are left out.

    `people` has the lines of people only. Equal ranks share a place. A person who was away is last, without
    points; several who were away share the last place.
    """
    if len(people) < 2:
        return ()
    ranks = [line.rank if line.deputised <= AWAY * turns else None for line in people]
    here = [rank for rank in ranks if rank is not None]
    return tuple(
        Result(1 + len(here), 0, won=False, played=False)
        if rank is None
        else Result(
            place := 1 + sum(other < rank for other in here), line.points, won=place == 1, played=True
        )
        for line, rank in zip(people, ranks, strict=True)
    )


def rate(strengths: Sequence[Strength], places: Sequence[int]) -> tuple[Strength, ...]:
    """Everybody's strength after a round that ended with these places. Same input, same output."""
    teams = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in strengths]
    return tuple(Strength(one.mu, one.sigma) for (one,) in MODEL.rate(teams, ranks=list(map(float, places))))
