"""The kinds of work there are; each app adds its own when the site starts."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Work = Callable[[dict[str, Any], Random], Iterator[tuple[float, Any]]]
"""Does a study from its facts, in short steps: each gives the share done and the result so far, the last 1.0.

Between two steps a bot may think and progress is written, so a step takes well under a second. Results are
JSON. The same facts are worked on with the same luck, so a study that is begun again comes to the same end.
"""

KINDS: dict[str, Work] = {}
