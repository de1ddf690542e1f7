"""Ends a child with the process that started it, however that died: their pipe closes."""

import os
import signal
import threading
import time

NAME = "SPLITSITE_LIFELINE"


def watch(patience: float = 15) -> None:
    """Ends this process when the other end of the inherited pipe closes; does nothing without a pipe."""
    number = os.environ.pop(NAME, "")
    if not number:
        return
    descriptor = int(number)
    os.set_inheritable(descriptor, False)

    def wait() -> None:
        os.read(descriptor, 1)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(patience)
        os._exit(1)

    threading.Thread(target=wait, name="lifeline", daemon=True).start()
