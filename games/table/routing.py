"""Addresses of WebSockets."""

from typing import Any

from django.urls import path, re_path

from games.table.consumers import TableConsumer

_table: Any = TableConsumer.as_asgi()  # not a view: Channels' router calls it as an ASGI application

# Any other address is refused like a table that does not exist.
websocket_urlpatterns = [path("ws/t/<str:code>/", _table), re_path("", _table)]
