"""The site as an ASGI application: pages and WebSockets."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
os.environ.setdefault("DATABASE_POOL", "1")

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

pages = get_asgi_application()

from games.urls import websockets  # noqa: E402 - needs the apps that the line above has set up

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": AuthMiddlewareStack(URLRouter(websockets)),
    }
)
