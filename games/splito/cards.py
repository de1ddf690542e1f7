"""The 72 Splito cards: numbers from 1 to 6 in six colours, two copies of each."""

COLOURS = ("red", "blue", "yellow", "black", "green", "orange")
NUMBERS = (1, 2, 3, 4, 5, 6)
COPIES = 2

FACES: dict[str, tuple[str, int]] = {
    f"{colour}-{number}": (colour, number) for colour in COLOURS for number in NUMBERS
}
"""What each Splito card shows. A card that is not in here is a goal."""

PILE = tuple(card for card in FACES for _ in range(COPIES))
"""All Splito cards in the order in which the public record shuffles them."""


def total(cards: tuple[str, ...]) -> int:
    """The sum of the numbers on the Splito cards; goals add nothing."""
    return sum([FACES[card][1] for card in cards if card in FACES])
