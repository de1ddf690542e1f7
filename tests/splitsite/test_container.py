"""The container recipe holds together; `make rehearse-container` runs its steps for real."""

import re
from pathlib import Path

import pytest

from scripts.rehearsal.container import steps

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"


def read(name: str) -> str:
    return (DEPLOY / name).read_text()


def test_the_image_is_pinned_checks_its_health_and_does_not_run_as_root():
    found = steps(read("Containerfile"))
    words = [step.word for step in found]
    assert words.count("FROM") == words.count("USER") == words.count("HEALTHCHECK") == words.count("CMD") == 1
    assert re.fullmatch(r"python:\d+\.\d+\.\d+-slim-\w+", found[0].rest)
    assert found[words.index("USER")].rest not in ("root", "0")
    assert not {"RUN", "COPY"} & set(words[words.index("USER") :]), "its user owns nothing of the code"
    assert "ADD" not in words


def test_the_image_holds_only_what_the_site_needs():
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {step.rest.split()[0] for step in steps(read("Containerfile")) if step.word == "COPY"}
    assert copied == allowed
    for path in copied:
        assert (ROOT / path).exists(), path


def test_the_containers_are_pinned_and_their_files_and_settings_exist():
    text = read("compose.yaml")
    images = set(re.findall(r"^ +image: (\S+)", text, re.MULTILINE)) - {"splitsite"}
    assert len(images) == 3
    for image in images:
        assert re.fullmatch(r"\w+:\d+\.\d+(\.\d+)?-\w+", image), image
    for path in re.findall(r"^ +- \./([^:]+):", text, re.MULTILINE):
        assert path == "certificate" or (DEPLOY / path).exists(), path
    settings = set(re.findall(r"^(\w+)=", read("compose.env"), re.MULTILINE))
    assert set(re.findall(r"\$\{(\w+):\?\}", text)) <= settings
    assert not re.search(r"privileged|docker\.sock|network_mode: *host", text)


@pytest.mark.parametrize("port", ["8001", "8002"])
def test_the_containers_find_in_nginx_conf_what_they_replace(port: str):
    assert f"s/127.0.0.1:{port}/" in read("compose.yaml")
    assert f"server 127.0.0.1:{port} " in read("nginx.conf")
