"""Addresses of a table."""

from django.urls import path

from games.table import views

app_name = "table"

urlpatterns = [
    path("t/<str:code>/", views.table, name="table"),
    path("t/<str:code>/qr.svg", views.qr_picture, name="qr"),
    path("t/<str:code>/event/", views.event, name="event"),
    path("t/<str:code>/now/", views.now, name="now"),
    path("t/<str:code>/look/", views.look, name="look"),
    path("t/<str:code>/details/", views.details, name="details"),
    path("t/<str:code>/nudges/", views.nudges, name="nudges"),
    path("t/<str:code>/settings/", views.settings, name="settings"),
    path("t/<str:code>/choose/", views.choose, name="choose"),
    path("t/<str:code>/<slug:act>/", views.act, name="act"),
]
