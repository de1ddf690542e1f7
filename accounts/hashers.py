"""How passwords are kept."""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from django.contrib.auth.hashers import Argon2PasswordHasher


def _give_way() -> None:
    """Hashing takes what play leaves of the processor. Only Linux knows priorities of single threads."""
    if sys.platform == "linux":
        me = threading.get_native_id()
        # A site that gives way to other programs already may not take its priority back.
        os.setpriority(os.PRIO_PROCESS, me, max(10, os.getpriority(os.PRIO_PROCESS, me)))


# One hash at a time: a flood of logins would otherwise take 19 MiB in each thread, and keep them.
_hashing = ThreadPoolExecutor(1, "hashing", _give_way)


class ClubArgon2(Argon2PasswordHasher):
    """Argon2 with OWASP's 19 MiB, in a thread of its own: a club's laptop also has a table to serve."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        return _hashing.submit(super().encode, password, salt).result()

    def verify(self, password: str, encoded: str) -> bool:
        return _hashing.submit(super().verify, password, encoded).result()
