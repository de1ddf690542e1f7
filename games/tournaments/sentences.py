"""Sentences about seating, roll call, paper scores and the trail, in the reader's language."""

import ast
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import words
from games.engine.contract import PaperDoubt
from games.tournaments.models import Entry, Tournament
from games.tournaments.roll_call_preview import Effect, Preview
from games.tournaments.seating import Unmet
from games.tournaments.seating.swaps import Remedy


def unmet(one: Unmet, names: Mapping[int, str]) -> str:
    """One wish that the seating does not meet, and why."""
    return " ".join(unmet_apart(one, names))


def remedy(mended: Remedy, names: Mapping[int, str]) -> str:
    """What a swap would do for a wish that is not met."""
    facts = {"one": names.get(mended.one, "?"), "other": names.get(mended.other, "?")}
    if not mended.instead:
        return _("If %(one)s and %(other)s change places, it is met.") % facts
    cost = " ".join(unmet_apart(one, names)[0] for one in mended.instead)
    return _("If %(one)s and %(other)s change places, it is met, but: %(cost)s") % {**facts, "cost": cost}


def unmet_apart(one: Unmet, names: Mapping[int, str]) -> tuple[str, str]:
    """The wish and the reason, as one sentence each."""
    people = get_text_list([names.get(who, "?") for who in one.people], _("and"))
    facts = {
        "people": people,
        "table": one.table,
        "rounds": get_text_list(list(map(str, one.rounds)), _("and")),
    }
    kinds = {
        "neighbours": _("%(people)s sit side by side again, as in round %(rounds)s."),
        "tablemates": _("%(people)s are at one table again, as in round %(rounds)s."),
        "newcomers": _("%(people)s are both new and sit side by side."),
        "size": _("Table %(table)s has a size you did not ask for."),
        "standing": _("%(people)s does not sit with people of similar standing."),
        "phone": _("%(people)s has no phone and sits at online table %(table)s."),
        "apart": _("%(people)s want to sit apart and are both at table %(table)s."),
        "together": _("%(people)s want to sit together and are at two tables."),
        "table": _("%(people)s wants another table and sits at table %(table)s."),
        "front": _("%(people)s needs the front and sits at table %(table)s."),
    }
    return kinds[one.kind] % facts, _whys()[one.why]


def _whys() -> dict[str, str]:
    """Why a wish is not met."""
    return {
        "too-few-people": _("There are too few people to avoid it."),
        "too-few-tables": _("There are more people from one earlier table than tables now."),
        "too-many-newcomers": _("There are more newcomers than seats between experienced players."),
        "by-standing": _("Tables go by standing, which you chose to come first."),
        "no-such-table": _("There are fewer tables than that."),
        "front-is-full": _("More people need the front than fit there."),
        "number": _("This number of people cannot be divided any other way."),
        "others": _("No seating was found that avoids it and keeps the more important wishes."),
    }


def unavoidable(kind: str, why: str, number: int) -> tuple[str, str]:
    """Many wishes of one kind that no seating could meet, in one line with the reason."""
    told = {
        "neighbours": ngettext(
            "%(number)s pair sits side by side again.", "%(number)s pairs sit side by side again.", number
        ),
        "tablemates": ngettext(
            "%(number)s pair is at one table again.", "%(number)s pairs are at one table again.", number
        ),
        "newcomers": ngettext(
            "%(number)s pair of newcomers sits side by side.",
            "%(number)s pairs of newcomers sit side by side.",
            number,
        ),
        "size": ngettext(
            "%(number)s table has a size you did not ask for.",
            "%(number)s tables have a size you did not ask for.",
            number,
        ),
    }.get(kind) or ngettext("%(number)s wish is not met.", "%(number)s wishes are not met.", number)
    return told % {"number": number}, _whys()[why]


def leaders(names: Sequence[str], *, final: bool) -> str:
    """Who meets at the first table of the next round, told before it is drawn."""
    facts = {"names": get_text_list(list(names), _("and"))}
    if final:
        return _("The final: %(names)s meet at table 1. Everybody else is drawn as usual.") % facts
    return _("By standing, %(names)s meet at table 1.") % facts


