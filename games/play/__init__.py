"""Every write on a game session: open, sit, leave, start, choose, expire, finish."""

from games.contract import Refused
from games.play.choices import News, Result, Wish, commit
from games.play.desks import forget
from games.play.events import begin, gather
from games.play.express import Express
from games.play.lobby import (
    add_bot,
    configure,
    leave,
    mix,
    move,
    open_table,
    play_now,
    play_shared_deal,
    remove,
    sit,
    start,
    usual_bot,
)
from games.play.match import arrive, close_table, come_back, gone, more_time, next_round, ready, rematch, seen
from games.play.talk import (
    mute,
    nudge,
    nudges_for,
    remove_remark,
    report,
    say,
    settle,
    staff_removes,
    unmute,
)
from games.play.writer import choose, on_news

__all__ = [
    "Express",
    "News",
    "Refused",
    "Result",
    "Wish",
    "add_bot",
    "arrive",
    "begin",
    "choose",
    "close_table",
    "come_back",
    "commit",
    "configure",
    "forget",
    "gather",
    "gone",
    "leave",
    "mix",
    "more_time",
    "move",
    "mute",
    "next_round",
    "nudge",
    "nudges_for",
    "on_news",
    "open_table",
    "play_now",
    "play_shared_deal",
    "ready",
    "rematch",
    "remove",
    "remove_remark",
    "report",
    "say",
    "seen",
    "settle",
    "sit",
    "staff_removes",
    "start",
    "unmute",
    "usual_bot",
]
