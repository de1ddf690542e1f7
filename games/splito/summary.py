"""What many finished Splito rounds say about the goals."""

from collections import Counter
from collections.abc import Iterable

from games.splito.explanation import explain
from games.splito.goals import PROMO, Goal
from games.splito.state import State


def tally(state: State) -> dict[str, tuple[int, int, int]]:
    """For each goal of a finished round, by its name: how often it was there, was met, and what it earned."""
    told = explain(state)
    seen = [(line.goal, line.met) for zone in told.zones for line in zone.goals]
    seen += [(line.goal, line.zone is not None) for line in told.public]
    found: dict[str, tuple[int, int, int]] = {}
    for goal, met in seen:
        there, times, earned = found.get(goal.id, (0, 0, 0))
        found[goal.id] = (there + 1, times + met, earned + met * goal.points)
    return found


def summary(rounds: Iterable[State]) -> list[str]:
    """For each goal: how often it was played and met, and what it earned; then the public goals."""
    played: Counter[Goal] = Counter()
    met: Counter[Goal] = Counter()
    shown: Counter[Goal] = Counter()
    won: Counter[Goal] = Counter()
    known: dict[Goal, None] = {}
    for state in rounds:
        known |= dict.fromkeys(state.table.deck.goals.values())
        explained = explain(state)
        for zone in explained.zones:
            played.update(line.goal for line in zone.goals)
            met.update(line.goal for line in zone.goals if line.met)
        shown.update(line.goal for line in explained.public)
        won.update(line.goal for line in explained.public if line.zone is not None)
    goals = [goal for goal in known if goal.kind != PROMO.kind]
    return [
        *_part("goals in the zones", "played", "met", goals=goals, tries=played, wins=met),
        "",
        *_part("public goals", "shown", "won", goals=list(known), tries=shown, wins=won),
    ]


def _part(
    title: str, tried: str, won: str, *, goals: list[Goal], tries: Counter[Goal], wins: Counter[Goal]
) -> list[str]:
    lines = [f"{title:<26} {tried:>7} {won:>7} {'share':>6} {'points':>7} {'earned':>7} {'each':>5}"]
    for goal in goals:
        if times := tries[goal]:
            earned = wins[goal] * goal.points
            numbers = f"{times:>7} {wins[goal]:>7} {wins[goal] / times:>6.0%} {goal.points:>7} {earned:>7}"
            lines.append(f"{goal.id:<26} {numbers} {earned / times:>5.2f}")
    return lines
