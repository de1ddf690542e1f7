"""Several people at the same moment, each in a thread of their own."""

import threading
from collections.abc import Callable

from django.db import connection


def together(*calls: Callable[[], object]) -> list[object]:
    """Starts every call in its own thread at the same moment; returns what each returned or raised."""
    start = threading.Barrier(len(calls))
    answers: list[object] = [None] * len(calls)

    def run(number: int, call: Callable[[], object]) -> None:
        start.wait()
        try:
            answers[number] = call()
        except Exception as error:
            answers[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
