"""Rebuilds what is derived from rounds played alone: results, standings and the points of the days."""

from typing import Any

from django.core.management.base import BaseCommand

from games.daily import services
from games.daily.models import Attempt, SoloResult


class Command(BaseCommand):
    help = "Rebuilds results, standings and the days' points from the score sheets."

    def handle(self, *args: Any, **options: Any) -> None:
        services.rebuild()
        solo, days = SoloResult.objects.count(), Attempt.objects.filter(points__isnull=False).count()
        self.stdout.write(f"{solo} rounds alone and {days} attempts at days, from the score sheets.")
