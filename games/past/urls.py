"""Addresses of past rounds."""

from django.urls import URLPattern, path

from games.past import checking, replay, sheets, views

app_name = "past"

urlpatterns: list[URLPattern] = [
    path("history/", views.history, name="history"),
    path("people/<int:number>/", views.person, name="person"),
    path("replay/<str:code>/<int:number>/", replay.replay, name="replay"),
    path("replay/<str:code>/<int:number>/count/", replay.count, name="count"),
    path("replay/<str:code>/<int:number>/check/", checking.check, name="check"),
    path("replay/<str:code>/<int:number>/record.json", checking.record, name="record"),
    path("sheet/<str:code>/", sheets.sheet, name="sheet"),
    path("sheet/<str:code>/sheet.svg", sheets.picture, name="picture"),
]
