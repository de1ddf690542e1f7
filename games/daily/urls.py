"""Addresses of Splitter alone and of the day’s Splitter."""

from django.urls import path

from games.daily import views

app_name = "daily"

urlpatterns = [
    path("solo/", views.solo, name="solo"),
    path("solo/start/", views.start_solo, name="start-solo"),
    path("today/", views.today, name="today"),
    path("today/start/", views.start, name="start"),
    path("days/", views.calendar, name="calendar"),
    path("days/<str:date>/", views.day, name="day"),
    path("days/<str:date>/practise/", views.practise, name="practise"),
    path("days/<str:date>/best/", views.best, name="best"),
]
