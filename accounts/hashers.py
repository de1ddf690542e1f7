"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class ClubArgon2(Argon2PasswordHasher):
    """Argon2 with OWASP's 19 MiB: with Django's 100 MiB, 40 logins at once would fill a club's laptop."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
