"""What is sent: pages compressed where safe and cached by nobody else, and what makes the site an app."""

import json
import os
import re
import subprocess
import sys

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from splitsite.storage import StaticStorage
from tests.support.clients import browser_of
from tests.support.tables import dealt

pytestmark = pytest.mark.django_db
LANGUAGES = ["en", "de", "fr", "it", "ru"]


def asked(client: Client, path: str):
    return client.get(path, headers={"accept-encoding": "gzip, deflate, br"})


def test_pages_travel_packed_and_no_proxy_keeps_them():
    answer = asked(Client(), "/")
    assert answer["Content-Encoding"] == "gzip"
    assert set(answer["Cache-Control"].split(", ")) == {"private", "no-cache"}


def test_a_table_is_kept_nowhere():
    session, (mia, _) = dealt(2)
    answer = asked(browser_of(mia), f"/t/{session.code}/")
    assert answer["Content-Encoding"] == "gzip"
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))


def test_pages_that_show_keys_are_not_packed():
    _, (mia, _) = dealt(2)
    for path in ("/settings/return-link/", "/settings/", "/clubs/new/", "/accounts/email/"):
        answer = asked(browser_of(mia), path)
        assert not answer.has_header("Content-Encoding"), path
        assert "private" in answer["Cache-Control"], path


def test_pages_may_not_use_what_they_do_not_need():
    allowed = dict(re.findall(r"([\w-]+)=\((\w*)\)", Client().get("/")["Permissions-Policy"]))
    for name in ("camera", "microphone", "geolocation", "payment", "usb"):
        assert allowed[name] == "", name
    for name in ("publickey-credentials-get", "publickey-credentials-create", "autoplay", "fullscreen"):
        assert allowed[name] == "self", name


@pytest.mark.parametrize(
    ("wish", "promise"),
    [
        ("", "max-age=2592000"),
        ("subdomains", "max-age=2592000; includeSubDomains"),
        ("preload", "max-age=31536000; includeSubDomains; preload"),
    ],
)
def test_browsers_are_told_of_https_for_this_host_only_unless_the_owner_asks_for_more(
    wish: str, promise: str
):
    said = in_production("print(asked['Strict-Transport-Security'])", HSTS=wish)
    assert said.stdout.strip() == promise, said.stderr


def test_a_misspelt_wish_for_https_is_named():
    assert "HSTS must be" in in_production("", HSTS="preloaded").stderr


def in_production(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs this with production settings; `asked` is the answer to a question that needs no database."""
    setup = "import django; django.setup(); from django.test import Client"
    question = "asked = Client().get('/livez', secure=True)"
    facts = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "SECRET_KEY": "0" * 60, "DEBUG": ""}
    return subprocess.run(
        [sys.executable, "-c", f"{setup}\n{question}\n{code}"],
        env=os.environ | facts | {"ALLOWED_HOSTS": "testserver"} | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_two_packed_answers_of_the_same_page_differ_in_length():
    lengths = {len(asked(Client(), "/offline/").content) for _ in range(12)}
    assert len(lengths) > 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_speaks_the_language_of_the_page_that_names_it(language: str):
    page = Client().get("/", headers={"accept-language": language}).content.decode()
    (path,) = re.findall(r'<link rel="manifest" href="([^"]+)"', page)
    told = json.loads(Client().get(path).content)
    assert told["lang"] == language
    assert told["description"] in page
    assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")


@pytest.mark.parametrize("size", ["any-192", "any-512", "maskable-192", "maskable-512", "touch", "preview"])
def test_every_icon_has_the_size_it_is_said_to_have(size: str):
    drawing = finders.find(f"site/icons/{size}.png")
    with open(drawing, "rb") as file:
        head = file.read(24)
    measured = int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
    said = {"touch": (180, 180), "preview": (1200, 630)}
    assert measured == said.get(size, (int(size.partition("-")[2] or 0),) * 2)


def test_a_shared_link_shows_a_picture_a_title_and_a_sentence(settings):
    settings.SITE_URL = "http://play.example.org"
    session, _ = dealt(2, name="Kitchen <table>")
    page = Client().get(f"/t/{session.code}/").content.decode()
    tags = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"', page))
    assert tags["og:title"] == "Kitchen &lt;table&gt; · Splitsite"
    assert tags["og:description"].startswith("A table of Splito")
    assert re.fullmatch(r"http://play\.example\.org/static/site/icons/preview[.\w]*png", tags["og:image"])
    assert tags["og:url"] == f"http://play.example.org/t/{session.code}/"
    assert tags["twitter:card"] == "summary_large_image"


def test_the_worker_keeps_nothing_but_the_page_without_network_and_what_it_needs():
    script = Client().get("/worker.js", {"language": "ru"}).content.decode()
    (page,) = re.findall(r'PAGE = "([^"]+)"', script)
    kept = set(re.findall(r'^  "([^"]+)",', script, re.MULTILINE))
    assert {path.partition("/site/")[0] for path in kept} == {"/static"}
    html = Client().get(json.loads(f'"{page}"')).content.decode()
    needed = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', html)) - {
        path for path in re.findall(r'"([^"]+)"', html) if "touch" in path
    }
    assert needed <= kept
    assert "Content-Language" in Client().get("/offline/")


def test_nonsense_for_a_language_is_english():
    for path in ("/worker.js", "/offline/", "/manifest.webmanifest"):
        assert Client().get(path, {"language": '"\0</script>'}).status_code == 200
    assert 'lang="en"' in Client().get("/offline/", {"language": "xx"}).content.decode()


def test_the_offline_page_is_the_same_for_everybody():
    _, (mia, _) = dealt(2)
    assert browser_of(mia).get("/offline/").content == Client().get("/offline/").content


def test_style_sheets_are_put_together_where_they_are_collected(tmp_path):
    names = ["site/css/site.css", "site/css/tokens.css"]
    source = settings.BASE_DIR / "splitsite" / "static"
    storage = StaticStorage(location=tmp_path, base_url="/static/")
    plain = StaticStorage(location=source, base_url="/static/")
    (tmp_path / "site" / "css").mkdir(parents=True)
    for name in names:
        (tmp_path / name).write_bytes((source / name).read_bytes())
    paths = {name: (plain, name) for name in names}
    next(storage.post_process(paths))
    whole = (tmp_path / "site" / "css" / "site.css").read_text()
    assert "@import" not in whole
    for part in re.findall(r'@import url\("([^"]+)"\)', (source / names[0]).read_text()):
        assert (source / "site" / "css" / part).read_text() in whole
    assert paths["site/css/tokens.css"] == (plain, "site/css/tokens.css")
