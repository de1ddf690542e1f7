"""Passwords are hashed so that a flood of logins leaves memory and play alone."""

import os
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
    assert len(hashing_threads()) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows priorities of single threads")
def test_play_goes_before_hashing_however_low_the_priority_of_the_whole_site_is():
    ClubArgon2().encode("correct horse", "a" * 16)
    (thread,) = hashing_threads()
    assert thread.native_id
    assert os.getpriority(os.PRIO_PROCESS, thread.native_id) == 19


def hashing_threads() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name.startswith("hashing")]
