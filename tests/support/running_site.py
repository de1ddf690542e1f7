"""The product as `make run` starts it, for tests that talk to it from outside."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.support.emptying import empty_the_database

ROOT = Path(__file__).parent.parent.parent


def run_the_site(django_db_setup: None) -> Iterator[str]:
    """The product as `make run` starts it, on this worker's test database."""
    name = connection.settings_dict["NAME"]
    with subprocess.Popen(
        [sys.executable, "-m", "splitsite.supervisor", "--port", "0", "--end-with-parent"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_NAME": name, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            lines = []
            for line in process.stdout:
                lines.append(line)
                if line.startswith("http://"):
                    break
            else:
                pytest.fail("The site did not start: " + "".join(lines))
            yield line.strip().rstrip("/")
        finally:
            process.terminate()


running_site = pytest.fixture(scope="package", name="running_site")(run_the_site)
"""It ends after the last test of its folder: its clock would change what other tests put there."""


@pytest.fixture
def site(running_site: str, django_db_blocker: Any) -> Iterator[str]:
    """The site's address; each test begins with an empty database, which test and site share."""
    with django_db_blocker.unblock():
        empty_the_database()
        yield running_site
        empty_the_database()
        connection.close()
