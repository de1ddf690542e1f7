"""The figures of a run, and how they are printed."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

import psutil

from benchmarks.load.crowd import Tally

LEAST_RATE, MOST_COST = 1.2, 1.6
"""Limits for two web processes against one: choices/s with whole tables on each, CPU per choice if spread."""


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
    """How many more pages were open and did nothing; `idle_bytes` is the memory they cost the site."""
    idle_bytes: int = 0

    @property
    def rate(self) -> float:
        return self.choices / self.seconds

    @property
    def cost(self) -> float:
        """Seconds of CPU per choice, in all web processes together."""
        return self.cpu / max(self.choices, 1)


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
    """Seconds of CPU that the process has used."""
    times = process.cpu_times()
    return times.user + times.system


def line(name: str, one: Figures) -> str:
    return (
        f"{name:24} {one.rate:6.0f} choices/s · reveal p50 {one.p50 * 1000:.1f} p95 {one.p95 * 1000:.1f}"
        f" p99 {one.p99 * 1000:.1f} ms · {one.cost * 1000:.2f} ms CPU a choice"
        f" ({one.cpu / one.seconds:.0%} of a core) · {one.kilobytes / max(one.reveals, 1):.1f} KB a reveal"
        + (f" · lost {one.lost}, doubled {one.doubled}" if one.checked else " · not looked up")
        + f", refused {one.refused}, broken {one.broken}"
        + (f" · {one.idle_bytes / one.idle * 1000 / 2**20:.1f} MB a 1,000 idle sockets" if one.idle else "")
    )


def compare(ours: Sequence[Figures], theirs: Sequence[Figures]) -> tuple[float, float, float]:
    """The ratios of ours to theirs: choices/s, reveal p95 and CPU per choice.

    Medians over pairs of runs, so that a slow minute of the machine affects both alike.
    """
    pairs = list(zip(ours, theirs, strict=True))
    return (
        median(mine.rate / other.rate for mine, other in pairs),
        median(mine.p95 / other.p95 for mine, other in pairs),
        median(mine.cost / other.cost for mine, other in pairs),
    )


def compared(name: str, ratios: tuple[float, float, float]) -> str:
    rate, p95, cost = ratios
    return f"{name}: {rate:.2f} × the choices/s, {p95:.2f} × the reveal p95, {cost:.2f} × the CPU a choice"


def compare_processes(one: Sequence[Figures], two: Sequence[Figures], *, spread: bool) -> list[str]:
    """Prints what a second web process gains, and returns what falls short."""
    rate, p95, cost = compare(two, one)
    how = "people of each table spread over both" if spread else "whole tables on each"
    print(compared(f"two web processes against one, {how}", (rate, p95, cost)), flush=True)
    if spread and cost > MOST_COST:
        return [
            f"Spread over two processes a choice must cost at most {MOST_COST} × the CPU it costs on one."
        ]
    if not spread and rate < LEAST_RATE:
        return [f"Two processes must reach at least {LEAST_RATE} × the choices/s of one."]
    return []
