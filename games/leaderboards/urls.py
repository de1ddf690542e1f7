"""Addresses of the leaderboards."""

from django.urls import path

from games.leaderboards import views

app_name = "leaderboards"

urlpatterns = [
    path("leaderboards/", views.board, name="boards"),
    path("leaderboards/<str:game>/", views.board, name="board"),
]
