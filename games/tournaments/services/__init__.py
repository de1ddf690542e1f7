"""Every write on a tournament. Pages, tests and the admin call these and nothing else.

Each function is one click: one transaction, the tournament's row locked, rights checked, a line in the trail.
What is not allowed raises `Refused` with a code; `games.tournaments.refusals` has the sentence. Doing the
same thing twice (a double-click) changes nothing; a click on an outdated page is Refused
(`changed-meanwhile`).

  setup    create, configure, open_entries, close, reopen, remove, add_helper, remove_helper; same_again
  entries  enter, enter_members, take_list (look_at_list shows it first), register, change, withdraw,
           check_in (by the own phone or a printed card), roll_call
  links    link, ask_to_link, answer_link
  wishes   add_wish, remove_wish
  rounds   propose, draw_again, swap, move, set_medium, publish, undo_publish, close_round, reopen_round,
           set_clock
  online   ready, start, start_all, play_anew
  scores   report, confirm (both by the table's token), settle, enter_scores, correct
  projector  show, reveal
  dice     lay_out, roll, step_back

`rights(tournament, person)` tells a page what to offer: `organise`, `scores` or nothing. `leads` is true for
the organiser and for staff with the right to change tournaments, who alone may reopen or remove one.
"""

from games.tournaments.services.dice import lay_out, roll, step_back
from games.tournaments.services.entries import (
    change,
    check_in,
    enter,
    enter_members,
    look_at_list,
    membership_of,
    on_entering,
    register,
    roll_call,
    take_list,
    withdraw,
)
from games.tournaments.services.links import agrees, answer_link, ask_to_link, link
from games.tournaments.services.locking import leads, rights
from games.tournaments.services.online import play_anew, ready, start, start_all
from games.tournaments.services.projector import PRIZES, reveal, show
from games.tournaments.services.rounds import (
    close_round,
    draw_again,
    move,
    propose,
    publish,
    reopen_round,
    set_clock,
    set_medium,
    swap,
    undo_publish,
)
from games.tournaments.services.same_again import same_again
from games.tournaments.services.scores import confirm, correct, enter_scores, live_reports, report, settle
from games.tournaments.services.setup import (
    SETTINGS,
    add_helper,
    close,
    configure,
    create,
    open_entries,
    remove,
    remove_helper,
    reopen,
    usual_sizes,
)
from games.tournaments.services.wishes import add_wish, remove_wish

__all__ = [
    "PRIZES",
    "SETTINGS",
    "add_helper",
    "add_wish",
    "agrees",
    "answer_link",
    "ask_to_link",
    "change",
    "check_in",
    "close",
    "close_round",
    "configure",
    "confirm",
    "correct",
    "create",
    "draw_again",
    "enter",
    "enter_members",
    "enter_scores",
    "lay_out",
    "leads",
    "link",
    "live_reports",
    "look_at_list",
    "membership_of",
    "move",
    "on_entering",
    "open_entries",
    "play_anew",
    "propose",
    "publish",
    "ready",
    "register",
    "remove",
    "remove_helper",
    "remove_wish",
    "reopen",
    "reopen_round",
    "report",
    "reveal",
    "rights",
    "roll",
    "roll_call",
    "same_again",
    "set_clock",
    "set_medium",
    "settle",
    "show",
    "start",
    "start_all",
    "step_back",
    "swap",
    "take_list",
    "undo_publish",
    "usual_sizes",
    "withdraw",
]
