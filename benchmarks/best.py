"""How good the search for the best sheet is: its score against steps and seconds on ten fixed sets of dice.

One process on one core. The last column group is the question that matters: is the standard budget within
one point of ten times that? Where the ceiling is reached the result is proved and more time cannot help.
"""

import argparse
import platform
from collections.abc import Sequence
from random import Random
from time import process_time

from games.splitter.best import STANDARD, ceiling, search
from games.splitter.rules import TURNS, Dice
from games.splitter.sheets import SHEETS

SETS = 10
STEPS = (30_000, 100_000, 300_000, 1_000_000, STANDARD, 10 * STANDARD)


def rolls(number: int) -> tuple[Dice, ...]:
    luck = Random(f"benchmark {number}")
    return tuple((luck.randint(1, 6), luck.randint(1, 6)) for _ in range(TURNS))


def measure(number: int, sheet: str, marks: Sequence[int]) -> tuple[list[int], int, float, float]:
    """The best score at each mark, the ceiling, and the seconds to the last gain and to the end."""
    dice = rolls(number)
    scores: list[int] = []
    reached = (0, 0.0)
    start = process_time()
    score = 0
    for report in search(dice, sheet, budget=marks[-1], luck=Random(number)):
        score = report.best.score
        while len(scores) < len(marks) and report.steps >= marks[len(scores)]:
            scores.append(score)
        if score > reached[0]:
            reached = (score, process_time() - start)
    scores += [score] * (len(marks) - len(scores))  # it ended early, at the ceiling
    return scores, ceiling(dice, sheet), reached[1], process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet", choices=sorted(SHEETS), default="A")
    parser.add_argument("--most", type=int, default=STEPS[-1], help="the last budget, in steps")
    given = parser.parse_args()
    marks = [steps for steps in STEPS if steps < given.most] + [given.most]
    print("set", *(f"{steps:>10,}" for steps in marks), "   ceiling  last gain       end")
    sums = [0] * len(marks)
    for number in range(SETS):
        scores, most, gained, ended = measure(number, given.sheet, marks)
        sums = [total + score for total, score in zip(sums, scores, strict=True)]
        print(
            f"{number:>3}",
            *(f"{score:>10}" for score in scores),
            f"{most:>10} {gained:>8.1f} s {ended:>7.1f} s",
        )
    print("   ", *(f"{total / SETS:>10.1f}" for total in sums))
    print(f"\nsheet {given.sheet}, steps, seconds of one core, Python {platform.python_version()}")


if __name__ == "__main__":
    main()
