"""Put on PYTHONPATH by tests: a process of the site then kills itself once at a named point, when told to.

The product knows nothing of it. A file named after a point in the folder DIES_IN arms that point; PLANTED
names faults that the process has from its start.
"""

import importlib.abc
import importlib.machinery
import json
import os
import signal
import sys
from functools import wraps
from html import escape
from pathlib import Path


def is_armed(point):
    return (Path(os.environ["DIES_IN"]) / point).exists()


def die_if_armed(point):
    try:
        (Path(os.environ["DIES_IN"]) / point).unlink()
    except FileNotFoundError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


def before(call, point):
    @wraps(call)
    def calling(*args, **kwargs):
        die_if_armed(point)
        return call(*args, **kwargs)

    return calling


def before_awaiting(call, point):
    @wraps(call)
    async def calling(*args, **kwargs):
        die_if_armed(point)
        return await call(*args, **kwargs)

    return calling


def after(call, point):
    @wraps(call)
    def calling(*args, **kwargs):
        answer = call(*args, **kwargs)
        die_if_armed(point)
        return answer

    return calling


def sent(write, point):
    """Dies when the statement has been sent to the database, without waiting for the answer."""

    @wraps(write)
    def writing(open_turns, changed):
        if is_armed(point):
            from django.db import connection

            from games.table.services.choices import _WRITE, _row

            rows = [_row(open_turn, table) for open_turn, table in zip(open_turns, changed, strict=True)]
            postgres = connection.connection.pgconn
            bound = json.dumps(rows, default=str).encode()
            postgres.send_query_params(_WRITE.replace("%s", "$1").encode(), [bound])
            while postgres.flush():
                pass
            die_if_armed(point)
        return write(open_turns, changed)

    return writing


def acknowledging_first(choose, fault):
    """Tells the page that its choice is sealed, and only then seals it."""

    @wraps(choose)
    async def choosing(self, aim, move):
        facts = f'data-ref="{aim}" data-move="{escape(move)}"'
        await self.push(f'<div id="sealed" hidden hx-swap-oob="true" {facts}></div>')
        await choose(self, aim, move)

    return choosing


def saying_nothing(publish, fault):
    """Tells the other processes nothing."""

    @wraps(publish)
    async def publishing(self, messages):
        pass

    return publishing


def never_looking(beat, fault):
    """Does not check every few seconds whether something was missed."""

    @wraps(beat)
    async def beating():
        pass

    return beating


POINTS = [
    ("before the look", "games.table.snapshots", "believe", before),
    ("before the write", "games.table.services.choices", "_write", before),
    ("sent, not answered", "games.table.services.choices", "_write", sent),
    ("before announcing", "games.table.announcements", "tell", before_awaiting),
    ("before the count", "games.table.services.rounds", "count", before),
    ("in the clock", "games.table.services.clock", "ring", before),
    ("in rating", "games.leaderboards.services.counting", "_add_sums", before),
    ("in seating", "games.tournaments.services.online", "gather", after),
]
FAULTS = [
    ("acknowledges first", "games.table.consumers", "TableConsumer.choose", acknowledging_first),
    ("says nothing", "games.table.layers", "PostgresChannelLayer.publish", saying_nothing),
    ("never looks", "games.table.presence", "_follow_missed_changes", never_looking),
]


class Finder(importlib.abc.MetaPathFinder):
    """Lets the usual finders find the module, and changes it right after it is loaded."""

    def __init__(self, changes):
        self.changes = changes

    def find_spec(self, name, path, target=None):
        here = [change for change in self.changes if change[1] == name]
        spec = importlib.machinery.PathFinder.find_spec(name, path, target) if here else None
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            for point, _, path, change in here:
                *outer, function = path.split(".")
                owner = getattr(module, outer[0]) if outer else module
                setattr(owner, function, change(getattr(owner, function), point))

        spec.loader.exec_module = exec_module
        return spec


planted = os.environ.get("PLANTED", "").split(", ")
changes = POINTS if "DIES_IN" in os.environ else []
changes += [fault for fault in FAULTS if fault[0] in planted]
if changes:
    sys.meta_path.insert(0, Finder(changes))
