"""Addresses of ladders."""

from django.urls import URLPattern

app_name = "ladder"

urlpatterns: list[URLPattern] = []
