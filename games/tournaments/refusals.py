"""Why something is refused in a tournament, in the reader's language."""

from collections.abc import Callable

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Refused
from games.table import refusals


def refusal(refused: Refused) -> str:
    """One clear sentence about why something was refused."""
    told = _SENTENCES.get(refused.code)
    return told(refused) if told else refusals.refusal(refused)


def _tables_missing(refused: Refused) -> str:
    tables = [str(number) for number in refused.facts["tables"]]
    return ngettext(
        "The scores of table %(tables)s are still missing.",
        "The scores of tables %(tables)s are still missing.",
        len(tables),
    ) % {"tables": get_text_list(tables, _("and"))}


def _not_linked(refused: Refused) -> str:
    people = refused.facts["names"]
    return _("Table %(table)s cannot play online. Without phone or account: %(names)s.") % {
        "table": refused.facts["table"],
        "names": get_text_list(people, _("and")),
    }


def _says(sentence: Callable[[], str]) -> Callable[[Refused], str]:
    return lambda refused: sentence() % refused.facts if refused.facts else sentence()


_SENTENCES: dict[str, Callable[[Refused], str]] = {
    "tables-missing": _tables_missing,
    "not-linked": _not_linked,
    "bad-name": lambda refused: refused.facts["sentence"],
    "no-tournament": _says(lambda: _("This tournament does not exist.")),
    "not-organiser": _says(lambda: _("Only the organiser can do that.")),
    "not-helper": _says(lambda: _("Only the organiser and the helpers can do that.")),
    "account-needed": _says(lambda: _("Please sign up first: this needs an account.")),
    "password-needed": _says(
        lambda: _(
            "Whoever runs a tournament signs in with a password, not with a login card. "
            "It has to be chosen in the settings first."
        )
    ),
    "tournament-closed": _says(
        lambda: _("This tournament is closed. Its organiser can reopen it to change something.")
    ),
    "changed-meanwhile": _says(
        lambda: _("Somebody else has changed this in the meantime. Please look at it again first.")
    ),
    "entered-twice": _says(lambda: _("%(name)s is already entered.")),
    "name-there": _says(lambda: _("%(name)s is already entered. Is that you?")),
    "long-name": _says(lambda: _("A name can have at most %(most)s letters.")),
    "bad-newcomer": _says(lambda: _("The second column says whether somebody is new: yes or no.")),
    "twice-in-list": _says(lambda: _("This name is already further up in the list.")),
    "unreadable": _says(lambda: _("This line cannot be read: perhaps a quotation mark is missing.")),
    "too-many-lines": _says(lambda: _("The list is too long; everything from here on was left out.")),
    "too-many-entries": _says(lambda: _("A tournament can have at most %(most)s entries.")),
    "no-entry": _says(lambda: _("This person is not entered, or has no seat in this round.")),
    "registration-closed": _says(lambda: _("Registration is closed. Please ask the organiser.")),
    "unknown-setting": _says(lambda: _("There is no such setting.")),
    "unknown-rights": _says(lambda: _("There are no such rights.")),
    "unknown-presence": _says(lambda: _("In the roll call a person is expected, here, late or gone.")),
    "marked-gone": _says(lambda: _("%(name)s is marked as gone. Please tell the organiser.")),
    "still-waiting": _says(
        lambda: _("All places are taken. You are on the waiting list; the organiser can let you in.")
    ),
    "not-yet-the-day": _says(lambda: _("The event is on another day. Check in when you are there.")),
    "unknown-wish": _says(lambda: _("There is no such wish.")),
    "wish-needs-a-person": _says(lambda: _("Please choose the other person.")),
    "wish-needs-a-table": _says(lambda: _("Please choose a table from 1 to 99.")),
    "too-many-wishes": _says(lambda: _("A tournament can have at most %(most)s wishes.")),
    "contrary-wish": _says(
        lambda: _("%(name)s and %(other)s already have the opposite wish. Remove that one first.")
    ),
    "bad-final": _says(lambda: _("A final has %(least)s to %(most)s seats.")),
    "unknown-medium": _says(lambda: _("A table plays online or on paper.")),
    "rounds-drawn": _says(lambda: _("The game cannot be changed once a round is drawn.")),
    "rounds-played": _says(
        lambda: _("A round has been played, so the tournament cannot be removed. You can close it.")
    ),
    "fewer-rounds-than-played": _says(lambda: _("Rounds already drawn: %(played)s.")),
    "bad-rounds": _says(lambda: _("A tournament has one to nine rounds.")),
    "bad-table-sizes": _says(
        lambda: _("A table of this game seats %(least)s to %(most)s people; the ideal sizes lie in between.")
    ),
    "bad-counting": _says(lambda: _("There is no such way to count.")),
    "bad-tie-breaks": _says(lambda: _("Each tie-break can be used once.")),
    "too-many-tournaments": _says(
        lambda: _("You already organise %(most)s tournaments. Close or remove one first.")
    ),
    "consent-needed": _says(lambda: _("%(name)s has to agree first.")),
    "no-question": _says(lambda: _("This question is no longer open.")),
    "no-account": _says(lambda: _("There is no account with this name.")),
    "choose-two": _says(lambda: _("Please choose exactly two people to swap.")),
    "choose-one": _says(lambda: _("Please choose exactly one person to move.")),
    "long-list": _says(lambda: _("This is too long for a list of people.")),
    "no-club": _says(lambda: _("This club no longer exists.")),
    "nobody-here": _says(lambda: _("Nobody is marked as here yet.")),
    "no-table-sizes": _says(
        lambda: _(
            "This number of people (%(people)s) cannot be seated: a table has %(least)s to %(most)s places."
        )
    ),
    "no-rounds-left": _says(lambda: _("All rounds are drawn (%(rounds)s). You can add one in the settings.")),
    "no-tournament-round": _says(lambda: _("There is no such round.")),
    "no-tournament-table": _says(lambda: _("There is no such table.")),
    "round-proposed": _says(lambda: _("The seating of this round is not published yet.")),
    "round-published": _says(lambda: _("This round is already published.")),
    "round-closed": _says(lambda: _("This round is closed.")),
    "round-not-closed": _says(lambda: _("Round %(round)s is not closed yet.")),
    "later-round-drawn": _says(lambda: _("The next round is already drawn.")),
    "scores-typed": _says(
        lambda: _("Scores for round %(round)s are already typed, so its seating can only be changed by hand.")
    ),
    "cards-dealt": _says(lambda: _("An online table has already started, so the seating stays.")),
    "not-online": _says(lambda: _("This table does not play online right now.")),
    "not-on-paper": _says(lambda: _("This table plays online; its scores are counted automatically.")),
    "not-seated": _says(lambda: _("You do not sit at this table.")),
    "table-counted": _says(
        lambda: _("This table is already counted. The organiser can correct it and give a reason.")
    ),
    "nothing-to-correct": _says(lambda: _("This table has no scores yet.")),
    "reports-differ": _says(
        lambda: _("Two different sets of scores were typed at this table. The organiser decides.")
    ),
    "bad-number": _says(lambda: _("Please type whole numbers from 0 to %(most)s.")),
    "numbers-missing": _says(lambda: _("Some numbers are still missing.")),
    "reason-needed": _says(lambda: _("Please write down the reason.")),
    "bad-minutes": _says(lambda: _("The clock runs for 1 to 600 minutes.")),
    "dice-all-rolled": _says(lambda: _("All dice of this round are rolled.")),
    "dice-revealed": _says(lambda: _("The dice of this round have been revealed, so it stays closed.")),
    "no-dice": _says(lambda: _("This game has no dice.")),
}
