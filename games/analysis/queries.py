"""Reads studies."""

from games.analysis.models import Study


def read(kind: str, key: str) -> Study | None:
    """The progress and result of this study; None if nobody asked for it."""
    return Study.objects.defer("facts").filter(kind=kind, key=key).first()
