"""Where the marks of a chart are: takes numbers, gives coordinates. Templates draw them as SVG."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 36, 12, 12, 30
"""The margins, with room for the numbers on the axes."""

BLOCKS = 12
"""The most rounds that are drawn as one block each; more become a plain bar."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A number on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A dot and its meaning."""

    x: float
    y: float
    size: float = 4
    last: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """A class of results: its blocks or one bar, from the base line up."""

    x: float
    width: float
    label: str
    short: str
    """The label that fits under the bar."""
    count: int
    blocks: tuple[tuple[float, float], ...]
    """The top and the height of each block."""
    best: bool

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)


@dataclass(frozen=True, slots=True)
class Bars:
    bars: tuple[Bar, ...]
    base: int = HEIGHT - BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


@dataclass(frozen=True, slots=True)
class Run:
    """Results in order of time: dots, and the mean of the last few as a line (perhaps with a band)."""

    dots: tuple[Mark, ...]
    path: str
    band: str
    ticks: tuple[Tick, ...]
    left: int = LEFT
    right: int = WIDTH - RIGHT
    width: int = WIDTH
    height: int = HEIGHT - BOTTOM + 10


@dataclass(frozen=True, slots=True)
class Cross:
    """Two numbers of each round plotted against each other, with curves of equal products."""

    dots: tuple[Mark, ...]
    curves: tuple[tuple[str, Tick, float], ...]
    """The path, the product with the position of its label, and its height."""
    ticks: tuple[Tick, ...]
    side: int
    left: int = LEFT
    top: int = TOP
    width: int = WIDTH

    @property
    def base(self) -> int:
        return self.top + self.side

    @property
    def height(self) -> int:
        return self.base + 42

    @property
    def middle(self) -> int:
        """The middle of the horizontal axis."""
        return self.left + self.side // 2

    @property
    def centre(self) -> int:
        """The middle of the vertical axis."""
        return self.top + self.side // 2


def bars(counts: Mapping[int, int], *, ends: Sequence[int] = (), classes: int = 10) -> Bars:
    """How often each class of results came. `ends` are the highest results of the game's own classes.

    Without them the range from nothing to the best is cut into equal classes.
    """
    if not counts:
        return Bars(())
    open_end = bool(ends)
    ends = ends or _equal_ends(max(counts), classes)
    heights = [0] * (len(ends) + open_end)
    best = 0
    for result, count in counts.items():
        place = sum(result > end for end in ends)
        heights[place] += count
        best = max(best, place)
    step = (WIDTH - 2 * RIGHT) / len(heights)
    most = max(heights)
    return Bars(
        tuple(
            Bar(
                x=round(RIGHT + place * step + step * 0.08, 1),
                width=round(step * 0.84, 1),
                label=_label(place, ends),
                short=_label(place, ends).partition("–")[0],
                count=count,
                blocks=_blocks(count, most),
                best=place == best,
            )
            for place, count in enumerate(heights)
        )
    )


def run(results: Sequence[float], *, mean_of: int = 5) -> Run:
    """The results from left to right, with a line for the mean of the last few."""
    ticks = nice(max(results, default=0))
    top = ticks[-1]
    spots = [(_along(place, len(results)), _up(value, top)) for place, value in enumerate(results)]
    means = [
        sum(results[max(0, place - mean_of + 1) : place + 1]) / min(place + 1, mean_of)
        for place in range(len(results))
    ]
    line = [(x, _up(mean, top)) for (x, _), mean in zip(spots, means, strict=True)]
    return Run(
        dots=tuple(Mark(x, y, last=place == len(spots) - 1) for place, (x, y) in enumerate(spots)),
        path=_path(line),
        band="",
        ticks=tuple(Tick(_up(value, top), f"{value:g}") for value in ticks),
    )


