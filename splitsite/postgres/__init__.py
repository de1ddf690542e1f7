"""The embedded PostgreSQL: finding its binaries, starting it, sharing it, and Django's way in."""


class Unusable(Exception):
    """The site cannot start or reach its database; the message is one sentence for a person."""
