"""The measuring of screens finds what is too small, cut off, printed over or out of reach."""

import pytest

from tests.support.browser import Visit
from tests.support.browser_measures import measure

SOUND = """<p class="sound">Nothing is wrong here, <a href="/">not even a link in a sentence</a>.</p>
    <button class="sound">Play left</button>"""

STYLE = """body { margin: 20px; font: 16px/1.4 sans-serif } button { width: 120px; height: 72px }
    .at { position: absolute; left: 20px; top: 200px; margin: 0 }
    .tile { display: block; width: 24px; height: 24px }"""

PLANTED = {
    "number under 20 px": """<div id="table" data-seat="0"><div class="around">
        <div class="zone" data-left="0"><svg class="tile" style="width: 16px"></svg></div></div></div>""",
    "target under 44 px": '<a href="/" style="display: block; width: 30px; height: 30px">7</a>',
    "text under 12 px": '<p style="font-size: 10px">tiny</p>',
    "text clipped across": '<p style="width: 60px; overflow: hidden; white-space: nowrap">too many words</p>',
    "text clipped down": '<div style="height: 20px; overflow: hidden"><p>one</p><p>two</p></div>',
    "text clipped below the screen": '<p style="position: fixed; top: 595px">cut</p>',
    "text overprinted": '<p class="at">Ada and Bruno</p><p class="at" style="left: 40px">Chloé</p>',
    "picture and text overlap": '<p class="at">12</p><svg class="tile at"></svg>',
    "hidden sideways": '<div style="width: 99px; overflow: auto"><p style="width: 200px">a table</p></div>',
    "wider than the screen": '<div style="width: 500px">wide</div>',
    "play button cut off": '<button id="play-L" class="at" style="top: 560px">Left</button>',
    "covered target": """<button class="at">?</button>
        <div style="position: fixed; top: 190px; width: 300px; height: 100px; background: red"></div>""",
}


def measured(visit: Visit, inside: str) -> list[str]:
    page = visit("/robots.txt", phone=True)
    page.set_viewport_size({"width": 400, "height": 600})
    page.set_content(f"<style>{STYLE}</style><body>{SOUND}{inside}</body>")
    faults = measure(page)
    assert not [one for one in faults if ".sound" in one.where]
    return [one.fault for one in faults]


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(visit: Visit, fault: str):
    assert set(measured(visit, PLANTED[fault])) == {fault}


def test_a_sound_page_has_no_faults(visit: Visit):
    assert measured(visit, '<svg class="tile at"></svg>') == []


def test_missing_hints_are_found(visit: Visit):
    page = visit("/robots.txt", phone=True)
    page.set_content('<body><span class="play-worth">3 → 5</span></body>')
    assert {one.fault for one in measure(page, hints=True)} == {
        "missing: the values of my zones",
        "missing: what the card would change, on both buttons",
    }


def test_what_can_be_scrolled_into_sight_is_not_cut_off(visit: Visit):
    inside = """<div style="height: 60px; overflow: auto"><p>one</p><p>two</p><p>three</p></div>
        <div style="height: 900px"></div><button>at the end of the page</button>"""
    assert measured(visit, inside) == []