def no_leaders(*, final: bool) -> str:
    if final:
        return _("There can be no final table: too few people, or the others could not be seated.")
    return _("Nothing is counted yet, so this round cannot go by standing.")


def effect(one: Effect, names: Mapping[int, str], *, next_round: int) -> str:
    """One consequence of the roll call."""
    facts = {"name": names.get(one.entry, "?"), "round": next_round, "table": one.table}
    return {
        "sits-next": _("%(name)s gets a seat in round %(round)s."),
        "waits": _("%(name)s gets no seat until marked as here."),
        "leaves": _("%(name)s gets no more seats and keeps all results."),
        "plays-on": _(
            "%(name)s sits at table %(table)s in this round. The seat stays: online a deputy plays on, on"
            " paper the table finishes the round as it is."
        ),
    }[one.code] % facts


def tables(preview: Preview) -> str:
    """How many tables the next round will have."""
    if not preview.tables_after:
        return _("There are too few people to fill a table.")
    sizes = get_text_list(list(map(str, preview.tables_after)), _("and"))
    return ngettext(
        "%(people)s people will sit in round %(round)s, at a table of %(sizes)s.",
        "%(people)s people will sit in round %(round)s, at tables of %(sizes)s.",
        len(preview.tables_after),
    ) % {"people": preview.here_after, "round": preview.next_round, "sizes": sizes}


def doubt(one: PaperDoubt, people: str = "") -> str:
    """Why typed numbers should be checked again, and whose they are."""
    sentences = {
        "zone-too-much": _("A zone cannot be worth %(value)s: %(most)s is the most."),
        "zone-very-much": _("A zone worth %(value)s is very rare. Is that the value of the zone?"),
        "zones-too-much": _("All zones together cannot be worth more than %(most)s."),
        "cards-do-not-add-up": _("These numbers of cards do not add up to the cards that were dealt."),
        "not-a-multiple": _("Groups of %(number)s cannot score %(points)s: it has to be a multiple."),
        "hearts-all-or-nothing": _("The hearts score %(points)s or nothing."),
        "sheet-too-much": _("A sheet cannot score %(points)s: %(most)s is the most."),
        "too-many-spaces": _("A sheet does not have enough spaces for all these groups."),
    }
    told = sentences.get(one.reason, _("Please look at these numbers again.")) % one.facts
    return _("%(people)s: %(sentence)s") % {"people": people, "sentence": told} if people else told


def counting(way: str) -> str:
    """How points count; shown on every page of standings."""
    return {
        "points": _("The points of all rounds are added."),
        "places": _(
            "Each round gives up to 10 place points: an equal share for everybody at the table who did worse,"
            " and half a share for each tie."
        ),
        "share": _(
            "Each round counts as a share of the table’s points: 100 is the average of the table,"
            " whatever its size."
        ),
    }[way]


def missing(rule: str) -> str:
    """What a missed round brings; shown on every page of standings."""
    return {
        "nothing": _("A missed round counts as nothing."),
        "average": _("A missed round counts as the average of one’s own rounds."),
    }[rule]


def tie_break(name: str) -> str:
    return {
        "wins": _("rounds won"),
        "points": _("sum of points"),
        "places": _("sum of place points"),
        "share": _("shares of the tables’ points"),
        "best": _("best single round"),
        "last": _("latest common round"),
        "direct": _("ahead at common tables"),
    }[name]


def act(name: str, facts: Mapping[str, Any]) -> str:
    """A line of the trail."""
    told = _ACTS.get(name)
    kept = _Gaps({key: _flat(value) for key, value in facts.items()})
    return told() % kept if told else name


def details(name: str, facts: Mapping[str, Any], game: str) -> list[str]:
    """What a line of the trail changed, each as `what: old → new`; empty if the sentence says it all."""
    changes = facts.get("marks", {}) if name == "roll-call" else facts if name == "configure" else {}
    fields = {field.name: field for field in Tournament._meta.fields}
    called = {name: str(field.verbose_name) for name, field in fields.items()}
    chosen = {name: dict(field.flatchoices) for name, field in fields.items()}
    if name == "roll-call":
        words = dict(Entry.Presence.choices)
        changes = {who: [str(words.get(mark, mark)) for mark in marks] for who, marks in changes.items()}
        called = {}
    told = []
    for what, change in changes.items():
        if isinstance(change, list) and len(change) == 2:
            old, new = (chosen.get(what, {}).get(one) or _setting(what, str(one), game) for one in change)
            told.append(f"{called.get(what, what)}: {old} → {new}")
    return told


