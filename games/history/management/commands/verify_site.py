"""manage.py verify_site: recomputes every counted round in the database and says which are wrong."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.history import verifying
from games.models import GameSession, ScoreSheet


class Command(BaseCommand):
    help = "Recompute deal, legality, seal and score of every counted round; exit 1 if one is wrong."

    def handle(self, *args: Any, **options: Any) -> None:
        dealt = ScoreSheet.objects.exclude(round__session__medium=GameSession.Medium.PAPER)
        wrong = 0
        for round, reason in verifying.wrong():
            wrong += 1
            self.stdout.write(f"table {round.session.code}, round {round.number}: {reason}")
        self.stdout.write(f"{dealt.count()} rounds recomputed, {wrong} wrong.")
        if wrong:
            sys.exit(1)
