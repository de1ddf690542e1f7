"""manage.py rerate: rebuilds ratings and leaderboards from the score sheets."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.leaderboards.services import rebuilding


class Command(BaseCommand):
    help = "Rebuild all ratings and leaderboards from the score sheets; play may go on meanwhile."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = rebuilding.rebuild()
        except rebuilding.Busy:
            raise CommandError("Another rerate is running, or people keep signing in: try again.") from None
        self.stdout.write(
            f"{report.rounds} rounds rated. Rows that were not as they should be:"
            f" {report.ratings} ratings, {report.steps} steps, {report.tallies} sums."
        )
