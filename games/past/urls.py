"""Addresses of past rounds."""

from django.urls import URLPattern, path

from games.past import views

app_name = "past"

urlpatterns: list[URLPattern] = [
    path("history/", views.history, name="history"),
    path("people/<int:number>/", views.person, name="person"),
]
