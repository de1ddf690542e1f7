"""Why something is refused, in the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.decks.refusals import bad_line
from games.engine.contract import Refused


def refusal(refused: Refused) -> str:
    """One clear sentence about why something was refused."""
    facts = refused.facts
    sentences = {
        "stale": _("The cards are already turned over. Please choose again for this turn."),
        "illegal": _("You cannot choose that in this turn."),
        "no-round": _("No round is being played at this table right now."),
        "no-table": _("This table does not exist."),
        "not-seated": _("You have no seat at this table."),
        "not-host": _("Only the host of the table can do that."),
        "arranged": _("This table belongs to an event; its organiser decides that."),
        "table-full": _("All seats at this table are taken."),
        "table-open": _("The cards are not dealt yet."),
        "table-playing": _("A round is being played. Please wait until it is counted."),
        "table-counted": _("The round is already counted, so that is no longer possible."),
        "table-over": _("This match is over."),
        "table-closed": _("This table is closed."),
        "no-more-time": _("You have already asked for more time in this round."),
        "unknown-bot": _("There is no such bot."),
        "unknown-game": _("There is no such game."),
        "unknown-option": _("There is no such option in this game."),
        "unknown-deck": _("This deck is no longer there. Please choose another one."),
        "lost-deck": _(
            "Nobody knows any more from which deck this round was dealt, so it cannot be shown. "
            "Its score sheet stays as it was."
        ),
        "bad-option": _("That value is not possible for this option."),
        "no-such-nudge": _("That cannot be said right now."),
        "nudged-already": _("One nudge per turn: you have already sent yours."),
        "no-such-remark": _("This remark is gone."),
        "empty-remark": _("Please write something first."),
        "too-many-remarks": _("This chat is full."),
        "own-share-of-remarks": _("You have said your share in this chat; the rest is for the others."),
        "too-many-tables": _("Too many new tables at once. Please wait a minute."),
        "day-over": _("That day is over, so its dice no longer count. Here are today’s dice."),
        "day-to-come": _("That day has not come yet."),
        "no-such-day": _("There are no dice for that day."),
        "attempt-first": _("You can practise after the attempt that counts. Please finish it first."),
        "try-again": _("That did not work. Please try again."),
    }
    if refused.code == "bad-seats":
        return _("This game is for %(fewest)s to %(most)s players.") % facts
    if refused.code == "too-few-people":
        return (
            ngettext(
                "This game needs at least %(fewest)s player.",
                "This game needs at least %(fewest)s players.",
                facts["fewest"],
            )
            % facts
        )
    if refused.code == "too-few-seats":
        return _("More people than that already sit at the table. Send someone away first.")
    if refused.code == "long-remark":
        return _("That is too long: %(most)s letters at most.") % facts
    if refused.code == "bad-deck":
        return _("The deck %(file)s cannot be used. Line %(line)s: %(reason)s") % (
            facts | {"reason": bad_line(refused)}
        )
    if refused.code == "no-guest":
        return facts["sentence"]
    return sentences.get(refused.code, _("That is not possible."))
