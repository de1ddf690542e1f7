"""Every page is accessible: axe-core finds nothing, and buttons and text fit fingers and narrow screens."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support import pages as places
from tests.support.browser import Visit
from tests.support.browser_looks import look_at

Part = Callable[[places.World], Iterator[places.Place]]
SEND = """(fields) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "/colours/" });
  form.innerHTML = '<input name="x">'.repeat(fields);
  document.body.append(form);
  form.submit();
}"""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", places.ALL, ids=lambda part: part.__name__)
def test_every_page_is_there_for_everybody(visit: Visit, part: Part):
    world = places.build()
    people = {"visitor": None, "mia": world.mia, "ada": world.others[0], "staff": world.staff}
    pages: dict[str, Page] = {}
    wrong = []
    for place in part(world):
        if place.who not in pages:
            pages[place.who] = visit("/robots.txt", phone=True, person=people[place.who])
        page = pages[place.who]
        go(page, place.path)
        wrong += [f"{place.who} {place.path} {found}" for found in look_at(page)]
    assert pages
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("fields", "told"), [(1, "Please send it once more"), (1001, "We could not read that")]
)
def test_every_apology_is_there_for_everybody(visit: Visit, fields: int, told: str):
    """A form without its token, and one that nobody can read: error pages that can use less than others."""
    page = visit("/", phone=True)
    page.evaluate(SEND, fields)
    expect(page.locator("h1")).to_contain_text(told)
    assert look_at(page) == []


def go(page: Page, path: str) -> None:
    """Opens a page; some ask for the password once more."""
    page.goto(path)
    if "/reauthenticate/?next" in page.url:
        page.get_by_label("Password").fill(places.PASSWORD)
        page.get_by_label("Password").press("Enter")
        page.wait_for_url(f"**{path}")
    assert page.url.endswith(path), f"sent from {path} to {page.url}"
