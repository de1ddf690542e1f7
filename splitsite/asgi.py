"""The site as an ASGI application: pages and WebSockets."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
os.environ.setdefault("DATABASE_POOL", "1")

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

application = ProtocolTypeRouter({"http": get_asgi_application()})
