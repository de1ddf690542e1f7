"""Addresses of tournaments. The organiser's come first; otherwise `new/` would be taken for a code."""

from games.tournaments.views.hall.urls import hall
from games.tournaments.views.organiser.urls import organiser_urls

app_name = "tournaments"

urlpatterns = [*organiser_urls, *hall]
