"""Where every address leads."""

from django.contrib import admin
from django.urls import include, path

from splitsite import health, installing, pages

handler400 = "splitsite.pages.unreadable"
handler500 = "splitsite.pages.broken"

urlpatterns = [
    path("", pages.home, name="home"),
    path("", include("accounts.urls")),
    path("", include("games.history.urls")),
    path("", include("games.analysis.urls")),
    path("", include("games.daily.urls")),
    path("", include("games.leaderboards.urls")),
    path("", include("games.lessons.urls")),
    path("tournaments/", include("games.tournaments.urls")),
    path("", include("games.table.urls")),
    path("favicon.ico", pages.favicon),
    path("robots.txt", pages.robots),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("worker.js", installing.worker, name="worker"),
    path("offline/", installing.offline, name="offline"),
    path("livez", health.live),
    path("readyz", health.ready),
    path("metrics", health.metrics),
    path("style/", pages.style, name="style"),
    path("colours/", pages.colours, name="colours"),
    path("language/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]
