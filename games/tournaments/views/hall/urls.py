"""Addresses of the hall: the event for everybody, one's own page, score entry, projector, paper."""

from django.urls import path

from games.tournaments.views.hall import papers, people, sheets, walls

hall = [
    path("table/<str:token>/", sheets.sheet, name="sheet"),
    path("table/<str:token>/count/", sheets.count, name="sheet-count"),
    path("table/<str:token>/confirm/", sheets.confirm, name="sheet-confirm"),
    path("<str:code>/", people.results, name="results"),
    path("<str:code>/pulse/", people.pulse, name="pulse"),
    path("<str:code>/join/", people.join, name="join"),
    path("<str:code>/me/", people.me, name="me"),
    path("<str:code>/me/ready/", people.ready, name="ready"),
    path("<str:code>/wall/", walls.wall, name="wall"),
    path("<str:code>/wall/dice/", walls.dice, name="wall-dice"),
    path("<str:code>/wall/clock/", walls.clock, name="wall-clock"),
    path("<str:code>/print/<slug:what>/", papers.paper, name="print"),
]
