"""What every game offers, and how a round is computed from its choices. Pure: no Django, clock or luck."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, Protocol

Move = str
"""A short string such as `red-3 L` or `r4c1 41`, used for a button, in the database and in the record."""

Eyes = frozenset[int]
"""The seats whose secrets may be seen: one seat for a player, none for a spectator, all for a replay."""

Options = Mapping[str, Any]

MAKERS = ("player", "bot", "clock")
"""Who can make a choice, in the words of the public record."""


class Refused(ValueError):
    """The exception for "you may not". The code says why; the sentences are in the views, translated."""

    def __init__(self, code: str, **facts: Any):
        self.code = code
        self.facts = facts
        details = ", ".join(f"{name} {value!r}" for name, value in facts.items())
        super().__init__(f"{code}: {details}" if details else code)


@dataclass(frozen=True, slots=True)
class Option:
    """A setting that is chosen when a table is opened; the first value is the usual one."""

    name: str
    values: Callable[[], tuple[Any, ...]]
    label: str = ""
    """What the setting is called where the game has no form of its own; without it, its name."""

    @property
    def usual(self) -> Any:
        return self.values()[0]


class DeckText(NamedTuple):
    """The deck that a round is dealt from, as a value: a name, and a text that says everything else.

    A round keeps it, and gives it back to `start` as the option `deck`. As JSON it is a list.
    """

    name: str
    text: str

    @property
    def hash(self) -> str:
        """The SHA-256 of the text in hex."""
        return hashlib.sha256(self.text.encode()).hexdigest()


class Decks(Protocol):
    """What a game with an option `deck` knows about its decks: a module `deck` in its package."""

    def chosen(self, options: Options) -> DeckText:
        """The deck that a round with these options is dealt from. A bad or unknown one is Refused."""

    def from_text(self, name: str, text: str) -> DeckText:
        """The deck in the text of a file. A bad one is Refused with its line and the reason."""

    def record(self, kept: DeckText) -> Any:
        """The deck as the public record has it."""

    def read_record(self, entry: Any) -> DeckText:
        """The deck of a record. Refused names the place inside the entry and the reason."""


class DeckEditor(Protocol):
    """How a deck is corrected: a module `deck_editor` in the package of a game with decks."""

    def edit(self, text: str, base: str, said: Mapping[str, Sequence[str]]) -> Any:
        """The draft after what was pressed, with its `text` and its `problems`; `base` is the text in use."""

    def compare(self, before: str, after: str) -> Sequence[Any]:
        """What changed between two texts."""

    def merge(self, base: str, mine: str, newest: str) -> tuple[str, Sequence[Any]]:
        """My changes to `base` made to the newest text instead, and those that no longer fit there."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A player made of code. It gets only what its seat sees, never the state, and luck as an argument."""

    level: str
    choose: Callable[[Any, Random], Move]
    slow: bool = False
    """Takes too long for the process that runs the table, so it thinks in a process of its own."""


@dataclass(frozen=True, slots=True)
class Score:
    """One line of a score sheet: what a seat earned, from which parts, and the place it took."""

    seat: int
    points: int
    rank: int
    parts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PaperField:
    """One number that people at a paper table type in, with the seats it counts for.

    A game lists its fields, and the seats of a shared one, as they stand on paper from left to right.
    """

    name: str
    kind: str
    """What the number is, in the game's words: `zone`, `cards`, `number`, `hearts`, `points`."""
    seats: tuple[int, ...]
    about: int = 0
    """Which one of its kind: the number of a zone, the number on the dice."""
    most: int = 9999
    needed: bool = True
    step: int = 1
    """The number is a multiple of this."""
    label: str = ""
    """What the number is called, in English, if its kind is none of those above."""


