"""Addresses of studies."""

from django.urls import URLPattern

app_name = "study"

urlpatterns: list[URLPattern] = []
