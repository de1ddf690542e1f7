"""Addresses of the rules and of the first games that teach."""

from django.urls import path

from games.lessons import views

app_name = "lessons"

urlpatterns = [
    path("rules/", views.all_rules, name="all-rules"),
    path("rules/<slug:game>/", views.rules, name="rules"),
    path("learn/<slug:game>/", views.lesson, name="lesson"),
    path("learn/<slug:game>/look/", views.look, name="look"),
    path("learn/<slug:game>/details/", views.details, name="details"),
]
