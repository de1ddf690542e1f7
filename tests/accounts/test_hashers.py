"""Passwords are hashed so that a flood of logins leaves memory and play alone."""

import threading

from accounts.hashers import ClubArgon2
from tests.support.threads import together


def test_passwords_are_hashed_one_at_a_time_however_many_log_in():
    hasher = ClubArgon2()
    encoded = [str(one) for one in together(*[lambda: hasher.encode("correct horse", "a" * 16)] * 8)]
    assert all(hasher.verify("correct horse", one) for one in encoded)
    assert not hasher.verify("wrong horse", encoded[0])
    assert len([one for one in threading.enumerate() if one.name.startswith("hashing")]) == 1
