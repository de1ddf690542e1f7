"""Who won, in one line: for titles, and for the preview of a shared link."""

from collections.abc import Sequence

from django.utils.translation import ngettext

from games.history.queries.finished_rounds import Sat


def headline(seats: Sequence[Sat]) -> str:
    """`Mia won with 48 points`; a lone player just has points."""
    best = [sat for sat in seats if sat.rank == 1]
    points = best[0].points
    facts = {"names": ", ".join(str(sat.name) for sat in best), "points": points}
    if len(seats) == 1:
        return ngettext("%(names)s: %(points)s point", "%(names)s: %(points)s points", points) % facts
    if len(best) > 1:
        return (
            ngettext(
                "Shared victory with %(points)s point: %(names)s",
                "Shared victory with %(points)s points: %(names)s",
                points,
            )
            % facts
        )
    return (
        ngettext("%(names)s won with %(points)s point", "%(names)s won with %(points)s points", points)
        % facts
    )
