"""Passwords are hashed so that a flood of logins leaves memory and play alone."""

import subprocess
import sys
import threading

import pytest

from accounts.hashers import ClubArgon2
from tests.support.threads import together


def test_passwords_are_hashed_one_at_a_time_however_many_log_in():
    hasher = ClubArgon2()
    encoded = [str(one) for one in together(*[lambda: hasher.encode("correct horse", "a" * 16)] * 8)]
    assert all(hasher.verify("correct horse", one) for one in encoded)
    assert not hasher.verify("wrong horse", encoded[0])
    assert len([one for one in threading.enumerate() if one.name.startswith("hashing")]) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows priorities of single threads")
def test_a_site_that_gives_way_to_other_programs_hashes_at_its_own_priority():
    """Only root may raise a priority: signing in would fail for everybody else."""
    hash_one = """
import os
from django.conf import settings
settings.configure()
from accounts import hashers
hashers.ClubArgon2().encode("correct horse", "a" * 16)
priority = lambda: os.getpriority(os.PRIO_PROCESS, 0)
print(priority(), hashers._hashing.submit(priority).result())
"""
    done = subprocess.run(
        ["nice", "-n", "15", sys.executable, "-c", hash_one], capture_output=True, text=True, check=True
    )
    site, hashing = done.stdout.split()
    assert int(hashing) >= int(site) >= 15
