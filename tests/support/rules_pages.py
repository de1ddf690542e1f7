"""The rules pages as a reader sees them."""

import re
from html import unescape

from django.test import Client


def page_of(client: Client, game: str, query: str = "") -> str:
    return client.get(f"/rules/{game}/{query}").content.decode()


def words(html: str) -> str:
    """What a reader sees of this HTML."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def number(page: str, name: str) -> str:
    """What stands beside this name among the numbers of the game."""
    (found,) = re.findall(rf"<dt>{name}</dt><dd>(.*?)</dd>", page)
    return words(found)
