"""The cache shared by several processes; while Redis is away, each process remembers for itself."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

PAUSE = 5.0
"""Seconds before Redis is asked again after it failed to answer."""

log = logging.getLogger(__name__)


class SharedCache(BaseCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self.redis = RedisCache(server, params)
        self.own = LocMemCache("while-redis-is-away", {})
        self.asked_again_at = 0.0

    def either(self, call: Callable[[BaseCache], Any]) -> Any:
        if time.monotonic() >= self.asked_again_at:
            try:
                return call(self.redis)
            except (RedisError, OSError) as trouble:
                self.asked_again_at = time.monotonic() + PAUSE
                log.warning("Redis does not answer; this process remembers by itself: %s", trouble)
        return call(self.own)

    def add(self, key: str, value: Any, timeout: Any = None, version: int | None = None) -> Any:
        return self.either(lambda cache: cache.add(key, value, timeout, version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self.either(lambda cache: cache.get(key, default, version))

    def set(self, key: str, value: Any, timeout: Any = None, version: int | None = None) -> Any:
        return self.either(lambda cache: cache.set(key, value, timeout, version))

    def touch(self, key: str, timeout: Any = None, version: int | None = None) -> Any:
        return self.either(lambda cache: cache.touch(key, timeout, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> Any:
        return self.either(lambda cache: cache.incr(key, delta, version))

    def delete(self, key: str, version: int | None = None) -> Any:
        return self.either(lambda cache: cache.delete(key, version))

    def has_key(self, key: str, version: int | None = None) -> Any:
        return self.either(lambda cache: cache.has_key(key, version))

    def clear(self) -> Any:
        return self.either(lambda cache: cache.clear())
