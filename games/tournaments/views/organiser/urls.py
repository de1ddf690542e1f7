"""Addresses of those who run a tournament, and of its public list, results and files."""

from django.urls import path

from games.tournaments.views.organiser import desk, entries, remote, results, score_grid, scores, setup

organiser_urls = [
    path("", setup.all_tournaments, name="list"),
    path("new/", setup.new, name="new"),
    path("questions/<int:request_id>/", setup.answer, name="answer-link"),
    path("<str:code>/standings/", results.standings, name="standings"),
    path("<str:code>/files/<slug:name>.<slug:kind>", results.file, name="file"),
    path("<str:code>/desk/", desk.desk, name="desk"),
    path("<str:code>/desk/again/", setup.again, name="desk-again"),
    path("<str:code>/desk/settings/", setup.settings, name="desk-settings"),
    path("<str:code>/desk/remove/", setup.remove, name="desk-remove"),
    path("<str:code>/desk/helpers/", setup.helpers, name="desk-helpers"),
    path("<str:code>/desk/people/", entries.people, name="desk-people"),
    path("<str:code>/desk/people/list/", entries.from_list, name="desk-list"),
    path("<str:code>/desk/people/<int:entry_id>/", entries.entry, name="desk-entry"),
    path("<str:code>/desk/roll-call/", entries.roll_call, name="desk-roll-call"),
    path("<str:code>/desk/scores/", score_grid.grid, name="desk-scores"),
    path("<str:code>/desk/tables/<int:table_id>/", scores.table, name="desk-table"),
    path("<str:code>/desk/remote/", remote.remote, name="desk-remote"),
    path("<str:code>/desk/trail/", results.trail, name="desk-trail"),
    path("<str:code>/desk/files/", results.files, name="desk-files"),
    path("<str:code>/desk/do/<slug:act>/", desk.act, name="desk-act"),
]
