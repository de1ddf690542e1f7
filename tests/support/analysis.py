"""Studies for tests, done at once."""

from games.analysis.worker import Worker


def do_all_studies() -> None:
    worker = Worker()
    while worker.step():
        pass
