"""Brings the database and the static files up to date before the site starts; safe when run twice at once."""

import fcntl
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from splitsite.database import Unusable, sentence
from splitsite.postgres.keeper import waited

PREPARING = 7_150_418  # the advisory lock of the process that migrates
PATIENCE = 120  # seconds to wait for another process that prepares


def prepare() -> None:
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    with connection.cursor() as cursor:
        # Another site may be preparing, and a large table may take long.
        cursor.execute(f"SET lock_timeout = '{PATIENCE}s'; SET statement_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [PREPARING])
        call_command("migrate", interactive=False, verbosity=0)
    connection.close()
    with alone_in(settings.DATA_DIR):
        collect_static()


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Waits for others who collect into the same data folder, perhaps for another database."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "static.lock").open("w") as lock:
        if not waited(lock.fileno(), fcntl.LOCK_EX, until=time.monotonic() + PATIENCE):
            raise Unusable("Another command has been collecting the static files for too long.")
        yield


def collect_static() -> None:
    """Hashes and compresses the static files beside their place, and only if one of them has changed."""
    from django.conf import settings
    from django.contrib.staticfiles.finders import get_finders
    from django.core.management import call_command

    sign = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            found = os.stat(storage.path(name))
            sign.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    root = Path(settings.STATIC_ROOT)
    stamp = root / "complete"
    if stamp.exists() and stamp.read_text() == sign.hexdigest():
        return
    root.parent.mkdir(parents=True, exist_ok=True)
    for left_over in root.parent.glob("static-*"):
        shutil.rmtree(left_over, ignore_errors=True)
    new = Path(tempfile.mkdtemp(prefix="static-", dir=root.parent))
    try:
        new.chmod(0o755)
        settings.STATIC_ROOT = str(new)
        call_command("collectstatic", interactive=False, verbosity=0)
        (new / "complete").write_text(sign.hexdigest())
        old = new.with_name(f"{new.name}-old")
        if root.exists():
            root.rename(old)
        new.rename(root)
        shutil.rmtree(old, ignore_errors=True)
    finally:
        settings.STATIC_ROOT = str(root)
        shutil.rmtree(new, ignore_errors=True)


def main() -> None:
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.db import OperationalError

    from splitsite import parent_watch

    parent_watch.watch()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    try:
        django.setup()
        prepare()
    except (Unusable, ImproperlyConfigured) as error:
        sys.exit(f"splitsite: {error}")
    except OperationalError as error:
        sys.exit(f"splitsite: {sentence(error)}")
    except OSError as error:
        sys.exit(f"splitsite: the static files cannot be written to the data folder: {error.strerror}.")


if __name__ == "__main__":
    main()
