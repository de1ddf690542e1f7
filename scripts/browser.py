"""Finds a Chromium for the browser tests, or installs one in the ordinary way; run by `make test`."""

import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

from scripts import packages

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "~/.cache/ms-playwright/chromium-*/chrome-linux*/chrome",
    "~/Library/Caches/ms-playwright/chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
)
MISSING = (
    "NO BROWSER TESTS: no Chromium on this computer and none could be installed;"
    " install Chromium or Chrome, or name one with CHROMIUM=…"
)


def candidates() -> Iterator[str]:
    if named := os.environ.get("CHROMIUM"):
        yield named
    yield from filter(None, map(shutil.which, NAMES))
    for place in PLACES:
        yield from sorted(glob.glob(os.path.expanduser(place)), reverse=True)


def runs(path: str) -> bool:
    """Whether it really runs: some systems have a stub that only says how to install it."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and "Chrom" in done.stdout


def find() -> str | None:
    return next((path for path in candidates() if runs(path)), None)


def install() -> None:
    """Installs the distribution's package where we may, else Playwright's own download."""
    print("No Chromium found; installing one for the browser tests …", flush=True)
    for way in [*packages.ways("chromium"), [sys.executable, "-m", "playwright", "install", "chromium"]]:
        packages.run(way)
        if find():
            return


def main() -> None:
    if not find():
        install()
    if not find():
        print(f"\n{'!' * 80}\n{MISSING}\n{'!' * 80}\n", file=sys.stderr)
        sys.exit(1 if packages.needed() else 0)


if __name__ == "__main__":
    main()
