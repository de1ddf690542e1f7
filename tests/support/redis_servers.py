"""A Redis for a test, which it may stop and start again."""

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis

from scripts import packages, redis_server


@contextmanager
def redis_on(port: int) -> Iterator[None]:
    program = redis_server.find()
    if not program:
        (pytest.fail if packages.needed() else pytest.skip)(redis_server.MISSING)
    quiet = ["--save", "", "--appendonly", "no", "--bind", "127.0.0.1", "--loglevel", "warning"]
    with subprocess.Popen([program, "--port", str(port), *quiet], stdout=subprocess.DEVNULL) as process:
        client = redis.Redis(port=port, retry=redis.retry.Retry(redis.backoff.ConstantBackoff(0.1), 100))
        assert client.ping()
        yield
        process.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
