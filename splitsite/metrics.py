"""The counters behind `/metrics`: numbers only, nothing of what anybody plays."""

from collections.abc import Sequence
from typing import Any

from prometheus_client import Counter, Gauge, Histogram

MOMENTS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

sealed = Counter("splitsite_choices_sealed", "Choices that are safe on disk.")
refused = Counter("splitsite_choices_refused", "Choices that were refused, by reason.", ["reason"])
_reveals = Counter("splitsite_reveals", "Turns that were closed by choices of this process.")
together = Histogram(
    "splitsite_choices_together",
    "Choices sealed in one transaction.",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
)
sealing = Histogram("splitsite_sealing_seconds", "Time of one transaction of choices.", buckets=MOMENTS)
drawing = Histogram(
    "splitsite_drawing_seconds", "Time to draw one table for all its screens.", buckets=MOMENTS
)
screens = Gauge("splitsite_screens", "Open screens (sockets) of this process.")
tables = Gauge("splitsite_tables_on_screen", "Tables with an open screen in this process.")
connections_closed = Counter(
    "splitsite_connections_closed", "Connections that we closed, by reason.", ["reason"]
)
turned_away = Counter("splitsite_turned_away", "Requests that were refused unread, by status.", ["status"])
line_breaks = Counter("splitsite_line_breaks", "Times the line between processes broke.")


def count_choices(results: Sequence[Any], *, reveals: int) -> None:
    """Counts what one transaction of choices did."""
    together.observe(len(results))
    codes = [result.refused.code for result in results if result.refused]
    sealed.inc(len(results) - len(codes))
    for code in codes:
        refused.labels(code).inc()
    _reveals.inc(reveals)
