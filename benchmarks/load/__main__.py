"""How much play the product carries: whole rounds over the sockets a browser uses, every choice durable.

Run by `make bench-load`. Starts the site as `make run` does, on a throw-away database with fsync on; the web
process has one core for itself, players and database share the other. `--pace human` lets people think 1–9 s.
"""

import argparse
import os
import platform

from benchmarks.load import site
from benchmarks.load.figures import line


def main() -> None:
    asked = _arguments()
    with site.folder(), site.running() as running:
        import django

        django.setup()
        from benchmarks.load.measuring import FLAT, HUMAN, measure

        running.settle()
        print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
        for run in range(asked.runs):
            for game in asked.games.split(","):
                figures = measure(
                    running,
                    game,
                    tables=asked.tables,
                    seats=asked.seats,
                    think=HUMAN if asked.pace == "human" else FLAT,
                    seconds=asked.seconds,
                    run=run,
                    idle=asked.idle,
                )
                print(line(f"{game} {asked.tables} × {asked.seats}", figures), flush=True)
                if figures.lost or figures.doubled:
                    raise SystemExit("Choices were lost or doubled.")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="splito,splitter")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--pace", choices=["flat", "human"], default="flat")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--idle", type=int, default=125, help="tables more where nobody plays")
    return parser.parse_args()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    main()
