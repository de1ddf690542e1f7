"""Addresses of the lobby, and of the ways to a table."""

from django.urls import path

from games.lobby import views

app_name = "lobby"

urlpatterns = [
    path("tables/", views.lobby, name="lobby"),
    path("tables/new/", views.new, name="new"),
    path("play/now/", views.play_now, name="play-now"),
    path("join/", views.join, name="join"),
]
