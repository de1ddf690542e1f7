"""Addresses of the rules."""

from django.urls import path

from games.learn import views

app_name = "learn"

urlpatterns = [
    path("rules/", views.all_rules, name="all-rules"),
    path("rules/<slug:game>/", views.rules, name="rules"),
]
