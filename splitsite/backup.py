"""`make backup` and `make restore FILE=…`: the whole database, ours or DATABASE_URL's, as one file."""

import argparse
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo

from splitsite.database import Unusable, sentence
from splitsite.postgres import binaries
from splitsite.postgres.server import Server

PATIENCE = 2 * 3600  # seconds, enough for the largest database
KEPT_OUT_OF_SIGHT = 0o077  # a copy holds password hashes and the seeds of running rounds


class Target:
    """The site's database and the programs that fit its server."""

    def __init__(self) -> None:
        from django.db import connection

        facts: dict[str, Any] = connection.get_connection_params()  # starts the embedded server
        facts = {
            name: facts[name]
            for name in ("host", "port", "dbname", "user", "password", "sslmode", "sslrootcert")
            if facts.get(name)
        }
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        self.password = facts.pop("password", None)
        if self.password:
            self.environment["PGPASSWORD"] = self.password  # not where a list of processes shows it
        self.name = make_conninfo(**facts)
        with self.connect() as database:
            self.version = database.info.server_version // 10_000

    def connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self.name, password=self.password, autocommit=True, connect_timeout=10)

    def program(self, name: str, *arguments: str) -> list[str]:
        return [str(binaries.program(name, self.version)), *arguments]

    def is_empty(self) -> bool:
        with self.connect() as database:
            tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
            return database.execute(tables).fetchone() == (0,)

    def others(self) -> int:
        """The connections of others: while there are any, the site is running."""
        with self.connect() as database:
            found = database.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            ).fetchone()
        return int(found[0]) if found else 0


def save(target: Target, file: Path) -> Path:
    """Writes a copy, completely or not at all. The site may keep running meanwhile."""
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        os.close(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        arguments = ("--format=custom", "--no-owner", "--no-privileges", "--schema=public")
        run(target, target.program("pg_dump", *arguments, f"--file={half}", f"--dbname={target.name}"))
        with half.open("rb") as written:
            os.fsync(written.fileno())
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)
    return file


def restore(target: Target, file: Path) -> None:
    """Replaces the whole database by the copy in one transaction: completely or not at all."""
    if not file.is_file():
        raise Unusable(f"There is no file {file}.")
    script = run(
        target,
        target.program("pg_restore", "--no-owner", "--no-privileges", "--file=-", str(file)),
        reason=f"{file} is no copy that `make backup` made, or it is damaged",
    )
    if target.others():
        raise Unusable("The site is running on this database: stop it, then restore.")
    anew = "SET lock_timeout = '10s';\nDROP SCHEMA IF EXISTS public CASCADE;\n"
    # A dump of one schema creates that schema itself; whether it does depends on the server's version.
    if b"\nCREATE SCHEMA public;" not in script:
        anew += "CREATE SCHEMA public;\n"
    run(
        target,
        target.program(
            "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "--single-transaction", f"--dbname={target.name}"
        ),
        given=anew.encode() + script,
        reason="nothing was changed, because the copy could not be put back",
    )


def run(target: Target, command: list[str], *, given: bytes = b"", reason: str = "it failed") -> bytes:
    done = subprocess.run(
        command, input=given, capture_output=True, timeout=PATIENCE, env=target.environment | {"LC_ALL": "C"}
    )
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise Unusable(f"{reason[0].upper()}{reason[1:]}: {said[0]}")
    return done.stdout


def new_name(kind: str = "splitsite") -> Path:
    from django.conf import settings

    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return Path(settings.DATA_DIR) / "backups" / f"{kind}-{moment}.dump"


def back_up(file: Path | None) -> None:
    from django.conf import settings

    there = settings.DATABASES["default"]
    # Without the settings of the site this would start an empty database, save it, and call that a backup.
    if "DATA" in there and not Server(Path(there["DATA"])).cluster.exists():
        raise Unusable(
            f"There is no database in {there['DATA']}: run this with the settings of the site"
            " (DATABASE_URL, or SPLITSITE_DATA for another folder)."
        )
    target = Target()
    if target.is_empty():
        raise Unusable("The database is empty, so there is nothing to save: is it the one of the site?")
    written = save(target, file or new_name())
    print(f"Saved to {written} ({written.stat().st_size / 1e6:.1f} MB). Keep the site's secret key with it.")


def bring_back(file: Path) -> None:
    from django.core.management import call_command
    from django.db import connection

    target = Target()
    connection.close()
    if not target.is_empty() and file.is_file() and not target.others():
        print(f"What was there before is saved to {save(target, new_name('before-restore'))}.")
    restore(target, file)
    call_command("migrate", interactive=False, verbosity=0)
    there = connection.settings_dict
    where = f"the database in {there['DATA']}" if "DATA" in there else "the database of DATABASE_URL"
    print(f"Restored from {file} into {where}; now every counted round is recomputed.")
    call_command("verify_site")


def main() -> None:
    options = argparse.ArgumentParser(prog="splitsite.backup", description=__doc__)
    options.add_argument("what", choices=["save", "restore"])
    options.add_argument("file", nargs="?", type=Path, help="where to, or what from")
    chosen = options.parse_args()
    import django
    from django.core.exceptions import ImproperlyConfigured

    os.umask(KEPT_OUT_OF_SIGHT)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    try:
        django.setup()
        if chosen.what == "save":
            back_up(chosen.file)
        elif chosen.file is None:
            raise Unusable("Name the copy to restore, as in `make restore FILE=data/backups/….dump`.")
        else:
            bring_back(chosen.file)
    except (Unusable, ImproperlyConfigured) as error:
        sys.exit(f"splitsite: {error}")
    except psycopg.OperationalError as error:
        sys.exit(f"splitsite: {sentence(error)}")
    except OSError as error:
        sys.exit(f"splitsite: {error.filename or 'the file'} cannot be used: {error.strerror}.")


if __name__ == "__main__":
    main()
