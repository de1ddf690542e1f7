"""Reads studies."""

from games.analysis.models import Study


def read(kind: str, key: str) -> Study | None:
    """How far this study is and what it found; None when nobody asked for it."""
    return Study.objects.defer("facts").filter(kind=kind, key=key).first()
