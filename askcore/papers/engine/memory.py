"""What several repeats of a table share: computed once, and the last few kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """The last ``limit`` results by key. One thread computes while the others wait for it."""

    def __init__(self, limit: int) -> None:
        self._limit, self._found, self._lock = limit, dict[Hashable, T](), threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of ``key``, which ``make`` computes where it is not there.

        Examples
        --------
        >>> squares = Memory(limit=1)
        >>> squares.get(3, lambda: 9), squares.get(3, lambda: 1 / 0)
        (9, 9)
        """
        with self._lock:
            if key not in self._found:
                made = make()
                while len(self._found) >= self._limit:
                    self._found.pop(next(iter(self._found)))
                self._found[key] = made
            return self._found[key]
