"""The site as an ASGI application: pages and WebSockets."""

import logging
import os
from contextlib import suppress
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
os.environ.setdefault("DATABASE_POOL", "1")

from channels.routing import URLRouter
from django.core.asgi import get_asgi_application

pages = get_asgi_application()

from games.table.routing import websocket_urlpatterns  # noqa: E402 - needs the apps that the line above has set up
from splitsite.database_errors import AWAY  # noqa: E402
from splitsite.fair_queue import Full  # noqa: E402
from splitsite.request_limits import RequestLimits  # noqa: E402

log = logging.getLogger(__name__)
TRY_AGAIN_LATER = 1013

screens = URLRouter(websocket_urlpatterns)


async def patient_screens(scope: Any, receive: Any, send: Any) -> None:
    """Closes sockets that cannot be served now with a code that makes pages come back by themselves."""
    try:
        await screens(scope, receive, send)
    except (Full, *AWAY) as trouble:
        if not isinstance(trouble, Full):
            log.warning("A page was sent off while the database is away: %s", trouble)
        with suppress(RuntimeError):  # the page may have gone by itself
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})


application = RequestLimits(pages, patient_screens)
