"""Why a deck is refused, in the reader's language."""

from django.utils.translation import gettext as _

from games.engine.contract import Refused


def refusal(refused: Refused) -> str:
    """One clear sentence; a line that is wrong is named with its number and the reason."""
    facts = refused.facts
    sentences = {
        "not-organiser": _("Only organisers of the club can do this."),
        "too-many-decks": _("A club can have %(most)s decks. Please correct one of those you have."),
        "deck-name-taken": _("The name “%(name)s” is taken. Please choose another."),
        "bad-deck-name": _("A deck needs a name of up to %(most)s letters."),
        "deck-too-long": _("That is too long for a deck."),
        "deck-changed": _("Somebody else has corrected this deck meanwhile. Look at it, then press again."),
        "unknown-deck": _("This deck is no longer there. Please choose another one."),
    }
    if refused.code == "bad-deck":
        return _("Line %(line)s: %(reason)s") % {"line": facts["line"], "reason": bad_line(refused)}
    return sentences.get(refused.code, _("That is not possible.")) % facts


def bad_line(refused: Refused) -> str:
    """What is wrong with a line of a deck."""
    facts = refused.facts
    reasons = {
        "goal-and-points": _("a line has a goal and its points."),
        "unknown-goal": _("there is no goal “%(goal)s”."),
        "bad-points": _("points go from %(fewest)s to %(most)s; “%(points)s” does not fit."),
        "goal-order": _("“%(goal)s” must name each one once, in this order: %(order)s."),
        "copies-differ": _("“%(goal)s” is there already, with other points (%(points)s). Copies are alike."),
        "promo-twice": _("the promo goal can be there only once."),
        "no-moon": _("the deck needs at least one moon, such as majority-red."),
        "no-star": _("the deck needs at least one star, such as majority-1."),
        "too-few-goals": _("for eight players it takes %(needed)s goals; there are only %(found)s."),
        "not-text": _("the file is not UTF-8 text."),
        "unreadable": _("the file cannot be read."),
    }
    return reasons[facts["why"]] % facts
