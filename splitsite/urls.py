"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from splitsite import health, pwa, views

handler400 = "splitsite.views.unreadable"
handler500 = "splitsite.views.broken"

urlpatterns = [
    path("", views.home, name="home"),
    path("", include("accounts.urls")),
    path("", include("games.history.urls")),
    path("", include("games.analysis.urls")),
    path("", include("games.decks.urls")),
    path("", include("games.daily.urls")),
    path("", include("games.leaderboards.urls")),
    path("", include("games.lessons.urls")),
    path("tournaments/", include("games.tournaments.urls")),
    path("", include("games.lobby.urls")),
    path("", include("games.table.urls")),
    path("favicon.ico", views.favicon),
    path("robots.txt", views.robots),
    path("manifest.webmanifest", pwa.manifest, name="manifest"),
    path("worker.js", pwa.worker, name="worker"),
    path("offline/", pwa.offline, name="offline"),
    path("livez", health.live),
    path("readyz", health.ready),
    path("metrics", health.metrics),
    path("style/", views.style, name="style"),
    path("colours/", views.colours, name="colours"),
    path("language/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]
