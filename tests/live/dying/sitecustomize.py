"""Put on PYTHONPATH by tests: a process of the site then kills itself at a named point, once, when told to.

The product knows nothing of it. A point is armed by a file of its name in the folder DIES_IN; PLANTED names
faults that the process has from its start.
"""

import asyncio
import importlib.abc
import importlib.machinery
import json
import os
import signal
import sys
from functools import wraps
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


def after(call, point):
    @wraps(call)
    def calling(*args, **kwargs):
        answer = call(*args, **kwargs)
        die_if_armed(point)
        return answer

    return calling


def sent(message, point):
    """Dies when the message that checks and writes a known table has left, without waiting for the answer."""

    @wraps(message)
    def composing(postgres, *args):
        text = message(postgres, *args)
        if is_armed(point):
            send_off(postgres, text)
            die_if_armed(point)
        return text

    return composing


def sent_by_the_writer(send, point):
    """The same in the thread of the writer, which sends all kinds of messages."""

    @wraps(send)
    def sending(*statements):
        from django.db import connection
        from psycopg import ClientCursor

        texts, values = zip(*statements, strict=True)
        if is_armed(point) and any("choice_still" in text for text in texts):
            cursor = ClientCursor(connection.connection)
            text = cursor.mogrify("; ".join(texts), [one for each in values for one in each])
            send_off(connection.connection, text.encode())
            die_if_armed(point)
        return send(*statements)

    return sending


def send_off(postgres, text):
    postgres.pgconn.send_query(text)
    while postgres.pgconn.flush():
        pass


def acknowledging_first(choose, fault):
    """Tells the page that its choice is sealed, and only then seals it."""

    @wraps(choose)
    def choosing(self, wish):
        self.post(json.dumps({"kind": "sealed", "ref": wish["aim"], "move": wish["move"]}))
        choose(self, wish)

    return choosing


def saying_nothing(announcement, fault):
    """Names no table to the other processes."""
    return wraps(announcement)(lambda session_ids: announcement([]))


def never_looking(beat, fault):
    """Does not look every few seconds whether something was missed."""

    @wraps(beat)
    async def waiting(self):
        await asyncio.Event().wait()

    return waiting


POINTS = [
    ("before the lock", "games.play.desks", "lock", before),
    ("before the commit", "games.play.choices", "_settle", after),
    ("sent, not answered", "games.play.desks", "message", sent),
    ("sent, not answered", "games.play.desks", "_send", sent_by_the_writer),
    ("before announcing", "games.play.desks", "remember", before),
    ("in the clock", "games.play.clock", "ring", before),
    ("in rating", "games.ladder.counting", "_add_sums", before),
    ("in seating", "games.tournaments.writes.online", "gather", after),
]
FAULTS = [
    ("acknowledges first", "games.sockets", "TableScreen.choose", acknowledging_first),
    ("says nothing", "games.live", "announcement", saying_nothing),
    ("never looks", "games.rooms", "Rooms.beat", never_looking),
]


class Finder(importlib.abc.MetaPathFinder):
    """Lets the usual ones find the module, and changes it right after it is loaded."""

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
