"""`make audit`: does anybody know of a hole in the packages we locked?

Ends with 0 if not, with 1 if so, and with 3 if nobody could be asked: then nothing is known. pip-audit itself
says "no known vulnerabilities" even if its source knew none of the packages, so we read its report.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

LOCKS = ("lock/dev.txt", "lock/tools.txt")  # the first holds what the site needs, too
SOURCES = ("osv", "pypi")
CLEAN, HOLES, UNKNOWN = 0, 1, 3


def asked(source: str, lock: str) -> list[dict[str, Any]] | None:
    """What this source knows of each package; nothing if it cannot be reached or left out a package."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [
            "pip-audit",
            "--requirement",
            lock,
            "--require-hashes",
            "--disable-pip",
            "--progress-spinner=off",
        ]
        options = ["--vulnerability-service", source, "--format", "json", "--output", str(report)]
        subprocess.run([*command, *options], capture_output=True, timeout=600)
        try:
            packages: list[dict[str, Any]] = json.loads(report.read_text())["dependencies"]
        except (OSError, ValueError, KeyError):
            return None
    return None if any("skip_reason" in package for package in packages) else packages


def main() -> int:
    result = CLEAN
    for lock in LOCKS:
        packages = next((found for source in SOURCES if (found := asked(source, lock)) is not None), None)
        if packages is None:
            print(
                f"{lock}: no source of advisories can be reached from here ({', '.join(SOURCES)}),"
                " so nothing is known."
            )
            result = UNKNOWN if result == CLEAN else result
            continue
        holes = [(package, hole) for package in packages for hole in package["vulns"]]
        for package, hole in holes:
            mended = ", ".join(hole["fix_versions"]) or "no version yet"
            print(f"{lock}: {package['name']} {package['version']} has {hole['id']}, mended in {mended}.")
        if holes:
            result = HOLES
        else:
            print(f"{lock}: {len(packages)} packages, no known hole.")
    return result


if __name__ == "__main__":
    sys.exit(main())
