"""Addresses of tournaments."""

from games.tournaments.views.organiser.urls import organiser_urls

app_name = "tournaments"

urlpatterns = [*organiser_urls]
