"""A real browser, as tests ask for it: `visit` opens the site as one more person."""

from collections.abc import Callable

from playwright.sync_api import Page

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
PATIENCE = 30_000
"""Milliseconds before a waiting browser gives up. Only a fault takes so long, however busy the machine is."""

Visit = Callable[..., Page]
