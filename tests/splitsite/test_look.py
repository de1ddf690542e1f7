"""The look: remembered pieces, pages that always have something to say, readable colours."""

import posixpath
import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils.safestring import mark_safe
from django.utils.translation import override
from pytest_django import Settings

from accounts.models import User
from games.splito.cards import FACES
from games.splito.deck import load
from games.splitter.explanation import explain_sheet
from games.splitter.sheets import SHEETS
from games.templatetags import pieces, site

CSS = settings.BASE_DIR / "splitsite" / "static" / "site" / "css"
TEMPLATES = settings.BASE_DIR / "templates"
GOALS = list(load("classic").goals.values())


# Pieces


def test_the_same_facts_are_drawn_only_once() -> None:
    first = pieces.draw("splito/_card.html", card="red-5")
    assert pieces.draw("splito/_card.html", card="red-5") is first
    assert pieces.draw("splito/_card.html", card="red-6") is not first


def test_each_language_has_its_own_drawing() -> None:
    english = pieces.draw("splito/_card.html", card="red-5")
    with override("de"):
        assert pieces.draw("splito/_card.html", card="red-5") is not english


def test_while_developing_nothing_is_remembered(settings: Settings) -> None:
    settings.DEBUG = True
    first = pieces.draw("splito/_card.html", card="red-5")
    again = pieces.draw("splito/_card.html", card="red-5")
    assert again == first
    assert again is not first


def test_a_piece_does_not_see_what_is_around_it() -> None:
    page = Template('{% load pieces %}{% piece "_seat.html" name="Ada" %}')
    assert page.render(Context({"you": True})) == page.render(Context())


def test_a_safe_fact_does_not_make_an_equal_unsafe_one_safe() -> None:
    name = "<b>Ada</b>"
    assert name in pieces.draw("_seat.html", name=mark_safe(name))
    assert name not in pieces.draw("_seat.html", name=name)


def test_a_group_is_outlined_where_it_ends() -> None:
    assert pieces.outline([(1, 1), (1, 2)]) == "M1 1h1M1 2h1M1 1v1M2 1h1M2 2h1M3 1v1"


# Drawings


def shapes(html: str) -> set[str]:
    return set(re.findall(r'href="#([^"]+)"', html))


def drawn() -> set[str]:
    return set(re.findall(r'id="([^"]+)"', pieces.draw("splito/_sprite.html")))


def test_the_sprite_has_every_shape_it_uses_itself() -> None:
    assert shapes(pieces.draw("splito/_sprite.html")) <= drawn()


@pytest.mark.parametrize("card", FACES)
def test_every_card_is_drawn_with_its_shape_and_name(card: str) -> None:
    colour, number = FACES[card]
    for template in ("splito/_card.html", "splito/_tile.html"):
        html = pieces.draw(template, card=card)
        assert f'aria-label="{colour} {number}"' in html
        assert shapes(html) == {f"s-{card}"}
    assert f"s-{card}" in drawn()


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.id)
@pytest.mark.parametrize("size", ["hand", "zone", "strip", "picture"])
def test_every_goal_is_a_picture_with_a_name(goal, size: str) -> None:
    html = pieces.draw("splito/_goal.html", goal=goal.id, points=goal.points, size=size, state="met")
    (name,) = re.findall(r'role="img" aria-label="([^"]+)"', html)
    assert goal.id not in name
    assert f"{goal.points} point" in name
    assert name.endswith(": met")
    assert shapes(html)
    assert shapes(html) <= drawn()


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("majority-red", "most red cards"),
        ("majority-4", "most 4s"),
        ("exactly-two-3", "exactly two 3s"),
        ("none-2", "no 2"),
        ("colours-1", "exactly 1 colour"),
        ("colours-5", "exactly 5 colours"),
        ("numbers-4", "exactly 4 different numbers"),
        ("trio-red-blue-yellow", "one of each: red, blue, yellow"),
        ("at-most-11", "at most 11 cards"),
        ("at-least-15", "at least 15 cards"),
        ("promo-42", "numbers that add up to 42"),
    ],
)
def test_a_goal_says_what_it_asks_for(goal: str, words: str) -> None:
    assert pieces.draw("splito/_goal_name.html", goal=goal) == words


def test_a_sheet_tells_its_groups_apart() -> None:
    sheet = SHEETS["A"]
    rows = ("..22_1..", ".______.", "________", "________", "________", ".______.", "..____..")
    groups = explain_sheet(sheet, sheet.cells(rows)).groups
    html = pieces.draw("splitter/_sheet.html", drawing=sheet.drawing, rows=rows, groups=groups)
    assert '<text class="scores" x="3.5 4.5" y="1.71 1.71">22</text>' in html
    assert html.count('class="around"') == 2
    assert "row 1: 2 2 – 1" in unescape(html)


def test_a_die_has_as_many_pips_as_it_says() -> None:
    for number in range(1, 7):
        assert pieces.draw("splitter/_die.html", number=number).count("<circle") == number


# Pages


