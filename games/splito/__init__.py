"""Splito: two zones, two neighbours, left times right."""

from games.splito import deck, deck_editor, lesson, paper
from games.splito.bots import BOTS
from games.splito.deck import materials
from games.splito.explanation import explain
from games.splito.goal_details import details
from games.splito.guide import guide
from games.splito.lookback import look_back
from games.splito.nudges import nudges
from games.splito.preview import changes, preview, previews
from games.splito.profile_stats import keepsakes
from games.splito.recording import read_turn, record_deal, record_result, record_turn
from games.splito.replay_turns import offered
from games.splito.rules import OPTIONS, legal, moves, over, play, secrets, start, turn, view
from games.splito.score_pad import pad
from games.splito.scoring import scores
from games.splito.state import SEATS, length
from games.splito.summary import summary, tally

NAME = "splito"
ORDER = 1

__all__ = [
    "BOTS",
    "NAME",
    "OPTIONS",
    "ORDER",
    "SEATS",
    "changes",
    "deck",
    "deck_editor",
    "details",
    "explain",
    "guide",
    "keepsakes",
    "legal",
    "length",
    "lesson",
    "look_back",
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
    "summary",
    "tally",
    "turn",
    "view",
]
