"""Addresses of past rounds."""

from django.urls import URLPattern

app_name = "past"

urlpatterns: list[URLPattern] = []
