"""Addresses of past rounds."""

from django.urls import URLPattern, path

from games.history.views import decks, profiles, records, replays, score_sheets

app_name = "history"

urlpatterns: list[URLPattern] = [
    path("history/", profiles.history, name="history"),
    path("people/<int:number>/", profiles.person, name="person"),
    path("replay/<str:code>/<int:number>/", replays.replay, name="replay"),
    path("replay/<str:code>/<int:number>/count/", replays.count, name="count"),
    path("replay/<str:code>/<int:number>/check/", records.check, name="check"),
    path("replay/<str:code>/<int:number>/record.json", records.record, name="record"),
    path("decks/<slug:key>/", decks.deck, name="deck"),
    path("decks/<slug:key>/count/", decks.count, name="deck-count"),
    path("sheet/<str:code>/", score_sheets.sheet, name="sheet"),
    path("sheet/<str:code>/sheet.svg", score_sheets.picture, name="picture"),
]
