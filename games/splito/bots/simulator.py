"""Many rounds of Splito side by side, as arrays: the fast simulator behind the better bots.

All rounds of a heap have the same players, deck and turn; only the cards differ. The first axis of every
array is the round. It follows the same rules as `rules` and `scoring`, and a test compares them.
"""

import numpy as np

from games.splito.bots.encoding import SIZE, TRAITS, Floats, Ints, catalogue, last_sight
from games.splito.cards import COLOURS, FACES, NUMBERS
from games.splito.goals import PROMO
from games.splito.state import ZONES, Table, places


class Heap:
    """Rounds side by side. `hands` are those of the seats, `extra` the packs between two players."""

    def __init__(self, table: Table, hands: Ints, extra: Ints | None = None):
        rounds = len(hands)
        self.cat = cat = catalogue(table.deck)
        self.seats, self.turn, self.turns = table.seats, table.turn, table.turns
        self.zones_of = np.array([list(zones.values()) for zones in ZONES[table.seats]])
        self.beside = np.zeros((table.seats, places(table.seats)), np.float32)
        np.put_along_axis(self.beside, self.zones_of, 1, axis=1)
        self.public = [cat.ids[card] - len(FACES) for card in table.public]
        self.hands, self.extra = hands, extra
        zones = places(table.seats)
        counts = np.zeros((zones, TRAITS), np.float32)
        lying = np.zeros((zones, len(cat.goals) + 1), np.float32)
        for zone, cards in enumerate(table.zones):
            for card in cards:
                at = cat.ids[card]
                if at < len(FACES):
                    counts[zone, cat.traits[at]] += 1
                else:
                    lying[zone, at - len(FACES)] += 1
        sizes = np.array([len(cards) for cards in table.zones], np.float32)
        self.counts = np.repeat(counts[None], rounds, axis=0)
        # One place more than there are goals: Splito cards are put there, and it is never read.
        self.lying = np.repeat(lying[None], rounds, axis=0)
        self.sizes = np.repeat(sizes[None], rounds, axis=0)
        self.promo = np.full(
            rounds, {"off": -3, "gone": -2, "open": -1, "won": table.promo_zone}[table.promo]
        )

    @property
    def left(self) -> int:
        """How many turns come after this one."""
        return self.turns - self.turn - 1

    def take(self, rounds: Ints) -> "Heap":
        """A heap of these rounds, each as often as it is named."""
        other = object.__new__(Heap)
        other.__dict__.update(self.__dict__)
        for name in ("hands", "extra", "counts", "lying", "sizes", "promo"):
            array = getattr(self, name)
            setattr(other, name, None if array is None else array[rounds])
        return other

    def leads(self) -> Floats:
        """How far each zone is ahead of the best other zone in each trait; negative if it is behind."""
        best = self.counts[:, 0]
        second = np.full_like(best, -1)
        # Zone by zone: much faster than numpy's maximum along such a short axis.
        for zone in range(1, self.counts.shape[1]):
            here = self.counts[:, zone]
            second = np.maximum(second, np.minimum(best, here))
            best = np.maximum(best, here)
        best, second = best[:, None], second[:, None]
        return self.counts - np.where(self.counts == best, second, best)

    def shown(self, leads: Floats) -> Floats:
        """All that goals look at: counts and leads of traits; how many colours, numbers, cards, of sets."""
        there = (self.counts > 0).astype(np.float32)
        colours, numbers = there[..., : len(COLOURS)], there[..., len(COLOURS) :]
        return np.concatenate(
            [
                self.counts,
                leads,
                colours.sum(axis=2, keepdims=True),
                numbers.sum(axis=2, keepdims=True),
                self.sizes[..., None],
                there @ self.cat.sets,
            ],
            axis=2,
        )

    def looked_at(self, shown: Floats) -> Ints:
        """The number that each goal looks at, in each zone."""
        return np.take(shown.astype(np.int64), self.cat.looks, axis=2)

    def trait_of(self, public: int) -> int:
        return int(self.cat.looks[public]) - TRAITS

    def play(self, cards: Ints, zones: Ints) -> None:
        """The reveal: `cards` (by round and seat, as catalogue numbers) go to these zones."""
        rounds, total = len(cards), self.sizes.shape[1]
        where = np.arange(rounds)[:, None] * total + zones
        traits = self.cat.traits[cards]
        flat = (where[..., None] * (TRAITS + 1) + traits).ravel()
        added = np.bincount(flat, minlength=rounds * total * (TRAITS + 1))
        self.counts = self.counts + added.reshape(rounds, total, TRAITS + 1)[..., :TRAITS].astype(np.float32)
        added = np.bincount(where.ravel(), minlength=rounds * total)
        self.sizes = self.sizes + added.reshape(rounds, total).astype(np.float32)
        goals = cards - len(FACES)
        self.lying = self.lying.copy()
        kinds = len(self.cat.goals)
        np.add.at(self.lying.reshape(-1), where * (kinds + 1) + np.where(goals < 0, kinds, goals), 1)
        if self.promo[0] > -3:
            self.award_promo()

    def award_promo(self) -> None:
        """Gives the promo goal to the one zone that adds up to 42; with two at once it leaves the round."""
        reached = self.counts[..., len(COLOURS) :] @ np.array(NUMBERS, np.float32) == PROMO.count
        winners = reached.sum(axis=1)
        gets = np.where(winners == 1, reached.argmax(axis=1), np.where(winners > 1, -2, -1))
        self.promo = np.where(self.promo == -1, gets, self.promo)

    def pass_on(self, chosen: Ints) -> None:
        """Removes each seat's played card and passes the hands one place to the left."""
        hands = self.hands.copy()
        np.put_along_axis(hands, chosen[..., None], hands[..., -1:], axis=2)
        hands = hands[..., :-1]
        if self.extra is None:
            self.hands = np.roll(hands, 1, axis=1)
        else:
            self.hands, self.extra = np.roll(self.extra, 1, axis=1), hands
        self.turn += 1

    def scores(self) -> tuple[Floats, Floats]:
        """The values of all zones and their numbers of cards, if the round ended now."""
        leads = self.leads()
        values = np.zeros_like(self.sizes)
        sizes = self.sizes.copy()
        for public in self.public:
            won = leads[..., self.trait_of(public)] > 0
            values += won * self.cat.points[public]
            sizes += won
        promo = self.promo[:, None] == np.arange(sizes.shape[1])
        values += promo * self.cat.promo_points
        sizes += promo
        shown = self.shown(leads)
        shown[..., SIZE] = sizes
        values += (self.lying[..., :-1] * last_sight(self.cat).worth(self.looked_at(shown))).sum(axis=2)
        return values, sizes

    def standings(self) -> tuple[Floats, Floats]:
        """Each seat's points, and its share of the win."""
        values, sizes = self.scores()
        points = values[:, self.zones_of].prod(axis=2)
        cards = sizes[:, self.zones_of].sum(axis=2)
        order = points * 1000 - cards
        best = order == order.max(axis=1, keepdims=True)
        return points, best / best.sum(axis=1, keepdims=True)
