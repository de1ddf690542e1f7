"""How well a tournament is seated: three rounds, one after the other, for every number of people.

Each round is proposed knowing only the earlier ones, as on the evening itself. Repeated tablemates are people
who shared a table before and do not sit side by side again; the seconds are those of the slowest proposal.
"""

import argparse
import platform
from random import Random
from time import process_time

from games.tournaments.seating import Person, Seating, Sizes, propose

SIZES = Sizes(3, 5, ideal=(4, 5))


def evening(people: int, rounds: int, luck: Random) -> tuple[Seating, int, int, float]:
    """The last round's tables, repeated neighbours and tablemates of all rounds, the slowest proposal."""
    earlier: list[Seating] = []
    kinds: list[str] = []
    slowest = 0.0
    for number in range(rounds):
        start = process_time()
        proposal = propose(
            [Person(who) for who in range(people)],
            earlier,
            sizes=SIZES,
            luck=luck,
            rounds_left=rounds - number,
        )
        slowest = max(slowest, process_time() - start)
        earlier.append(proposal.tables)
        kinds += [one.kind for one in proposal.unmet]
    return earlier[-1], kinds.count("neighbours"), kinds.count("tablemates"), slowest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--luck", type=int, default=1, help="how many evenings of each size")
    parser.add_argument("--fewest", type=int, default=7)
    parser.add_argument("--most", type=int, default=40)
    given = parser.parse_args()
    print("people  repeated neighbours  repeated tablemates  slowest proposal  tables")
    for people in range(given.fewest, given.most + 1):
        evenings = [evening(people, given.rounds, Random(f"{people} {luck}")) for luck in range(given.luck)]
        tables = " ".join(str(len(table)) for table in evenings[0][0])
        print(
            f"{people:>6}  {max(one[1] for one in evenings):>19}  {max(one[2] for one in evenings):>19}"
            f"  {max(one[3] for one in evenings):>14.2f} s  {tables}",
            flush=True,
        )
    print(f"\nthe worst of {given.luck}; seconds of one core, Python {platform.python_version()}")


if __name__ == "__main__":
    main()
