"""Seals together what arrives while the database is busy: one thread, one transaction a batch."""

import logging
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from queue import SimpleQueue

from django.db import Error as DatabaseError
from django.db import close_old_connections, connection

from games.contract import Refused
from games.play.choices import News, Result, Wish, commit
from splitsite import measures

MOST = 200
"""So many wishes at most in one transaction, so that none waits long for the others."""

log = logging.getLogger(__name__)

Reader = Callable[[list[News]], None]

_queue: SimpleQueue[tuple[Wish, Future[Result]] | None] = SimpleQueue()
_starting = threading.Lock()
_thread: threading.Thread | None = None
_readers: list[Reader] = []


def on_news(reader: Reader) -> None:
    """The reader gets what each commit of this process changed, right after the commit."""
    _readers.append(reader)


def choose(wish: Wish) -> Future[Result]:
    """Asks for a choice to be sealed; the future is done when it is safe on disk, or refused."""
    global _thread
    answer: Future[Result] = Future()
    _queue.put((wish, answer))
    if _thread is None or not _thread.is_alive():
        with _starting:
            if _thread is None or not _thread.is_alive():
                _thread = threading.Thread(target=_write_forever, name="writer", daemon=True)
                _thread.start()
    return answer


def close() -> None:
    """Seals what is still waiting and lets go of the database; the next choice starts anew."""
    if _thread is not None and _thread.is_alive():
        _queue.put(None)
        _thread.join()


def _write_forever() -> None:
    while (first := _queue.get()) is not None:
        batch = [first]
        while not _queue.empty() and len(batch) < MOST:
            one = _queue.get()
            if one is None:
                _queue.put(None)
                break
            batch.append(one)
        _seal(batch)
    connection.close()


def _seal(batch: list[tuple[Wish, Future[Result]]]) -> None:
    try:
        with measures.sealing.time():
            results, news = commit([wish for wish, _ in batch])
    except Exception as error:
        close_old_connections()
        if len(batch) > 1:
            # One table's trouble must not cost the others their choice.
            for one in batch:
                _seal([one])
            return
        if not isinstance(error, DatabaseError):
            log.exception("A choice could not be sealed.")
        batch[0][1].set_result(Result(Refused("try-again")))
        return
    measure(results, news)
    tell(_readers, news)
    for (_, answer), result in zip(batch, results, strict=True):
        answer.set_result(result)


def tell(readers: Iterable[Reader], news: list[News]) -> None:
    """Whatever goes wrong with a reader, what is sealed stays sealed."""
    for reader in readers:
        try:
            reader(news)
        except Exception:
            log.exception("News of sealed choices could not be told.")


def measure(results: list[Result], news: list[News]) -> None:
    """Counts what one transaction did."""
    measures.together.observe(len(results))
    measures.reveals.inc(sum(one.revealed for one in news))
    refused = [result.refused for result in results if result.refused]
    measures.sealed.inc(len(results) - len(refused))
    for one in refused:
        measures.refused.labels(one.code).inc()
