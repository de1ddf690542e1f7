"""Learns how likely each goal is met: Splito bots play against themselves and count. Writes chances.txt.

Run from the top of the tree: `python -m scripts.learn_splito_chances` (some minutes on one core). Each lesson
plays with what the lesson before has learned; the first one knows only what is certain.
"""

import argparse
import os
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from games.splito.bots import judgement
from games.splito.bots.chances import CERTAIN, FILE, WIDTH, Chances, load_chances, row, text
from games.splito.bots.encoding import SIZE, Sight, catalogue, last_sight
from games.splito.bots.simulator import Heap
from games.splito.cards import COLOURS, NUMBERS
from games.splito.deck import CLASSIC
from games.splito.rules import start
from games.splito.state import HAND, SEATS, ZONES, length, places

Known = dict[tuple[int, int], Chances]

GRIPS = [quarter / 4 for quarter in range(1, 33)]
"""The grips to try; the one that predicts the winners best is kept."""

TRUST = 20
"""What is known about a place with one turn less to go counts like this many rounds."""

WIDE = """
colours-1 colours-2 colours-3 colours-4 colours-5 colours-6
numbers-1 numbers-2 numbers-3 numbers-4 numbers-5 numbers-6
at-most-5 at-most-8 at-most-14 at-most-17 at-least-10 at-least-12 at-least-18 at-least-20
exactly-two-1 exactly-two-6 none-1 none-6 trio-red-blue-yellow
"""
"""With the majorities, a deck of goals that the classic deck lacks but an organiser's deck may have."""
WIDE_WEIGHT = 0.2


def deal(players: int, rounds: int, rng: np.random.Generator, *, deck: str = CLASSIC) -> Heap:
    """Rounds with one pair of public goals and different hands."""
    table = start({"deck": deck}, players, rng.bytes(32)).table
    cat = catalogue(table.deck)
    pile = [card for card in cat.pile if cat.names[card] not in table.public]
    hands = rng.permuted(np.tile(pile, (rounds, 1)), axis=1)[:, : HAND * places(players)]
    hands = hands.reshape(rounds, places(players), HAND)
    return Heap(table, hands[:, ::2], hands[:, 1::2]) if players == 2 else Heap(table, hands)


class Lesson:
    """What rounds with this many players have shown, by turns left."""

    def __init__(self, players: int, known: Known):
        self.players, self.known = players, known
        turns = length(players)
        self.seen = np.zeros((turns, WIDTH))
        self.met = np.zeros((turns, WIDTH))
        self.worths: list[list[Any]] = [[] for _ in range(turns)]

    def play(self, heap: Heap, *, noise: float, weight: float, rng: np.random.Generator) -> None:
        """Plays the heap's rounds with some luck in every choice; then notes the outcome for every turn."""
        mine = heap.zones_of[0]
        notes = []
        while heap.turn < heap.turns:
            sight = Sight(heap.cat, self.known.get((self.players, heap.left), CERTAIN))
            worths = judgement.judge(heap, sight)
            spread = noise * worths.std(axis=(2, 3), keepdims=True)
            worths = worths + spread * rng.gumbel(size=worths.shape)
            notes.append(note(heap, worths, sight))
            judgement.play_best(heap, worths)
        values, sizes = heap.scores()
        leads = heap.leads()
        shown = heap.shown(leads)
        shown[..., SIZE] = sizes
        met = last_sight(heap.cat).worth(heap.looked_at(shown))[:, mine] > 0
        _, wins = heap.standings()
        for left, (places_, lying, publics, worth) in zip(range(heap.turns)[::-1], notes, strict=True):
            counted = weight * lying
            self.seen[left] += np.bincount(places_.ravel(), counted.ravel(), minlength=WIDTH)
            self.met[left] += np.bincount(places_.ravel(), (counted * met).ravel(), minlength=WIDTH)
            if weight < 1:
                continue
            for public, at in zip(heap.public, publics, strict=True):
                won = leads[:, mine, heap.trait_of(public)] > 0
                self.seen[left] += np.bincount(at.ravel(), minlength=WIDTH)
                self.met[left] += np.bincount(at.ravel(), won.ravel(), minlength=WIDTH)
            self.worths[left].append((worth, values, wins))

    def learned(self) -> Known:
        result = {}
        table = CERTAIN.table.astype(float)
        zones = np.array([list(zones.values()) for zones in ZONES[self.players]])
        for left in range(len(self.seen)):
            table = (self.met[left] + TRUST * table) / (self.seen[left] + TRUST)
            worth, values, wins = map(np.concatenate, zip(*self.worths[left], strict=True))
            future = float((values - worth).mean())
            products = np.maximum(worth + future, 0.1)[:, zones].prod(axis=2)
            grip = max(GRIPS, key=partial(likelihood, products, wins))
            result[self.players, left] = Chances(table.astype(np.float32), future, float(grip))
        return result


