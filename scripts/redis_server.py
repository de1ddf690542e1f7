"""Finds a Redis for the tests with several processes, or installs one; run by `make test`."""

import shutil
import sys

from scripts import packages

NAMES = ("redis-server", "valkey-server")
PACKAGE = "redis-server" if shutil.which("apt-get") else "redis"
MISSING = "NO TESTS WITH REDIS: none on this computer and none could be installed; install redis-server."


def find() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def main() -> None:
    if not find():
        print("No Redis found; installing one for the tests …", flush=True)
        for way in packages.ways(PACKAGE):
            packages.run(way)
    if not find():
        print(MISSING, file=sys.stderr)
        sys.exit(1 if packages.needed() else 0)


if __name__ == "__main__":
    main()
