"""Addresses of the decks of clubs."""

from django.urls import path

from games.decks import views

app_name = "decks"

urlpatterns = [
    path("clubs/<slug:slug>/decks/", views.shelf, name="shelf"),
    path("clubs/<slug:slug>/decks/<slug:key>/", views.editor, name="editor"),
    path("clubs/<slug:slug>/decks/<slug:key>/settings/", views.settings, name="settings"),
    path("decks/<slug:key>/deck.txt", views.text_file, name="text"),
    path("decks/<slug:key>/report/", views.report, name="report"),
]
