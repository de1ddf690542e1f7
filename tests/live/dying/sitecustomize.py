"""Put on PYTHONPATH by tests: a process of the site then kills itself at a named point, once, when told to.

The product knows nothing of it. A point is armed by a file of its name in the folder DIES_IN.
"""

import importlib.abc
import importlib.machinery
import os
import signal
import sys
from functools import wraps
from pathlib import Path

POINTS = {
    "before the lock": ("games.play.desks", "lock", "before"),
    "before the commit": ("games.play.choices", "_settle", "after"),
    "before announcing": ("games.play.choices", "commit", "after"),
    "in the clock": ("games.play.clock", "ring", "before"),
    "in rating": ("games.ladder.counting", "_add_sums", "before"),
    "in seating": ("games.tournaments.writes.online", "gather", "after"),
}


def die_if_armed(point):
    try:
        (Path(os.environ["DIES_IN"]) / point).unlink()
    except FileNotFoundError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


def mortal(call, point, when):
    @wraps(call)
    def calling(*args, **kwargs):
        if when == "before":
            die_if_armed(point)
        answer = call(*args, **kwargs)
        if when == "after":
            die_if_armed(point)
        return answer

    return calling


class Finder(importlib.abc.MetaPathFinder):
    """Lets the usual ones find the module, and changes it right after it is loaded."""

    def find_spec(self, name, path, target=None):
        here = {point: rest for point, (module, *rest) in POINTS.items() if module == name}
        spec = importlib.machinery.PathFinder.find_spec(name, path, target) if here else None
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            for point, (function, when) in here.items():
                setattr(module, function, mortal(getattr(module, function), point, when))

        spec.loader.exec_module = exec_module
        return spec


if "DIES_IN" in os.environ:
    sys.meta_path.insert(0, Finder())