def note(heap: Heap, worths: Any, sight: Sight) -> tuple[Any, ...]:
    """What the first seat sees after its own move, while the others' moves are face down: a bot judges this.

    Returns where the goals of its zones stand in the table, which lie there, the public ones, and values.
    """
    mine = heap.zones_of[0]
    after = heap.take(np.arange(len(heap.hands)))
    side, chosen = np.divmod(worths[:, 0].reshape(len(worths), -1).argmax(axis=1), worths.shape[3])
    after.play(np.take_along_axis(heap.hands[:, 0], chosen[:, None], axis=1), mine[side][:, None])
    leading = after.leads()
    leads = leading.astype(np.int64)
    looked_at = after.looked_at(after.shown(leading))
    now, _ = judgement.worths(after, sight, leading)
    value = judgement.values(after, sight, now=now, leads=leads) - sight.future
    starts, sizes, lowest = np.array([row(goal) for goal in heap.cat.goals]).T
    standing = starts + np.clip(looked_at[:, mine] - lowest, 0, sizes - 1)
    publics = []
    for public in heap.public:
        start_, size, low = row(heap.cat.goals[public], public=True)
        publics.append(start_ + np.clip(leads[:, mine, heap.trait_of(public)] - low, 0, size - 1))
    return standing, after.lying[:, mine, :-1], publics, value


def likelihood(products: Any, wins: Any, grip: float) -> float:
    """How well the products predict who wins."""
    power = products**grip
    return float((wins * np.log(power / power.sum(axis=1, keepdims=True))).sum())


def wide_deck() -> str:
    majorities = [f"majority-{subject}" for subject in (*COLOURS, *NUMBERS)]
    return "\n".join(f"{goal} 2" for goal in [*majorities, *WIDE.split()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="*", default=list(SEATS))
    parser.add_argument("--lessons", type=int, default=6)
    parser.add_argument("--heaps", type=int, default=25, help="heaps of rounds in a lesson")
    parser.add_argument("--rounds", type=int, default=500, help="rounds in a heap")
    parser.add_argument("--noise", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        (Path(folder) / "wide.txt").write_text(wide_deck(), encoding="ascii")
        os.environ["SPLITSITE_DECKS"] = folder
        learn(given)


def learn(given: argparse.Namespace) -> None:
    rng = np.random.default_rng(given.seed)
    known: Known = dict(load_chances(given.out)) if given.out.exists() else {}
    for players in given.players:
        known = {key: chances for key, chances in known.items() if key[0] != players}
        for number in range(given.lessons):
            lesson = Lesson(players, known)
            noise = 1.0 if number == 0 else given.noise
            for heap in range(given.heaps):
                lesson.play(deal(players, given.rounds, rng), noise=noise, weight=1, rng=rng)
                if heap % 5 == 0:
                    wide = deal(players, given.rounds, rng, deck="wide")
                    lesson.play(wide, noise=noise, weight=WIDE_WEIGHT, rng=rng)
            known |= lesson.learned()
        futures = " ".join(f"{known[players, left].future:.1f}" for left in (0, 4, 8, 12))
        grips = " ".join(f"{known[players, left].grip:.2f}" for left in (0, 4, 8, 12))
        print(f"{players} players: future {futures}, grip {grips}", file=sys.stderr)
        given.out.write_text(text(known), encoding="ascii")


if __name__ == "__main__":
    main()
