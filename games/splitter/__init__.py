"""Splitter: two dice a turn, written left and right of the centre line by everyone at once."""

from games.splitter import lesson, paper
from games.splitter.bots import BOTS
from games.splitter.explanation import explain
from games.splitter.guide import guide
from games.splitter.preview import preview, previews
from games.splitter.recording import read_turn, record_deal, record_result, record_turn
from games.splitter.replay_turns import offered
from games.splitter.rules import (
    NAME,
    OPTIONS,
    SEATS,
    legal,
    length,
    materials,
    over,
    play,
    scores,
    start,
    turn,
)
from games.splitter.score_pad import pad
from games.splitter.scoring import VERDICTS as STEPS
from games.splitter.view import moves, nudges, secrets, view

ORDER = 2
USUAL_ROUNDS = 1

__all__ = [
    "BOTS",
    "NAME",
    "OPTIONS",
    "ORDER",
    "SEATS",
    "STEPS",
    "USUAL_ROUNDS",
    "explain",
    "guide",
    "legal",
    "length",
    "lesson",
    "materials",
    "moves",
    "nudges",
    "offered",
    "over",
    "pad",
    "paper",
    "play",
    "preview",
    "previews",
    "read_turn",
    "record_deal",
    "record_result",
    "record_turn",
    "scores",
    "secrets",
    "start",
    "turn",
    "view",
]
