"""Addresses of the lobby and the tables."""

from django.urls import path

from games.table import actions, views

app_name = "games"

urlpatterns = [
    path("tables/", views.lobby, name="lobby"),
    path("tables/new/", views.new, name="new"),
    path("play/now/", views.play_now, name="play-now"),
    path("join/", views.join, name="join"),
    path("t/<str:code>/", views.table, name="table"),
    path("t/<str:code>/qr.svg", views.qr_picture, name="qr"),
    path("t/<str:code>/event/", views.event, name="event"),
    path("t/<str:code>/now/", views.now, name="now"),
    path("t/<str:code>/look/", views.look, name="look"),
    path("t/<str:code>/nudges/", views.nudges, name="nudges"),
    path("t/<str:code>/settings/", views.settings, name="settings"),
    path("t/<str:code>/choose/", actions.choose, name="choose"),
    path("t/<str:code>/<slug:act>/", actions.act, name="act"),
]