def _setting(what: str, text: str, game: str) -> str:
    """A setting as the trail keeps it, in words: it keeps the text of a Python value."""
    if text in ("True", "False"):
        return _("yes") if text == "True" else _("no")
    if text in ("None", "", "[]", "{}"):
        return "–"
    if what == "tie_breaks":
        return ", ".join(tie_break(name) for name in ast.literal_eval(text))
    if what == "options":
        options = words.option_words(game, ast.literal_eval(text))
        return ", ".join(f"{label}: {value}" if value else label for label, value in options) or "–"
    if what == "game":
        return words.title(text)
    if what == "date":
        return date_format(date.fromisoformat(text))
    return text


class _Gaps(dict[str, str]):
    """Fills in facts of an old line that were removed with a deleted account."""

    def __missing__(self, key: str) -> str:
        return "…"


def _flat(value: Any) -> str:
    return get_text_list([str(one) for one in value], _("and")) if isinstance(value, list) else str(value)


_ACTS: dict[str, Callable[[], str]] = {
    "create": lambda: _("set up the tournament"),
    "configure": lambda: _("changed the settings"),
    "open": lambda: _("opened registration"),
    "close": lambda: _("closed the tournament"),
    "reopen": lambda: _("reopened the tournament"),
    "helper": lambda: _("made %(name)s a helper"),
    "helper-removed": lambda: _("took back the rights of %(name)s"),
    "enter": lambda: _("entered %(name)s"),
    "enter-members": lambda: _("entered members: %(names)s"),
    "check-in": lambda: _("checked in %(name)s"),
    "wish": lambda: _("noted a seating wish of %(name)s"),
    "wish-removed": lambda: _("removed a seating wish of %(name)s"),
    "enter-list": lambda: _("entered people from a list: %(entered)s"),
    "register": lambda: _("registered as %(name)s"),
    "link": lambda: _("linked %(name)s to an account"),
    "link-asked": lambda: _("asked %(person)s whether %(name)s is their entry"),
    "link-accepted": lambda: _("said yes: %(name)s is their entry"),
    "link-refused": lambda: _("said no: %(name)s is not their entry"),
    "change-entry": lambda: _("changed the entry %(old)s to %(new)s"),
    "withdraw": lambda: _("withdrew %(name)s"),
    "roll-call": lambda: _("called the roll"),
    "propose": lambda: _("drew the seating of round %(round)s"),
    "draw-again": lambda: _("drew round %(round)s again"),
    "swap": lambda: _("swapped %(one)s and %(other)s"),
    "move": lambda: _("moved %(name)s to table %(table)s"),
    "medium": lambda: _("set how table %(table)s plays in round %(round)s"),
    "publish": lambda: _("published round %(round)s"),
    "undo-publish": lambda: _("unpublished round %(round)s"),
    "close-round": lambda: _("closed round %(round)s"),
    "reopen-round": lambda: _("reopened round %(round)s"),
    "clock": lambda: _("set the clock of round %(round)s"),
    "ready": lambda: _("said that table %(table)s may start"),
    "start-table": lambda: _("started table %(table)s of round %(round)s"),
    "start-tables": lambda: _("started the online tables of round %(round)s"),
    "play-anew": lambda: _("opened table %(table)s of round %(round)s again: %(reason)s"),
    "report": lambda: _("typed the scores of table %(table)s in round %(round)s"),
    "confirm": lambda: _("confirmed the scores of table %(table)s in round %(round)s"),
    "settle": lambda: _("settled the scores of table %(table)s in round %(round)s"),
    "enter-scores": lambda: _("entered the scores of table %(table)s in round %(round)s"),
    "correct": lambda: _("corrected table %(table)s of round %(round)s: %(reason)s"),
    "dice": lambda: _("sealed the room dice of round %(round)s"),
    "roll": lambda: _("rolled the room dice, roll %(shown)s"),
    "roll-back": lambda: _("stepped back to roll %(shown)s of the room dice"),
}
