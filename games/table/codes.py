"""Finds the code of a table in typed text."""

import re


def code_in(typed: str) -> str:
    """The code in what was typed or pasted: `KRT47`, `krt 47` or the whole link."""
    link = re.search(r"/(?:t|tournaments)/(\w+)", typed)
    letters = (link[1] if link else typed).upper()
    return "".join(letter for letter in letters if letter.isascii() and letter.isalnum())[:8]
