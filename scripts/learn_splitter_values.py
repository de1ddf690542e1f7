"""Learns what unfinished Splitter sheets promise: writes games/splitter/values/A.txt and B.txt.

Run from the top of the tree: `python -m scripts.learn_splitter_values` (some minutes per sheet on one core;
the same numbers every time on the same machine). It compiles scripts/splitter_values.c with the system's C
compiler (`cc`, or the one named by CC); the program plays a million rounds. The site needs no compiler.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from games.splitter.evaluation import VALUES
from games.splitter.sheets import SHEETS

SOURCE = Path(__file__).parent / "splitter_values.c"
ROUNDS = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet", choices=sorted(SHEETS), help="only this one")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--out", type=Path, default=VALUES, help="the folder to write into")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        program = Path(folder) / "learn"
        subprocess.run(
            [os.environ.get("CC", "cc"), "-O3", "-march=native", "-o", program, SOURCE, "-lm"], check=True
        )
        for sheet in [given.sheet] if given.sheet else SHEETS:
            learned = subprocess.run(
                [program, sheet, str(given.rounds)], check=True, text=True, stdout=subprocess.PIPE
            )
            (given.out / f"{sheet}.txt").write_text(learned.stdout)
            print(f"sheet {sheet}: {given.out / f'{sheet}.txt'}", file=sys.stderr)


if __name__ == "__main__":
    main()
