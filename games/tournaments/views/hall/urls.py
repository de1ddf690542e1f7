"""Addresses of the hall: the event for everybody, one's own page, score entry, projector, paper."""

from django.urls import path

from games.tournaments.views.hall import check_in, players, printing, score_entry, sharing, wall

hall = [
    path("table/<str:token>/", score_entry.sheet, name="sheet"),
    path("table/<str:token>/count/", score_entry.count, name="sheet-count"),
    path("table/<str:token>/confirm/", score_entry.confirm, name="sheet-confirm"),
    path("card/<str:token>/", check_in.card, name="card"),
    path("<str:code>/", players.results, name="results"),
    path("<str:code>/pulse/", players.pulse, name="pulse"),
    path("<str:code>/join/", players.join, name="join"),
    path("<str:code>/me/", players.me, name="me"),
    path("<str:code>/me/here/", check_in.here, name="here"),
    path("<str:code>/me/ready/", players.ready, name="ready"),
    path("<str:code>/event.ics", sharing.calendar, name="calendar"),
    path("<str:code>/embedded/", sharing.embedded, name="embedded"),
    path("<str:code>/wall/", wall.wall, name="wall"),
    path("<str:code>/wall/dice/", wall.dice, name="wall-dice"),
    path("<str:code>/wall/clock/", wall.clock, name="wall-clock"),
    path("<str:code>/print/<slug:what>/", printing.paper, name="print"),
]