def band(middles: Sequence[float], widths: Sequence[float]) -> Run:
    """A value that becomes more certain: its line, and a band for how far off it may be."""
    lows = [middle - width for middle, width in zip(middles, widths, strict=True)]
    highs = [middle + width for middle, width in zip(middles, widths, strict=True)]
    ticks = nice(max(highs, default=0), low=min(lows, default=0))
    low, top = ticks[0], ticks[-1]

    def line(values: Iterable[float]) -> list[tuple[float, float]]:
        return [(_along(at, len(middles)), _up(value, top, low)) for at, value in enumerate(values)]

    around = line(highs) + line(lows)[::-1]
    ends = line(middles)[-1:]
    return Run(
        dots=tuple(Mark(x, y, last=True) for x, y in ends),
        path=_path(line(middles)),
        band=_path(around) + "z" if around else "",
        ticks=tuple(Tick(_up(value, top, low), f"{value:g}") for value in ticks),
    )


def cross(pairs: Mapping[tuple[int, int], int], *, newest: tuple[int, int] | None = None) -> Cross:
    """Left plotted against right; a dot grows with the number of rounds that ended there."""
    ticks = nice(max([12, *(value for pair in pairs for value in pair)]))
    top, side = ticks[-1], WIDTH - LEFT - 40
    base = TOP + side
    scale = side / top

    def spot(left: float, right: float) -> tuple[float, float]:
        return round(LEFT + left * scale, 1), round(base - right * scale, 1)

    curves = []
    for product in (top * top / 12, top * top / 6, top * top / 3, top * top / 2):
        reach = [product / top + (top - product / top) * step / 24 for step in range(25)]
        path = _path([spot(left, product / left) for left in reach])
        curves.append((path, Tick(LEFT + side + 6, f"{product:g}"), spot(top, product / top)[1] + 4))
    return Cross(
        dots=tuple(
            Mark(*spot(left, right), size=round(min(3.5 + count, 9), 1), last=(left, right) == newest)
            for (left, right), count in sorted(pairs.items())
        ),
        curves=tuple(curves),
        ticks=tuple(Tick(round(value * scale, 1), f"{value:g}") for value in ticks),
        side=side,
    )


def nice(most: float, *, low: float = 0) -> tuple[float, ...]:
    """Round numbers for an axis: a handful of equal steps from `low` to at least `most`."""
    span = max(most - low, 1)
    size = 1
    while span / size > 60:
        size *= 10
    step = next(step * size for step in (1, 2, 3, 4, 6, 8, 10, 12, 15, 20) if span / (step * size) <= 6)
    first = low // step * step
    last = first
    ticks = [first]
    while last < most or len(ticks) < 2:
        last += step
        ticks.append(last)
    return tuple(ticks)


def _equal_ends(best: int, classes: int) -> tuple[int, ...]:
    step = max(1, -(-(best + 1) // classes))
    return tuple(range(step - 1, best + step, step))


def _label(place: int, ends: Sequence[int]) -> str:
    """`≤27`, `28–30`, `51+`."""
    if place == 0:
        return f"≤{ends[0]}" if ends[0] else "0"
    if place == len(ends):
        return f"{ends[-1] + 1}+"
    first, last = ends[place - 1] + 1, ends[place]
    return str(first) if first == last else f"{first}–{last}"


def _blocks(count: int, most: int) -> tuple[tuple[float, float], ...]:
    room, base = HEIGHT - TOP - BOTTOM - 16, HEIGHT - BOTTOM
    if most > BLOCKS:
        tall = round(room * count / most, 1)
        return ((round(base - tall, 1), tall),) if count else ()
    tall = min(room / most, 22)
    return tuple((round(base - (n + 1) * tall, 1), round(tall - 2.5, 1)) for n in range(count))


def _along(place: int, number: int) -> float:
    room = WIDTH - LEFT - RIGHT - 12
    return round(LEFT + 6 + (room * place / (number - 1) if number > 1 else room / 2), 1)


def _up(value: float, top: float, low: float = 0) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (top - low), 1)


def _path(spots: Sequence[tuple[float, float]]) -> str:
    return "".join(f"{'L' if at else 'M'}{x:g} {y:g}" for at, (x, y) in enumerate(spots))
