"""Addresses of the day’s Splitter."""

from django.urls import URLPattern

app_name = "daily"

urlpatterns: list[URLPattern] = []