@dataclass(frozen=True, slots=True)
class PaperDoubt:
    """Typed numbers that are `impossible` or `unlikely`, and the reason as a code."""

    code: str
    reason: str
    fields: tuple[str, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PaperCount:
    """The result of typed numbers: the scores once nothing is missing, and any doubts about the numbers."""

    scores: tuple[Score, ...]
    missing: tuple[str, ...] = ()
    doubts: tuple[PaperDoubt, ...] = ()


class Paper(Protocol):
    """What a game knows about its own score pad: a module `paper` in its package."""

    def fields(self, options: Options, seats: int, typed: Mapping[str, int]) -> tuple[PaperField, ...]:
        """The numbers to ask for, given what is typed already: a tie may need more."""

    def count(self, options: Options, seats: int, typed: Mapping[str, int]) -> PaperCount:
        """The scores that follow from the typed numbers, one per seat in seat order."""

    def typed(self, parts: Sequence[Mapping[str, Any]]) -> dict[str, int]:
        """The numbers that give these parts of scores, used to correct a round that was played online."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a lesson suggests in a turn: a move, and the reason as a code with its facts."""

    move: Move
    why: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    marks: tuple[str, ...] = ()
    """What to point at on the screen: attributes of the buttons for this move, such as `id="play-L"`."""


class Lesson(Protocol):
    """A first game that teaches: a game's module `lesson`. The learner has seat 0, bots have the others."""

    TURNS: int
    SEATS: int
    OPTIONS: Options

    def begin(self) -> Any:
        """The state in which the lesson begins. The round is over after TURNS more turns."""

    def answers(self, state: Any) -> tuple[Move, ...]:
        """What the bots choose now, in seat order."""

    def advice(self, state: Any) -> Advice:
        """What the learner might choose now."""

    def seen(self, view: Any) -> Any:
        """A view as the lesson shows it: its turns are counted from the start of the lesson."""

    def told(self, before: Any, after: Any) -> Any:
        """What the reveal between two states changed for the learner, for `templates/<game>/_lesson.html`."""


class Game(Protocol):
    """A game: what it wrote itself, completed by `games.engine.defaults`. States and views are frozen."""

    # Every game writes these.

    SEATS: range

    def start(self, options: Options, seats: int, seed: bytes) -> Any:
        """The first state of a round. Everything that is left to chance comes from the seed."""

    def legal(self, state: Any, seat: int) -> tuple[Move, ...]:
        """Every move the seat may choose now, each once, in a fixed order; none when the round is over."""

    def play(self, state: Any, moves: Sequence[Move]) -> Any:
        """The state after the reveal: everybody's move at once, in seat order. An illegal move is Refused."""

    def over(self, state: Any) -> bool: ...

    def scores(self, state: Any) -> tuple[Score, ...]:
        """One score per seat, in seat order. For an unfinished round: the scores if it ended now."""

    def view(self, state: Any, eyes: Eyes) -> Any:
        """What these eyes may see. Built up from nothing, never by deleting from the state."""

    # Everything below has a default.

    NAME: str
    """The name of the game's folder."""
    TITLE: str
    """What people call the game. Like all words here English, and translated if a catalogue knows it."""
    TAGLINE: str
    """One sentence for the first page."""
    RULES: tuple[str, ...]
    """The rules in a few sentences."""
    ORDER: int
    """Where the game stands in lists, the lowest first."""
    OPTIONS: tuple[Option, ...]
    USUAL_ROUNDS: int
    """How many rounds a new table offers first."""
    BOTS: Mapping[str, Bot]
    STEPS: tuple[int, ...]
    """Where the classes of results on people's pages end."""
    paper: Paper
    """What the game knows about its score pad."""

    def length(self, seats: int) -> int:
        """How many turns a round has with this number of seats, however it is played."""

    def turn(self, state: Any) -> int:
        """How many turns have been revealed."""

    def label(self, move: Move) -> str:
        """The words on the button for a move."""

    def moves(self, view: Any) -> tuple[Move, ...]:
        """The legal moves of the seat that this view was made for; all that a bot needs."""

    def explain(self, state: Any) -> Any:
        """Why the scores are what they are, as data a screen can show without knowing the rules."""

    def preview(self, view: Any, move: Move) -> Any:
        """What this move would change for the seat that this view was made for. Uses the view alone."""

    def details(self, view: Any, of: str) -> Any:
        """What `_details.jinja` tells about one thing on the table; None if this view shows no such thing."""

    def nudges(self, view: Any) -> tuple[tuple[str, int, str], ...]:
        """The sentences that the rules allow the viewing seat now: kind, to which seat, about what."""

    def secrets(self, state: Any, eyes: Eyes) -> frozenset[str]:
        """Words that must not appear on any page made for these eyes."""

    # The game's own parts of the public record.

    def record_deal(self, state: Any) -> dict[str, Any]:
        """What the record says about the deal; `state` is the first state."""

    def record_turn(self, state: Any, moves: Sequence[Move], by: Sequence[str]) -> Any:
        """One entry of the record's turns; `by` says for each seat `player`, `bot` or `clock`."""

    def read_turn(self, entry: Any, seats: int) -> tuple[tuple[Move, ...], tuple[str, ...]]:
        """The moves of such an entry and who made them. Refused names the place inside it and the reason."""

    def record_result(self, state: Any) -> dict[str, Any]:
        """What the record says about the finished round."""

    # What only some games have; None in the others.

    deck: Decks | None
    """What it knows about its decks, if it has an option `deck`."""
    deck_editor: DeckEditor | None
    """How clubs correct its decks in the browser, on the page `_deck_editor.html`."""
    lesson: Lesson | None
    """A first game that teaches, in the words of the game's `_lesson.html`."""
    guide: Callable[..., Any] | None
    """The examples on its rules page `_guide.html`; without it the page has the few sentences of RULES."""
    offered: Callable[..., Any] | None
    """`offered(view, moves)`: what each seat could choose from and what it chose, for its `_replay.html`."""
    pad: Callable[..., Any] | None
    """`pad(options, rounds, players, longest=…)`: what `_pad.html` draws; without it, a plain table."""
    keepsakes: Callable[[Any], Sequence[Mapping[str, Any]]] | None
    """`keepsakes(state)`: what each seat's score line keeps for people's pages: `goals` and `partners`."""
    materials: Callable[[Options], Any] | None
    """What is shuffled and drawn, for its `check.js` that deals a round again and explains it in
    `_checks.html`; without it the browser checks only the seal."""
    summary: Callable[[Sequence[Any]], Sequence[str]] | None
    """`summary(states)`: lines about many finished rounds, for `manage.py simulate`."""
    tally: Callable[[Any], Mapping[str, Sequence[int]]] | None
    """`tally(state)`: how often each goal of a finished round was there, was met, and what it earned."""


def deck_of(game: Game, options: Options) -> DeckText | None:
    """The deck that a round with these options is dealt from, if the game has decks."""
    return game.deck.chosen(options) if game.deck else None


def options_of(game: Game, given: Options) -> dict[str, Any]:
    """All options of the game: the given value, else the usual one. Anything unknown is Refused."""
    known = {option.name: option for option in game.OPTIONS}
    for name in given:
        if name not in known:
            raise Refused("unknown-option", option=name)
    chosen = {}
    for name, option in known.items():
        value = given.get(name, option.usual)
        if game.deck and name == "deck" and _is_deck(value):
            # A deck as a value: a club's own, with its goals as they were when it was chosen.
            chosen[name] = list(game.deck.chosen({name: value}))
            continue
        if not any(type(value) is type(allowed) and value == allowed for allowed in option.values()):
            raise Refused("bad-option", option=name, value=value)
        chosen[name] = value
    return chosen


def _is_deck(value: Any) -> bool:
    """Whether this is a DeckText, or the list that JSON makes of it."""
    return isinstance(value, tuple | list) and [type(part) for part in value] == [str, str]


def ranks(standings: Sequence[Any]) -> tuple[int, ...]:
    """Places for comparable standings, the greatest first. Equals share a place: 1, 1, 3."""
    best_first = sorted(standings, reverse=True)
    return tuple([1 + best_first.index(mine) for mine in standings])


def totals(rounds: Sequence[Sequence[Score]]) -> tuple[Score, ...]:
    """The standing of a match: each seat's points added over all rounds. Equal totals share a place."""
    points = [sum(scores[seat].points for scores in rounds) for seat in range(len(rounds[0]))]
    return tuple(Score(seat, *line) for seat, line in enumerate(zip(points, ranks(points), strict=True)))


def replay(game: Game, options: Options, seats: int, seed: bytes, *, log: Iterable[Sequence[Move]]) -> Any:
    """The state after these turns. A round is fully given by its options, its seed and people's choices."""
    state = game.start(options, seats, seed)
    for moves in log:
        state = game.play(state, moves)
    return state
