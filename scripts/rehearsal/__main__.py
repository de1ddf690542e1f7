"""`make rehearse-deploy` and `make rehearse-container`: what deploy/ says, tried on a copy of this machine.

The copy is this machine's file system under a layer that takes every change (overlayfs) and is thrown away,
with processes of its own and a network that has only the loopback. So the commands run as they stand on the
page, on their usual ports, with Debian's PostgreSQL, Redis and nginx, and nothing outside is touched. Only
`apt`, `systemctl`, `certbot` and `editor` are played by stand_ins.py.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NEEDED = {
    "unshare": "util-linux",
    "ip": "iproute2",
    "sudo": "sudo",
    "git": "git",
    "curl": "curl",
    "openssl": "openssl",
    "pg_createcluster": "postgresql",
    "redis-server": "redis-server",
    "nginx": "nginx",
}
WHEELS = Path("/var/tmp/splitsite-rehearsal")
"""What `make install` needs there, fetched here: the copy has no network."""


def main() -> None:
    if sys.platform != "linux" or os.geteuid() != 0:
        sys.exit("splitsite: the rehearsal needs Linux and root, as in `sudo make rehearse-deploy`.")
    if missing := sorted(
        {
            package
            for program, package in NEEDED.items()
            if not shutil.which(program, path=os.defpath + ":/usr/sbin")
        }
    ):
        sys.exit(f"splitsite: install these packages first: {' '.join(missing)}.")
    lock = ROOT / "lock" / "run.txt"
    pip = [sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check", "--require-hashes"]
    subprocess.run([*pip, "--dest", WHEELS, "-r", lock], check=True)
    with tempfile.TemporaryDirectory(prefix="splitsite-rehearsal-") as scratch:
        apart = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child"]
        what = f"scripts.rehearsal.{sys.argv[1]}"  # machine or container
        inside = [sys.executable, "-m", what, scratch, str(WHEELS)]
        sys.exit(subprocess.run([*apart, *inside], cwd=ROOT).returncode)


if __name__ == "__main__":
    main()
