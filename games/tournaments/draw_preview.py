"""What the page says before a round is drawn: who will meet at table 1, how many tables can play online."""

from dataclasses import dataclass

from games.tournaments import queries, seating, sentences


@dataclass(frozen=True, slots=True)
class Ahead:
    """Whether the next round goes by standing or has a final, and who sits at its first table."""

    told: str
    met: bool


def ahead(board: queries.Board) -> Ahead | None:
    """None if the next round is drawn as usual."""
    number, tournament = len(board.rounds) + 1, board.tournament
    final = board.book.final(number)
    if not final and not (tournament.by_standing and number > 1):
        return None
    people = board.book.people(number)
    names = {one.pk: one.name for one in board.entries}
    if final:
        best = seating.finalists(people, final, tournament.sizes)
    else:
        order = sorted(people, key=lambda one: (one.standing or len(people), one.id))
        first = seating.best_sizes(len(people), tournament.sizes)[0][0] if board.counted else 0
        best = tuple(one.id for one in order[:first])
    if not best:
        return Ahead(sentences.no_leaders(final=bool(final)), met=False)
    return Ahead(sentences.leaders([names[who] for who in best], final=bool(final)), met=True)


def online_choices(board: queries.Board) -> range:
    """How many tables could play online: as many as the people with phones can fill."""
    here = [one for one in board.entries if one.presence == "here"]
    phones = sum(one.person is not None and one.person.is_active for one in here)
    least = max(1, min(board.tournament.seats_least, len(here)))
    return range(phones // least + 1)
