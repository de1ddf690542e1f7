"""What deploy/ says holds together; `make rehearse-deploy` tries it for real."""

import re
import shlex
import subprocess
from pathlib import Path

from scripts.rehearsal.machine import blocks
from splitsite.connections import IDLE
from splitsite.request_limits import BODY_SECONDS, LARGEST_BODY

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
CROWD = 5_000
"""People at once, as docs/operations.md promises."""


def read(name: str) -> str:
    return (DEPLOY / name).read_text()


def commands() -> list[str]:
    return [line for block in blocks(read("README.md")).values() for line in block]


def test_the_shell_reads_the_settings_as_systemd_does():
    """systemd takes quotes off and does nothing else."""
    lines = [line for line in read("splitsite.env").splitlines() if line and not line.startswith("#")]
    meant = dict(shlex.split(line)[0].split("=", 1) for line in lines)
    done = subprocess.run(
        [DEPLOY / "with-settings", "env"],
        env={"SETTINGS": str(DEPLOY / "splitsite.env"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert meant.items() <= dict(line.split("=", 1) for line in done.stdout.splitlines()).items()
    assert meant["EMAIL_FROM"] == "Splitsite <noreply@example.org>"


def test_nginx_has_room_for_everybody_who_is_promised_a_place():
    """Each person takes two connections, and each connection is an open file."""
    (connections,) = re.findall(r"worker_connections (\d+);", read("nginx-main.conf"))
    (files,) = re.findall(r"worker_rlimit_nofile (\d+);", read("nginx-main.conf"))
    assert 2 * CROWD < int(connections) < int(files)


def test_nginx_has_the_limits_of_the_site(settings):
    """Behind nginx the site sees only its connections, so nginx counts those of each network."""
    (server,) = re.findall(r"\nserver \{[^}]*listen 443.*", read("nginx.conf"), re.DOTALL)
    said = dict(re.findall(r"^    (\w+) +(.+);$", server, re.MULTILINE))
    assert said["limit_conn"] == f"connections {settings.CONNECTIONS_PER_ADDRESS}"
    assert said["client_max_body_size"] == f"{LARGEST_BODY >> 20}m"
    assert said["client_header_timeout"] == f"{IDLE:.0f}s"
    assert said["client_body_timeout"] == f"{BODY_SECONDS:.0f}s"
    assert said["limit_req"].startswith("zone=requests ")
    assert said["limit_conn_status"] == said["limit_req_status"] == "429"
    zones = re.findall(r"limit_(?:conn|req)_zone +(\S+)", read("nginx.conf"))
    assert zones == ["$network", "$network"], "an IPv6 network counts as one"


def test_nginx_logs_no_address_that_opens_something():
    assert "access_log off;" in read("nginx-main.conf")
    servers = re.findall(r"\nserver \{.*?\n\}", read("nginx.conf"), re.DOTALL)
    assert len(servers) == 2
    for server in servers:
        assert "error_log /dev/null;" in server, "nginx writes whole requests into its error log"
        assert set(re.findall(r"access_log ([^;]+);", server)) <= {
            "off",
            "/var/log/nginx/splitsite.log splitsite",
        }
    (form,) = re.findall(r"log_format splitsite ([^;]+);", read("nginx.conf"))
    assert not set(re.findall(r"\$(\w+)", form)) & {
        "request",
        "request_uri",
        "uri",
        "document_uri",
        "args",
        "query_string",
        "http_referer",
        "http_cookie",
    }


def test_the_page_names_files_and_targets_that_exist():
    for word in " ".join(commands()).split():
        if word.startswith("deploy/") and word != "deploy/.env":
            assert list(ROOT.glob(word)), word
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"splitsite (?:deploy/with-settings )?make (\S+)", "\n".join(commands())))
    assert {"install", "admin", "backup", "restore"} <= targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_command_that_needs_the_database_is_given_the_settings():
    needy = [line for line in commands() if re.search(r"make (admin|backup|restore)", line)]
    assert len(needy) == 3
    for line in needy:
        assert line.startswith("sudo -u splitsite deploy/with-settings make "), line
