"""A protocol that can be watched and stopped: a generator of steps that ends in a result.

One way for every long computation: ``ProgressIterator`` is what a page holds on to, ``Run`` the usual one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, Generic, Self, TypeVar

Step = tuple[int, int, str]
"""Steps done, steps in all (as far as is known), and what was just worked on."""

Result = TypeVar("Result")


class Cancelled(Exception):
    """The run was stopped by its ``cancel``."""


class Progress(float):
    """The share that is done, 0 to 1: ``done`` of ``total`` steps, ``label`` being what was just worked on.

    ``elapsed`` and ``remaining`` are seconds; None where nothing says yet how many are left.
    """

    done: int
    total: int
    label: str
    elapsed: float
    remaining: float | None

    @classmethod
    def after(
        cls, done: int, total: int, label: str, elapsed: float, remaining: float | None = None
    ) -> Progress:
        """Progress after ``done`` of ``total`` steps."""
        progress = cls(done / total)
        progress.done, progress.total, progress.label = done, total, label
        progress.elapsed, progress.remaining = elapsed, remaining
        return progress


class ProgressIterator(Generic[Result]):
    """Work that is set up and not yet done.

    Iterating yields a ``Progress`` after every step, so a page may be interrupted between steps and go on later;
    after the last one ``result`` is there. Steps may be taken in different threads: one waits for the other, and what
    ended a step with an error ends the next one with the same.
    """

    def __init__(self, steps: Iterator[Progress], partial: Callable[[], Any] | None = None) -> None:
        self._partial = partial
        self.result: Result | None = None
        self._generator = steps
        self._one_at_a_time = threading.Lock()
        self._failed: Exception | None = None

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Progress:
        with self._one_at_a_time:  # a page that starts over may find its predecessor within a step
            if self._failed is not None:
                raise self._failed
            try:
                return self._step()
            except StopIteration:
                raise
            except Exception as error:
                self._failed = error
                raise

    @property
    def partial(self) -> Any:
        """Table of the results so far, for people; None if there are none before the end."""
        return None if self._partial is None else self._partial()

    def close(self) -> None:
        """End what goes on between two steps, from any thread; of most work there is nothing."""

    def _step(self) -> Progress:
        """Take the next step; no two threads are in here at once."""
        return next(self._generator)

    def run(
        self,
        progress: Callable[[Progress], Any] | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> Result:
        """Run to the end; whatever ends it, nothing goes on elsewhere."""
        try:
            for at in self:
                if progress is not None:
                    progress(at)
                if cancel is not None and cancel():
                    raise Cancelled(f"Stopped after {at.done} of {at.total} steps.")
        finally:
            self.close()
        assert self.result is not None
        return self.result


class Run(ProgressIterator[Result]):
    """Work given as a generator of steps that returns the result; it depends on all that is in ``settings``."""

    def __init__(
        self,
        steps: Generator[Step, None, Result],
        settings: Mapping[str, Any],
        partial: Callable[[], Any] | None = None,
    ) -> None:
        super().__init__(self._watched(steps), partial)
        self.settings = dict(settings)

    def _watched(self, steps: Generator[Step, None, Result]) -> Iterator[Progress]:
        """The steps with the time that each took, and at the end the result."""
        elapsed, done, total = 0.0, 0, 1
        while True:
            started = time.perf_counter()
            try:
                done, total, label = next(steps)
            except StopIteration as finished:
                elapsed += time.perf_counter() - started
                self.result = finished.value
                total = max(total, 1)
                yield Progress.after(total, total, "done", elapsed, 0.0)
                return
            elapsed += time.perf_counter() - started
            if done < total:  # the last step is told together with the result
                left = elapsed / done * (total - done) if done else None
                yield Progress.after(done, total, label, elapsed, left)
