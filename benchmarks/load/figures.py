"""What a run showed, and how it is told."""

from dataclasses import dataclass
from statistics import quantiles
from typing import Any

import psutil

from benchmarks.load.crowd import Tally


@dataclass(frozen=True, slots=True)
class Figures:
    choices: int
    seconds: float
    cpu: float
    p50: float
    p95: float
    p99: float
    reveals: int
    refused: int
    broken: int
    kilobytes: float
    checked: bool = True
    """Whether every choice was looked up afterwards."""
    lost: int = 0
    doubled: int = 0
    idle: int = 0
    """So many more pages were open and did nothing, and this is what they weighed."""
    idle_bytes: int = 0

    @property
    def rate(self) -> float:
        return self.choices / self.seconds


def figures(tally: Tally, *, seconds: float, cpu: float, **more: Any) -> Figures:
    cuts = quantiles(tally.reveals, n=100) if len(tally.reveals) > 1 else [0.0] * 99
    return Figures(
        choices=tally.chosen,
        seconds=seconds,
        cpu=cpu,
        p50=cuts[49],
        p95=cuts[94],
        p99=cuts[98],
        reveals=len(tally.reveals),
        refused=tally.refused,
        broken=tally.broken,
        kilobytes=tally.bytes / 1024,
        **more,
    )


def spent(process: psutil.Process) -> float:
    """Seconds of CPU the process has used."""
    times = process.cpu_times()
    return times.user + times.system


def line(name: str, one: Figures) -> str:
    return (
        f"{name:24} {one.rate:6.0f} choices/s · reveal p50 {one.p50 * 1000:.1f} p95 {one.p95 * 1000:.1f}"
        f" p99 {one.p99 * 1000:.1f} ms · {one.cpu / max(one.choices, 1) * 1000:.2f} ms CPU a choice"
        f" ({one.cpu / one.seconds:.0%} of a core) · {one.kilobytes / max(one.reveals, 1):.1f} KB a reveal"
        + (f" · lost {one.lost}, doubled {one.doubled}" if one.checked else " · not looked up")
        + f", refused {one.refused}, broken {one.broken}"
        + (f" · {one.idle_bytes / one.idle * 1000 / 2**20:.1f} MB a 1,000 idle sockets" if one.idle else "")
    )
