"""How much play the product can carry: whole rounds over real sockets, every choice durable.

Run by `make bench-load`. It starts the site as `make run` does, on a throw-away database with fsync on; the
web process has one core for itself, players and database share the other. With `--pace human` people think
1–9 s. `--processes 2` starts a second web process on the other core and measures one and both in turns: with
whole tables on each process or, with `--spread`, with the people of each table at both.
"""

import argparse
import os
import platform
from collections import defaultdict

from benchmarks.load import site
from benchmarks.load.figures import Figures, compare_processes, line


def main() -> None:
    asked = _arguments()
    with site.folder(), site.several(asked.processes) as sites:
        import django

        django.setup()
        from benchmarks.load.measuring import FLAT, HUMAN, measure, warm_up

        site.settle(sites)
        print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
        games = asked.games.split(",")
        for game in games if asked.processes > 1 else []:
            warm_up(sites, game)
        runs: dict[tuple[str, int], list[Figures]] = defaultdict(list)
        turns = [(game, some) for _ in range(asked.runs) for game in games for some in site.parts(sites)]
        for number, (game, some) in enumerate(turns):
            figures = measure(
                some,
                game,
                tables=asked.tables,
                seats=asked.seats,
                think=HUMAN if asked.pace == "human" else FLAT,
                seconds=asked.seconds,
                run=number,
                idle=asked.idle,
                spread=asked.spread,
            )
            runs[game, len(some)].append(figures)
            name = f"{game} {asked.tables} × {asked.seats}" + (" on two" if len(some) > 1 else "")
            print(line(name, figures), flush=True)
            if figures.lost or figures.doubled:
                raise SystemExit("Choices were lost or doubled.")
        if asked.processes > 1:
            failings = [
                failing
                for game in games
                for failing in compare_processes(runs[game, 1], runs[game, 2], spread=asked.spread)
            ]
            if failings:
                raise SystemExit("\n".join(failings))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="splito,splitter")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--pace", choices=["flat", "human"], default="flat")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--processes", type=int, choices=[1, 2], default=1)
    parser.add_argument("--spread", action="store_true", help="people of each table sit at both processes")
    parser.add_argument("--idle", type=int, default=125, help="tables more where nobody plays")
    return parser.parse_args()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    main()
