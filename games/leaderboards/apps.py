"""Who plays how well: ratings and leaderboards, derived from finished rounds."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    name = "games.leaderboards"
    label = "ladder"  # the name its tables have in existing databases
    verbose_name = _("ladders")

    def ready(self) -> None:
        from accounts import data_export
        from accounts.services import guests
        from games.leaderboards.services import counting, rebuilding
        from games.table.services import paper, rounds

        rounds.counted.append(counting.add)
        paper.changed.append(rebuilding.put_right)
        guests.followers.append(counting.follow)
        data_export.parts["ladders"] = counting.my_part
