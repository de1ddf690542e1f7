"""Seats the people of one table so that newcomers sit between experienced players. Pure."""

from collections.abc import Mapping, Sequence
from random import Random

NEWCOMER = 3
"""A person who has played fewer rounds than this is new to the game."""


def mixed(people: Sequence[int], played: Mapping[int, int | None], luck: Random) -> list[int]:
    """An order around the table that keeps newcomers apart. None in `played` is a bot, never a newcomer."""
    order = list(people)
    luck.shuffle(order)
    newcomers = [who for who in order if (rounds := played[who]) is not None and rounds < NEWCOMER]
    others = [who for who in order if who not in newcomers]
    share = len(newcomers) / len(order)
    table: list[int] = []
    for place in range(len(order)):
        # The share of newcomers seated so far keeps step with the share of places filled.
        due = int((place + 1) * share) > int(place * share)
        table.append(newcomers.pop() if newcomers and (due or not others) else others.pop())
    return table
