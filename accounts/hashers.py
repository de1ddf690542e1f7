"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class ClubArgon2(Argon2PasswordHasher):
    """OWASP's 19 MiB: Django's 100 MiB each would fill a club's laptop when 40 people log in at once."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
