"""`make sbom`: lists what the site consists of (CycloneDX, JSON): locked packages and vendored scripts."""

import hashlib
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VENDORED = ROOT / "splitsite" / "static" / "site" / "vendor"
PACKAGE = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^ ;\\]+)(?P<rest>.*(?:\n +.*)*)", re.MULTILINE)


def built() -> dict[str, Any]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lock = (ROOT / "lock" / "run.txt").read_text()
    found = [(match["name"], match["version"], match["rest"]) for match in PACKAGE.finditer(lock)]
    refs: dict[
        str, list[str]
    ] = {}  # for some packages the lock names two versions, for older and newer Pythons
    for name, version, _ in found:
        refs.setdefault(name, []).append(f"pkg:pypi/{name}@{version}")
    needs: dict[str, list[str]] = {ref: [] for several in refs.values() for ref in several}
    root, htmx = project["name"], vendored()
    needs[root], needs[htmx["bom-ref"]] = [htmx["bom-ref"]], []
    for name, version, rest in found:
        for one in re.findall(r"# +(?:via )?([\w.-]+)", rest):
            for ref in refs.get(one, [root] if one == project["name"] else []):
                needs[ref].append(f"pkg:pypi/{name}@{version}")
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": root,
                "version": project["version"],
                "description": project["description"],
            }
        },
        "components": [*(component(*one) for one in found), htmx],
        "dependencies": [
            {"ref": ref, "dependsOn": sorted(set(others))} for ref, others in sorted(needs.items())
        ],
    }


def component(name: str, version: str, rest: str) -> dict[str, Any]:
    """A package with the hashes of all files by which it may be installed."""
    purl = f"pkg:pypi/{name}@{version}"
    hashes = [{"alg": "SHA-256", "content": one} for one in re.findall(r"--hash=sha256:(\w+)", rest)]
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        "externalReferences": [{"type": "distribution", "url": purl, "hashes": hashes}],
    }


def vendored() -> dict[str, Any]:
    name, _, version = (VENDORED / "htmx.VERSION.txt").read_text().strip().partition("@")
    purl = f"pkg:npm/{name}@{version}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        "components": [
            {
                "type": "file",
                "name": str(file.relative_to(ROOT)),
                "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(file.read_bytes()).hexdigest()}],
            }
            for file in sorted(VENDORED.glob("*.js"))
        ],
    }


def main() -> None:
    file = Path(sys.argv[1] if len(sys.argv) > 1 else "sbom.json")
    file.write_text(json.dumps(built(), indent=2) + "\n")
    print(f"{file} lists {len(built()['components'])} components.")


if __name__ == "__main__":
    main()
