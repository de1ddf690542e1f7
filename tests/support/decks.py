"""Random decks of the whole grammar, and the rules of its goals written a second time, slowly."""

from itertools import combinations

from hypothesis import strategies as st

from games.engine import chance
from games.models import Round
from games.splito.cards import COLOURS, NUMBERS
from games.splito.state import Table
from games.table import snapshots

THINGS = (*COLOURS, *NUMBERS)
EVERY_GOAL = (
    *(f"majority-{thing}" for thing in THINGS),
    *(f"none-{thing}" for thing in THINGS),
    *(f"exactly-{count}-{thing}" for count in ("one", "two", "three") for thing in THINGS),
    *(f"{kind}-{count}{up}" for kind in ("colours", "numbers") for count in range(7) for up in ("", "-up")),
    *(f"trio-{'-'.join(trio)}" for trio in combinations(COLOURS, 3)),
    *(
        f"each-{'-'.join(map(str, some))}"
        for of in (COLOURS, NUMBERS)
        for many in (2, 3, 4)
        for some in combinations(of, many)
    ),
    *(f"{kind}-{count}" for kind in ("at-most", "at-least") for count in (1, 8, 11, 15, 99)),
)
MOONS = [f"majority-{colour}" for colour in COLOURS]
STARS = [f"majority-{number}" for number in NUMBERS]


@st.composite
def decks(draw: st.DrawFn) -> str:
    """The text of a deck that can be dealt: any goals, some of them on several lines, in any order."""
    names = [draw(st.sampled_from(MOONS)), draw(st.sampled_from(STARS))]
    names += draw(st.lists(st.sampled_from(EVERY_GOAL), min_size=32, max_size=45))
    names += draw(st.lists(st.sampled_from(names), max_size=6))
    points = {name: draw(st.integers(1, 5)) for name in dict.fromkeys(names)}
    lines = [f"{name} {points[name]}" for name in draw(st.permutations(names))]
    promo = draw(st.sampled_from([[], ["promo-42 1"], ["promo-42 5"]]))
    return "\n".join([*lines, *promo]) + "\n"


def fulfilled(goal: str, zone: int, zones: list[list[str]], cards: int) -> bool:
    """Whether a goal in this zone is met, by the table of the public record."""
    faces = [
        [(c, int(n)) for c, _, n in (card.partition("-") for card in lying) if c in COLOURS]
        for lying in zones
    ]
    here = faces[zone]
    kind, *words = goal.split("-")
    colours, numbers = {colour for colour, _ in here}, {number for _, number in here}

    def many(thing: str, at: int = zone) -> int:
        return sum(thing in (colour, str(number)) for colour, number in faces[at])

    if kind == "majority":
        return all(many(words[0]) > many(words[0], at) for at in range(len(zones)) if at != zone)
    if kind == "none":
        return many(words[0]) == 0
    if kind == "exactly":
        return many(words[1]) == {"one": 1, "two": 2, "three": 3}[words[0]]
    if kind in ("colours", "numbers"):
        there = len(colours if kind == "colours" else numbers)
        return there >= int(words[0]) if words[1:] == ["up"] else there == int(words[0])
    if kind in ("trio", "each"):
        return all(many(word) > 0 for word in words)
    return cards <= int(words[1]) if words[0] == "most" else cards >= int(words[1])


def slowly(table: Table) -> list[tuple[int, int]]:
    """Value and number of cards of every zone."""
    zones = [list(zone) for zone in table.zones]
    points = {name: goal.points for name, goal in table.deck.goals.items()}
    won: list[list[str]] = [[] for _ in zones]
    for goal in table.public:
        for zone in range(len(zones)):
            if fulfilled(goal, zone, zones, 0):
                won[zone].append(goal)
    if table.promo_zone is not None:
        won[table.promo_zone].append("promo-42")
    answer = []
    for zone, lying in enumerate(zones):
        cards = len(lying) + len(won[zone])
        met = [card for card in lying if card in points and fulfilled(card, zone, zones, cards)]
        answer.append((sum(points[goal] for goal in met + won[zone]), cards))
    return answer


def as_before(round: Round, *, keeps_deck: bool = False) -> None:
    """The round as it was stored before decks were kept, or as the migration left it with its deck."""
    seal = chance.commitment(bytes(round.seed))
    deck = round.deck if keeps_deck else None
    Round.objects.filter(pk=round.pk).update(deck=deck, record_format=1, commitment=seal)
    snapshots._known.clear()
