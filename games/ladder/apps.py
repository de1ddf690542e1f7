"""Who plays how well: ratings and leaderboards, derived from finished rounds."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    name = "games.ladder"
    verbose_name = _("ladders")

    def ready(self) -> None:
        from accounts import data, guests
        from games.ladder import counting
        from games.play import rounds

        rounds.counted.append(counting.add)
        guests.followers.append(counting.follow)
        data.parts["ladders"] = counting.my_part
