"""Addresses of WebSockets."""

from typing import Any

from django.urls import path, re_path

from games.table.consumers import TableConsumer

_table: Any = TableConsumer.as_asgi()  # no view: Channels' router calls it as an ASGI application

# An address without a table is turned away like a table that does not exist.
websocket_urlpatterns = [path("ws/t/<str:code>/", _table), re_path("", _table)]
