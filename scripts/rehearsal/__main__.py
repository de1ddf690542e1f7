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
    with tempfile.TemporaryDirectory(prefix="splitsite-rehearsal-", dir="/var/tmp") as folder:
        scratch, wheels = Path(folder, "scratch"), Path(folder, "wheels")
        scratch.mkdir()
        Path(folder).chmod(0o755)  # the site's user reads the wheels
        # What is installed there is fetched here: the copy has no network.
        pip = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-qq",
            "--disable-pip-version-check",
            "--require-hashes",
        ]
        subprocess.run([*pip, "--dest", wheels, "-r", ROOT / "lock" / "run.txt"], check=True)
        apart = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child"]
        what = f"scripts.rehearsal.{sys.argv[1]}"  # machine or container
        done = subprocess.run([*apart, sys.executable, "-m", what, scratch, wheels], cwd=ROOT)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
