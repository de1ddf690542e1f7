"""How good the search for the best sheet is: its score against steps and seconds on ten fixed sets of dice.

One process on one core. The question is whether the standard budget comes within one point of ten times that
budget. No sheet scores above the ceiling, so a search that comes within one point of the ceiling is proved
without the longer search; `--prove` runs the longer search only where the ceiling does not help.
"""

import argparse
import platform
from random import Random
from time import process_time

from games.splitter.best_search import STANDARD, ceiling, search
from games.splitter.rules import TURNS, Dice
from games.splitter.sheets import SHEETS

SETS = 10
STEPS = (30_000, 100_000, 300_000, 1_000_000, STANDARD, 10 * STANDARD)


def rolls(number: int) -> tuple[Dice, ...]:
    luck = Random(f"benchmark {number}")
    return tuple((luck.randint(1, 6), luck.randint(1, 6)) for _ in range(TURNS))


def measure(number: int, sheet: str, *, prove: bool) -> tuple[list[int], int, float, float]:
    """The best score at each number of steps, the ceiling, and the seconds to the last gain and to the end.

    The last score is missing where ten times the standard budget need not be tried.
    """
    dice = rolls(number)
    most = ceiling(dice, sheet)
    scores: list[int] = []
    reached = (0, 0.0)
    start = process_time()
    for report in search(dice, sheet, budget=STEPS[-1], luck=Random(number)):
        score = report.best.score
        while len(scores) < len(STEPS) and report.steps >= STEPS[len(scores)]:
            scores.append(score)
        if score > reached[0]:
            reached = (score, process_time() - start)
        if prove and len(scores) == len(STEPS) - 1 and score >= most - 1:
            break
    else:
        scores += [score] * (len(STEPS) - len(scores))  # it ended early, at the ceiling
    return scores, most, reached[1], process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet", choices=sorted(SHEETS), default="A")
    parser.add_argument("--prove", action="store_true", help="stop where the answer is certain")
    given = parser.parse_args()
    print("set", *(f"{steps:>10,}" for steps in STEPS), "   ceiling  last gain       end")
    sums = [0] * (len(STEPS) - 1)
    near = 0
    for number in range(SETS):
        scores, most, gained, ended = measure(number, given.sheet, prove=given.prove)
        *usual, standard = scores[: len(sums)]
        at_ten_times = str(scores[-1]) if len(scores) == len(STEPS) else f"<= {most}"
        near += (scores[-1] if len(scores) == len(STEPS) else most) - standard <= 1
        sums = [total + score for total, score in zip(sums, [*usual, standard], strict=True)]
        print(
            f"{number:>3}",
            *(f"{score:>10}" for score in [*usual, standard, at_ten_times]),
            f"{most:>10} {gained:>8.1f} s {ended:>7.1f} s",
            flush=True,
        )
    print("   ", *(f"{total / SETS:>10.1f}" for total in sums))
    print(f"\n{STANDARD:,} steps are within one point of {STEPS[-1]:,} in {near} of {SETS} sets")
    print(f"sheet {given.sheet}, steps, seconds of one core, Python {platform.python_version()}")


if __name__ == "__main__":
    main()
