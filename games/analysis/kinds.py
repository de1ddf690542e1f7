"""The kinds of studies; each app adds its own when the site starts."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Work = Callable[[dict[str, Any], Random], Iterator[tuple[float, Any]]]
"""Works on a study from its facts, in short steps. Each gives the share done, at last 1.0, and the result.

Between two steps a bot may think and progress is saved, so a step must take well under a second. Results are
JSON. The same facts always get the same luck, so a study that is started again ends with the same result.
"""

KINDS: dict[str, Work] = {}
