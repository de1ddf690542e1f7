"""Whether a reveal costs the same however many other tables are open and rounds were played.

Run by `make bench-growth`: the same few tables play flat out beside more and more idle tables, and again when
many rounds have been finished.
"""

import argparse
import os
from random import Random

from benchmarks.load import site
from benchmarks.load.figures import Figures, line

MOST = 1.5
"""The most that the cost may grow. Tables and rounds grow a hundredfold here; less than this is noise."""


def main() -> None:
    asked = _arguments()
    with site.folder(), site.running() as running:
        import django

        django.setup()
        from django.db import connection

        from accounts.models import User
        from accounts.services import clubs
        from benchmarks import seeding

        site.settle([running])
        few = asked.steps[0]
        _play(running, asked, few, run=99)  # a first run, since nothing has been drawn yet
        found = []
        for run, tables in enumerate(asked.steps):
            found.append((f"{tables} tables", _play(running, asked, tables, run)))
            _tell(found)
        if asked.rounds:
            reader = User.objects.create_user("Reader")
            clubs.found(reader, name="Club Linde")
            seeding.seed(asked.rounds, me=reader, luck=Random(1))
            with connection.cursor() as cursor:
                # What years of autovacuum would have done, and what it would otherwise start right now.
                cursor.execute("VACUUM ANALYZE")
                cursor.execute("CHECKPOINT")
            after = _play(running, asked, few, run=len(found))
            found.append((f"{few} tables after {asked.rounds} rounds", after))
            _tell(found)
        if max(figures.cost for _, figures in found) > MOST * found[0][1].cost:
            raise SystemExit(f"A choice must not cost more than {MOST} × what it costs alone.")


def _play(running: site.Site, asked: argparse.Namespace, tables: int, run: int) -> Figures:
    from benchmarks.load.measuring import FLAT, measure

    return measure(
        [running],
        asked.game,
        tables=asked.steps[0],
        seats=asked.seats,
        think=FLAT,
        seconds=asked.seconds,
        run=run,
        idle=tables - asked.steps[0],
    )


def _tell(found: list[tuple[str, Figures]]) -> None:
    """Prints the newest figures beside the first."""
    (first, alone), (name, figures) = found[0], found[-1]
    print(line(name, figures))
    print(f"  {figures.cost / alone.cost:.2f} × the CPU of a choice at {first}", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="splito")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--steps", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--rounds", type=int, default=100_000, help="so many are finished at the end")
    parser.add_argument("--seconds", type=float, default=120)
    return parser.parse_args()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    main()
