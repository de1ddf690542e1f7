"""Staff at work in the admin."""

import re
from collections.abc import Iterable
from html import unescape
from urllib.parse import urlsplit

from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User


def helper(*rights: str) -> User:
    """A member of staff with only these rights."""
    user = User.objects.create_user("Helper", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return user


def do(client: Client, where: str, action: str, chosen: Iterable[int], **more: str):
    fields = {"action": action, "_selected_action": list(chosen), **more}
    return client.post(f"/admin/{where}/", fields, follow=True)


def pages(client: Client) -> dict[str, str]:
    """Every page of the admin that links reach, and the pages beside each row's page.

    A filtered or sorted list is read too, but not filtered any further.
    """
    found: dict[str, str] = {}
    waiting = ["/admin/"]
    while waiting:
        path = waiting.pop()
        if path in found or "/logout/" in path or "/password" in path:
            continue
        answer = client.get(path)
        assert answer.status_code < 500, path
        found[path] = answer.content.decode() if not answer.streaming else ""
        links = [urlsplit(unescape(link)) for link in re.findall(r'href="([^"]+)"', found[path])]
        base, _, asked = path.partition("?")
        for link in links if not asked else ():
            if not link.netloc and (link.path.startswith("/admin/") or (not link.path and link.query)):
                waiting.append(f"{link.path or base}?{link.query}" if link.query else link.path)
        if base.endswith("/change/") and not asked:
            row = base.removesuffix("change/")
            waiting += [f"{row}history/", f"{row}delete/", f"{base}?_popup=1", f"{base}?_to_field=seed"]
    return found
