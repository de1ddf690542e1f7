"""Addresses of studies."""

from django.urls import path

from games.analysis import views

app_name = "analysis"

urlpatterns = [
    path("look-back/<str:code>/<int:number>/", views.look_back, name="look-back"),
]