@pytest.mark.django_db
def test_a_visitor_can_play_at_once_make_a_table_or_join_one(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    for act in (
        'action="/play/now/"',
        'formaction="/tables/new/"',
        'action="/join/"',
        'name="name"',
        'name="code"',
    ):
        assert act in page.text


@pytest.mark.django_db
def test_who_has_a_name_is_not_asked_for_it(client: Client) -> None:
    client.force_login(User.objects.create_user("Mia"))
    page = client.get("/").text
    assert 'name="name"' not in page
    assert "Mia" in page


@pytest.mark.django_db
def test_the_style_page_is_for_staff_only(client: Client) -> None:
    assert client.get("/style/").status_code == 404
    client.force_login(User.objects.create_user("Ada"))
    assert client.get("/style/").status_code == 404
    client.force_login(User.objects.create_user("Mia", is_staff=True))
    assert client.get("/style/").status_code == 200


def test_while_developing_everybody_sees_the_style_page(client: Client, settings: Settings) -> None:
    settings.DEBUG = True
    assert client.get("/style/").status_code == 200


@pytest.mark.django_db
def test_a_wrong_address_is_answered_with_a_way_on(client: Client) -> None:
    page = client.get("/nothing/lies/here/")
    assert page.status_code == 404
    assert "Nothing here" in page.text
    assert 'href="/"' in page.text


@pytest.mark.parametrize(
    "page", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html", "503.html"]
)
def test_error_pages_need_no_database_and_no_request(page: str) -> None:
    html = render_to_string(page)
    assert "<h1>" in html
    assert 'href="/"' in html


def test_the_menu_has_no_line_without_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "MENU", (site.Link("home", "Play"), site.Link("not-built-yet", "Ladders")))
    lines = site.menu(Context({"request": RequestFactory().get("/")}))
    assert [line["word"] for line in lines] == ["Play"]


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "word"), [("/", "Play"), ("/tables/new/", "Play"), ("/clubs/", "Clubs")])
def test_the_menu_marks_where_the_reader_is(client: Client, path: str, word: str) -> None:
    assert re.findall(r'aria-current="page">([^<]+)<', client.get(path).text) == [word]


@pytest.mark.django_db
def test_a_visitor_can_turn_the_lights_off(client: Client) -> None:
    answer = client.post("/colours/", {"colours": "dark", "next": "/style/"})
    assert answer.headers["Location"] == "/style/"
    assert 'data-colours="dark"' in client.get("/").text


@pytest.mark.parametrize("onward", ["https://elsewhere.example/", "//elsewhere.example", ""])
def test_the_colours_switch_leads_nowhere_else(client: Client, onward: str) -> None:
    assert client.post("/colours/", {"colours": "dark", "next": onward}).headers["Location"] == "/"


# Rules the files keep


def all_templates() -> list[Path]:
    return sorted([*TEMPLATES.rglob("*.html"), *TEMPLATES.rglob("*.jinja")])


@pytest.mark.parametrize("path", all_templates(), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_templates_have_no_inline_styles_or_scripts(path: Path) -> None:
    html = path.read_text()
    assert not re.search(r"\sstyle\s*=", html)
    assert not re.search(r"\son[a-z]+\s*=", html)
    assert not re.search(r"hx-on|javascript:|<style", html)
    for script in re.findall(r"<script\b[^>]*>", html):
        assert "src=" in script or 'type="application/json"' in script


def all_style_sheets() -> list[str]:
    """By the names under which pages ask for them: `site/css/site.css`."""
    folders = [*settings.STATICFILES_DIRS, settings.BASE_DIR / "accounts" / "static"]
    return sorted(path.relative_to(folder).as_posix() for folder in folders for path in folder.rglob("*.css"))


@pytest.mark.parametrize("name", all_style_sheets())
def test_stylesheets_are_short_and_point_at_files_that_exist(name: str) -> None:
    css = Path(finders.find(name)).read_text()
    assert css.count("\n") <= 400
    for address in re.findall(r'url\("([^":]+)"\)', css):
        assert finders.find(posixpath.normpath(posixpath.join(posixpath.dirname(name), address))), address


# Colours: WCAG contrast of the pairs that are used together


def tokens() -> dict[str, tuple[str, str]]:
    """Each colour's value in light and in dark."""
    css = (CSS / "tokens.css").read_text()
    both = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", css)
    same = re.findall(r"--([\w-]+): (#\w{6});", css)
    return {name: (light, dark) for name, light, dark in both} | {name: (one, one) for name, one in same}


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


SURFACES = ("table", "mat", "well", "paper", "buff", "violet-tint")
SUITS = ("red", "blue", "yellow", "black", "green", "orange")
PAIRS = [
    *[("ink", surface, 10.0) for surface in SURFACES],
    *[("ink2", surface, 4.5) for surface in SURFACES],
    *[("violet", surface, 4.5) for surface in SURFACES],
    *[("line2", surface, 3.0) for surface in SURFACES],
    *[(f"on-{suit}", suit, 4.5) for suit in SUITS],
    *[(f"{suit}-edge", surface, 3.0) for suit in SUITS for surface in ("paper", "mat", "buff")],
    ("on-act", "act", 7.0),
    ("act-edge", "table", 3.0),
    ("on-ink", "ink", 10.0),
    ("on-violet", "violet", 7.0),
]


@pytest.mark.parametrize(("front", "back", "least"), PAIRS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_stands_on_a_colour_can_be_read(front: str, back: str, least: float, scheme: str) -> None:
    which = ("light", "dark").index(scheme)
    known = tokens()
    assert contrast(known[front][which], known[back][which]) >= least
