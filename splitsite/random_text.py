"""Random text that nobody can guess: secrets in links, and codes that are read aloud."""

import secrets
from string import ascii_letters, digits


def random_text(length: int, letters: str = ascii_letters + digits) -> str:
    return "".join(secrets.choice(letters) for _ in range(length))
